//! A client over Streamable HTTP that reads and writes the bytes itself. There is no
//! network: the service is called.

use std::time::Duration;

use elicit_core::{
    Elicitation, Revision,
    rmcp3::{Elicits, ElicitsExt, Handler, StreamableHttp},
};
use http::header::CONTENT_TYPE;
use http_body_util::BodyExt;
use rmcp::{
    ServerHandler,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, session::local::LocalSessionManager,
    },
};
use serde_json::{Value, json};

pub(crate) type Service<S> = StreamableHttp<Handler<S>, LocalSessionManager>;

/// A server over HTTP.
pub(crate) fn service<S: ServerHandler + Clone>(
    server: &S,
    config: StreamableHttpServerConfig,
) -> Service<S> {
    StreamableHttp::new(
        factory(server),
        LocalSessionManager::default().into(),
        config,
    )
}

pub(crate) fn factory<S: ServerHandler + Clone>(
    server: &S,
) -> impl Fn() -> std::io::Result<Elicits<S>> + Send + Sync + 'static {
    let elicitation = Elicitation::default();
    let server = server.clone();
    move || Ok(server.clone().elicits(elicitation.clone()))
}

/// Posts one message; the response is a stream of messages, or one, or none.
pub(crate) struct Post<'a, S> {
    pub(crate) service: &'a Service<S>,
    pub(crate) revision: Revision,
    pub(crate) session: Option<String>,
}

impl<'a, S: ServerHandler> Post<'a, S> {
    pub(crate) fn new(service: &'a Service<S>, revision: Revision) -> Self {
        Self {
            service,
            revision,
            session: None,
        }
    }

    /// In a session.
    pub(crate) async fn connect(service: &'a Service<S>, revision: Revision) -> Self {
        let mut post = Self::new(service, revision);
        let mut hello = post.send(&initialize(revision)).await;
        post.session = hello.session.take();
        assert!(post.session.is_some(), "a session");
        hello.message().await;
        drop(hello);
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let _ = post.send(&initialized).await;
        post
    }

    pub(crate) async fn send(&self, message: &Value) -> Stream<impl Bytes + use<S>> {
        let request = post(self.revision, self.session.as_deref(), message);
        Stream::new(self.service.handle(request).await)
    }

    /// What came after an event, once more.
    pub(crate) async fn replay(&self, last_event: &str) -> Stream<impl Bytes + use<S>> {
        let request = request("GET", self.revision).header("last-event-id", last_event);
        let request = request.body(String::new()).unwrap();
        Stream::new(self.service.handle(request).await)
    }

    /// A request of the newest revision: one request, one response.
    pub(crate) async fn ask(&self, method: &str, params: Value) -> Stream<impl Bytes + use<S>> {
        self.send(&newest(method, params)).await
    }

    /// A call of the newest revision.
    pub(crate) async fn round(&self, tool: &str, more: Value) -> Value {
        self.send(&round(tool, &more)).await.message().await
    }
}

pub(crate) fn request(method: &str, revision: Revision) -> http::request::Builder {
    http::Request::builder()
        .method(method)
        .uri("http://localhost/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", revision.as_str())
}

/// A message as it is posted.
pub(crate) fn post(
    revision: Revision,
    session: Option<&str>,
    message: &Value,
) -> http::Request<String> {
    let mut request = request("POST", revision);
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    if revision.asks_in_result() {
        request = request.header("mcp-method", message["method"].as_str().unwrap());
        let params = &message["params"];
        let name = ["name", "uri", "taskId"]
            .iter()
            .find_map(|name| params[name].as_str());
        if let Some(name) = name {
            request = request.header("mcp-name", name);
        }
    }
    request.body(message.to_string()).unwrap()
}

/// A request of the newest revision.
pub(crate) fn newest(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": Revision::V2026_07_28.as_str(),
        "io.modelcontextprotocol/clientInfo": {"name": "http", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}, "url": {}}},
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

/// A call of the newest revision, with what it has more than the first.
pub(crate) fn round(tool: &str, more: &Value) -> Value {
    let mut params = call(tool, 1)["params"].take();
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    newest("tools/call", params)
}

pub(crate) fn initialize(revision: Revision) -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": revision.as_str(),
        "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "http", "version": "0"},
    }})
}

pub(crate) fn call(tool: &str, id: u64) -> Value {
    json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": tool, "arguments": {"service": "web"}},
    })
}

pub(crate) trait Bytes: BodyExt<Data: AsRef<[u8]>, Error: std::fmt::Debug> + Unpin {}

impl<B: BodyExt<Data: AsRef<[u8]>, Error: std::fmt::Debug> + Unpin> Bytes for B {}

/// A response.
pub(crate) struct Stream<B> {
    pub(crate) session: Option<String>,
    pub(crate) is_json: bool,
    pub(crate) body: B,
    text: String,
}

impl<B: Bytes> Stream<B> {
    pub(crate) fn new(response: http::Response<B>) -> Self {
        let header = |name| Some(response.headers().get(name)?.to_str().unwrap().to_owned());
        Self {
            session: header("mcp-session-id"),
            is_json: header(CONTENT_TYPE.as_str()).is_some_and(|kind| kind == "application/json"),
            body: response.into_body(),
            text: String::new(),
        }
    }

    /// The text of the next event, past the comments that keep the stream alive.
    pub(crate) async fn event(&mut self) -> Option<String> {
        // What goes astray never comes.
        let next = tokio::time::timeout(Duration::from_secs(30), self.next());
        next.await.expect("something is sent")
    }

    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                if !event.starts_with(':') {
                    return Some(event);
                }
                continue;
            }
            let frame = self.body.frame().await?;
            let data = frame.unwrap().into_data().ok().expect("data");
            self.text += std::str::from_utf8(data.as_ref()).unwrap();
        }
    }

    /// The text of the next message.
    pub(crate) async fn json(&mut self) -> String {
        while let Some(event) = self.event().await {
            let data = event.lines().find_map(|line| line.strip_prefix("data:"));
            if let Some(data) = data.map(str::trim).filter(|data| !data.is_empty()) {
                return data.to_owned();
            }
        }
        // A plain response.
        std::mem::take(&mut self.text)
    }

    pub(crate) async fn message(&mut self) -> Value {
        let text = self.json().await;
        serde_json::from_str(&text).expect(&text)
    }
}
