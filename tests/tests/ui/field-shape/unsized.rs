//! A slice or a `str`, which have no size

use elicit_core::Elicit;
#[derive(Elicit)]
struct Upload {
    name: String,
    content: [u8],
}

#[derive(Elicit)]
#[elicit(deserialize)]
struct Comment {
    text: str,
}

#[derive(Elicit)]
#[elicit(deserialize)]
struct Name(str);

#[derive(Elicit)]
struct Bytes([u8]);

fn main() {}
