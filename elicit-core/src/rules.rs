//! The rules of JSON Schema that an attribute can add to a property, one file each.
//!
//! A rule is judged when it is added to the property. If it does not fit, it is left out, so that
//! nothing else is checked against it. Why it does not fit is a [`Misfit`](misfit::Misfit).

mod bounds;
pub(crate) mod default;
mod hints;
pub(crate) mod in_words;
mod items;
mod lengths;
pub(crate) mod message;
pub(crate) mod misfit;
#[cfg(test)]
mod tests;
mod text_format;
pub(crate) mod text_pattern;

pub(crate) use text_format::not_held;

use elicit_text::CountRange;

use crate::{
    form::{IntegerRules, Kind, Literal, Meaning, NumberRules, Rule, Side, TextRules, TypeLimit},
    violation::Problem,
    writer::Keyword,
};
use hints::Hints;
use misfit::{Fault, Misfit};

impl Rule {
    /// The kind of a property with the rule, if it fits. The type of the property alone allows
    /// `of_type`.
    pub(crate) const fn judge(self, of_type: &Kind, meaning: &Meaning) -> Result<Kind, Misfit> {
        use Side::{Maximum, Minimum};

        match &self {
            Self::Minimum(bound) => bounds::judge(self, (Minimum, bound), of_type, meaning),
            Self::Maximum(bound) => bounds::judge(self, (Maximum, bound), of_type, meaning),
            Self::Format(format) => text_format::judge(self, *format, meaning),
            Self::Pattern(pattern) => text_pattern::judge(self, pattern, meaning),
            Self::MinLength(length) => lengths::judge(self, (Minimum, *length), of_type, meaning),
            Self::MaxLength(length) => lengths::judge(self, (Maximum, *length), of_type, meaning),
            Self::MinItems(items) => items::judge(self, (Minimum, *items), meaning),
            Self::MaxItems(items) => items::judge(self, (Maximum, *items), meaning),
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

/// Writes a description that ends with the rules of its property in words, as far as there is room.
/// Returns its length.
pub(crate) const fn describe(
    meaning: &Meaning,
    description: Option<&str>,
    names_options: bool,
    room: &mut [u8],
) -> usize {
    let mut hints = Hints::after(description, names_options, room);
    say(meaning, description, &mut hints);
    hints.writer.len()
}

/// Says every rule of a property in words.
const fn say(meaning: &Meaning, description: Option<&str>, hints: &mut Hints<'_>) {
    match &meaning.kind {
        Kind::Boolean => {}
        Kind::Choice(options) => {
            items::say(hints, "one", CountRange::between(None, None), *options);
        }
        Kind::Integer(rules) => bounds::say_integer(hints, rules, meaning.type_limit),
        Kind::Number(rules) => bounds::say_bounds(hints, rules.minimum, rules.maximum),
        Kind::Text(rules) => {
            text_pattern::say(hints, rules, description);
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

/// Validates an integer of an answer by every rule.
pub(crate) fn validate_integer(
    rules: &IntegerRules,
    integer: i128,
    type_limit: TypeLimit,
    report: impl FnMut(Problem),
) {
    bounds::validate_integer(rules, integer, type_limit, report);
}

/// Validates a number of an answer by every rule. This is the nearest `f64` of it.
pub(crate) fn validate_number(
    rules: &NumberRules,
    number: &Literal,
    nearest: f64,
    type_limit: TypeLimit,
    report: impl FnMut(Problem),
) {
    bounds::validate_number(rules, number, nearest, type_limit, report);
}

/// Validates how many items an answer has.
pub(crate) fn validate_count(
    count: u64,
    min_items: Option<u64>,
    max_items: Option<u64>,
    report: impl FnMut(Problem),
) {
    items::validate(count, min_items, max_items, report);
}

/// Validates a text of an answer by every rule.
#[inline]
pub(crate) fn validate_text(rules: &TextRules, text: &str, mut report: impl FnMut(Problem)) {
    lengths::validate(rules, text, &mut report);
    text_format::validate(rules, text, &mut report);
    text_pattern::validate(rules, text, &mut report);
}

/// What is wrong with a number as a default.
const fn fault_of_number(meaning: &Meaning, default: &Literal) -> Option<Fault> {
    bounds::fault_of_default(meaning, default)
}

/// What is wrong with a text as a default. (The derive matches it with the pattern.)
const fn fault_of_text(rules: &TextRules, default: &str) -> Option<Fault> {
    match lengths::fault_of_default(rules, default) {
        None => text_format::fault_of_default(rules, default),
        fault => fault,
    }
}

/// What is wrong with so many options as a default.
const fn fault_of_count(
    count: u64,
    min_items: Option<u64>,
    max_items: Option<u64>,
) -> Option<Fault> {
    items::fault_of_default(count, min_items, max_items)
}
