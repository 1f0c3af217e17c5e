//! A reference

use elicit_core::{Elicit, Revision};
type Name = &'static str;

#[derive(Elicit)]
struct Person {
    name: &'static str,
    nick_name: Option<&'static str>,
    age: &'static u8,
    alias: Name,
}

fn main() {
    let _ = Person::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Person>("{}");
}
