//! `choices` or `multi_select` with a value, or beside another mistake

use elicit_core::{Elicit, Revision};

#[derive(Elicit)]
struct Deploy {
    #[elicit(choices = ["a", "b"])]
    now: String,
    #[elicit(choices, multi_selct)]
    misspelt: Vec<String>,
    #[elicit(choices = ["a", "b"], default = "a", min_length = 1)]
    text: String,
    #[elicit(choices = ["a", "b"], default = "a", minimum = 1)]
    number: String,
    #[elicit(choices = ["a"], pattern = "^a$")]
    letter: String,
    #[elicit(choices, gizmo, pattern = "^a$")]
    gizmo: String,
    #[elicit(choices, gizmo)]
    small: u8,
    #[elicit(choices = true, multi_select)]
    both: u8,
    #[elicit("choices")]
    quoted: String,
    #[elicit(choices = true, min_items = 1)]
    counted: u8,
    #[elicit(multi_select = true)]
    faulty: Faulty,
}

#[derive(Elicit)]
enum Faulty {
    Number(u8),
}

#[derive(Elicit)]
enum Region {
    Europe,
}

struct Foreign;

#[derive(Elicit)]
struct Scale {
    #[elicit(multi_select = true, minimum = 1, default = "Europe")]
    regions: Vec<Region>,
    #[elicit(multi_select = true, minimum = 1)]
    number: u8,
    #[elicit(multi_select = false)]
    single: u8,
    #[elicit(multi_select = true)]
    foreign: Foreign,
    #[elicit(choices)]
    size: u8,
    #[elicit(title = "")]
    count: u8,
}

fn main() {
    let _ = elicit_core::from_value_with::<Deploy>;
    let _ = |choices: DeployChoices| [choices.now, choices.misspelt, choices.text, choices.number];
    let _ = |choices: DeployChoices| [choices.letter, choices.gizmo, choices.small, choices.both];
    let _ = Scale::requested_schema(Revision::LATEST);
}
