//! A server that asks for an API key, on a page in the browser.
//!
//! ```console
//! cargo run --bin connect
//! ```
//!
//! The key goes from the browser to the server, and not through the client. Nothing is opened: the
//! client prints the link.

use std::process::ExitCode;

use elicit_core::{Ask, Elicit, Elicitation, Violations, pages::Pages, rmcp3::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use secrecy::{ExposeSecret, SecretString};

/// The type of the key makes it a secret: `ask.form` would not compile with this form.
#[derive(Elicit)]
struct Account {
    /// In the provider's settings, under "API keys". Any text that begins with "atlas-" will do.
    #[elicit(title = "API key", min_length = 10)]
    api_key: SecretString,

    /// Lower-case letters and dashes
    #[elicit(title = "Workspace", pattern = "^[a-z-]+$", max_length = 40)]
    workspace: String,
}

struct Connector;

#[tool_router]
impl Connector {
    /// Connect the account of the user.
    #[tool]
    async fn connect(&self, ask: Ask) -> Result<String, ErrorData> {
        let account: Account = ask
            .page::<Account>("connect", "Connect your account")
            // What the provider says of the key is on the page, too.
            .check(|account| {
                if account.api_key.expose_secret().starts_with("atlas-") {
                    Ok(())
                } else {
                    Err(Violations::new().property("api_key", "is not known to the provider"))
                }
            })
            .or_end()
            .await?;
        // A real server keeps the key, for this user alone. The model hears nothing of it.
        Ok(format!("Connected to {}.", account.workspace))
    }
}

#[tool_handler(name = "connect")]
impl ServerHandler for Connector {}

#[tokio::main]
async fn main() -> ExitCode {
    elicit_examples::run("connect", || {
        let pages = Pages::local().named("The example “connect”");
        Connector.elicits(Elicitation::default().pages(pages))
    })
    .await
}
