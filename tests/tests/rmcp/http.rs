//! Streamable HTTP, without a network: the service is called with requests.

use std::sync::Arc;

use elicit_core::{Elicitation, Revision, rmcp::ElicitsExt};
use http_body_util::BodyExt;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use serde_json::{Value, json};

use crate::server::Server;

type Service = StreamableHttpService<elicit_core::rmcp::Handler<Server>, LocalSessionManager>;

/// A server over HTTP, with sessions for clients of the older revisions or not.
fn service(sessions: bool) -> (Service, Server) {
    let server = Server::new();
    let elicitation = Elicitation::default();
    let factory = server.clone();
    let service = StreamableHttpService::new(
        move || Ok(factory.clone().elicits(elicitation.clone()).into_handler()),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default().with_legacy_session_mode(sessions),
    );
    (service, server)
}

/// Posts one message; the response is a stream of messages, or none.
struct Post<'a> {
    service: &'a Service,
    revision: Revision,
    session: Option<String>,
}

impl Post<'_> {
    async fn send(&self, message: &Value) -> Stream<impl Bytes + use<>> {
        let mut request = http::Request::post("http://localhost/mcp")
            .header("host", "localhost")
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json")
            .header("mcp-protocol-version", self.revision.as_str());
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        if self.revision >= Revision::V2026_07_28 {
            request = request.header("mcp-method", message["method"].as_str().unwrap());
            if let Some(name) = message["params"]["name"].as_str() {
                request = request.header("mcp-name", name);
            }
        }
        let request = request.body(message.to_string()).unwrap();
        let response = self.service.handle(request).await;
        let session = response.headers().get("mcp-session-id");
        Stream {
            session: session.map(|session| session.to_str().unwrap().to_owned()),
            body: response.into_body(),
            text: String::new(),
        }
    }

    /// A call of the newest revision: one request, one response.
    async fn round(&self, tool: &str, more: Value) -> Value {
        let mut message = call(tool, 1);
        for (name, value) in more.as_object().unwrap() {
            message["params"][name] = value.clone();
        }
        message["params"]["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": self.revision.as_str(),
            "io.modelcontextprotocol/clientInfo": {"name": "http", "version": "0"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
        });
        self.send(&message).await.message().await
    }
}

fn call(tool: &str, id: u64) -> Value {
    json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": tool, "arguments": {"service": "web"}},
    })
}

trait Bytes: BodyExt<Data: AsRef<[u8]>, Error: std::fmt::Debug> + Unpin {}

impl<B: BodyExt<Data: AsRef<[u8]>, Error: std::fmt::Debug> + Unpin> Bytes for B {}

/// The events of a response.
struct Stream<B> {
    session: Option<String>,
    body: B,
    text: String,
}

impl<B: Bytes> Stream<B> {
    /// The next message, past the comments that keep the stream alive.
    async fn message(&mut self) -> Value {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                let data = event.lines().find_map(|line| line.strip_prefix("data:"));
                let message = data.and_then(|data| serde_json::from_str(data).ok());
                if let Some(message) = message {
                    return message;
                }
                continue;
            }
            match self.body.frame().await {
                Some(frame) => {
                    let data = frame.unwrap().into_data().ok().expect("data");
                    self.text += std::str::from_utf8(data.as_ref()).unwrap();
                }
                // A plain response.
                None => return serde_json::from_str(&self.text).expect(&self.text),
            }
        }
    }
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
        let revision = Revision::V2026_07_28;
        let post = Post {
            service: &service,
            revision,
            session: None,
        };
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

#[tokio::test]
async fn the_fields_keep_their_order_in_the_types_of_the_sdk() {
    let (service, _) = service(true);
    let revision = Revision::V2026_07_28;
    let post = Post {
        service: &service,
        revision,
        session: None,
    };
    let asked = post.round("deploy", json!({})).await;
    let question = &asked["result"]["inputRequests"]["deploy"];
    let fields = question["params"]["requestedSchema"]["properties"]
        .as_object()
        .unwrap();
    let names: Vec<_> = fields.keys().collect();
    assert_eq!(
        names,
        ["environment", "replicas", "branch", "notify"],
        "{asked}"
    );
    assert_eq!(fields["branch"]["minLength"], 3);
}

fn initialize(revision: Revision) -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": revision.as_str(),
        "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "http", "version": "0"},
    }})
}

#[tokio::test]
async fn older_clients_are_asked_in_their_session() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (service, _) = service(true);
        let mut post = Post {
            service: &service,
            revision,
            session: None,
        };
        let mut hello = post.send(&initialize(revision)).await;
        let session = hello.session.take();
        hello.message().await;
        drop(hello);
        post.session = Some(session.expect("a session"));
        let _ = post
            .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;

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
    let revision = Revision::V2025_11_25;
    let mut post = Post {
        service: &service,
        revision,
        session: None,
    };
    let mut hello = post.send(&initialize(revision)).await;
    let session = hello.session.take();
    hello.message().await;
    drop(hello);
    post.session = session;
    let _ = post
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
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
async fn without_sessions_older_clients_cannot_be_asked() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (service, _) = service(false);
        let post = Post {
            service: &service,
            revision,
            session: None,
        };
        let result = post.send(&call("deploy", 1)).await.message().await;
        assert_eq!(result["result"]["isError"], true, "{result}");
        let text = result["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("cannot be asked"), "{text}");
    }
}
