//! `min_length` and `max_length`.

use super::{
    default::report_count,
    hints::Hints,
    in_words::Unit,
    message::{Message, NO_ANSWER, message, misfit},
    verdict::{Side, Verdict},
};
use crate::{
    form::{Kind, Literal, Property, TextRules, count_range::CountRange},
    format::Format,
    pattern::Pattern,
    plain_text::first_char,
    violation::{Limit, Problem},
    writer::Keyword,
};

/// Adds a limit of the length to a property, if it fits. A format and a pattern come first.
pub(super) const fn add(
    of_type: &Kind,
    property: &mut Property,
    side: Side,
    length: u64,
) -> Verdict {
    let (Kind::Text(of_type), Kind::Text(rules)) = (of_type, &mut property.kind) else {
        return Verdict::AnotherKind;
    };
    let only = CountRange::between(Some(length), Some(length));
    let lengths = range(side, length);
    match (rules.format, rules.pattern) {
        _ if !of_type.lengths().overlaps(only) => return Verdict::WidensType,
        (Some(format), _) if !format.lengths().overlaps(lengths) => return Verdict::MissesFormat,
        (_, Some(pattern)) if !pattern.lengths.overlaps(lengths) => {
            return Verdict::MissesPattern;
        }
        _ => *side.of(&mut rules.min_length, &mut rules.max_length) = Some(length),
    }
    Verdict::Fits
}

const fn range(side: Side, length: u64) -> CountRange {
    match side {
        Side::Minimum => CountRange::between(Some(length), None),
        Side::Maximum => CountRange::between(None, Some(length)),
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

/// Reports a `min_length` or `max_length` that does not fit.
#[track_caller]
pub(super) const fn report(
    verdict: Verdict,
    of_type: &Kind,
    property: &Property,
    side: Side,
    length: u64,
) {
    let attribute = match side {
        Side::Minimum => "min_length",
        Side::Maximum => "max_length",
    };
    let (Kind::Text(of_type), Kind::Text(rules)) = (of_type, &property.kind) else {
        misfit(property, attribute, "text").fail()
    };
    let takes = Lengths::Field(range(side, length));
    match (verdict, rules.format, rules.pattern) {
        (Verdict::MissesFormat, Some(format), _) => apart(property, Lengths::Format(format), takes),
        (Verdict::MissesPattern, _, Some(pattern)) => {
            apart(property, Lengths::Pattern(pattern), takes)
        }
        (Verdict::WidensType, ..) => message(property.name)
            .quoted(attribute)
            .text(" is ")
            .count(length)
            .text(", and the type of this field allows a length of ")
            .counts(of_type.lengths())
            .help("an attribute can narrow what the type allows, not widen it")
            .fail(),
        _ => {}
    }
}

/// What limits the length of a text.
#[derive(Clone, Copy)]
pub(super) enum Lengths<'p> {
    Format(Format),
    Pattern(&'p Pattern),
    Field(CountRange),
}

/// Reports that no text has a length that both allow.
#[track_caller]
pub(super) const fn apart(property: &Property, one: Lengths<'_>, other: Lengths<'_>) -> ! {
    message(property.name)
        .lengths_of(one)
        .text(", and ")
        .lengths_of(other)
        .text(NO_ANSWER)
        .fail()
}

impl Message {
    const fn lengths_of(self, lengths: Lengths<'_>) -> Self {
        match lengths {
            Lengths::Format(format) => self
                .text("a text of the format ")
                .quoted(format.as_str())
                .text(" has a length of ")
                .counts(format.lengths()),
            Lengths::Pattern(pattern) => self
                .text("a text that the pattern matches has a length of ")
                .counts(pattern.lengths),
            Lengths::Field(lengths) => self.text("this field allows ").counts(lengths),
        }
    }
}

/// Reports a default of another length.
#[track_caller]
pub(super) const fn report_default(property: &Property, rules: &TextRules, text: &str) {
    let (mut length, mut rest) = (0, text.as_bytes());
    while let Some((_, after)) = first_char(rest) {
        length += 1;
        rest = after;
    }
    report_count(property, length, Unit::Character, rules.lengths());
}
