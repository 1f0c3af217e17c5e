//! An alias of a type without a size

use elicit_core::{Elicit, Revision};
type Word = str;
type Bytes = [u8];

#[derive(Elicit)]
struct Upload {
    name: String,
    content: Bytes,
}

#[derive(Elicit)]
#[elicit(deserialize, check = is_polite)]
struct Greeting {
    #[elicit(min_length = 3, default = "hello")]
    text: Word,
}

fn is_polite(_: &Greeting) -> Result<(), elicit_core::Violations> {
    Ok(())
}

#[derive(Elicit)]
#[elicit(deserialize)]
struct Name(#[elicit(max_length = 20)] Word);

fn main() {
    let _ = Upload::requested_schema(Revision::LATEST);
    let _ = Greeting::requested_schema(Revision::LATEST);
}
