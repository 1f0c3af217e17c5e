//! `format`.

use elicit_text::{DateTime, Format};

use super::{
    default::invalid,
    hints::Hints,
    lengths::{Lengths, apart},
    message::{misfit, taken},
};
use crate::{
    form::{Kind, Literal, Property, TextRules},
    violation::{Limit, Problem},
    writer::Keyword,
};

/// Adds a format to a property, if it fits.
#[track_caller]
pub(super) const fn add(property: &mut Property, format: Format, reports: bool) -> bool {
    let Kind::Text(rules) = &mut property.kind else {
        return misfit(property, "format", "text").refused(reports);
    };
    let (name, own, lengths) = (property.name, Lengths::Format(format), rules.lengths());
    match rules.pattern {
        _ if rules.format.is_some() => taken(name, "format").refused(reports),
        _ if !lengths.overlaps(format.lengths()) => {
            apart(name, own, Lengths::Field(lengths)).refused(reports)
        }
        Some(pattern) if !pattern.lengths().overlaps(format.lengths()) => {
            apart(name, own, Lengths::Pattern(pattern)).refused(reports)
        }
        _ => {
            rules.format = Some(format);
            true
        }
    }
}

pub(super) const fn keyword(rules: &TextRules) -> Keyword {
    let name = match rules.format {
        Some(format) => Some(format.as_str()),
        None => None,
    };
    ("format", Literal::text(name))
}

pub(super) const fn say(hints: &mut Hints<'_>, rules: &TextRules) {
    if let Some(format) = rules.format {
        hints.add(format.in_short());
    }
}

/// Validates a text of an answer.
#[inline]
pub(super) fn validate(rules: &TextRules, text: &str, report: impl FnOnce(Problem)) {
    if let Some(format) = rules.format
        && !format.accepts(text)
    {
        report(broken_format(format));
    }
}

/// The text does not have the format.
pub(crate) fn broken_format(format: Format) -> Problem {
    Problem::new("format", "must be").with_limit(Limit::Format(format))
}

/// The text has the format, and the type of another crate does not hold it.
pub(crate) fn not_held(format: Format, text: &str) -> Problem {
    match DateTime::parse(text) {
        Some(DateTime { second: 60, .. }) => {
            Problem::new("format", "must not be a leap second: seconds go up to 59")
        }
        _ => broken_format(format),
    }
}

/// Reports a default that does not have the format.
#[track_caller]
pub(super) const fn report_default(property: &Property, rules: &TextRules, text: &str) {
    if let Some(format) = rules.format
        && !format.accepts(text)
    {
        invalid(property)
            .text("it is not ")
            .text(format.expected())
            .fail()
    }
}
