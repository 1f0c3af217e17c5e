//! `pattern`.

use super::{
    default,
    hints::Hints,
    lengths::{Lengths, apart},
    message::{message, misfit, taken},
    verdict::Verdict,
};
use crate::{
    form::{Kind, Literal, Property, TextRules},
    pattern::Pattern,
    violation::{Limit, Problem},
    writer::Keyword,
};

/// Adds a pattern to a property, if it fits. A format and the description come first.
pub(super) const fn add(
    of_type: &Kind,
    property: &mut Property,
    pattern: &'static Pattern,
) -> Verdict {
    let (Kind::Text(of_type), Kind::Text(rules)) = (of_type, &mut property.kind) else {
        return Verdict::AnotherKind;
    };
    match rules.format {
        _ if of_type.pattern.is_some() => return Verdict::Taken,
        _ if !of_type.lengths().overlaps(pattern.lengths) => return Verdict::MissesType,
        Some(format) if !format.lengths().overlaps(pattern.lengths) => {
            return Verdict::MissesFormat;
        }
        _ => {}
    }
    rules.pattern = Some(pattern);
    rules.rule = property.description;
    Verdict::Fits
}

pub(super) const fn keyword(rules: &TextRules) -> Keyword {
    ("pattern", Literal::text(rules.pattern()))
}

/// The words of the pattern, unless they are the description of the field already.
pub(super) const fn say(hints: &mut Hints<'_>, rules: &TextRules, description: Option<&str>) {
    if let (Some(rule), Some(description)) = (rules.rule, description)
        && !default::is_same(rule, description)
    {
        hints.add(rule);
    }
}

/// Validates a text of an answer.
#[inline]
pub(super) fn validate(rules: &TextRules, text: &str, report: impl FnOnce(Problem)) {
    if let Some(pattern) = rules.pattern
        && !pattern.is_match(text)
    {
        let problem = match rules.rule {
            Some(rule) => Problem::new("pattern", "must match:").with_author_text(rule),
            None => Problem::new("pattern", "must match the pattern"),
        };
        report(problem.with_limit(Limit::Pattern(pattern.as_str())));
    }
}

/// Reports a `pattern` that does not fit.
#[track_caller]
pub(super) const fn report(
    verdict: Verdict,
    of_type: &Kind,
    property: &Property,
    pattern: &Pattern,
) {
    let (Kind::Text(of_type), Kind::Text(rules)) = (of_type, &property.kind) else {
        misfit(property, "pattern", "text").fail()
    };
    if let Verdict::Taken = verdict {
        taken(property, "pattern")
    }
    match (verdict, rules.format) {
        (Verdict::MissesType, _) => apart(
            property,
            Lengths::Pattern(pattern),
            Lengths::Field(of_type.lengths()),
        ),
        (Verdict::MissesFormat, Some(format)) => {
            apart(property, Lengths::Pattern(pattern), Lengths::Format(format))
        }
        _ => {}
    }
}

/// Reports a `pattern` without a description: a person cannot read a pattern.
#[track_caller]
pub(crate) const fn report_no_words(verdict: Verdict, property: &Property) {
    if property.description.is_none() && !matches!(verdict, Verdict::AnotherKind | Verdict::Taken) {
        message(property.name)
            .text("people cannot read a pattern, and clients may not show it")
            .help("describe the rule in a doc comment or a `description`")
            .fail()
    }
}

/// Reports a default that the derive has found not to match the pattern, unless the pattern did
/// not become a rule.
#[track_caller]
pub(crate) const fn report_default_mismatch(verdict: Verdict, property: &Property) {
    if let Verdict::Fits = verdict {
        default::invalid(property)
            .text("it does not match the pattern")
            .fail()
    }
}
