//! A server that asks before it deploys.
//!
//! ```console
//! cargo run --bin deploy
//! ```

use std::process::ExitCode;

use elicit_core::{Ask, Elicit, Elicitation, rmcp::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

/// The question. Each field is a field of the form, and the rules hold for the
/// answer: a `Deploy` that exists has kept them.
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

    /// Who is told when it is done
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
        // `or_end`: who declines or cancels ends the call here, and cleanly.
        let deploy: Deploy = ask
            .form("deploy", "What should be deployed?")
            .or_end()
            .await?;
        let environment = match deploy.environment {
            Environment::Staging => "staging",
            Environment::Production => "production",
        };
        let told = match deploy.notify {
            Some(address) => format!(" {address} has been told."),
            None => String::new(),
        };
        Ok(format!(
            "Deployed {} to {environment}, {} replicas.{told}",
            deploy.branch, deploy.replicas
        ))
    }
}

// Without a name, a server introduces itself as `rmcp`. The version is the package's.
#[tool_handler(name = "deploy")]
impl ServerHandler for Deployer {}

#[tokio::main]
async fn main() -> ExitCode {
    // In a server of your own:
    // Deployer.elicits(Elicitation::default()).serve(stdio()).await?.waiting().await?;
    elicit_examples::run("deploy", || Deployer.elicits(Elicitation::default())).await
}
