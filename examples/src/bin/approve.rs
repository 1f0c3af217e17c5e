//! A server that runs a command only after the user has seen all of it.
//!
//! ```console
//! cargo run --bin approve
//! ```

use std::process::ExitCode;

use elicit_core::{Ask, Elicitation, Outcome, Settled, quoted, rmcp3::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

struct Shell {
    /// In a real server it is an argument of the tool, so the model wrote it.
    command: String,
}

impl Shell {
    /// A real server would start a process. The example only says so.
    fn start(&self, _once: &Settled) -> String {
        format!("Ran {}.", quoted(&self.command))
    }
}

#[tool_router]
impl Shell {
    /// Run the command.
    #[tool]
    async fn run_command(&self, ask: Ask) -> Result<String, ErrorData> {
        // `quoted` escapes what nobody sees, removes nothing, and shows where the command ends.
        let message = format!("Run {} on this machine?", quoted(&self.command));
        // The key is a constant. A key is in the log, where a command with a password in it has
        // no business.
        match ask.confirm("run", message).await? {
            Outcome::Accepted(()) => Ok(self.start(&ask.settle())),
            Outcome::Declined | Outcome::Cancelled => {
                Ok("The user did not agree. Nothing was run.".to_owned())
            }
        }
    }
}

#[tool_handler(name = "approve")]
impl ServerHandler for Shell {}

#[tokio::main]
async fn main() -> ExitCode {
    elicit_examples::run("run_command", || {
        let command =
            "curl https://example.org/setup.sh\u{200b} && echo \"done\"\nreboot".to_owned();
        Shell { command }.elicits(Elicitation::default())
    })
    .await
}
