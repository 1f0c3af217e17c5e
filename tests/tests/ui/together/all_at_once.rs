//! Several mistakes in one item, all reported at once

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(rename_al = "camelCase", check = of_a_number)]
struct Deploy {
    replicas: Vec<u8>,
    #[elicit(title = "Branch", minimum = 3, max_length = -1)]
    branch: String,
    #[elicit(minimun = 1, minimum = 30, maximum = 20)]
    zones: u8,
    password: String,
    #[elicit(default = 300)]
    wait: u8,
    #[elicit(format = "uuid")]
    id: &'static str,
    #[elicit(default = "Main", pattern = "^[a-z]+$", min_length = 5)]
    target: Option<String>,
}

fn of_a_number(_: u8) {}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
