//! A `multi_select` that was forgotten

use elicit_core::Elicit;
use std::collections::{BTreeSet, HashSet};

#[derive(Elicit)]
enum Region {
    Europe,
    America,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(min_items = 1)]
    regions: Vec<Region>,
    #[elicit(max_items = 2, default = ["Europe"])]
    optional: Option<Vec<Region>>,
    #[elicit(min_items = 2, max_items = 1)]
    order: std::vec::Vec<Region>,
    #[elicit(min_items = 1, choices)]
    hosts: HashSet<String>,
    #[elicit(max_items = 1)]
    branches: BTreeSet<String>,
    #[elicit(max_items = 3)]
    ports: Vec<u16>,
    #[elicit(min_items = 3)]
    flags: Option<HashSet<bool>>,
    #[elicit(min_items = 3)]
    letters: Vec<char>,
    #[elicit(min_items = 1, max_items = 2)]
    alias: Regions,
    #[elicit(max_items = 9)]
    numbers: Numbers,
    #[elicit(min_items = 1)]
    pair: [Region; 2],
    #[elicit(min_items = 3)]
    zones: Vec<Region>,
}

type Regions = Vec<Region>;
type Numbers = Option<Vec<u8>>;

fn main() {
    let _ = elicit_core::from_value_with::<Deploy>;
    let _ = |choices: DeployChoices| choices.hosts;
}
