//! An integer of 128 bits

use elicit_core::{Elicit, Revision};
use std::num::{NonZeroI128, NonZeroU128};
type Identifier = u128;

#[derive(Elicit)]
struct Account {
    id: u128,
    balance: Option<i128>,
    other: Identifier,
    parent: NonZeroU128,
    change: Option<NonZeroI128>,
}

fn main() {
    let _ = Account::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Account>("{}");
}
