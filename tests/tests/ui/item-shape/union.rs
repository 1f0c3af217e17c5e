//! A union

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
union Number {
    integer: u32,
    float: f32,
}

#[derive(Elicit)]
union Key {
    code: u32,
    #[elicit(minimun = 1)]
    number: f32,
    #[elicit(minimum = 300)]
    small: u8,
    text: std::mem::ManuallyDrop<String>,
}

#[derive(Elicit)]
struct Question {
    number: Option<Number>,
    #[elicit(multi_select)]
    numbers: Vec<Number>,
}

fn main() {
    let _ = Number::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Number>("{}");
}
