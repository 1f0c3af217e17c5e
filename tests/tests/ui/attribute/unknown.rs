//! An attribute that does not exist

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(rename_al = "camelCase")]
struct Deploy {
    #[elicit(minimun = 1)]
    replicas: u8,
    #[elicit(min = 1, max = 3)]
    zones: u8,
    #[elicit(len = 3, min_len = 1)]
    branch: String,
    #[elicit(validate(email))]
    notify: String,
    #[elicit(skip, optional)]
    cache: bool,
    #[elicit(range = 1..3, length(min = 3), regex = "^a$", email, url)]
    rules: String,
    #[elicit(enum = ["a", "b"], label = "A or b", help = "One of them", flatten)]
    words: String,
    #[elicit(gizmo = "a")]
    nothing_like_it: String,
    #[elicit(multiple_of = 5, maximum = 300)]
    step: u8,
    #[elicit(hint = "The letter a", pattern = "^a$", initial = "a")]
    hint: String,
    #[elicit(TITLE = "A", one_of = ["a"], docs = "b")]
    spelt: String,
    region: Region,
    #[elicit(multiselect)]
    regions: Vec<Region>,
    #[elicit(secret)]
    passage: String,
}

#[derive(Elicit)]
enum Region {
    #[elicit(titel = "Europe")]
    Europe,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
