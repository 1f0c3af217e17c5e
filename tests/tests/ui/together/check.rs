//! A rule across fields with another signature

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
#[elicit(check = ordered)]
struct Range {
    least: u8,
    most: u8,
}

fn ordered(range: Range) -> bool {
    range.least <= range.most
}

#[derive(Elicit)]
#[elicit(check = Self::of_a_number)]
struct Method {
    size: u8,
}

impl Method {
    fn of_a_number(_: u8) {}
}

fn main() {
    let _ = Range::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Range>("{}");
}
