//! A unit struct

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Ready;

fn main() {
    let _ = Ready::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Ready>("{}");
}
