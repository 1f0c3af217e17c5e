//! An enum with data

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
enum Target {
    Staging,
    Region(String),
    Cluster { name: String, zone: String },
}

#[derive(Elicit)]
struct Deploy {
    target: Target,
    #[elicit(multi_select, min_items = 1, default = ["Staging"])]
    others: Vec<Target>,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
