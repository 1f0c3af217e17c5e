//! More items than there are options

use elicit_core::{Elicit, Revision};
use std::collections::BTreeSet;

#[derive(Elicit, PartialEq, Eq, PartialOrd, Ord)]
enum Region {
    Europe,
    America,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(multi_select, min_items = 3)]
    regions: BTreeSet<Region>,
    #[elicit(multi_select, min_items = 3)]
    zones: Option<Vec<Region>>,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
