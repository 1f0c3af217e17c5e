//! A rule that does not fit the type

use elicit_core::{Elicit, Revision};
type Count = Option<u8>;

#[derive(Elicit)]
enum Region {
    Europe,
    America,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(min_length = 1)]
    replicas: u8,
    #[elicit(max_length = 1)]
    count: Count,
    #[elicit(format = "email")]
    dry_run: bool,
    #[elicit(minimum = 1)]
    branch: String,
    #[elicit(maximum = 1)]
    region: Region,
    #[elicit(min_items = 1)]
    zones: Region,
    #[elicit(multi_select, minimum = 1)]
    regions: Vec<Region>,
    #[elicit(format = "uri")]
    letter: char,
    #[elicit(pattern = "^a$")]
    unattended: bool,
    #[elicit(pattern = "^a$")]
    attempts: Option<u8>,
    #[elicit(multi_select, pattern = "^a$")]
    order: Vec<Region>,
    #[elicit(min_items = 1, max_items = 2)]
    hosts: Option<String>,
    #[elicit(min_items = 1)]
    initial: char,
    #[elicit(max_items = 1)]
    initials: Option<char>,
    #[elicit(pattern = "^e", default = "Europe")]
    continent: Region,
    #[elicit(rename = "r", minimum = 3)]
    renamed: String,
    #[elicit(pattern = "^[0-9]$", default = "12")]
    number: Count,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
