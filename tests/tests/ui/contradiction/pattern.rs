//! A pattern that cannot be matched in linear time, or that contradicts something

use elicit_core::{Elicit, Revision};
/// A lower-case word.
#[derive(Elicit)]
struct Word(#[elicit(pattern = "^[a-z]+$")] String);

#[derive(Elicit)]
struct Deploy {
    /// Three letters.
    #[elicit(pattern = "^[a-z{3}$")]
    invalid: String,
    /// Letters.
    #[elicit(pattern = "^[[:alpha:]]+$")]
    named_class: String,
    /// Nothing.
    #[elicit(pattern = "^[]$", default = "a")]
    never: String,
    /// The same letter twice.
    #[elicit(pattern = r"^(.)\1$")]
    back: String,
    /// Letters.
    #[elicit(pattern = "^[a-z]+$", default = "Main")]
    branch: String,
    #[elicit(pattern = "^[a-z]+$")]
    unexplained: String,
    /// Digits.
    #[elicit(pattern = "^[0-9]+$")]
    count: u8,
    /// Four letters.
    #[elicit(pattern = "^[a-z]{4}$")]
    again: Word,
    #[elicit(default = "main")]
    unknown: Word,
    /// Nothing.
    #[elicit(pattern)]
    bare: String,
    /// The letter a.
    #[elicit(pattern = "/^a$/")]
    literal: String,
    /// The letter a.
    #[elicit(pattern = "/[/a]/i")]
    flagged: String,
    /// Letters but b.
    #[elicit(pattern = "^[a-z&&[^b]]+$")]
    intersection: String,
    /// Letters but b.
    #[elicit(pattern = r"^[\w--b]+$")]
    difference: String,
    /// Letters and digits.
    #[elicit(pattern = "^[[a-z][0-9]]+$")]
    union: String,
    /// An a, and a b behind twenty more.
    #[elicit(pattern = "a.{20}b")]
    too_large: String,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
