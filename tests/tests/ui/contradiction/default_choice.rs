//! A default that is not among the options, or too many of them

use elicit_core::{Elicit, Revision};
use std::collections::HashSet;

#[derive(Elicit, PartialEq, Eq, Hash)]
#[elicit(rename_all = "kebab-case")]
enum Region {
    EuWest,
    UsEast,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(default = "EuWest")]
    region: Region,
    #[elicit(default = 1)]
    number: Region,
    #[elicit(default = ["eu-west"])]
    list: Region,
    #[elicit(multi_select, default = "eu-west")]
    one: Vec<Region>,
    #[elicit(multi_select, default = ["eu-west", "asia"])]
    unknown: Vec<Region>,
    #[elicit(multi_select, max_items = 1, default = ["eu-west", "us-east"])]
    many: Vec<Region>,
    #[elicit(multi_select, min_items = 1, default = [])]
    few: Vec<Region>,
    #[elicit(multi_select, default = ["eu-west", "eu-west"])]
    repeated: HashSet<Region>,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
