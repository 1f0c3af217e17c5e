//! The rules of JSON Schema, for one value each.

use crate::{
    choices::Choices,
    fit::is_above,
    form::{Literal, Options, Precision, Text},
    format::Format,
    pattern::Pattern,
    violation::{Bound, Problem},
};

pub(super) fn integer(integer: i128, minimum: i128, maximum: i128, zero: bool) -> Option<Problem> {
    if integer < minimum {
        Some(Problem::Minimum(Bound(Literal::Integer(minimum))))
    } else if integer > maximum {
        Some(Problem::Maximum(Bound(Literal::Integer(maximum))))
    } else if integer == 0 && !zero {
        Some(Problem::Zero)
    } else {
        None
    }
}

/// A number, and its nearest `f64`. The bounds are compared without rounding.
pub(super) fn number(
    number: &Literal,
    nearest: f64,
    minimum: Option<Literal>,
    maximum: Option<Literal>,
    precision: Precision,
) -> Option<Problem> {
    let overflows = match precision {
        #[expect(clippy::cast_possible_truncation, reason = "whether it overflows")]
        Precision::Single => (nearest as f32).is_infinite(),
        Precision::Double => nearest.is_infinite(),
    };
    let smallest = Literal::Decimal(precision.smallest());
    let largest = Literal::Decimal(precision.largest());
    if let Some(minimum) = minimum.filter(|minimum| is_above(minimum, number)) {
        Some(Problem::Minimum(Bound(minimum)))
    } else if let Some(maximum) = maximum.filter(|maximum| is_above(number, maximum)) {
        Some(Problem::Maximum(Bound(maximum)))
    } else if overflows && nearest < 0.0 {
        Some(Problem::Minimum(Bound(smallest)))
    } else if overflows {
        Some(Problem::Maximum(Bound(largest)))
    } else {
        None
    }
}

/// Every rule of a text.
pub(super) fn text(rules: &Text, text: &str, problems: &mut Vec<Problem>) {
    problems.extend(min_length(text, rules.min_length));
    problems.extend(max_length(text, rules.max_length));
    problems.extend(format(text, rules.format));
    problems.extend(pattern(text, rules.pattern, rules.rule));
}

/// Lengths are counted in Unicode scalar values, of one to four bytes each, so the number of
/// bytes often decides already.
fn min_length(text: &str, limit: Option<u64>) -> Option<Problem> {
    let limit = limit?;
    let bytes = text.len() as u64;
    let is_shorter = bytes < limit || (bytes / 4 < limit && length(text) < limit);
    is_shorter.then_some(Problem::MinLength(limit))
}

fn max_length(text: &str, limit: Option<u64>) -> Option<Problem> {
    let limit = limit?;
    let is_longer = text.len() as u64 > limit && length(text) > limit;
    is_longer.then_some(Problem::MaxLength(limit))
}

fn length(text: &str) -> u64 {
    text.chars().count() as u64
}

fn format(text: &str, format: Option<Format>) -> Option<Problem> {
    let format = format?;
    (!format.accepts(text)).then_some(Problem::Format(format))
}

fn pattern(text: &str, pattern: Option<&Pattern>, rule: Option<&'static str>) -> Option<Problem> {
    let pattern = pattern?;
    (!pattern.is_match(text)).then_some(Problem::Pattern {
        pattern: pattern.as_str(),
        rule,
    })
}

/// The place of the option with this value.
pub(super) fn place(options: &Options, choices: Option<&Choices>, value: &str) -> Option<usize> {
    match options {
        Options::Declared(variants) => variants.iter().position(|variant| variant.value == value),
        Options::Supplied => choices?.position(value),
    }
}

/// A value is none of the options.
pub(super) fn no_option(options: &Options, choices: Option<&Choices>) -> Problem {
    match (options, choices) {
        (Options::Declared(variants), _) => Problem::Variant(variants),
        (Options::Supplied, Some(choices)) => Problem::Choice(choices.shared()),
        (Options::Supplied, None) => Problem::Variant(&[]),
    }
}

pub(super) fn min_items(count: u64, limit: Option<u64>) -> Option<Problem> {
    let limit = limit.filter(|&limit| count < limit)?;
    Some(Problem::MinItems(limit))
}

pub(super) fn max_items(count: u64, limit: Option<u64>) -> Option<Problem> {
    let limit = limit.filter(|&limit| count > limit)?;
    Some(Problem::MaxItems(limit))
}
