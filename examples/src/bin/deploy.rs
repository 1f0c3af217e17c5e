//! A server that asks before it deploys.
//!
//! ```console
//! cargo run --bin deploy
//! ```

use std::process::ExitCode;

use elicit_core::{Ask, ChoiceEnum, Elicit, Elicitation, rmcp3::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

/// The question. Each field becomes a field of the form. Every `Deploy` satisfies
/// these rules: validation is the only way to obtain one.
#[derive(Elicit)]
struct Deploy {
    /// Where should this go?
    #[elicit(title = "Environment")]
    environment: Environment,

    /// How many copies run side by side
    #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
    replicas: u8,

    /// The branch to deploy
    #[elicit(title = "Branch", min_length = 3, max_length = 50)]
    branch: String,

    /// Who gets an e-mail when it is done
    #[elicit(title = "Notify", format = "email")]
    notify: Option<String>,
}

#[derive(Elicit)]
#[elicit(rename_all = "snake_case")]
enum Environment {
    #[elicit(title = "Staging (eu-west)")]
    Staging,
    #[elicit(title = "Production (eu-west, us-east)")]
    Production,
}

struct Deployer;

#[tool_router]
impl Deployer {
    /// Deploy the service.
    #[tool]
    async fn deploy(&self, ask: Ask) -> Result<String, ErrorData> {
        // `or_end`: if the user declines or cancels, the call ends here, and its result says so.
        let deploy: Deploy = ask
            .form("deploy", "What should be deployed?")
            .or_end()
            .await?;
        let notified = match deploy.notify {
            Some(address) => format!(" {address} was notified."),
            None => String::new(),
        };
        Ok(format!(
            "Deployed {} to {}, {} replicas.{notified}",
            deploy.branch,
            deploy.environment.wire_name(),
            deploy.replicas
        ))
    }
}

// Without a name, a server introduces itself as `rmcp`. The version is that of the
// package.
#[tool_handler(name = "deploy")]
impl ServerHandler for Deployer {}

/// What is answered where there is no terminal: too many replicas at first.
const ANSWERS: &[&str] = &[
    r#"{"environment": "production", "replicas": 99, "branch": "main"}"#,
    r#"{"environment": "production", "replicas": 3, "branch": "main"}"#,
];

#[tokio::main]
async fn main() -> ExitCode {
    // In your own server:
    // Deployer.elicits(Elicitation::default()).serve(stdio()).await?.waiting().await?;
    elicit_examples::run_or_play("deploy", ANSWERS, || {
        Deployer.elicits(Elicitation::default())
    })
    .await
}
