//! `pattern`, which no schema of a form has: see [`Elicit::requested_schema`](crate::Elicit::requested_schema).

use elicit_text::Pattern;

use super::{
    default,
    hints::Hints,
    lengths::{Lengths, apart},
    message::{message, misfit, taken},
};
use crate::{
    form::{Kind, Property, TextRules},
    violation::{Limit, Problem},
};

/// Adds a pattern to a property, if it fits. A format and the description come first.
#[track_caller]
pub(super) const fn add(property: &mut Property, pattern: &'static Pattern, reports: bool) -> bool {
    let Kind::Text(rules) = &mut property.kind else {
        return misfit(property, "pattern", "text").refused(reports);
    };
    let (name, own, lengths) = (property.name, Lengths::Pattern(pattern), rules.lengths());
    match rules.format {
        _ if rules.pattern.is_some() => taken(name, "pattern").refused(reports),
        _ if !lengths.overlaps(pattern.lengths()) => {
            apart(name, own, Lengths::Field(lengths)).refused(reports)
        }
        Some(format) if !format.lengths().overlaps(pattern.lengths()) => {
            apart(name, own, Lengths::Format(format)).refused(reports)
        }
        _ => {
            rules.pattern = Some(pattern);
            rules.rule = property.description;
            true
        }
    }
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

/// Reports a `pattern` without a description: a person cannot read a pattern. If the type is not a text,
/// or has a pattern already, that is reported instead.
#[track_caller]
pub(crate) const fn report_no_words(of_type: &Kind, property: &Property) {
    if let (Kind::Text(TextRules { pattern: None, .. }), None) = (of_type, property.description) {
        message(property.name)
            .text("people cannot read a pattern, and clients may not show it")
            .help("describe the rule in a doc comment or a `description`")
            .fail()
    }
}

/// Reports a default that the derive has found not to match the pattern, unless the pattern did
/// not become a rule.
#[track_caller]
pub(crate) const fn report_default_mismatch(of_type: &Kind, property: &Property) {
    if let (Kind::Text(of_type), Kind::Text(rules)) = (of_type, &property.kind)
        && of_type.pattern.is_none()
        && rules.pattern.is_some()
    {
        default::invalid(property)
            .text("it does not match the pattern")
            .fail()
    }
}
