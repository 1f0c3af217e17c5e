//! A smallest value above the largest

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
enum Region {
    Europe,
    America,
    Asia,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(minimum = 20, maximum = 1)]
    replicas: u8,
    #[elicit(minimum = 0.5, maximum = 0.25)]
    share: f64,
    #[elicit(min_length = 3, max_length = 2)]
    branch: String,
    #[elicit(multi_select, min_items = 3, max_items = 2)]
    regions: Vec<Region>,
    #[elicit(minimum = 300, maximum = 200, default = 100)]
    retries: u8,
    #[elicit(min_length = 9, max_length = 3)]
    attempts: u8,
    #[elicit(multi_select, min_items = 5, max_items = 4)]
    zones: Vec<Region>,
    /// Three letters
    #[elicit(pattern = "^[A-Z]{3}$", min_length = 4, max_length = 2)]
    swapped: String,
}

#[derive(Elicit)]
struct Port(#[elicit(minimum = 2, maximum = 1)] u16);

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
