//! A type of another crate that a text is read into, without `parse`

use elicit_core::{Elicit, Revision};

#[derive(Elicit)]
struct Order {
    id: uuid::Uuid,
    price: Option<rust_decimal::Decimal>,
}

fn main() {
    let _ = Order::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Order>("{}");
}
