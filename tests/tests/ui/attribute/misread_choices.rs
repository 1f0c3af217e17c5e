//! `choices` with a value, or beside another mistake

use elicit_core::{Elicit, Revision};

#[derive(Elicit)]
struct Deploy {
    #[elicit(choices = ["a", "b"])]
    now: String,
    #[elicit(choices, multi_selct)]
    misspelt: Vec<String>,
}

#[derive(Elicit)]
struct Scale {
    #[elicit(choices)]
    size: u8,
    #[elicit(title = "")]
    count: u8,
}

fn main() {
    let _ = elicit_core::from_value_with::<Deploy>;
    let _ = |choices: DeployChoices| [choices.now, choices.misspelt];
    let _ = Scale::requested_schema(Revision::LATEST);
}
