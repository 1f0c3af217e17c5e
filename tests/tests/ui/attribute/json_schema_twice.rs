//! `json_schema` beside the derive of `schemars`

use elicit_core::{Elicit, Revision};
use rmcp::schemars::{self, JsonSchema};

#[derive(Elicit, JsonSchema)]
#[elicit(json_schema)]
struct Deploy {
    replicas: u8,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
}
