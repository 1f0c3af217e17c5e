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

fn main() {
    let _ = Upload::requested_schema(Revision::LATEST);
}
