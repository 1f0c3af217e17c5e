//! What a question costs in memory while the person thinks, and whether it all comes back:
//! many calls of one client, each waiting at its question (2025-11-25).
//!
//! The client reads and writes lines, and keeps nothing but the id of each question, or the link
//! to its page. So what is counted is the server's: of the SDK, and of this crate. The pages are
//! those of a server over HTTP, which is called and not connected to.

use std::time::Duration;

use allocation_counter::measure;
use bytes::Bytes;
use elicit_core::{
    Ask, Elicit, Elicitation,
    pages::{Pages, PagesService},
    rmcp3::ElicitsExt,
    store::MemoryStore,
};
use http::Request;
use http_body_util::{BodyExt, Full};
use rmcp::{ErrorData, RoleServer, ServiceExt, service::RequestContext, tool, tool_router};
use serde_json::{Value, json};
use tokio::{
    io::{
        AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
        duplex, split,
    },
    runtime::{Builder, Runtime},
    time::sleep,
};
use tower_service::Service;

const QUESTIONS: usize = 10_000;

/// How long one waits for an answer.
const TIMEOUT: Duration = Duration::from_secs(30);

/// For how long the store knows that a page was answered: the time-outs of its link and of its answer,
/// a minute for the page, and another for the answer.
const PAGE_LIFE: Duration = Duration::from_secs(181);

fn main() {
    let runtime = Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("an executor");
    let mut client = runtime.block_on(Client::connect());
    println!(
        "| {QUESTIONS} at once | KiB for each, while open | bytes left for each, after its answer | \
         after its time |"
    );
    println!("|---|--:|--:|--:|");
    for tool in ["rests", "waits", "asks", "page"] {
        client.tool = tool;
        // What is made once is made.
        let warmed = measure(|| {
            let open = client.open(&runtime, QUESTIONS);
            client.answer(&runtime, open);
        });
        let mut open = Vec::new();
        let opened = measure(|| open = client.open(&runtime, QUESTIONS));
        let answered = measure(|| client.answer(&runtime, open));
        let kept = opened.bytes_current;
        let left = kept + answered.bytes_current;
        print!(
            "| {tool} | {:.1} | {:.1} |",
            each(kept) / 1024.0,
            each(left)
        );
        if tool == "page" {
            let waited = measure(|| {
                runtime.block_on(async { sleep(PAGE_LIFE).await });
                // The next page clears away what has expired.
                let open = client.open(&runtime, 1);
                client.answer(&runtime, open);
            });
            let left = warmed.bytes_current + left + waited.bytes_current;
            println!(" {:.1} |", each(left));
        } else {
            println!(" |");
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "it is printed with few digits")]
fn each(bytes: i64) -> f64 {
    bytes as f64 / QUESTIONS as f64
}

/// What is asked on a page.
#[derive(Elicit)]
struct Sure {
    sure: bool,
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

    #[tool(description = "Asks on a page whether to go on")]
    async fn page(&self, ask: Ask) -> Result<String, ErrorData> {
        let sure: Sure = ask.page("sure", "Go on?").or_end().await?;
        Ok(sure.sure.to_string())
    }

    #[tool(description = "Asks nothing, and waits until it is cancelled")]
    async fn rests(&self, context: RequestContext<RoleServer>) -> Result<String, ErrorData> {
        context.ct.cancelled().await;
        Ok(String::new())
    }

    #[tool(description = "Asks by the SDK alone, whose question it is compared with")]
    async fn waits(&self, peer: rmcp::Peer<RoleServer>) -> Result<String, ErrorData> {
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
    pages: PagesService,
}

/// A question that waits for its answer, or a call that asks nothing.
enum Open {
    Call(u64),
    Question(u32),
    Page(Box<str>),
}

impl Client {
    async fn connect() -> Self {
        let (near, far) = duplex(1 << 16);
        let pages = Pages::at("https://example.org/ask", |_| Some("ann".to_owned())).form::<Sure>();
        // All pages are of one person.
        let store = MemoryStore::new(256 << 20).owner_limit(256 << 20);
        let elicitation = Elicitation::default()
            .rate_limit(None)
            .timeout(TIMEOUT)
            // This client agrees at once.
            .min_agreement_time(None)
            .pages(pages.clone())
            .store(store);
        let pages = pages.service(&elicitation).expect("an address");
        tokio::spawn(async move {
            let server = Server.elicits(elicitation);
            let server = server.principal(|_| Some("ann".to_owned()));
            let server = Box::pin(server.serve(far)).await;
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
            pages,
        };
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {"form": {}, "url": {}}},
            "clientInfo": {"name": "benchmark", "version": "0"},
        });
        client.request("initialize", &params).await;
        client.read().await;
        let done = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        client.write(&done).await;
        client
    }

    /// Calls the tool so often, and waits for as many questions.
    fn open(&mut self, runtime: &Runtime, calls: usize) -> Vec<Open> {
        runtime.block_on(async {
            let mut open = Vec::with_capacity(calls);
            for _ in 0..calls {
                let params = json!({"name": self.tool, "arguments": {}});
                self.request("tools/call", &params).await;
                if self.tool == "rests" {
                    open.push(Open::Call(self.calls));
                    self.ping().await;
                    continue;
                }
                let question = self.read().await;
                assert_eq!(question["method"], "elicitation/create", "{question}");
                let id = question["id"].as_u64().and_then(|id| id.try_into().ok());
                let id = id.expect("the SDK counts its requests");
                open.push(match question["params"]["url"].as_str() {
                    Some(link) => {
                        self.respond(id, &json!({"action": "accept"})).await;
                        Open::Page(link.into())
                    }
                    None => Open::Question(id),
                });
            }
            open
        })
    }

    /// Answers the questions, and reads the results of their calls.
    fn answer(&mut self, runtime: &Runtime, open: Vec<Open>) {
        runtime.block_on(async {
            let count = open.len();
            for open in open {
                match open {
                    Open::Call(id) => {
                        let method = "notifications/cancelled";
                        let params = json!({"requestId": id});
                        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
                            .await;
                        // No response follows.
                        self.ping().await;
                    }
                    Open::Question(id) => {
                        let answer = json!({"action": "accept", "content": {"confirm": true}});
                        self.respond(id, &answer).await;
                        self.read_result().await;
                    }
                    Open::Page(link) => self.visit(&link).await,
                }
            }
            if self.tool == "page" {
                for _ in 0..count {
                    self.read_result().await;
                }
            }
        });
    }

    /// Opens a page and sends its form.
    async fn visit(&mut self, link: &str) {
        let get = Request::get(link).body(Full::default());
        let page = self.http(get.expect("a request")).await;
        let (_, token) = page.split_once(r#"name="csrf" value=""#).expect("a form");
        let (token, _) = token.split_once('"').expect("a form");
        let post = Request::post(link)
            .header("origin", "https://example.org")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("csrf={token}&action=accept&f0=true").into());
        let sent = self.http(post.expect("a request")).await;
        assert!(sent.contains("Your answer was sent"), "{sent}");
    }

    async fn http(&mut self, request: Request<Full<Bytes>>) -> String {
        let response = self.pages.call(request).await;
        let body = response.expect("a response").into_body().collect().await;
        let body = body.expect("a body").to_bytes();
        String::from_utf8(body.into()).expect("a page is text")
    }

    /// Waits until the server has done what came before.
    async fn ping(&mut self) {
        self.request("ping", &json!({})).await;
        self.read().await;
    }

    /// Reads the result of a call, and what comes before it.
    async fn read_result(&mut self) {
        loop {
            let message = self.read().await;
            if message.get("method").is_none() {
                assert_eq!(message["result"]["isError"], false, "{message}");
                return;
            }
        }
    }

    async fn respond(&mut self, id: u32, result: &Value) {
        self.write(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
            .await;
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
