//! What `Elicitation::once` costs: a call with one question on 2026-07-28, through the adapter, as
//! a client that reads and writes the lines sees it.
//!
//! The store in Redis is measured if `REDIS_URL` says where one is.

use std::{cell::RefCell, env, rc::Rc};

use allocation_counter::measure;
use elicit_benches::{Case, rounds};
use elicit_core::{Ask, Elicitation, Keys, rmcp3::ElicitsExt, store::MemoryStore};
use elicit_redis::RedisStore;
use rmcp::{ErrorData, ServiceExt, tool, tool_router};
use serde_json::{Value, json};
use tokio::{
    io::{
        AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
        duplex, split,
    },
    runtime::{Builder, Runtime},
};

/// How many responses are remembered where that is counted.
const REMEMBERED: u32 = 100_000;

fn main() {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = Rc::new(runtime.expect("an executor"));
    let connect = |elicitation: Elicitation| Pair::connect(&runtime, &elicitation);
    let in_memory = || {
        // More than is written here.
        let store = MemoryStore::new(1 << 32);
        let elicitation = Elicitation::default().store(store);
        elicitation.once()
    };

    let filled = connect(in_memory());
    filled.call();
    let kept = measure(|| (0..REMEMBERED).for_each(|_| filled.call()));
    println!(
        "{REMEMBERED} remembered responses: {} bytes each\n",
        kept.bytes_current / i64::from(REMEMBERED)
    );

    let without = connect(Elicitation::default());
    let mut cases = vec![
        case("the question alone", &without, Pair::ask),
        case("without `once`", &without, Pair::call),
        case("`once`, in memory", &connect(in_memory()), Pair::call),
        case("`once`, in memory, 100,000 remembered", &filled, Pair::call),
    ];
    if let Ok(url) = env::var("REDIS_URL") {
        let store = runtime.block_on(RedisStore::connect(&url));
        let keys = Keys::new([[7; 32]]).expect("a secret");
        let elicitation = Elicitation::with_keys(keys).store(store.expect("Redis"));
        let once = elicitation.once();
        cases.push(case("`once`, in Redis", &connect(once), Pair::call));
    }
    print(&cases);
}

fn case(name: &'static str, pair: &Rc<Pair>, run: fn(&Pair)) -> Case<&'static str> {
    let pair = Rc::clone(pair);
    Case::new(name, move || run(&pair))
}

/// The round that carries a state is a call without its first request, which has none.
fn print(cases: &[Case<&'static str>]) {
    let samples = rounds::measure(cases);
    let asked = samples[0].median();
    let round = samples[1].median() - asked;
    println!("| a round with a state | µs | a second | beside the one without |");
    println!("|---|--:|--:|--:|");
    for (case, sample) in cases.iter().zip(&samples).skip(1) {
        let whole = samples[1].median() * sample.ratio(&samples[1]);
        let time = whole - asked;
        println!(
            "| {} | {:.1} | {:.0} | {:+.0} % |",
            case.key,
            time / 1e3,
            1e9 / time,
            (time / round - 1.0) * 100.0
        );
    }
}

#[derive(Clone)]
struct Server;

#[tool_router(server_handler)]
impl Server {
    #[tool(description = "Asks whether to go on")]
    async fn asks(&self, ask: Ask) -> Result<String, ErrorData> {
        ask.confirm("sure", "Go on?").or_end().await?;
        Ok("gone on".to_owned())
    }
}

/// A server, and a client that reads and writes the lines itself.
struct Pair {
    runtime: Rc<Runtime>,
    client: RefCell<Client>,
}

struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    out: WriteHalf<DuplexStream>,
}

impl Pair {
    fn connect(runtime: &Rc<Runtime>, elicitation: &Elicitation) -> Rc<Self> {
        let (near, far) = duplex(1 << 16);
        let server = Server.elicits(elicitation.clone().rate_limit(None));
        runtime.spawn(async move {
            let server = Box::pin(server.serve(far)).await;
            // It ends with the process.
            let _ = server.expect("the client connects").waiting().await;
        });
        let (lines, out) = split(near);
        let lines = BufReader::new(lines).lines();
        Rc::new(Self {
            runtime: Rc::clone(runtime),
            client: RefCell::new(Client { lines, out }),
        })
    }

    /// The first request of a call.
    fn ask(&self) {
        let mut client = self.client.borrow_mut();
        self.runtime.block_on(client.ask());
    }

    /// A whole call: the question, and its answer.
    fn call(&self) {
        let mut client = self.client.borrow_mut();
        self.runtime.block_on(client.call());
    }
}

impl Client {
    async fn ask(&mut self) -> Value {
        let mut response = self.send(json!({})).await;
        let state = response["result"]["requestState"].take();
        assert!(state.is_string(), "{response}");
        state
    }

    async fn call(&mut self) {
        let state = self.ask().await;
        let answer = json!({"action": "accept", "content": {"confirm": true}});
        let more = json!({"requestState": state, "inputResponses": {"sure": answer}});
        let response = self.send(more).await;
        assert_eq!(response["result"]["isError"], false, "{response}");
    }

    async fn send(&mut self, more: Value) -> Value {
        let mut params = json!({"name": "asks", "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "benchmark", "version": "0"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
        }});
        if let (Some(params), Value::Object(more)) = (params.as_object_mut(), more) {
            params.extend(more);
        }
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let line = format!("{request}\n");
        let written = self.out.write_all(line.as_bytes());
        written.await.expect("the server reads");
        let line = self.lines.next_line().await.expect("the pipe is open");
        let line = line.expect("the server is there");
        serde_json::from_str(&line).expect("a message is JSON")
    }
}
