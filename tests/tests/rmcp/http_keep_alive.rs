//! Progress over HTTP.

use std::time::Duration;

use elicit_core::rmcp3::{ElicitsExt, StreamableHttp};
use rmcp::transport::{
    StreamableHttpServerConfig, streamable_http_server::session::local::LocalSessionManager,
};
use serde_json::{Value, json};

use crate::{
    keep_alive::{LEGACY, often, yes},
    post::Post,
    server::Server,
};

#[tokio::test]
async fn progress_comes_on_the_stream_of_the_call() {
    for revision in LEGACY {
        let server = || Ok(Server::new().elicits(often()));
        let config = StreamableHttpServerConfig::default();
        let service = StreamableHttp::new(server, LocalSessionManager::default().into(), config);
        let post = Post::connect(&service, revision).await;
        let params = json!({"name": "reports", "_meta": {"progressToken": "mine"}});
        let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params});
        let mut stream = post.send(&call).await;
        let mut values = Vec::new();
        let mut question = Value::Null;
        let response = loop {
            let message = stream.message().await;
            if message["method"] == "elicitation/create" {
                question = message["id"].clone();
            } else if message["method"] == "notifications/progress" {
                assert_eq!(message["params"]["progressToken"], "mine");
                values.push(message["params"]["progress"].as_f64().unwrap());
            } else {
                break message;
            }
            if values.len() == 5 && !question.is_null() {
                let answer = json!({"jsonrpc": "2.0", "id": question.take(), "result": yes()});
                let _ = post.send(&answer).await;
            }
        };
        assert_eq!(response["id"], 7, "{response}");
        assert!(values.is_sorted_by(|one, next| one < next), "{values:?}");
        assert_eq!(values.first(), Some(&1.0));
        // Some intervals later: the stream is over, or says nothing.
        let more = tokio::time::timeout(Duration::from_millis(150), stream.json());
        let more = more.await.unwrap_or_default();
        assert!(more.is_empty(), "{more} followed the response");
    }
}
