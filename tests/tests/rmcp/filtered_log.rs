//! The log with the filter that the documentation names: the SDK's messages are not in it.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use elicit_core::{Elicitation, Revision};
use rmcp::transport::StreamableHttpServerConfig;
use serde_json::{Value, json};
use tracing::subscriber::set_default;
use tracing_subscriber::{EnvFilter, fmt};

use crate::{
    log,
    post::{self, Post},
    raw::Raw,
    server::Server,
};

#[derive(Clone, Default)]
struct Text(Arc<Mutex<Vec<u8>>>);

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a person types: one answer that is not valid, and one that is.
const TYPED: [&str; 2] = ["Main Street 17", "secret-branch"];

fn answer(branch: &str) -> Value {
    let content = json!({"environment": "staging", "replicas": 3, "branch": branch});
    json!({"action": "accept", "content": content})
}

/// Asks and answers over both transports on each revision. Returns the log, and the states.
async fn logged(filter: &str) -> (String, Vec<String>) {
    // Other tests must not switch events off.
    drop(log::listen());
    let text = Text::default();
    let writer = text.clone();
    let subscriber = fmt()
        .with_env_filter(EnvFilter::new(filter))
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .finish();
    let _listening = set_default(subscriber);
    let mut states = Vec::new();

    let elicitation = Elicitation::default();
    let capabilities = json!({"elicitation": {"form": {}}});
    for revision in Revision::all() {
        let mut raw =
            Raw::connect(Server::new(), &elicitation, revision, capabilities.clone()).await;
        if revision.asks_in_result() {
            let mut reply = raw.round("deploy", None, &[]).await;
            for typed in TYPED {
                let state = reply.state().to_owned();
                let answers = [("deploy", answer(typed))];
                reply = raw.round("deploy", Some(&state), &answers).await;
                states.push(state);
            }
            assert!(reply.text().contains(TYPED[1]), "{reply:?}");
        } else {
            let id = raw.call("deploy", json!({})).await;
            for typed in TYPED {
                let question = raw.message().await;
                let result = answer(typed);
                raw.write(&json!({"jsonrpc": "2.0", "id": question["id"], "result": result}))
                    .await;
            }
            let response = raw.response(id).await;
            assert!(
                response["result"].to_string().contains(TYPED[1]),
                "{response}"
            );
        }
    }

    for revision in Revision::all() {
        let service = post::service(&Server::new(), StreamableHttpServerConfig::default());
        if revision.asks_in_result() {
            let post = Post::new(&service, revision);
            let mut response = post.round("deploy", json!({})).await;
            for typed in TYPED {
                let state = response["result"]["requestState"].take();
                let more =
                    json!({"requestState": state, "inputResponses": {"deploy": answer(typed)}});
                response = post.round("deploy", more).await;
                states.push(state.as_str().unwrap().to_owned());
            }
            assert!(
                response["result"].to_string().contains(TYPED[1]),
                "{response}"
            );
        } else {
            let post = Post::connect(&service, revision).await;
            let mut stream = post.send(&post::call("deploy", 1)).await;
            for typed in TYPED {
                let question = stream.message().await;
                let result = answer(typed);
                let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": result});
                let _ = post.send(&answer).await;
            }
            let response = stream.message().await;
            assert!(
                response["result"].to_string().contains(TYPED[1]),
                "{response}"
            );
        }
    }
    let bytes = text.0.lock().unwrap().clone();
    (String::from_utf8(bytes).unwrap(), states)
}

#[tokio::test]
async fn the_filtered_log_has_no_answer_and_no_state() {
    let (log, states) = Box::pin(logged("debug,rmcp=info")).await;
    // There is a log, also of the SDK.
    assert!(log.contains("elicit_core"), "{log}");
    assert!(log.contains(" rmcp::"), "{log}");
    assert_eq!(states.len(), 4);
    for secret in TYPED.into_iter().chain(states.iter().map(String::as_str)) {
        assert!(!log.contains(secret), "{secret} in\n{log}");
    }
}

/// This is the reason for the filter. It also proves that the test above can fail.
#[tokio::test]
async fn without_the_filter_the_sdk_logs_answers_and_states() {
    let (log, states) = Box::pin(logged("debug")).await;
    for secret in TYPED.into_iter().chain(states.iter().map(String::as_str)) {
        assert!(log.contains(secret), "{secret}");
    }
}
