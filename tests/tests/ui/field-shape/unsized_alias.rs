//! An alias of a type without a size

use elicit_core::Elicit;
type Word = str;

#[derive(Elicit)]
struct Greeting {
    #[elicit(min_length = 3, default = "hello")]
    text: Word,
}

fn main() {}
