//! Streamable HTTP, with sessions for clients of the older revisions and without.

use elicit_core::{
    Elicitation, Keys, Revision,
    rmcp3::{ElicitsExt, StreamableHttp},
};
use rmcp::transport::{
    StreamableHttpServerConfig, streamable_http_server::session::local::LocalSessionManager,
};
use serde_json::{Value, json};

use crate::{
    post::{Post, Service, Stream, call, post, round},
    server::Server,
};

fn service(sessions: bool) -> (Service<Server>, Server) {
    let server = Server::new();
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(sessions);
    (crate::post::service(&server, config), server)
}

fn target() -> Value {
    json!({"action": "accept", "content": {"environment": "staging"}})
}

fn sure() -> Value {
    json!({"action": "accept", "content": {"confirm": true}})
}

#[tokio::test]
async fn the_newest_revision_needs_no_session() {
    for sessions in [true, false] {
        let (service, server) = service(sessions);
        let post = Post::new(&service, Revision::V2026_07_28);
        let first = post.round("replace", json!({})).await;
        let state = &first["result"]["requestState"];
        let answers = json!({"target": target()});
        let more = json!({"requestState": state, "inputResponses": answers});
        let second = post.round("replace", more).await;
        let state = &second["result"]["requestState"];
        let more = json!({"requestState": state, "inputResponses": {"sure": sure()}});
        let third = post.round("replace", more).await;
        assert_eq!(
            third["result"]["content"][0]["text"], "replaced staging",
            "{third}"
        );
        assert_eq!(*server.world.replaced.lock().unwrap(), ["staging"]);
        let forged = json!({"requestState": "e1.AAAA"});
        assert_eq!(post.round("replace", forged).await["error"]["code"], -32602);
    }
}

/// What a layer in front of the service has found out.
#[derive(Clone)]
struct Subject(&'static str);

/// A server that tells its callers apart by what the layer found out.
fn service_with_subjects() -> Service<Server> {
    let (server, elicitation) = (Server::new(), Elicitation::default());
    let factory = move || {
        let server = server.clone().elicits(elicitation.clone());
        Ok(server.principal(|context| {
            let parts = context.extensions.get::<http::request::Parts>()?;
            Some(parts.extensions.get::<Subject>()?.0.to_owned())
        }))
    };
    let config = StreamableHttpServerConfig::default();
    StreamableHttp::new(factory, LocalSessionManager::default().into(), config)
}

#[tokio::test]
async fn a_state_belongs_to_the_caller_of_its_request() {
    let service = service_with_subjects();
    let round = async |subject: Option<Subject>, more: Value| {
        let mut request = post(Revision::V2026_07_28, None, &round("replace", &more));
        if let Some(subject) = subject {
            request.extensions_mut().insert(subject);
        }
        Stream::new(service.handle(request).await).message().await
    };
    let ann = Some(Subject("ann"));
    let first = round(ann.clone(), json!({})).await;
    let more = json!({
        "requestState": first["result"]["requestState"], "inputResponses": {"target": target()},
    });
    for other in [Some(Subject("bob")), None] {
        let refused = round(other, more.clone()).await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
    let second = round(ann, more).await;
    let questions = &second["result"]["inputRequests"];
    assert!(questions["sure"].is_object(), "{second}");
}

#[tokio::test]
async fn older_clients_are_asked_in_their_session() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (service, _) = service(true);
        let post = Post::connect(&service, revision).await;
        // The question comes on the stream of the call, and the answer in a request.
        let mut stream = post.send(&call("replace", 1)).await;
        for answer in [target(), sure()] {
            let question = stream.message().await;
            assert_eq!(question["method"], "elicitation/create", "{revision}");
            let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": answer});
            let _ = post.send(&answer).await;
        }
        let result = stream.message().await;
        assert_eq!(
            result["result"]["content"][0]["text"], "replaced staging",
            "{result}"
        );
    }
}

#[tokio::test]
async fn a_question_of_another_task_comes_on_the_stream_of_its_call() {
    let (service, _) = service(true);
    let post = Post::connect(&service, Revision::V2025_11_25).await;
    let mut stream = post.send(&call("spawned", 1)).await;
    let question = stream.message().await;
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": sure()});
    let _ = post.send(&answer).await;
    assert_eq!(
        stream.message().await["result"]["content"][0]["text"],
        "Accepted(())"
    );
}

#[tokio::test]
async fn without_sessions_older_clients_get_an_error_that_says_so() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (service, _) = service(false);
        let post = Post::new(&service, revision);
        let result = post.send(&call("deploy", 1)).await.message().await;
        assert_eq!(result["result"]["isError"], true, "{result}");
        let text = result["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("the server runs without sessions"), "{text}");
        assert!(!text.contains("cannot be asked"), "{text}");
    }
}

#[tokio::test]
async fn without_sessions_an_argument_is_the_answer_of_an_older_client() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (service, _) = service(false);
        let mut call = call("or_argument", 1);
        call["params"]["arguments"] = json!({"environment": "staging"});
        let result = Post::new(&service, revision)
            .send(&call)
            .await
            .message()
            .await;
        let text = &result["result"]["content"][0]["text"];
        assert_eq!(text, "Staging Some(Argument)", "{revision}");
    }
}

#[cfg(feature = "pages")]
#[tokio::test]
async fn local_pages_of_a_server_over_http_are_logged_once() {
    use elicit_core::pages::Pages;

    let (log, _listening) = crate::log::listen();
    let elicitation = Elicitation::default().pages(Pages::local());
    let service: Service<Server> = StreamableHttp::new(
        move || Ok(Server::new().elicits(elicitation.clone())),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    );
    let post = Post::new(&service, Revision::V2026_07_28);
    for _ in 0..2 {
        post.round("replace", json!({})).await;
    }
    let lines = log.lines.lock().unwrap().clone();
    let warns =
        |line: &&String| line.starts_with("WARN") && line.contains("only on its own computer");
    assert_eq!(lines.iter().filter(warns).count(), 1, "{lines:#?}");
}

#[tokio::test]
async fn once_without_a_shared_store_is_logged_where_the_server_is_wrapped() {
    let (log, _listening) = crate::log::listen();
    let keys = Keys::new([[7; 32]]).unwrap();
    let elicitation = Elicitation::with_keys(keys).once();
    let _server = Server::new().elicits(elicitation.clone());
    let _another = Server::new().elicits(elicitation);
    let lines = log.lines.lock().unwrap().clone();
    let errors: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("ERROR"))
        .collect();
    let [error] = errors[..] else {
        panic!("{lines:#?}")
    };
    assert!(
        error.contains("the store is not shared by all replicas"),
        "{error}"
    );
    assert!(error.contains("`once` requires a shared store"), "{error}");
}
