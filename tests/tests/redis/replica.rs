//! A replica of a server that pays, and that connects accounts, as a process of its own.
//!
//! `replica REDIS EFFECTS` prints two ports. It serves lines of JSON at the first, and pages at the
//! second. Each payment, and each account, is a line of the file EFFECTS.

use std::{
    env,
    error::Error,
    fs::{File, OpenOptions},
    io::Write,
    sync::Arc,
    time::Duration,
};

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Keys,
    pages::{Pages, PagesService},
    rmcp3::ElicitsExt,
};
use elicit_redis::RedisStore;
use hyper::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
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

#[derive(Elicit)]
struct Account {
    workspace: String,
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
        let ask = Ask::from_context(&context)?;
        let number = params.arguments.as_ref().and_then(|all| all.get("number"));
        let number = number.and_then(Value::as_u64).unwrap_or_default();
        let text = match &*params.name {
            "connect" => self.connect(&ask, number).await?,
            _ => self.pay(ask, number).await?,
        };
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}

impl Bank {
    async fn pay(&self, ask: Ask, number: u64) -> Result<String, AskError> {
        ask.confirm("sure", "Pay?").or_end().await?;
        ask.confirm("really", "Really?").or_end().await?;
        let _settled = ask.settle();
        // There is time to be killed before it is done, and after.
        sleep(some_time(number)).await;
        self.note(number);
        sleep(some_time(number / 7)).await;
        Ok(format!("paid {number}"))
    }

    async fn connect(&self, ask: &Ask, number: u64) -> Result<String, AskError> {
        let question = ask.page::<Account>("account", "Connect your account");
        let account = question.or_end().await?;
        self.note(number);
        Ok(format!("connected {}", account.workspace))
    }

    fn note(&self, number: u64) {
        let line = format!("{number}\n");
        let written = (&*self.effects).write_all(line.as_bytes());
        written.expect("the effect is noted");
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
    // The clients here are scripts, which agree at once to open a link.
    let elicitation = Elicitation::with_keys(Keys::new([[7; 32]])?)
        .rate_limit(None)
        .min_agreement_time(None);
    // Who visits is in a header, as if from a session.
    let pages = Pages::at("https://mcp.example.org/ask", |parts| {
        let visitor = parts.headers.get("x-visitor")?;
        Some(visitor.to_str().ok()?.to_owned())
    });
    let pages = pages.form::<Account>();
    let elicitation = elicitation.store(store).pages(pages.clone()).once();
    let effects = OpenOptions::new().append(true).create(true).open(effects)?;
    let effects = Arc::new(effects);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let browsers = TcpListener::bind("127.0.0.1:0").await?;
    let ports = (listener.local_addr()?.port(), browsers.local_addr()?.port());
    println!("{} {}", ports.0, ports.1);
    tokio::spawn(serve(browsers, pages.service(&elicitation)?));
    loop {
        let (stream, _) = listener.accept().await?;
        let bank = Bank {
            effects: Arc::clone(&effects),
        };
        let server = bank.elicits(elicitation.clone());
        let server = server.principal(|_| Some("ann".to_owned()));
        tokio::spawn(async move {
            if let Ok(server) = server.serve(stream).await {
                let _ = server.waiting().await;
            }
        });
    }
}

async fn serve(listener: TcpListener, pages: PagesService) {
    while let Ok((stream, _)) = listener.accept().await {
        let pages = TowerToHyperService::new(pages.clone());
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), pages));
    }
}
