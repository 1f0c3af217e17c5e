//! An attribute under the name that it has elsewhere

use std::collections::BTreeSet;

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Deploy {
    #[elicit(min_value = 1, max_value = 3)]
    values: u8,
    #[elicit(ge = 1, le = 3)]
    bounds: u8,
    #[elicit(gte = 1, lte = 3)]
    other_bounds: u8,
    #[elicit(gt = 1, lt = 3)]
    exclusive: Option<u8>,
    #[elicit(exclusive_minimum = 1, exclusiveMaximum = 3)]
    spelt_out: u8,
    #[elicit(min = 1, max = 3, len = 3)]
    text: String,
    #[elicit(multi_select, min = 1, max = 3, len = 3)]
    list: Vec<Region>,
    #[elicit(multi_select, unique, uniqueItems = true)]
    unique: Vec<Region>,
    #[elicit(lable = "A", comment = "B")]
    words: String,
    #[elicit(prefill = 3)]
    prefill: u8,
    #[elicit(value = 3)]
    value: u8,
    #[elicit(oneof("a", "b"))]
    one: String,
    #[elicit(anyOf = ["a", "b"])]
    any: String,
    #[elicit(nonempty)]
    nonempty: String,
    #[elicit(non_empty)]
    some: Option<String>,
    #[elicit(multi_select, nonempty)]
    several: BTreeSet<Region>,
    #[elicit(matches = "^a$")]
    matches: String,
    #[elicit(multiline, textarea)]
    long: String,
    #[elicit(not_required)]
    note: String,
    #[elicit(title = "Region", min = 1)]
    port: Port,
}

#[derive(Elicit, PartialEq, Eq, PartialOrd, Ord)]
enum Region {
    #[elicit(label = "Europe")]
    Europe,
    America,
}

#[derive(Elicit)]
struct Port(#[elicit(gt = 1023, nonempty)] u16);

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
