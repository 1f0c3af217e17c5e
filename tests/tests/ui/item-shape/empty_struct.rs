//! A struct without fields

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Nothing {}

fn main() {
    let _ = Nothing::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Nothing>("{}");
}
