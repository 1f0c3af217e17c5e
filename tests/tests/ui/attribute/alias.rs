//! serde's `alias` beside `deserialize`

use elicit_core::Elicit;
use serde::Serialize;

#[derive(Elicit, Serialize)]
#[elicit(deserialize)]
struct Deploy {
    #[serde(alias = "count")]
    replicas: u8,
}

#[derive(Elicit, Serialize)]
#[elicit(deserialize)]
enum Zone {
    #[serde(alias = "n")]
    North,
}

fn main() {}
