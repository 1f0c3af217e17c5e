//! A form as a field of another form

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Address {
    street: String,
}

type Home = Address;

#[derive(Elicit)]
struct Contact {
    address: Address,
    billing: Option<Address>,
    home: Home,
}

fn main() {
    let _ = Address::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Address>("{}");
    let _ = Contact::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Contact>("{}");
}
