//! A server that deletes a project only after the user has typed its name.
//!
//! ```console
//! cargo run --bin delete
//! ```

use std::process::ExitCode;

use elicit_core::{Ask, Elicit, Elicitation, Outcome, Settled, Violations, rmcp3::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

/// For what cannot be undone, a yes is given too easily; nobody types a name by
/// accident. (For a plain yes or no, use `ask.confirm`.)
#[derive(Elicit)]
struct Confirmation {
    /// Type the name of the project to confirm
    #[elicit(title = "Project", max_length = 100)]
    name: String,
}

struct Projects {
    current: String,
}

impl Projects {
    /// Deletes it. A `Settled` exists only after the last question is answered, so this
    /// cannot be called too early, and does not run again for another question.
    fn delete(&self, _once: &Settled) -> String {
        format!("Deleted {}.", self.current)
    }
}

#[tool_router]
impl Projects {
    /// Delete the current project and everything in it.
    #[tool]
    async fn delete_project(&self, ask: Ask) -> Result<String, ErrorData> {
        let project = &self.current;
        let outcome = ask
            .form::<Confirmation>(
                "confirmation",
                format!("Delete the project {project} and its 3 databases, for good?"),
            )
            // A rule that the schema cannot express. If it is broken, the user sees the
            // message and is asked again.
            .check(|typed| {
                if typed.name == *project {
                    return Ok(());
                }
                Err(Violations::new().property("name", "is not the name of the project"))
            })
            .await?;
        match outcome {
            Outcome::Accepted(_) => Ok(self.delete(&ask.settle())),
            // The user said no.
            Outcome::Declined => Ok(format!(
                "The user decided to keep {project}. Do not ask again."
            )),
            // The user said nothing: the form was closed, by the user or by the client.
            Outcome::Cancelled => Ok(format!(
                "The user did not decide, and nothing was deleted. {project} can be deleted later."
            )),
        }
    }
}

#[tool_handler(name = "delete")]
impl ServerHandler for Projects {}

#[tokio::main]
async fn main() -> ExitCode {
    elicit_examples::run("delete_project", || {
        let current = "atlas".to_owned();
        Projects { current }.elicits(Elicitation::default())
    })
    .await
}
