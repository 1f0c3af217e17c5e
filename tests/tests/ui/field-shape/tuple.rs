//! A tuple

use elicit_core::{Elicit, Revision};
type Point = (f64, f64);

#[derive(Elicit)]
struct Place {
    position: (f64, f64),
    range: Option<(u8, u8, u8)>,
    six: (u8, u8, u8, u8, u8, u8),
    point: Point,
}

fn main() {
    let _ = Place::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Place>("{}");
}
