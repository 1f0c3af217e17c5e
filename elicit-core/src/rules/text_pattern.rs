//! `pattern`, which no schema of a form has: see [`Elicit::requested_schema`](crate::Elicit::requested_schema).

use elicit_text::Pattern;

use super::{
    hints::Hints,
    misfit::{Lengths, Misfit, other_kind},
};
use crate::{
    const_str::is_same,
    form::{Kind, Meaning, Rule, TextRules},
    violation::{Limit, Problem},
};

/// The kind of a property with a pattern, if it fits. A format comes first.
pub(super) const fn judge(
    rule: Rule,
    pattern: &'static Pattern<'static>,
    meaning: &Meaning,
) -> Result<Kind, Misfit> {
    let Kind::Text(mut rules) = meaning.kind else {
        return Err(other_kind(rule, meaning));
    };
    let (own, lengths) = (Lengths::Pattern(pattern.lengths()), rules.lengths());
    match rules.format {
        _ if rules.pattern.is_some() => Err(Misfit::Taken(rule)),
        _ if !lengths.overlaps(pattern.lengths()) => {
            Err(Misfit::NoLength(own, Lengths::Field(lengths)))
        }
        Some(format) if !format.lengths().overlaps(pattern.lengths()) => {
            Err(Misfit::NoLength(own, Lengths::Format(format)))
        }
        _ => {
            rules.pattern = Some(pattern);
            Ok(Kind::Text(rules))
        }
    }
}

/// The words of the pattern, unless they are the description of the field already.
pub(super) const fn say(hints: &mut Hints<'_>, rules: &TextRules, description: Option<&str>) {
    if let (Some(rule), Some(description)) = (rules.rule, description)
        && !is_same(rule, description)
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
