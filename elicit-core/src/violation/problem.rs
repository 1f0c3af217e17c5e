//! The rules that an answer can break, in words.

use std::{borrow::Cow, sync::Arc};

use super::{Limit, Violation};
use crate::{
    form::{Literal, Variant, choices::Choice},
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

impl Violation {
    /// The keyword that failed.
    ///
    /// JSON Schema's own words: `required`, `type`, `minimum`, `maximum`,
    /// `minLength`, `maxLength`, `format`, `pattern`, `enum` (for every kind of
    /// choice), `minItems`, `maxItems`, `uniqueItems`, and `not` for the zero that
    /// a signed non-zero integer cannot hold.
    ///
    /// Four more are in no schema:
    ///
    /// - `duplicate`: a property is given twice. Nothing else is reported of this property, because
    ///   nobody knows which value was meant.
    /// - `syntax`: the document is not JSON, or could not be read.
    /// - `size`: an answer is larger than the server reads (`Elicitation::answer_limit`).
    /// - `check`: a rule of the server's own rejects the answer, or the type of a field under
    ///   `parse` rejects the text.
    #[must_use]
    pub fn keyword(&self) -> &'static str {
        match &self.problem {
            Problem::Required => "required",
            Problem::Type(_) => "type",
            Problem::Minimum(_) => "minimum",
            Problem::Maximum(_) => "maximum",
            Problem::MinLength(_) => "minLength",
            Problem::MaxLength(_) => "maxLength",
            Problem::Format(_) => "format",
            Problem::Pattern { .. } => "pattern",
            Problem::Variant(_) | Problem::Choice(_) => "enum",
            Problem::MinItems(_) => "minItems",
            Problem::MaxItems(_) => "maxItems",
            Problem::UniqueItems => "uniqueItems",
            Problem::Zero => "not",
            Problem::Duplicate => "duplicate",
            Problem::Syntax { .. } | Problem::Unreadable => "syntax",
            Problem::Size(_) => "size",
            Problem::Check(_) | Problem::Rejected | Problem::Unparsed(_) => "check",
        }
    }

    /// The limit that the value breaks, for those who translate messages; `None` for keywords
    /// without one, such as `required` and `check` (of a rule of the server's own).
    #[must_use]
    pub fn limit(&self) -> Option<Limit<'_>> {
        Some(match &self.problem {
            Problem::Type(expected) => Limit::Type(expected),
            Problem::Minimum(bound) | Problem::Maximum(bound) => Limit::Number(*bound),
            Problem::MinLength(length) | Problem::MaxLength(length) => Limit::Length(*length),
            Problem::Size(bytes) => Limit::Bytes(*bytes),
            Problem::Format(format) => Limit::Format(*format),
            Problem::Pattern { pattern, .. } => Limit::Pattern(pattern),
            Problem::Unparsed(description) => Limit::Description(description),
            Problem::Variant(variants) => Limit::Variants(variants),
            Problem::Choice(choices) => Limit::Choices(choices),
            Problem::MinItems(items) | Problem::MaxItems(items) => Limit::Items(*items),
            Problem::Required
            | Problem::UniqueItems
            | Problem::Zero
            | Problem::Duplicate
            | Problem::Syntax { .. }
            | Problem::Unreadable
            | Problem::Check(_)
            | Problem::Rejected => return None,
        })
    }

    /// The server author's own text, if there is one: what a `check` reports, or the
    /// description beside a `pattern` or `parse`. It is in the author's language, so a translation keeps it.
    ///
    /// ```
    /// use elicit_core::{InvalidContent, Violations};
    ///
    /// let found = Violations::new().property("branch", "n'existe pas");
    /// let invalid = InvalidContent::from(found);
    /// assert_eq!(invalid.violations()[0].author_text(), Some("n'existe pas"));
    /// ```
    #[must_use]
    pub fn author_text(&self) -> Option<&str> {
        match &self.problem {
            Problem::Check(text) => Some(text),
            Problem::Pattern { rule, .. } => *rule,
            Problem::Unparsed(description) => Some(description),
            _ => None,
        }
    }

    /// The end of a sentence that begins with the property, in English: "is required". It does
    /// not name the property; `Display` does. Other languages: `Words`.
    #[must_use]
    pub fn message(&self) -> Cow<'_, str> {
        Cow::Owned(match &self.problem {
            Problem::Required => return Cow::Borrowed("is required"),
            Problem::Type(expected) => return Cow::Borrowed(expected_type(expected)),
            Problem::Minimum(bound) => format!("must be at least {bound:?}"),
            Problem::Maximum(bound) => format!("must be at most {bound:?}"),
            Problem::MinLength(length) => {
                format!("must have at least {}", count(*length, "character"))
            }
            Problem::MaxLength(length) => {
                format!("must have at most {}", count(*length, "character"))
            }
            Problem::Format(format) => format!("must be {}", format.expected()),
            Problem::Pattern {
                rule: Some(rule), ..
            } => format!("must keep to the rule: {rule}"),
            Problem::Pattern { pattern, .. } => format!("must match the pattern {pattern}"),
            Problem::Variant(variants) => one_of(variants.iter().map(Variant::label)),
            Problem::Choice(choices) => one_of(choices.iter().map(Choice::label)),
            Problem::MinItems(items) => format!("must have at least {}", count(*items, "choice")),
            Problem::MaxItems(items) => format!("must have at most {}", count(*items, "choice")),
            Problem::UniqueItems => return Cow::Borrowed("must not repeat a choice"),
            Problem::Zero => return Cow::Borrowed("must not be 0"),
            Problem::Duplicate => return Cow::Borrowed("must be given only once"),
            Problem::Syntax { line, column } => {
                format!("must be JSON (line {line}, column {column})")
            }
            Problem::Unreadable => return Cow::Borrowed("could not be read"),
            Problem::Size(bytes) => format!("must be shorter: at most {}", count(*bytes, "byte")),
            Problem::Check(message) => return Cow::Borrowed(message),
            Problem::Rejected => return Cow::Borrowed("was not accepted"),
            Problem::Unparsed(description) => format!("must fit the description: {description}"),
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
