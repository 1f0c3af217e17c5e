//! `multi_select` on a set that the choice does not fit into

use elicit_core::{Elicit, Revision};
use std::collections::{BTreeSet, HashSet};

#[derive(Elicit)]
enum Region {
    Europe,
    America,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(multi_select)]
    regions: BTreeSet<Region>,
    #[elicit(multi_select)]
    zones: Option<HashSet<Region>>,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
