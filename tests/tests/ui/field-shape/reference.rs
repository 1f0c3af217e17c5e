//! A reference

use elicit_core::{Elicit, Revision};
type Name = &'static str;
type Counter = &'static mut u8;

#[derive(Elicit)]
struct Person {
    name: &'static str,
    nick_name: Option<&'static str>,
    age: &'static u8,
    alias: Name,
    counter: Counter,
    last_counter: &'static mut u8,
}

fn main() {
    let _ = Person::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Person>("{}");
}
