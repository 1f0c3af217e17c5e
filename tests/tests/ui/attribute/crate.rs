//! A path of another crate where that of `elicit-core` goes

use elicit_core::{Elicit, Revision};

#[derive(Elicit)]
#[elicit(crate = std)]
struct Deploy {
    replicas: u8,
}

#[derive(Elicit)]
#[elicit(crate = "std::option", deserialize)]
enum Region {
    Europe,
}

#[derive(Elicit)]
#[elicit(crate = nowhere::elicit)]
struct Port(u16);

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
