//! An attribute that cannot be read, and checks that depend on what it says

use elicit_core::{Elicit, Revision};
#[derive(Elicit, serde::Serialize)]
struct Deploy {
    #[elicit(pattern = "^a$", description = 3)]
    unread: String,
    #[elicit(pattern = "^a$", descriptoin = "The letter a")]
    misspelt: String,
    #[elicit(pattern = "^a$", help = "The letter a")]
    by_another_name: String,
    #[elicit(pattern = "^a$", description = )]
    half_typed: String,
    #[elicit(pattern = "^a$", description "The letter a")]
    without_a_sign: String,
    /// See https://example.org
    #[elicit(description = 3)]
    link: u8,
    /// See https://example.org
    #[elicit(descriptoin = "A number")]
    other_link: u8,
    #[elicit(sensitive_name_okay = "it is the name of a column")]
    password: String,
    #[serde(skip_serializing_if = "is_zero")]
    #[elicit(default = ZERO)]
    left_out: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[elicit(defualt = 0)]
    at_times: u8,
    #[elicit(rename = "first", minimum = "x")]
    #[serde(rename = "second")]
    renamed: u8,
    #[elicit(choices = ["a", "b"], default = "a")]
    branch: String,
    #[elicit(titel = "Toppings")]
    toppings: Vec<u8>,
    #[elicit(optional)]
    again: Option<Option<u8>>,
    #[elicit(title = "Regions" multi_select)]
    regions: Vec<Region>,
    #[elicit(multi_selct, min_items = 2)]
    misspelt_role: Vec<Region>,
    #[elicit(gizmo = "a")]
    anything: Vec<Region>,
    #[elicit(gizmo = "a")]
    anything_wide: u128,
}

#[derive(Elicit)]
struct Twice {
    #[elicit(choices, choices, default = "a")]
    branch: String,
}

#[derive(Elicit)]
struct Renamed {
    #[elicit(rename = "zone")]
    region: u8,
    #[elicit(renam = "other")]
    zone: u8,
    #[elicit(rename = "port")]
    number: u8,
    #[elicit(rename = 3)]
    port: u8,
}

#[derive(Elicit)]
#[elicit(rename_al = "kebab-case")]
struct Spelt {
    dry_run: bool,
    #[elicit(rename = "dry_run")]
    rehearsal: bool,
}

#[derive(Elicit, serde::Serialize)]
enum Region {
    #[elicit(rename = "America")]
    Europe,
    #[elicit(rename = Usa)]
    America,
}

const ZERO: u8 = 0;

fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
    let _ = |choices: &DeployChoices| {
        elicit_core::from_value_with::<Deploy>(&serde_json::Value::Null, choices)
    };
    let _ = elicit_core::from_str::<Spelt>("{}");
}
