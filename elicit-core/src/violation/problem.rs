//! The rules that an answer can break, in words.

use std::{borrow::Cow, sync::Arc};

use super::Limit;
use crate::{
    form::choices::Choice,
    form::{Literal, Variant},
    format::Format,
};

/// The rule that was broken. Words are made only when somebody asks for them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Problem {
    Required,
    Type(&'static str),
    Minimum(Literal),
    Maximum(Literal),
    MinLength(u64),
    MaxLength(u64),
    Format(Format),
    Pattern {
        pattern: &'static str,
        /// The rule in the author's words.
        rule: Option<&'static str>,
    },
    Variant(&'static [Variant]),
    Choice(Arc<[Choice]>),
    MinItems(u64),
    MaxItems(u64),
    UniqueItems,
    Zero,
    Duplicate,
    Syntax {
        line: usize,
        column: usize,
    },
    Unreadable,
    /// In bytes, of an answer to a question that was asked.
    #[cfg_attr(
        not(feature = "runtime"),
        expect(dead_code, reason = "nothing is asked")
    )]
    Size(u64),
    Check(Cow<'static, str>),
    /// A check returned an error without a text.
    Rejected,
    /// The `FromStr` of the type refuses the text. With the description, in the author's words.
    Unparsed(&'static str),
}

impl Problem {
    pub(super) fn keyword(&self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Type(_) => "type",
            Self::Minimum(_) => "minimum",
            Self::Maximum(_) => "maximum",
            Self::MinLength(_) => "minLength",
            Self::MaxLength(_) => "maxLength",
            Self::Format(_) => "format",
            Self::Pattern { .. } => "pattern",
            Self::Variant(_) | Self::Choice(_) => "enum",
            Self::MinItems(_) => "minItems",
            Self::MaxItems(_) => "maxItems",
            Self::UniqueItems => "uniqueItems",
            Self::Zero => "not",
            Self::Duplicate => "duplicate",
            Self::Syntax { .. } | Self::Unreadable => "syntax",
            Self::Size(_) => "size",
            Self::Check(_) | Self::Rejected | Self::Unparsed(_) => "check",
        }
    }

    pub(super) fn limit(&self) -> Option<Limit<'_>> {
        Some(match self {
            Self::Type(expected) => Limit::Type(expected),
            Self::Minimum(bound) | Self::Maximum(bound) => Limit::Number(*bound),
            Self::MinLength(length) | Self::MaxLength(length) => Limit::Length(*length),
            Self::Size(bytes) => Limit::Bytes(*bytes),
            Self::Format(format) => Limit::Format(*format),
            Self::Pattern { pattern, .. } => Limit::Pattern(pattern),
            Self::Unparsed(description) => Limit::Description(description),
            Self::Variant(variants) => Limit::Variants(variants),
            Self::Choice(choices) => Limit::Choices(choices),
            Self::MinItems(items) | Self::MaxItems(items) => Limit::Items(*items),
            _ => return None,
        })
    }

    pub(super) fn author_text(&self) -> Option<&str> {
        match self {
            Self::Check(text) => Some(text),
            Self::Pattern { rule, .. } => *rule,
            Self::Unparsed(description) => Some(description),
            _ => None,
        }
    }

    pub(super) fn message(&self) -> Cow<'_, str> {
        Cow::Owned(match self {
            Self::Required => return Cow::Borrowed("is required"),
            Self::Type(expected) => return Cow::Borrowed(expected_type(expected)),
            Self::Minimum(bound) => format!("must be at least {bound:?}"),
            Self::Maximum(bound) => format!("must be at most {bound:?}"),
            Self::MinLength(length) => {
                format!("must have at least {}", count(*length, "character"))
            }
            Self::MaxLength(length) => format!("must have at most {}", count(*length, "character")),
            Self::Format(format) => format!("must be {}", format.expected()),
            Self::Pattern {
                rule: Some(rule), ..
            } => format!("must keep to the rule: {rule}"),
            Self::Pattern { pattern, .. } => format!("must match the pattern {pattern}"),
            Self::Variant(variants) => one_of(variants.iter().map(Variant::label)),
            Self::Choice(choices) => one_of(choices.iter().map(Choice::label)),
            Self::MinItems(items) => format!("must have at least {}", count(*items, "choice")),
            Self::MaxItems(items) => format!("must have at most {}", count(*items, "choice")),
            Self::UniqueItems => return Cow::Borrowed("must not repeat a choice"),
            Self::Zero => return Cow::Borrowed("must not be 0"),
            Self::Duplicate => return Cow::Borrowed("must be given only once"),
            Self::Syntax { line, column } => {
                format!("must be JSON (line {line}, column {column})")
            }
            Self::Unreadable => return Cow::Borrowed("could not be read"),
            Self::Size(bytes) => format!("must be shorter: at most {}", count(*bytes, "byte")),
            Self::Check(message) => return Cow::Borrowed(message),
            Self::Rejected => return Cow::Borrowed("was not accepted"),
            Self::Unparsed(description) => format!("must fit the description: {description}"),
        })
    }
}

/// `1 character`, `3 characters`
fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn expected_type(expected: &str) -> &'static str {
    match expected {
        "object" => "must be an object",
        "array" => "must be a list of choices",
        "boolean" => "must be true or false",
        "integer" => "must be a whole number",
        "number" => "must be a number",
        _ => "must be a text",
    }
}

/// The options in a sentence; a long list is cut, the form shows it whole.
fn one_of<'a>(options: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let all = options.len();
    let shown = options.take(SHOWN).collect::<Vec<_>>().join(", ");
    if all > SHOWN {
        format!("must be one of {shown} and {} more", all - SHOWN)
    } else {
        format!("must be one of {shown}")
    }
}
