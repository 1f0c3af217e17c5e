//! Letters after a literal, and two minus signs

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(rename_all = "camelCase"px, check = "check"px)]
struct Deploy {
    #[elicit(maximum = 10k, minimum = 1.5px)]
    replicas: u32,
    #[elicit(minimum = 1u32, maximum = 5M, default = 3s)]
    zones: u32,
    #[elicit(default = -1u32)]
    offset: i32,
    #[elicit(min_length = 3usize, max_length = 10k)]
    branch: String,
    #[elicit(title = "Tag"px, description = "The tag"px, rename = "tag"px)]
    wide: f64,
    #[elicit(default = "a"s, pattern = "^a$"px, description = "The letter a")]
    letter: String,
    #[elicit(default = 'a'c, format = "email"px)]
    sign: String,
    #[elicit(minimum = --3, maximum = - -3.5, default = --1)]
    twice: i32,
    #[elicit(minimum = -3)]
    once: i32,
    #[elicit(minimum = "3"px, multi_select = 3k)]
    misread: u8,
    #[elicit(sensitive_name_ok = "the pin of a board"px)]
    pin: u8,
    #[elicit(multi_select, min_items = 1k, default = ["Europe", "America"px])]
    regions: Vec<Region>,
}

fn check(_: &Deploy) -> Result<(), elicit_core::Violations> {
    Ok(())
}

#[derive(Elicit)]
enum Region {
    #[elicit(title = "Europe"px)]
    Europe,
    America,
}

#[derive(Elicit)]
#[elicit(crate = "elicit_core"px)]
enum Zone {
    Here,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
