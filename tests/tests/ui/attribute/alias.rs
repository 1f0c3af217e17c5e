//! serde's `alias` or `deny_unknown_fields` beside `deserialize`

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

#[derive(Elicit, Serialize)]
#[elicit(deserialize)]
#[serde(deny_unknown_fields)]
struct Scale {
    replicas: u8,
}

fn main() {}
