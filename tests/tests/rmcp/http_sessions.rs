//! What the service over HTTP keeps, and which servers it makes.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use elicit_core::{
    Elicitation, Revision,
    rmcp3::{ElicitsExt, StreamableHttp},
};
use http::StatusCode;
use rmcp::transport::{
    StreamableHttpServerConfig, streamable_http_server::session::local::LocalSessionManager,
};
use serde_json::json;

use crate::{
    post::{Post, Service, call, request, round},
    server::Server,
};

const LEGACY: [Revision; 2] = [Revision::V2025_06_18, Revision::V2025_11_25];

/// A service whose sessions each hold one more reference to the value, and end after this time.
fn service_holding(value: &Arc<()>, keep_alive: Duration) -> Service<Server> {
    let (server, elicitation) = (Server::new(), Elicitation::default());
    let value = Arc::clone(value);
    let factory = move || {
        let held = Arc::clone(&value);
        let server = server.clone().elicits(elicitation.clone());
        Ok(server.principal(move |_| {
            let _ = &held;
            None
        }))
    };
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(keep_alive);
    StreamableHttp::new(
        factory,
        sessions.into(),
        StreamableHttpServerConfig::default(),
    )
}

/// Waits until the sessions hold no reference any more.
async fn is_released(value: &Arc<()>) {
    let released = async {
        // One is here, and one is in the factory.
        while Arc::strong_count(value) > 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let released = tokio::time::timeout(Duration::from_secs(10), released).await;
    assert!(
        released.is_ok(),
        "{} are held",
        Arc::strong_count(value) - 2
    );
}

#[tokio::test]
async fn a_deleted_session_releases_its_server() {
    for revision in LEGACY {
        let value = Arc::new(());
        let service = service_holding(&value, Duration::from_secs(300));
        for _ in 0..3 {
            let post = Post::connect(&service, revision).await;
            assert!(Arc::strong_count(&value) > 2);
            let session = post.session.unwrap();
            let delete = request("DELETE", revision).header("mcp-session-id", &session);
            let response = service.handle(delete.body(String::new()).unwrap()).await;
            assert_eq!(response.status(), StatusCode::ACCEPTED);
        }
        is_released(&value).await;
    }
}

#[tokio::test]
async fn an_idle_session_expires_and_releases_its_server() {
    let value = Arc::new(());
    let service = service_holding(&value, Duration::from_millis(20));
    for revision in LEGACY {
        let _ = Post::connect(&service, revision).await;
    }
    is_released(&value).await;
}

#[tokio::test]
async fn the_factory_runs_once_for_each_session_or_request() {
    let made = Arc::new(AtomicUsize::new(0));
    let (server, elicitation, count) = (Server::new(), Elicitation::default(), Arc::clone(&made));
    let factory = move || {
        count.fetch_add(1, Ordering::Relaxed);
        Ok(server.clone().elicits(elicitation.clone()))
    };
    let sessions = LocalSessionManager::default().into();
    let config = StreamableHttpServerConfig::default().with_sse_retry(Some(Duration::ZERO));
    let service = StreamableHttp::new(factory, sessions, config);
    let made = || made.load(Ordering::Relaxed);
    assert_eq!(made(), 0);

    // The id of an event is known before there is a server.
    let guess = request("GET", Revision::V2026_07_28).header("last-event-id", "0/0.tag");
    let response = service.handle(guess.body(String::new()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    for (opened, revision) in LEGACY.into_iter().enumerate() {
        let post = Post::connect(&service, revision).await;
        let mut stream = post.send(&call("deploy", 1)).await;
        assert_eq!(stream.message().await["method"], "elicitation/create");
        assert_eq!(made(), opened + 1);
    }
    let post = Post::new(&service, Revision::V2026_07_28);
    let response = post
        .send(&round("deploy", &json!({})))
        .await
        .message()
        .await;
    assert_eq!(response["result"]["resultType"], "input_required");
    assert_eq!(made(), 3);
}
