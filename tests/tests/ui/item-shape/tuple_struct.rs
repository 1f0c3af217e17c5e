//! A tuple struct of other than one field

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Range(u8, u8);

#[derive(Elicit)]
struct Nothing();

#[derive(Elicit)]
struct Pair(
    #[elicit(minimun = 1)] u8,
    #[elicit(default = "a", foo, title = 3)] String,
);

#[derive(Elicit)]
struct ApiKey(u8, u8);

#[derive(Elicit)]
struct Filter(
    #[elicit(title = "See https://example.org", minimum = 1)] String,
    Vec<u8>,
    &'static str,
);

#[derive(Elicit)]
struct Question {
    range: Range,
    #[elicit(multi_select)]
    several: Vec<Nothing>,
}

fn main() {
    let _ = Range::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Range>("{}");
    let _ = Nothing::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Nothing>("{}");
}
