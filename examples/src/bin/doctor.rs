//! A server with one tool, `elicit_doctor`: what can this client do?
//!
//! It asks one form of each kind, says what to enter, and returns a table: what was expected, and
//! what came back. Paste it into an issue about a client. To try your own client:
//!
//! ```console
//! cargo build --bin doctor # then have the client start `target/debug/doctor --serve`
//! ```
//!
//! An author can copy [`Doctor`] into a server, for development.

use std::{
    fmt::{Debug, Write as _},
    process::ExitCode,
};

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Mode, NoRunTimeChoices, NoSecrets, Outcome,
    rmcp3::ElicitsExt, runtime::Form,
};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

#[derive(Elicit, Debug, PartialEq)]
struct Text {
    text: String,
}

#[derive(Elicit, Debug, PartialEq)]
struct Emptied {
    #[elicit(default = "main")]
    branch: Option<String>,
}

#[derive(Elicit, Debug, PartialEq)]
struct Number {
    #[elicit(minimum = 1, maximum = 20, default = 2)]
    replicas: u8,
}

#[derive(Elicit, Debug, PartialEq)]
struct NoNumber {
    #[elicit(minimum = 1)]
    limit: Option<u16>,
}

#[derive(Elicit, Debug, PartialEq)]
struct Switch {
    #[elicit(title = "Keep the old one", default = true)]
    keep: bool,
}

#[derive(Elicit, Debug, PartialEq)]
struct Choice {
    region: Region,
}

#[derive(Elicit, Debug, PartialEq)]
struct List {
    #[elicit(multi_select, default = ["eu"])]
    regions: Vec<Region>,
}

#[derive(Elicit, Debug, PartialEq)]
#[elicit(rename_all = "lowercase")]
enum Region {
    #[elicit(title = "Europe (Ireland)")]
    Eu,
    #[elicit(title = "United States (Virginia)")]
    Us,
    #[elicit(title = "Asia (Tokyo)")]
    Asia,
}

struct Doctor;

#[tool_router]
impl Doctor {
    /// Tries what this client can ask its user.
    #[tool]
    async fn elicit_doctor(&self, ask: Ask) -> String {
        let can = |mode| if ask.supports(mode) { "yes" } else { "no" };
        let mut table = Table(format!(
            "Revision {}, form mode: {}, URL mode: {}\n\n\
             | asked for | expected | came back | |\n|---|---|---|---|",
            ask.revision(),
            can(Mode::Form),
            can(Mode::Url),
        ));

        // Without Markdown: the person types what the client shows.
        let text = "Zoë & Łukasz".to_owned();
        let asked = form(&ask, "text", "Enter the text: Zoë & Łukasz");
        table.add("a text", Text { text }, asked.await);

        let asked = form(
            &ask,
            "emptied",
            "Delete the text in the field, and send it empty.",
        );
        table.add(
            "a text with a default, emptied",
            Emptied { branch: None },
            asked.await,
        );

        let asked = form(&ask, "number", "Enter the number 7.");
        table.add("a number", Number { replicas: 7 }, asked.await);

        let asked = form(&ask, "no number", "Leave the number empty.");
        table.add(
            "an optional number, left empty",
            NoNumber { limit: None },
            asked.await,
        );

        let asked = form(&ask, "switch", "Say no: untick the box.");
        table.add("a boolean, unticked", Switch { keep: false }, asked.await);

        let region = Region::Asia;
        let asked = form(&ask, "choice", "Choose Asia (Tokyo).");
        table.add("a choice", Choice { region }, asked.await);

        let regions = vec![Region::Us, Region::Asia];
        let asked = form(
            &ask,
            "list",
            "Tick United States and Asia, and nothing else.",
        );
        table.add("a list", List { regions }, asked.await);

        let regions = vec![];
        let asked = form(&ask, "no list", "Tick nothing.");
        table.add("a list, emptied", List { regions }, asked.await);

        let asked = ask.url("link", "https://example.org/", "Agree to open the link.");
        table.add("a link", (), asked.await.map(|outcome| outcome.map(drop)));
        table.0
    }
}

#[tool_handler(name = "doctor")]
impl ServerHandler for Doctor {}

/// A question that is asked once: an invalid answer is a row of the table. Clients of 2026-07-28 allow
/// ten rounds, often no more.
fn form<'a, T>(ask: &'a Ask, key: &'static str, message: &'static str) -> Form<'a, T>
where
    T: NoRunTimeChoices + NoSecrets,
{
    ask.form(key, message).attempts(1)
}

/// The table that the model gets, in Markdown.
struct Table(String);

impl Table {
    fn add<T: Debug + PartialEq>(
        &mut self,
        asked_for: &str,
        expected: T,
        came: Result<Outcome<T>, AskError>,
    ) {
        let expected = Outcome::Accepted(expected);
        let (came, verdict) = match came {
            Ok(came) if came == expected => (code(&came), "as expected"),
            Ok(came) => (code(&came), "**different**"),
            Err(error) => (error.to_string(), "**error**"),
        };
        let cells = [asked_for, &code(&expected), &came, verdict];
        // A cell is one line, and `|` ends it.
        let cells = cells.map(|cell| cell.replace('\n', " ").replace('|', "\\|"));
        let _ = write!(self.0, "\n| {} |", cells.join(" | "));
    }
}

/// As code, also if there is a backtick in it.
fn code(value: &impl Debug) -> String {
    format!("`` {value:?} ``")
}

#[tokio::main]
async fn main() -> ExitCode {
    elicit_examples::run("elicit_doctor", || Doctor.elicits(Elicitation::default())).await
}
