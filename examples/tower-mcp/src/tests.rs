//! The whole server, with a client that writes JSON, on both revisions that the adapter knows.

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tower_mcp::{
    BidirectionalStdioTransport,
    client::{ChannelTransport, ClientTransport as _},
};

use crate::server;

enum Client {
    Stdio {
        lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
        writer: WriteHalf<DuplexStream>,
    },
    /// The SDK's channel between a client and a server of one process.
    SameProcess(ChannelTransport),
}

impl Client {
    fn stdio() -> Self {
        let (near, far) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let (reader, writer) = tokio::io::split(far);
            let mut transport = BidirectionalStdioTransport::new(server());
            transport.run_with_streams(reader, writer).await.unwrap();
        });
        let (reader, writer) = tokio::io::split(near);
        Self::Stdio {
            lines: BufReader::new(reader).lines(),
            writer,
        }
    }

    fn same_process() -> Self {
        Self::SameProcess(ChannelTransport::new(server()))
    }

    async fn say(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        match self {
            Self::Stdio { writer, .. } => {
                let line = format!("{message}\n");
                writer.write_all(line.as_bytes()).await.unwrap();
            }
            Self::SameProcess(channel) => channel.send(&message.to_string()).await.unwrap(),
        }
    }

    async fn hear(&mut self) -> Value {
        let message = match self {
            Self::Stdio { lines, .. } => lines.next_line().await.unwrap(),
            Self::SameProcess(channel) => channel.recv().await.unwrap(),
        };
        serde_json::from_str(&message.expect("the server is there")).unwrap()
    }

    /// Begins a session of 2025-11-25.
    async fn initialize(mut self, capabilities: Value) -> Self {
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": capabilities,
            "clientInfo": {"name": "person", "version": "0.1.0"},
        });
        self.say(json!({"id": 0, "method": "initialize", "params": params}))
            .await;
        assert_eq!(self.hear().await["result"]["protocolVersion"], "2025-11-25");
        self.say(json!({"method": "notifications/initialized"}))
            .await;
        self
    }
}

fn call(meta: Option<Value>, retry: Value) -> Value {
    let mut params = json!({"name": "scale", "arguments": {"service": "web"}});
    if let Some(meta) = meta {
        params["_meta"] = meta;
    }
    for (name, value) in retry.as_object().unwrap() {
        params[name] = value.clone();
    }
    json!({"id": 1, "method": "tools/call", "params": params})
}

fn newest() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "person", "version": "0.1.0"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    })
}

fn accepted() -> Value {
    json!({"action": "accept", "content": {"replicas": 5, "gradual": true}})
}

fn assert_scaled(response: &Value) {
    let text = &response["result"]["content"][0]["text"];
    assert_eq!(*text, "web: 5 replicas, replaced one by one", "{response}");
}

/// The schema on the wire has each keyword of the form, in the order of its fields.
fn assert_whole(schema: &Value) {
    let names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["replicas", "gradual"]);
    assert_eq!(
        schema["properties"]["replicas"],
        json!({
            "type": "integer",
            "title": "Replicas",
            "description": "How many copies of the service run at once",
            "minimum": 1,
            "maximum": 20,
            "default": 2,
        }),
    );
}

#[tokio::test]
async fn before_2026_07_28_the_server_asks_while_the_call_waits() {
    let mut client = Client::stdio().initialize(json!({"elicitation": {}})).await;
    client.say(call(None, json!({}))).await;
    let question = client.hear().await;
    assert_eq!(question["method"], "elicitation/create");
    assert_whole(&question["params"]["requestedSchema"]);
    client
        .say(json!({"id": question["id"], "result": accepted()}))
        .await;
    assert_scaled(&client.hear().await);
}

#[tokio::test]
async fn on_2026_07_28_the_call_is_made_again_with_the_answer() {
    let mut client = Client::stdio();
    client.say(call(Some(newest()), json!({}))).await;
    let required = client.hear().await["result"].take();
    assert_eq!(required["resultType"], "input_required");
    assert_whole(&required["inputRequests"]["scale"]["params"]["requestedSchema"]);
    let retry = json!({
        "requestState": required["requestState"],
        "inputResponses": {"scale": accepted()},
    });
    client.say(call(Some(newest()), retry)).await;
    assert_scaled(&client.hear().await);
}

#[tokio::test]
async fn an_answer_that_breaks_a_rule_is_asked_for_again() {
    let mut client = Client::stdio().initialize(json!({"elicitation": {}})).await;
    client.say(call(None, json!({}))).await;
    let question = client.hear().await;
    let invalid = json!({"action": "accept", "content": {"replicas": 21, "gradual": true}});
    client
        .say(json!({"id": question["id"], "result": invalid}))
        .await;
    let again = client.hear().await;
    let message = again["params"]["message"].as_str().unwrap();
    assert!(message.contains("at most 20"), "{message}");
    client
        .say(json!({"id": again["id"], "result": accepted()}))
        .await;
    assert_scaled(&client.hear().await);
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_gets_an_error_for_its_model() {
    let mut client = Client::stdio().initialize(json!({})).await;
    client.say(call(None, json!({}))).await;
    let response = client.hear().await;
    assert_eq!(response["result"]["isError"], true, "{response}");
}

/// The session is kept for a connection, and knows it.
#[tokio::test]
async fn a_client_that_does_not_know_the_method_is_asked_once() {
    for client in [Client::stdio(), Client::same_process()] {
        let mut client = client.initialize(json!({"elicitation": {}})).await;
        client.say(call(None, json!({}))).await;
        let question = client.hear().await;
        let unknown = json!({"code": -32601, "message": "Method not found"});
        client
            .say(json!({"id": question["id"], "error": unknown}))
            .await;
        for _ in 0..2 {
            let response = client.hear().await;
            assert_eq!(response["result"]["isError"], true, "{response}");
            client.say(call(None, json!({}))).await;
        }
    }
}
