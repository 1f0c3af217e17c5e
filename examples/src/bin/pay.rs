//! A server that pays, as two replicas behind one address, and a client that loses a response.
//! It sends its retry again, to the other replica, and there is one payment.
//!
//! ```console
//! cargo run --bin pay
//! cargo run --bin pay -- --without-once        # two payments
//! cargo run --bin pay --features redis -- --redis redis://127.0.0.1
//! ```
//!
//! The replicas are in one process, so they can share what is in its memory. Replicas in several
//! processes share a store such as Redis, and keys.

use std::{
    error::Error,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use clap::Parser;
use elicit_core::{Ask, Elicitation, rmcp3::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex},
    time::sleep,
};

#[derive(Parser)]
#[command(about = "Two replicas, a lost response, a retry, and one payment")]
struct Arguments {
    /// A store that several processes could share (feature `redis`)
    #[arg(long, value_name = "URL")]
    redis: Option<String>,
    /// What happens without `Elicitation::once`
    #[arg(long)]
    without_once: bool,
}

/// The account that all replicas pay from: what was paid, by idempotency key.
type Bank = Arc<Mutex<Vec<String>>>;

#[derive(Clone)]
struct Replica {
    name: &'static str,
    bank: Bank,
}

#[tool_router]
impl Replica {
    /// Pay the invoice.
    #[tool]
    async fn pay(&self, ask: Ask) -> Result<String, ErrorData> {
        ask.confirm("sure", "Pay 20 € to Ada?").or_end().await?;
        // A bank that takes such a key pays at most once for it, also where `once` is not set.
        // This one takes note of it, and no more.
        let key = ask.idempotency_key("payment");
        let _settled = ask.settle();
        println!("         {} pays", self.name);
        sleep(Duration::from_millis(200)).await;
        let mut bank = self.bank.lock().unwrap_or_else(PoisonError::into_inner);
        bank.push(key);
        Ok(format!("Paid by {}: receipt {}.", self.name, bank.len()))
    }
}

#[tool_handler(name = "pay")]
impl ServerHandler for Replica {}

/// What is behind the address: each connection goes to the other replica.
struct Address {
    elicitation: Elicitation,
    replicas: [Replica; 2],
}

impl Address {
    fn connect(&mut self) -> Client {
        self.replicas.reverse();
        let replica = self.replicas[0].clone();
        let name = replica.name;
        let server = replica.elicits(self.elicitation.clone());
        let (near, far) = duplex(1 << 16);
        tokio::spawn(async move {
            let server = Box::pin(server.serve(far)).await?;
            // A handler whose client has gone runs to its end.
            server.waiting().await?;
            Ok::<_, Box<dyn Error + Send + Sync>>(())
        });
        Client {
            connection: BufReader::new(near),
            replica: name,
        }
    }
}

/// A client of 2026-07-28 that writes and reads the lines itself.
struct Client {
    connection: BufReader<DuplexStream>,
    replica: &'static str,
}

impl Client {
    async fn send(&mut self, what: &str, more: Value) -> Result<(), Box<dyn Error>> {
        println!("client:  {what}, to {}", self.replica);
        let mut params = json!({"name": "pay", "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "pay", "version": "0"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
        }});
        if let (Value::Object(params), Value::Object(more)) = (&mut params, more) {
            params.extend(more);
        }
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let line = format!("{request}\n");
        Ok(self.connection.write_all(line.as_bytes()).await?)
    }

    async fn receive(&mut self) -> Result<Value, Box<dyn Error>> {
        let mut line = String::new();
        self.connection.read_line(&mut line).await?;
        Ok(serde_json::from_str(&line)?)
    }
}

#[cfg(feature = "redis")]
async fn in_redis(url: &str) -> Result<Elicitation, Box<dyn Error>> {
    use elicit_core::Keys;
    use elicit_redis::RedisStore;

    // Every replica has the same secret, from wherever the deployment keeps its secrets.
    let secret = [7; 32];
    let store = RedisStore::connect(url).await?;
    Ok(Elicitation::with_keys(Keys::new([secret])?).store(store))
}

#[cfg(not(feature = "redis"))]
async fn in_redis(_: &str) -> Result<Elicitation, Box<dyn Error>> {
    Err("`--redis` takes `cargo run --bin pay --features redis -- --redis URL`".into())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut elicitation = match &arguments.redis {
        Some(url) => in_redis(url).await?,
        None => Elicitation::default(),
    };
    if !arguments.without_once {
        elicitation = elicitation.once();
    }

    let bank = Bank::default();
    let replica = |name| Replica {
        name,
        bank: Arc::clone(&bank),
    };
    let mut address = Address {
        elicitation,
        replicas: [replica("replica 2"), replica("replica 1")],
    };

    let mut client = address.connect();
    client.send("calls `pay`", json!({})).await?;
    let mut asked = client.receive().await?;
    let question = &asked["result"]["inputRequests"]["sure"]["params"]["message"];
    println!("server:  {}", question.as_str().ok_or("no question")?);
    let answer = json!({"action": "accept", "content": {"confirm": true}});
    let retry = json!({
        "requestState": asked["result"]["requestState"].take(),
        "inputResponses": {"sure": answer},
    });

    let mut client = address.connect();
    client.send("answers", retry.clone()).await?;
    sleep(Duration::from_millis(100)).await;
    drop(client);
    println!("         the connection is lost before the response");

    let mut client = address.connect();
    client.send("sends the same again", retry).await?;
    let response = client.receive().await?;
    let text = response["result"]["content"][0]["text"].as_str();
    println!("server:  {}", text.ok_or_else(|| response.to_string())?);

    let payments = bank.lock().unwrap_or_else(PoisonError::into_inner).len();
    println!("payments: {payments}");
    Ok(())
}
