//! An alias of a type without a size, before other fields

use elicit_core::Elicit;
type Word = str;

#[derive(Elicit)]
struct Search {
    place: Word,
    exact: bool,
}

fn main() {}
