//! The limit that a value breaks, and how a message says it.

use std::borrow::Cow;

use elicit_text::{Format, option_in_sentence};

use crate::{
    form::{Literal, Variant, choices::ChoiceOption},
    rules::in_words::Unit,
};

/// How many options are in a message. The form shows all of them.
const SHOWN: usize = 12;

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
                listed(variants.iter().map(|one| (one.value, one.title)), SHOWN)
            }
            Self::Options(options) => {
                listed(options.iter().map(|one| (one.value(), one.title())), SHOWN)
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

/// The values of options, with their titles, in a sentence. A long list is cut after so many.
pub(crate) fn listed<'o>(
    mut options: impl Iterator<Item = (&'o str, Option<&'o str>)>,
    most: usize,
) -> String {
    let shown = options.by_ref().take(most);
    let shown: Vec<_> = shown
        .map(|(value, title)| option_in_sentence(value, title))
        .collect();
    let shown = shown.join(", ");
    match options.count() {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
