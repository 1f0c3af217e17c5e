//! `Elicitation::once` over HTTP.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use elicit_core::{
    Elicitation,
    rmcp3::{ElicitsExt, StreamableHttp},
};
use rmcp::transport::{
    StreamableHttpServerConfig, streamable_http_server::session::local::LocalSessionManager,
};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::{
    once::{Client, NEWEST, Server, each_retry_three_times, first, once, retry, slow, without_id},
    post::{self, Post},
};

struct Http(post::Service<Server>);

impl Client for Http {
    async fn request(&mut self, method: &str, params: Value) -> String {
        let post = Post::new(&self.0, NEWEST);
        let mut stream = post.ask(method, params).await;
        stream.json().await
    }
}

fn service(server: &Server, elicitation: &Elicitation) -> post::Service<Server> {
    let (elicitation, wrapped) = (elicitation.clone(), server.clone());
    StreamableHttp::new(
        move || Ok(wrapped.clone().elicits(elicitation.clone())),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    )
}

#[tokio::test]
async fn a_repeated_retry_gets_the_same_response() {
    let server = Server::default();
    let service = service(&server, &once());
    Box::pin(each_retry_three_times(&mut Http(service), &server.effects)).await;
}

/// With two services that share keys and a store, as two replicas do.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_clients_at_once_only_one_runs_the_handler() {
    let server = Server::default();
    let elicitation = once();
    let replica = || Arc::new(service(&server, &elicitation));
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
                without_id(&stream.json().await)
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

/// The response is kept although no client waits for it.
#[tokio::test]
async fn a_handler_whose_client_has_gone_runs_to_its_end() {
    let server = Server::default();
    let service = service(&server, &once());
    let post = Post::new(&service, NEWEST);
    let mut question = post.ask("tools/call", first()).await;
    let state = question.message().await["result"]["requestState"].take();
    {
        let mut sent = std::pin::pin!(async {
            let mut stream = post.ask("tools/call", slow(&state)).await;
            stream.message().await
        });
        tokio::select! {
            response = &mut sent => panic!("{response}"),
            () = server.answered.notified() => {}
        }
        // The request and its stream are dropped here, as where a connection is lost.
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(server.effects.load(Ordering::SeqCst), 0);
    server.goes_on.notify_one();
    // A second run would not wait.
    server.goes_on.notify_one();
    let mut stream = post.ask("tools/call", slow(&state)).await;
    let response = stream.message().await;
    assert_eq!(
        response["result"]["content"][0]["text"], "slow 1",
        "{response}"
    );
    assert_eq!(server.effects.load(Ordering::SeqCst), 1);
}
