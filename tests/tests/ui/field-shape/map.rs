//! A map

use elicit_core::{Elicit, Revision};
use std::collections::{BTreeMap, HashMap};

type Labels = std::collections::HashMap<String, String>;

#[derive(Elicit)]
struct Limits {
    by_name: HashMap<String, u32>,
    sorted: Option<BTreeMap<String, u32>>,
    labels: Labels,
    json: serde_json::Map<String, serde_json::Value>,
}

fn main() {
    let _ = Limits::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Limits>("{}");
}
