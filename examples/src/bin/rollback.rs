//! A server that asks which release to go back to, from those that it finds.
//!
//! ```console
//! cargo run --bin rollback
//! ```

use std::process::ExitCode;

use elicit_core::{Ask, Elicit, Elicitation, rmcp3::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

/// The options of `release` are known only when the question is asked. So the derive
/// also writes a struct `RollbackChoices`, and `form_with` takes one.
#[derive(Elicit)]
struct Rollback {
    /// The release that will run again
    #[elicit(title = "Release", choices)]
    release: String,

    /// Why, for the log
    #[elicit(title = "Reason", max_length = 200)]
    reason: Option<String>,
}

struct Releases;

impl Releases {
    /// A real server would ask its registry: the versions, and the text to show for each.
    fn find() -> Vec<(String, String)> {
        let found = [
            ("v1.4.2", "v1.4.2, yesterday"),
            ("v1.4.1", "v1.4.1, last week"),
            ("v1.3.0", "v1.3.0, in spring"),
        ];
        found
            .map(|(version, title)| (version.into(), title.into()))
            .into()
    }
}

#[tool_router]
impl Releases {
    /// Go back to an earlier release.
    #[tool]
    async fn rollback(&self, ask: Ask) -> Result<String, ErrorData> {
        // On the newest revision, this function runs again from the top when the answer
        // arrives. `remember` keeps what was found for that run.
        let find = async || Ok::<_, ErrorData>(Self::find());
        let found = ask.remember("releases", find).await?;
        let rollback = ask
            .form_with::<Rollback>(
                "rollback",
                "Which release do you want to go back to?",
                RollbackChoices {
                    release: found.into(),
                },
            )
            .or_end()
            .await?;
        let because = match rollback.reason {
            Some(reason) => format!(", because: {reason}"),
            None => String::new(),
        };
        Ok(format!("Rolled back to {}{because}.", rollback.release))
    }
}

#[tool_handler(name = "rollback")]
impl ServerHandler for Releases {}

#[tokio::main]
async fn main() -> ExitCode {
    elicit_examples::run("rollback", || Releases.elicits(Elicitation::default())).await
}
