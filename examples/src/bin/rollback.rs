//! A server that asks which of the releases it finds should be back.
//!
//! ```console
//! cargo run --bin rollback
//! ```

use std::process::ExitCode;

use elicit_core::{Ask, Elicit, Elicitation, rmcp::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

/// The options of `release` are known only when the question is asked. So the
/// derive writes a struct `RollbackChoices` for them, and without it the form
/// cannot be asked.
#[derive(Elicit)]
struct Rollback {
    /// Which release should be back?
    #[elicit(title = "Release", choices)]
    release: String,

    /// Why, for the log
    #[elicit(title = "Reason", min_length = 1, max_length = 200)]
    reason: Option<String>,
}

struct Releases;

impl Releases {
    /// What a real server would ask of its registry: versions, and what to show.
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
    /// Put an earlier release back.
    #[tool]
    async fn rollback(&self, ask: Ask) -> Result<String, ErrorData> {
        // On the newest revision the call runs again from its top when the answer
        // is there; `remember` keeps what was found for that run.
        let find = async { Ok::<_, ErrorData>(Self::find()) };
        let found = ask.remember("releases", find).await?;
        let rollback = ask
            .form::<Rollback>("rollback", "Which release should be back?")
            .choices(RollbackChoices {
                release: found.into(),
            })
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
