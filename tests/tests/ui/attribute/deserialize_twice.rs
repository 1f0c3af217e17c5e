//! `deserialize` beside serde's own `Deserialize`

use elicit_core::{Elicit, Revision};

#[derive(Elicit, serde::Deserialize)]
#[elicit(deserialize)]
struct Deploy {
    replicas: u8,
}

#[derive(serde::Deserialize, Elicit)]
#[elicit(rename_all = "lowercase", deserialize)]
enum Region {
    Europe,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
