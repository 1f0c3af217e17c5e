//! A replica of a server that pays, as a process of its own.
//!
//! `replica REDIS EFFECTS` prints its port, and serves lines of JSON there. Each payment is a line
//! of the file EFFECTS.

use std::{
    env,
    error::Error,
    fs::{File, OpenOptions},
    io::Write,
    sync::Arc,
    time::Duration,
};

use elicit_core::{Ask, Elicitation, Keys, rmcp::ElicitsExt, store::RedisStore};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ServerCapabilities,
        ServerConfig,
    },
    service::RequestContext,
};
use serde_json::Value;
use tokio::{net::TcpListener, time::sleep};

#[derive(Clone)]
struct Bank {
    effects: Arc<File>,
}

impl ServerHandler for Bank {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ask = Ask::of(&context)?;
        ask.confirm("sure", "Pay?").or_end().await?;
        ask.confirm("really", "Really?").or_end().await?;
        let _settled = ask.settle();
        let number = params.arguments.as_ref().and_then(|all| all.get("number"));
        let number = number.and_then(Value::as_u64).unwrap_or_default();
        // There is time to be killed before it is done, and after.
        sleep(some_time(number)).await;
        let line = format!("{number}\n");
        let written = (&*self.effects).write_all(line.as_bytes());
        written.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        sleep(some_time(number / 7)).await;
        let text = ContentBlock::text(format!("paid {number}"));
        Ok(CallToolResult::success(vec![text]).into())
    }
}

fn some_time(number: u64) -> Duration {
    Duration::from_millis(number % 7 * 5)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [redis, effects] = &arguments[..] else {
        return Err("replica REDIS EFFECTS".into());
    };
    let store = RedisStore::connect(redis).await?;
    let elicitation = Elicitation::with_keys(Keys::new([[7; 32]])?).rate(None);
    let elicitation = elicitation.store(store).once()?;
    let effects = OpenOptions::new().append(true).create(true).open(effects)?;
    let effects = Arc::new(effects);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    loop {
        let (stream, _) = listener.accept().await?;
        let bank = Bank {
            effects: Arc::clone(&effects),
        };
        let server = bank.elicits(elicitation.clone());
        tokio::spawn(async move {
            if let Ok(server) = server.serve(stream).await {
                let _ = server.waiting().await;
            }
        });
    }
}
