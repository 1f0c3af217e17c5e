//! `Elicitation::once` over HTTP.

use std::sync::{Arc, atomic::Ordering};

use elicit_core::rmcp::{ElicitsExt, StreamableHttp};
use rmcp::transport::{
    StreamableHttpServerConfig, streamable_http_server::session::local::LocalSessionManager,
};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::{
    once::{Client, NEWEST, Server, each_retry_three_times, member, once, retry},
    post::{self, Post},
};

struct Http(post::Service<Server>);

impl Client for Http {
    async fn request(&mut self, method: &str, params: Value) -> Value {
        let post = Post::new(&self.0, NEWEST);
        let mut stream = post.ask(method, params).await;
        stream.message().await
    }
}

#[tokio::test]
async fn each_retry_has_one_response() {
    let server = Server::default();
    let (elicitation, wrapped) = (once(), server.clone());
    let service = StreamableHttp::new(
        move || Ok(wrapped.clone().elicits(elicitation.clone())),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    );
    Box::pin(each_retry_three_times(&mut Http(service), &server.effects)).await;
}

/// Over two services that share keys and a store, as two replicas do.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_clients_at_once_one_runs_the_handler() {
    let server = Server::default();
    let elicitation = once();
    let replica = || {
        let (elicitation, wrapped) = (elicitation.clone(), server.clone());
        let service = StreamableHttp::new(
            move || Ok(wrapped.clone().elicits(elicitation.clone())),
            LocalSessionManager::default().into(),
            StreamableHttpServerConfig::default(),
        );
        Arc::new(service)
    };
    let replicas = [replica(), replica()];
    for (round, name) in ["main", "fail", "main", "Not valid"]
        .into_iter()
        .enumerate()
    {
        let params = json!({"name": "work", "arguments": {}});
        let mut first = Post::new(&replicas[0], NEWEST)
            .ask("tools/call", params.clone())
            .await;
        let state = first.message().await["result"]["requestState"].take();
        let retry = retry(&params, &state, &json!({"name": name}));
        let mut clients = JoinSet::new();
        for client in 0..64 {
            let (replica, retry) = (Arc::clone(&replicas[client % 2]), retry.clone());
            clients.spawn(async move {
                let post = Post::new(&replica, NEWEST);
                let mut stream = post.ask("tools/call", retry).await;
                member(stream.message().await)
            });
        }
        let members = clients.join_all().await;
        assert_eq!(members.len(), 64);
        let others = members.iter().filter(|other| **other != members[0]);
        assert_eq!(others.count(), 0, "{name}");
        // An answer that is not valid has no effect.
        let effects = server.effects.load(Ordering::SeqCst);
        assert_eq!(effects, (round + 1).min(3), "{name}");
    }
}
