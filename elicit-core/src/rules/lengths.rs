//! `min_length` and `max_length`.

use elicit_text::CountRange;

use super::{
    hints::Hints,
    in_words::Unit,
    misfit::{Fault, Lengths, Misfit, other_kind, outside},
};
use crate::{
    form::{Kind, Literal, Meaning, Rule, Side, TextRules},
    violation::{Limit, Problem},
    writer::Keyword,
};

/// The kind of a property with a limit of the length, if it fits. A format and a pattern come first.
pub(super) const fn judge(
    rule: Rule,
    (side, length): (Side, u64),
    of_type: &Kind,
    meaning: &Meaning,
) -> Result<Kind, Misfit> {
    let (Kind::Text(of_type), Kind::Text(mut rules)) = (of_type, meaning.kind) else {
        return Err(other_kind(rule, meaning));
    };
    let lengths = match side {
        Side::Minimum => CountRange::between(Some(length), None),
        Side::Maximum => CountRange::between(None, Some(length)),
    };
    let only = CountRange::between(Some(length), Some(length));
    match (rules.format, rules.pattern) {
        _ if !of_type.lengths().overlaps(only) => {
            let takes = of_type.lengths();
            Err(Misfit::LengthOutsideOfType { rule, takes })
        }
        (Some(format), _) if !format.lengths().overlaps(lengths) => Err(Misfit::NoLength(
            Lengths::Format(format),
            Lengths::Field(lengths),
        )),
        (_, Some(pattern)) if !pattern.lengths().overlaps(lengths) => Err(Misfit::NoLength(
            Lengths::Pattern(pattern.lengths()),
            Lengths::Field(lengths),
        )),
        _ => {
            *side.of(&mut rules.min_length, &mut rules.max_length) = Some(length);
            Ok(Kind::Text(rules))
        }
    }
}

pub(super) const fn keywords(rules: &TextRules) -> [Keyword; 2] {
    [
        ("minLength", Literal::count(rules.min_length)),
        ("maxLength", Literal::count(rules.max_length)),
    ]
}

pub(super) const fn say(hints: &mut Hints<'_>, rules: &TextRules) {
    if rules.lengths().is_limited() {
        hints.begin();
        hints.writer.counted(rules.lengths(), Unit::Character);
    }
}

/// Validates a text of an answer. Its length is counted in Unicode scalar values, of one to four
/// bytes each, so the number of bytes often decides already.
#[inline]
pub(super) fn validate(rules: &TextRules, text: &str, mut report: impl FnMut(Problem)) {
    let bytes = text.len() as u64;
    let is_too_short =
        |limit: &u64| bytes < *limit || (bytes / 4 < *limit && length(text) < *limit);
    if let Some(limit) = rules.min_length.filter(is_too_short) {
        report(Problem::new("minLength", "must have at least").with_limit(Limit::Length(limit)));
    }
    let is_too_long = |limit: &u64| bytes > *limit && length(text) > *limit;
    if let Some(limit) = rules.max_length.filter(is_too_long) {
        report(Problem::new("maxLength", "must have at most").with_limit(Limit::Length(limit)));
    }
}

fn length(text: &str) -> u64 {
    text.chars().count() as u64
}

/// What is wrong with the length of a default.
pub(super) const fn fault_of_default(rules: &TextRules, default: &str) -> Option<Fault> {
    outside(length_of(default), Unit::Character, rules.lengths())
}

/// The length of a text, in a constant.
const fn length_of(text: &str) -> u64 {
    let (mut length, mut rest) = (0, text.as_bytes());
    while let [byte, after @ ..] = rest {
        // The other bytes of a character begin like this.
        length += (*byte & 0xC0 != 0x80) as u64;
        rest = after;
    }
    length
}
