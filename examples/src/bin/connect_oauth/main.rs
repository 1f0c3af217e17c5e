//! A server that lists the files of its user at a provider, with a token of that user.
//!
//! ```console
//! tests/oauth/run
//! CLIENT_SECRET=.. cargo run --features oauth --bin connect-oauth -- --provider URL --client-id ID
//! ```
//!
//! The first command starts it with a provider on this machine, a client and a browser. The second
//! takes a provider of your own, with the endpoints `auth`, `token` and `files`.
//!
//! If there is no token, the tool asks the user to open the connect page that the protocol describes.
//! The page finds out who visits before it sends anybody to the provider, because the user who got
//! the link may have sent it to somebody else. The token stays in this server, bound to the
//! principal of the call.
//!
//! Protocol: [URL Mode Elicitation for OAuth Flows], [Phishing] (2025-11-25, 2026-07-28).
//!
//! [URL Mode Elicitation for OAuth Flows]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-for-oauth-flows
//! [Phishing]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#phishing

use std::{env, error::Error, io, sync::Arc};

use axum::{Router, middleware};
use clap::Parser;
use elicit_core::{
    Ask, Elicitation, LinkTickets,
    rmcp3::{ElicitsExt, StreamableHttp},
};
use oauth2::{AccessToken, url::Url};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    service::RequestContext,
    tool, tool_handler, tool_router,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, session::local::LocalSessionManager,
    },
};
use tokio::net::TcpListener;
use tower_sessions::{MemoryStore, SessionManagerLayer, cookie::SameSite};
use tracing::{error, level_filters::LevelFilter};

mod connect_page;
mod connections;
mod login;
mod people;
mod provider;
mod refused;

use connections::{Connections, LIFE};
use provider::Provider;

#[derive(Parser)]
#[command(about = "Lists files at a provider that the user connects by OAuth")]
struct Arguments {
    /// The address of the provider, with a slash at its end
    #[arg(long, value_name = "URL")]
    provider: Url,
    /// What the provider calls this server. Its password is in `CLIENT_SECRET`
    #[arg(long, value_name = "ID")]
    client_id: String,
    /// How much is logged, on stderr
    #[arg(long, default_value = "info")]
    log: LevelFilter,
}

/// What the tool and the pages share.
struct Site {
    /// Where it is served, as browsers see it.
    address: Url,
    provider: Provider,
    /// For the links to the connect page.
    tickets: LinkTickets,
    connections: Connections,
}

#[derive(Clone)]
struct Server {
    site: Arc<Site>,
}

#[tool_router]
impl Server {
    /// List the files of the user.
    #[tool]
    async fn list_files(
        &self,
        ask: Ask,
        context: RequestContext<RoleServer>,
    ) -> Result<String, ErrorData> {
        let user = people::caller(&context)
            .ok_or_else(|| ErrorData::invalid_request("nobody is calling", None))?;
        let connections = &self.site.connections;
        if let Some(token) = connections.token(&user) {
            if let Some(files) = self.files(&token).await? {
                return Ok(files);
            }
            connections.disconnect(&user, &token);
        }
        let token = self.connect(&ask, &user).await?;
        let files = self.files(&token).await?;
        files.ok_or_else(|| ErrorData::internal_error("the provider refuses its new token", None))
    }
}

impl Server {
    /// Asks the user to visit the connect page.
    async fn connect(&self, ask: &Ask, user: &str) -> Result<AccessToken, ErrorData> {
        let Site {
            address,
            tickets,
            connections,
            ..
        } = &*self.site;
        // The same in each round of the call.
        let ticket = ask
            .remember("ticket", async || tickets.mint(user).await)
            .await;
        let ticket = ticket.map_err(|error| {
            error!(%error, "no ticket");
            ErrorData::internal_error("there is no link at the moment", None)
        })?;
        let link = ask
            .url(
                "connect",
                format!("{address}connect/{ticket}"),
                "Let this server list your files",
            )
            // An accept only says that the user agreed to open the page.
            .done_when(async || connections.connected(user).await);
        // On 2025-11-25 the client hears when it is done, also if it has given up this call.
        connections.tell(user, link.completer());
        link.or_end().await?;
        connections
            .token(user)
            .ok_or_else(|| ErrorData::internal_error("it was disconnected again", None))
    }

    async fn files(&self, token: &AccessToken) -> Result<Option<String>, ErrorData> {
        let files = self.site.provider.files(token).await.map_err(|error| {
            // The client need not know what it was.
            error!(error, "no files");
            ErrorData::internal_error("the provider does not answer", None)
        })?;
        Ok(files.map(|files| files.join("\n")))
    }
}

#[tool_handler(name = "connect-oauth")]
impl ServerHandler for Server {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    tracing_subscriber::fmt()
        .with_max_level(arguments.log)
        .with_writer(io::stderr)
        .with_ansi(false)
        .init();
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address: Url = format!("http://{}/", listener.local_addr()?).parse()?;
    let provider = Provider::new(
        &arguments.provider,
        arguments.client_id,
        env::var("CLIENT_SECRET")?,
        address.join("connected")?,
    )?;
    println!("{address}mcp");
    let elicitation = Elicitation::default();
    let site = Arc::new(Site {
        address,
        provider,
        tickets: LinkTickets::new(&elicitation, "connect")?.expiry(LIFE),
        connections: Connections::default(),
    });
    axum::serve(listener, router(&site, elicitation)).await?;
    Ok(())
}

fn router(site: &Arc<Site>, elicitation: Elicitation) -> Router {
    let server = Server {
        site: Arc::clone(site),
    };
    let mcp = StreamableHttp::new(
        move || {
            Ok(server
                .clone()
                .elicits(elicitation.clone())
                .principal(people::caller))
        },
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    );
    let mcp = Router::new()
        .nest_service("/mcp", mcp)
        .layer(middleware::from_fn(people::authenticate));

    let sessions = SessionManagerLayer::new(MemoryStore::default())
        .with_secure(site.address.scheme() == "https")
        // `Strict` cookies do not come along when the provider sends the browser back.
        .with_same_site(SameSite::Lax);
    let pages = login::pages()
        .merge(connect_page::pages())
        .layer(sessions)
        .layer(middleware::map_response(login::headers))
        .with_state(Arc::clone(site));
    mcp.merge(pages)
}
