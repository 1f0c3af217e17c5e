//! `multi_select` on something else than several variants, and rules beside it

use elicit_core::{Elicit, Revision};
use std::collections::VecDeque;

#[derive(Elicit)]
enum Region {
    Europe,
    America,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(multi_select)]
    region: Region,
    #[elicit(multi_select)]
    branch: Option<String>,
    #[elicit(multi_select)]
    hosts: Vec<String>,
    #[elicit(multi_select)]
    sizes: Vec<u8>,
    #[elicit(multi_select)]
    fixed: [Region; 2],
    #[elicit(multi_select, minimum = 1)]
    count: u8,
    #[elicit(multi_select, minimum = 1)]
    name: String,
    #[elicit(multi_select, max_items = 2, default = ["Europe"])]
    one: Region,
    #[elicit(multi_select)]
    optional: Option<Region>,
    #[elicit(multi_select, default = ["Europe", "Asia"])]
    other: Region,
    #[elicit(multi_select)]
    queue: VecDeque<String>,
    #[elicit(multi_select, min_items = 3, minimum = 3, default = ["a"])]
    deque: Option<VecDeque<Region>>,
    #[elicit(multi_select, pattern = "^a$")]
    texts: Vec<String>,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
