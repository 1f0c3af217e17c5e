//! What a question costs in memory while the person thinks, and whether it all comes back:
//! many calls of one client, each waiting at its question (2025-11-25).
//!
//! The client reads and writes lines, and keeps nothing but the id of each question. So what
//! is counted is the server's: of the SDK, and of this crate.

use allocation_counter::measure;
use elicit_core::{Ask, Elicitation, rmcp::ElicitsExt};
use rmcp::{ErrorData, ServiceExt, tool, tool_router};
use serde_json::{Value, json};
use tokio::{
    io::{
        AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
        duplex, split,
    },
    runtime::{Builder, Runtime},
};

const QUESTIONS: usize = 10_000;

fn main() {
    let runtime = Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("an executor");
    let mut client = runtime.block_on(Client::connect());
    // What is made once is made.
    let warm = client.open(&runtime, QUESTIONS);
    client.answer(&runtime, warm);

    println!(
        "| {QUESTIONS} at once | KiB for each, while open | bytes left for each, after its answer |"
    );
    println!("|---|--:|--:|");
    for tool in ["waits", "asks"] {
        let mut open = Vec::new();
        client.tool = tool;
        let opened = measure(|| open = client.open(&runtime, QUESTIONS));
        let answered = measure(|| client.answer(&runtime, open));
        let kept = opened.bytes_current;
        let left = kept + answered.bytes_current;
        println!(
            "| {tool} | {:.1} | {:.1} |",
            each(kept) / 1024.0,
            each(left)
        );
    }
}

#[expect(clippy::cast_precision_loss, reason = "it is printed with few digits")]
fn each(bytes: i64) -> f64 {
    bytes as f64 / QUESTIONS as f64
}

#[derive(Clone)]
struct Server;

#[tool_router(server_handler)]
impl Server {
    #[tool(description = "Asks whether to go on")]
    async fn asks(&self, ask: Ask) -> Result<String, ErrorData> {
        ask.confirm("sure", "Go on?").or_end().await?;
        Ok(String::new())
    }

    #[tool(description = "Asks by the SDK alone, whose question it is compared with")]
    async fn waits(&self, peer: rmcp::Peer<rmcp::RoleServer>) -> Result<String, ErrorData> {
        let request = rmcp::model::CustomRequest::new(
            "elicitation/create",
            Some(json!({
                "mode": "form",
                "message": "Go on?",
                "requestedSchema": {
                    "type": "object",
                    "properties": {
                        "confirm": {"type": "boolean", "title": "Yes", "default": false},
                    },
                },
            })),
        );
        peer.send_request(rmcp::model::ServerRequest::CustomRequest(request))
            .await
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(String::new())
    }
}

/// A client that reads and writes the lines itself.
struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    out: WriteHalf<DuplexStream>,
    tool: &'static str,
    calls: u64,
}

impl Client {
    async fn connect() -> Self {
        let (near, far) = duplex(1 << 16);
        tokio::spawn(async move {
            let elicitation = Elicitation::default().rate(None);
            let server = Box::pin(Server.elicits(elicitation).serve(far)).await;
            let server = server.expect("the client connects");
            // It ends with the process.
            let _ = server.waiting().await;
        });
        let (lines, out) = split(near);
        let mut client = Self {
            lines: BufReader::new(lines).lines(),
            out,
            tool: "asks",
            calls: 0,
        };
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "benchmark", "version": "0"},
        });
        client.request("initialize", &params).await;
        client.read().await;
        let done = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        client.write(&done).await;
        client
    }

    /// Calls the tool so often, and waits for as many questions.
    fn open(&mut self, runtime: &Runtime, calls: usize) -> Vec<u32> {
        runtime.block_on(async {
            let mut open = Vec::with_capacity(calls);
            for _ in 0..calls {
                let params = json!({"name": self.tool, "arguments": {}});
                self.request("tools/call", &params).await;
                let question = self.read().await;
                assert_eq!(question["method"], "elicitation/create", "{question}");
                let id = question["id"].as_u64().and_then(|id| id.try_into().ok());
                open.push(id.expect("the SDK counts its requests"));
            }
            open
        })
    }

    /// Answers the questions, and reads the results of their calls.
    fn answer(&mut self, runtime: &Runtime, open: Vec<u32>) {
        runtime.block_on(async {
            for id in open {
                let result = json!({"action": "accept", "content": {"confirm": true}});
                self.write(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
                    .await;
                let response = self.read().await;
                assert_eq!(response["result"]["isError"], false, "{response}");
            }
        });
    }

    async fn request(&mut self, method: &str, params: &Value) {
        self.calls += 1;
        let id = self.calls;
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
    }

    async fn write(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.out
            .write_all(line.as_bytes())
            .await
            .expect("the server reads");
    }

    async fn read(&mut self) -> Value {
        let line = self.lines.next_line().await.expect("the pipe is open");
        let line = line.expect("the server is there");
        serde_json::from_str(&line).expect("a message is JSON")
    }
}
