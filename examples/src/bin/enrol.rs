//! A server that puts a person on call, asks why, and keeps a log on stderr.
//!
//! ```console
//! cargo run --bin enrol
//! ```

use std::{io, process::ExitCode};

use elicit_core::{Ask, Elicit, Elicitation, rmcp3::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use tracing::{Level, info};
use tracing_subscriber::{filter::Targets, fmt, prelude::*};

/// A form may ask for names and addresses, but never for passwords or tokens.
#[derive(Elicit)]
struct Enrolment {
    /// Two capital letters and four digits, as on the badge
    #[elicit(title = "Staff number", pattern = "^[A-Z]{2}[0-9]{4}$")]
    staff_number: String,

    #[elicit(title = "Role")]
    role: Role,

    /// Why it is needed, in a sentence or two; it is kept with the enrolment
    #[elicit(title = "Justification", min_length = 20, max_length = 300)]
    justification: String,
}

#[derive(Debug, Elicit)]
#[elicit(rename_all = "lowercase")]
enum Role {
    #[elicit(title = "First responder")]
    First,
    #[elicit(title = "Second line")]
    Second,
}

struct OnCall;

#[tool_router]
impl OnCall {
    /// Put the user on the on-call rota.
    #[tool]
    async fn enrol(&self, ask: Ask) -> Result<String, ErrorData> {
        let enrolment: Enrolment = ask
            .form("enrolment", "Who joins the on-call rota, and why?")
            .or_end()
            .await?;
        // The server decides what it keeps. `?` escapes control characters, so that
        // nobody can forge a line of the log.
        info!(
            target: "audit",
            staff_number = enrolment.staff_number,
            role = ?enrolment.role,
            justification = ?enrolment.justification,
            "enrolled"
        );
        Ok(format!("{} is on the rota.", enrolment.staff_number))
    }
}

#[tool_handler(name = "enrol")]
impl ServerHandler for OnCall {}

#[tokio::main]
async fn main() -> ExitCode {
    // `elicit_core` logs each question: that it was asked and answered, how long that
    // took, and which rules were broken. It never logs what was typed. Standard output
    // belongs to the protocol, so the log goes to stderr.
    tracing_subscriber::registry()
        .with(fmt::layer().with_writer(io::stderr).with_ansi(false))
        .with(
            Targets::new()
                .with_target("elicit_core", Level::INFO)
                .with_target("audit", Level::INFO),
        )
        .init();
    elicit_examples::run("enrol", || OnCall.elicits(Elicitation::default())).await
}
