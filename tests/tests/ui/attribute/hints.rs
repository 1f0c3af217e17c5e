//! `hints` that is not a word on a form

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(hints = "yes")]
struct Deploy {
    #[elicit(hints, minimum = 1)]
    replicas: u8,
    region: Region,
    port: Port,
}

#[derive(Elicit)]
#[elicit(hints, hints)]
struct Scale {
    #[elicit(minimum = 1)]
    replicas: u8,
}

#[derive(Elicit)]
#[elicit(hints)]
enum Region {
    #[elicit(hints)]
    Europe,
}

#[derive(Elicit)]
#[elicit(hints)]
struct Port(#[elicit(hints, minimum = 1)] u16);

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Scale>("{}");
}
