//! `format`.

use elicit_text::{DateTime, Format};

use super::{
    hints::Hints,
    misfit::{Fault, Lengths, Misfit, other_kind},
};
use crate::{
    form::{Kind, Literal, Meaning, Rule, TextRules},
    violation::{Limit, Problem},
    writer::Keyword,
};

/// The kind of a property with a format, if it fits.
pub(super) const fn judge(rule: Rule, format: Format, meaning: &Meaning) -> Result<Kind, Misfit> {
    let Kind::Text(mut rules) = meaning.kind else {
        return Err(other_kind(rule, meaning));
    };
    let (own, lengths) = (Lengths::Format(format), rules.lengths());
    match rules.pattern {
        _ if rules.format.is_some() => Err(Misfit::Taken(rule)),
        _ if !lengths.overlaps(format.lengths()) => {
            Err(Misfit::NoLength(own, Lengths::Field(lengths)))
        }
        Some(pattern) if !pattern.lengths().overlaps(format.lengths()) => {
            Err(Misfit::NoLength(own, Lengths::Pattern(pattern.lengths())))
        }
        _ => {
            rules.format = Some(format);
            Ok(Kind::Text(rules))
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

/// What is wrong with the format of a default.
pub(super) const fn fault_of_default(rules: &TextRules, default: &str) -> Option<Fault> {
    match rules.format {
        Some(format) if !format.accepts(default) => Some(Fault::Format(format)),
        _ => None,
    }
}
