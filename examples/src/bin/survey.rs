//! A server that asks how a workshop was, with every kind of field there is.
//!
//! ```console
//! cargo run --bin survey
//! ```

use std::process::ExitCode;

use elicit_core::{Ask, ChoiceEnum, Elicit, Elicitation, rmcp3::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

/// Eight fields are many for one question. It still takes only a minute, because most
/// of them are optional or have a default.
#[derive(Elicit)]
struct Survey {
    // One of a list
    #[elicit(title = "How was it?")]
    verdict: Verdict,

    // Several of a list, or none. (2025-06-18 has no such field, so some clients of that revision
    // do not show it.)
    /// The parts you would like more of
    #[elicit(title = "More of", multi_select, max_items = 2, default = ["exercises"])]
    more_of: Vec<Part>,

    // A whole number. The type sets bounds; the attributes set narrower ones
    /// From 0 (never) to 10 (certainly)
    #[elicit(
        title = "Would you come again?",
        minimum = 0,
        maximum = 10,
        default = 5
    )]
    again: u8,

    // Any number
    /// How many hours would be right
    #[elicit(title = "Length", minimum = 0.5, maximum = 8)]
    hours: Option<f64>,

    // Yes or no: a box that nobody ticks is a no. Clients cannot show an optional boolean,
    // which has a third answer.
    #[elicit(title = "Was it too fast?")]
    too_fast: bool,

    // Text. Many clients send "" for a field that was left empty, which is `None`
    /// Anything else that we should know
    #[elicit(title = "Comment", max_length = 500)]
    comment: Option<String>,

    // Text in a format: `email`, `uri`, `date` or `date-time`
    /// For the slides; leave it empty to get none
    #[elicit(title = "E-mail", format = "email")]
    email: Option<String>,

    /// A day on which you could come again
    #[elicit(title = "Next time", format = "date")]
    next: Option<String>,
}

#[derive(Elicit)]
#[elicit(rename_all = "lowercase")]
enum Verdict {
    Good,
    Fair,
    Poor,
}

#[derive(Elicit)]
#[elicit(rename_all = "lowercase")]
enum Part {
    #[elicit(title = "Talks")]
    Talks,
    #[elicit(title = "Exercises")]
    Exercises,
    #[elicit(title = "Questions and answers")]
    Questions,
}

struct Workshop;

#[tool_router]
impl Workshop {
    /// Ask the user how the workshop was.
    #[tool]
    async fn ask_for_feedback(&self, ask: Ask) -> Result<String, ErrorData> {
        let outcome = ask
            .form::<Survey>("survey", "How was the workshop? It takes a minute.")
            // The default is three attempts, too many for a survey.
            .attempts(2)
            .await?;
        // The answer is optional, so the call goes on without it: no `or_end`.
        let Some(survey) = outcome.accepted() else {
            return Ok("The user gave no feedback.".to_owned());
        };
        let verdict = survey.verdict.wire_name();
        let mut summary = vec![format!("It was {verdict}, {} of 10.", survey.again)];
        let more = survey.more_of.iter();
        summary.extend(more.map(|part| format!("More {}.", part.label().to_lowercase())));
        if survey.too_fast {
            summary.push("Slower.".to_owned());
        }
        summary.extend(survey.hours.map(|hours| format!("{hours} hours.")));
        // What a person writes is data, so it is quoted for the model that reads it.
        let comment = survey.comment;
        summary.extend(comment.map(|comment| format!("They write: {comment:?}")));
        Ok(summary.join(" "))
    }
}

#[tool_handler(name = "survey")]
impl ServerHandler for Workshop {}

#[tokio::main]
async fn main() -> ExitCode {
    elicit_examples::run("ask_for_feedback", || {
        Workshop.elicits(Elicitation::default())
    })
    .await
}
