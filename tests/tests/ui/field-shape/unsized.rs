//! A slice or a `str`, which have no size

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Upload {
    name: String,
    content: [u8],
}

#[derive(Elicit)]
struct Name(str);

#[derive(Elicit)]
struct Bytes([u8]);

#[derive(Elicit)]
struct Greeting {
    loud: bool,
    #[elicit(title = "Who is greeted", default = "you")]
    name: Name,
}

#[derive(Elicit)]
struct Key {
    #[elicit(min_length = 3)]
    bytes: Bytes,
}

#[derive(Elicit)]
#[elicit(deserialize)]
struct Nickname(Name);

fn main() {
    let _ = Greeting::requested_schema(Revision::LATEST);
    let _ = Key::requested_schema(Revision::LATEST);
}
