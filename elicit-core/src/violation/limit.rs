//! The limit that a value breaks, and how a message says it.

use std::borrow::Cow;

use elicit_text::{Format, option_in_sentence};

use crate::{
    form::{Literal, Variant, choices::ChoiceOption},
    rules::in_words::Unit,
};

/// The limit that a value breaks: [`Violation::limit`](crate::Violation::limit).
///
/// ```
/// use elicit_core::{Limit, Violation};
///
/// fn in_few_words(violation: &Violation) -> String {
///     match (violation.keyword(), violation.limit()) {
///         ("required", _) => "missing".to_owned(),
///         ("maxLength", Some(Limit::Length(length))) => format!("longer than {length}"),
///         ("maximum", Some(Limit::Number(bound))) => format!("above {bound:?}"),
///         _ => violation.message().into_owned(),
///     }
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Limit<'a> {
    /// The type that was expected, as JSON Schema names it: `integer`.
    Type(&'static str),
    /// The bound of a number.
    Number(Literal),
    /// A number of Unicode scalar values.
    Length(u64),
    /// A number of items.
    Items(u64),
    /// A number of bytes, of the JSON of the document.
    Bytes(u64),
    /// The format that was expected.
    Format(Format),
    /// The ECMA-262 pattern that must match.
    Pattern(&'static str),
    /// The description beside `parse`, in the author's words: what the type takes.
    Description(&'a str),
    /// The variants to choose from. An answer is the value of one, or its title.
    Variants(&'a [Variant]),
    /// The run-time options to choose from. An answer is the value of one, or its title.
    Options(&'a [ChoiceOption]),
}

impl<'a> Limit<'a> {
    /// The limit in words: the end of a message.
    pub(super) fn in_english(self) -> Cow<'a, str> {
        Cow::Owned(match self {
            Self::Type(name) => return Cow::Borrowed(type_in_english(name)),
            Self::Number(bound) => format!("{bound:?}"),
            Self::Length(length) => counted(length, Unit::Character),
            Self::Items(items) => counted(items, Unit::Option),
            Self::Bytes(bytes) => counted(bytes, Unit::Byte),
            Self::Format(format) => return Cow::Borrowed(format.expected()),
            Self::Pattern(pattern) => return Cow::Borrowed(pattern),
            Self::Description(description) => return Cow::Borrowed(description),
            Self::Variants(variants) => {
                shortened_list(variants, |one| option_in_sentence(one.value, one.title))
            }
            Self::Options(options) => {
                shortened_list(options, |one| option_in_sentence(one.value(), one.title()))
            }
        })
    }
}

fn type_in_english(name: &str) -> &'static str {
    match name {
        "object" => "an object",
        "array" => "a list of options",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        _ => "a text",
    }
}

/// `1 character`, `3 characters`
fn counted(count: u64, unit: Unit) -> String {
    format!("{count} {}", unit.noun(count))
}

/// The options in a sentence; a long list is cut, the form shows it whole.
fn shortened_list<T>(options: &[T], text: fn(&T) -> String) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<_> = options.iter().take(SHOWN).map(text).collect();
    let shown = shown.join(", ");
    match options.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!("{shown} and {more} more"),
        _ => shown,
    }
}
