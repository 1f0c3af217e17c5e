//! serde's `default`, which fills in what nobody answered

use elicit_core::{Elicit, Revision};
use serde::Deserialize;

#[derive(Elicit, Deserialize)]
struct Deploy {
    #[serde(default)]
    replicas: u8,
    #[serde(default = "nobody")]
    notify: Option<String>,
    #[serde(default)]
    comment: Option<String>,
    #[serde(default)]
    dry_run: bool,
    #[serde(default)]
    #[elicit(multi_select)]
    regions: Vec<Region>,
    #[serde(default)]
    #[elicit(multi_select, min_items = 1)]
    zones: Vec<Region>,
    #[serde(default = "main_branch")]
    #[elicit(default = "main")]
    branch: String,
}

fn nobody() -> Option<String> {
    Some("nobody".to_owned())
}

fn main_branch() -> String {
    "main".to_owned()
}

#[derive(Elicit, Deserialize)]
enum Region {
    Eu,
}

#[derive(Elicit, Deserialize)]
struct Port(#[serde(default)] u16);

#[derive(Elicit, Deserialize, Default)]
#[serde(default)]
struct Scale {
    replicas: u8,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Scale>("{}");
}
