//! Pages in a real browser: headless Chromium. `tests/browser/run` runs these.

mod axe;
mod driver;
mod fields;
mod looks;
mod site;
mod visits;

use elicit_core::{Ask, AskError, Elicit, Elicitation, Outcome, pages::Pages};
use secrecy::SecretString;

use crate::server::Caller;

const SEND: &str = "button[value=accept]";
const DECLINE: &str = "button[value=decline]";

#[derive(Debug, Clone, Copy, PartialEq, Elicit)]
enum Region {
    #[elicit(title = "Europe (Ireland)")]
    Europe,
    #[elicit(title = "America (Oregon)")]
    America,
    #[elicit(title = "Asia (Tokyo)")]
    Asia,
}

#[derive(Debug, Elicit)]
struct Everything {
    /// In the provider's settings, under "API keys"
    #[elicit(title = "API key", min_length = 12)]
    api_key: SecretString,
    /// Lower-case letters and dashes
    #[elicit(pattern = "^[a-z-]+$", max_length = 40)]
    workspace: String,
    #[elicit(title = "E-mail for notices", format = "email")]
    mail: Option<String>,
    #[elicit(title = "Home page", format = "uri")]
    home: Option<String>,
    #[elicit(title = "Requests a minute", minimum = 1, maximum = 600, default = 60)]
    requests: u16,
    #[elicit(title = "Share of traffic", minimum = 0, maximum = 1)]
    share: Option<f64>,
    #[elicit(title = "Valid until", format = "date")]
    until: Option<String>,
    #[elicit(title = "First run", format = "date-time")]
    start: Option<String>,
    #[elicit(title = "Write access")]
    write: bool,
    #[elicit(title = "Share usage data?")]
    usage: Option<bool>,
    region: Region,
    #[elicit(title = "Also replicate to", multi_select, max_items = 2)]
    also: Vec<Region>,
    #[elicit(choices)]
    cluster: String,
    #[elicit(max_length = 2000)]
    notes: Option<String>,
}

async fn everything(ask: Ask) -> Result<Outcome<Everything>, AskError> {
    let cluster = (1..=9).map(|number| (format!("c\r\n{number}"), format!("Cluster {number}")));
    ask.page_with::<Everything>(
        "all",
        "Connect your account",
        EverythingChoices {
            cluster: cluster.collect(),
        },
    )
    .await
}

#[derive(Debug, PartialEq, Elicit)]
struct Name {
    #[elicit(min_length = 3)]
    name: String,
    keep: Option<bool>,
}

async fn name(ask: Ask) -> Result<Outcome<Name>, AskError> {
    ask.page("name", "Which name?").await
}

/// A call over stdio.
fn ann() -> Caller {
    let pages = Pages::local().named("Deploy server");
    Caller {
        principal: None,
        ..Caller::new(&Elicitation::default().pages(pages))
    }
}

fn named(name: &str) -> Name {
    Name {
        name: name.to_owned(),
        keep: None,
    }
}
