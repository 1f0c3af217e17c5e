//! A macro beside the derive that is not found
//!
//! It is the compiler's error, and the only one.

use elicit_core::{Elicit, Revision};

#[derive(Elicit, Counted)]
struct Deploy {
    replicas: u8,
}

#[audited]
#[derive(Watched, Elicit)]
struct Target {
    region: String,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Target>("{}");
}
