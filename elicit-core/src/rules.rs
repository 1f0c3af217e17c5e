//! The rules of JSON Schema that an attribute can add to a property, one file each.
//!
//! A rule is judged when it is added to the property. If it does not fit, it is left out, so that
//! nothing else is checked against it, and an assertion beside the attribute adds it once more, which
//! then reports why.

mod bounds;
pub(crate) mod default;
pub mod hints;
pub(crate) mod in_words;
mod items;
mod lengths;
pub(crate) mod message;
mod text_format;
pub(crate) mod text_pattern;

pub(crate) use bounds::{validate_integer, validate_number};
pub(crate) use items::{report_without_multi_select, validate_count};
pub(crate) use text_format::not_held;

use elicit_text::{CountRange, Format, Pattern};

use crate::{
    form::{Kind, Literal, Property, TextRules},
    violation::Problem,
    writer::Keyword,
};
use hints::Hints;

/// A rule as an attribute adds it.
#[derive(Clone, Copy)]
pub enum Rule {
    /// `minimum`
    Minimum(Literal),
    /// `maximum`
    Maximum(Literal),
    /// `format`
    Format(Format),
    /// `pattern`, after the description and the format.
    Pattern(&'static Pattern),
    /// `min_length`, after the format and the pattern.
    MinLength(u64),
    /// `max_length`, after the format and the pattern.
    MaxLength(u64),
    /// `min_items`
    MinItems(u64),
    /// `max_items`
    MaxItems(u64),
}

/// Which of two limits a rule is.
#[derive(Clone, Copy)]
enum Side {
    Minimum,
    Maximum,
}

impl Side {
    const fn of<'l, T>(self, minimum: &'l mut T, maximum: &'l mut T) -> &'l mut T {
        match self {
            Self::Minimum => minimum,
            Self::Maximum => maximum,
        }
    }
}

impl Rule {
    /// Adds it to a property, and returns whether it fits. If not, it fails with a message where it
    /// `reports`.
    #[track_caller]
    pub(crate) const fn add(self, of_type: &Kind, property: &mut Property, reports: bool) -> bool {
        use Side::{Maximum, Minimum};

        match self {
            Self::Minimum(bound) => bounds::add(of_type, property, Minimum, &bound, reports),
            Self::Maximum(bound) => bounds::add(of_type, property, Maximum, &bound, reports),
            Self::Format(format) => text_format::add(property, format, reports),
            Self::Pattern(pattern) => text_pattern::add(property, pattern, reports),
            Self::MinLength(length) => lengths::add(of_type, property, Minimum, length, reports),
            Self::MaxLength(length) => lengths::add(of_type, property, Maximum, length, reports),
            Self::MinItems(items) => items::add(property, Minimum, items, reports),
            Self::MaxItems(items) => items::add(property, Maximum, items, reports),
        }
    }
}

/// Every rule that the protocol has, as the schema spells it, in the order in which it is sent.
pub(crate) const fn keywords(kind: &Kind) -> [Keyword; 3] {
    const NONE: Keyword = ("", None);
    let [least, most] = match kind {
        Kind::Boolean | Kind::Choice(_) => [NONE; 2],
        Kind::Integer(rules) => bounds::keywords(
            Literal::integer(rules.minimum),
            Literal::integer(rules.maximum),
        ),
        Kind::Number(rules) => bounds::keywords(rules.minimum, rules.maximum),
        Kind::Text(rules) => lengths::keywords(rules),
        Kind::MultiSelect {
            min_items,
            max_items,
            ..
        } => items::keywords(*min_items, *max_items),
    };
    let format = match kind {
        Kind::Text(rules) => text_format::keyword(rules),
        _ => NONE,
    };
    [least, most, format]
}

/// Says every rule of a property in words.
const fn say(property: &Property, hints: &mut Hints<'_>) {
    match &property.kind {
        Kind::Boolean => {}
        Kind::Choice(options) => {
            items::say(hints, "one", CountRange::between(None, None), *options);
        }
        Kind::Integer(rules) => bounds::say_integer(hints, rules, property.type_limit),
        Kind::Number(rules) => bounds::say_bounds(hints, rules.minimum, rules.maximum),
        Kind::Text(rules) => {
            text_pattern::say(hints, rules, property.description);
            text_format::say(hints, rules);
            lengths::say(hints, rules);
        }
        Kind::MultiSelect {
            options,
            min_items,
            max_items,
            ..
        } => {
            let counts = CountRange::between(*min_items, *max_items);
            items::say(hints, "some", counts, *options);
        }
    }
}

/// Reports a default of the right kind that breaks a rule of its property. (The derive matches it
/// with the pattern.)
#[track_caller]
const fn report_default(property: &Property, default: &Literal) {
    match (&property.kind, default) {
        (Kind::Integer(_) | Kind::Number(_), _) => bounds::report_default(property, default),
        (Kind::Text(rules), Literal::Text(text)) => {
            lengths::report_default(property, rules, text);
            text_format::report_default(property, rules, text);
        }
        (
            Kind::MultiSelect {
                min_items,
                max_items,
                ..
            },
            Literal::List(items),
        ) => {
            let takes = CountRange::between(*min_items, *max_items);
            items::report_default(property, takes, items.len() as u64);
        }
        _ => {}
    }
}

/// Validates a text of an answer by every rule.
#[inline]
pub(crate) fn validate_text(rules: &TextRules, text: &str, mut report: impl FnMut(Problem)) {
    lengths::validate(rules, text, &mut report);
    text_format::validate(rules, text, &mut report);
    text_pattern::validate(rules, text, &mut report);
}
