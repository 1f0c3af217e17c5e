//! `min_length` and `max_length`.

use elicit_text::{CountRange, Format, Pattern};

use super::{
    Side,
    default::report_count,
    hints::Hints,
    in_words::Unit,
    message::{Message, NO_ANSWER, message, misfit},
};
use crate::{
    form::{Kind, Literal, Property, TextRules},
    violation::{Limit, Problem},
    writer::Keyword,
};

/// Adds a limit of the length to a property, if it fits. A format and a pattern come first.
#[track_caller]
pub(super) const fn add(
    of_type: &Kind,
    property: &mut Property,
    side: Side,
    length: u64,
    reports: bool,
) -> bool {
    let (attribute, lengths) = match side {
        Side::Minimum => ("min_length", CountRange::between(Some(length), None)),
        Side::Maximum => ("max_length", CountRange::between(None, Some(length))),
    };
    let (Kind::Text(of_type), Kind::Text(rules)) = (of_type, &mut property.kind) else {
        return misfit(property, attribute, "text").refused(reports);
    };
    let only = CountRange::between(Some(length), Some(length));
    let (name, own) = (property.name, Lengths::Field(lengths));
    match (rules.format, rules.pattern) {
        _ if !of_type.lengths().overlaps(only) => message(name)
            .quoted(attribute)
            .text(" is ")
            .count(length)
            .text(", and the type of this field allows a length of ")
            .counts(of_type.lengths())
            .help("an attribute can narrow what the type allows, not widen it")
            .refused(reports),
        (Some(format), _) if !format.lengths().overlaps(lengths) => {
            apart(name, Lengths::Format(format), own).refused(reports)
        }
        (_, Some(pattern)) if !pattern.lengths().overlaps(lengths) => {
            apart(name, Lengths::Pattern(pattern), own).refused(reports)
        }
        _ => {
            *side.of(&mut rules.min_length, &mut rules.max_length) = Some(length);
            true
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

/// What limits the length of a text.
#[derive(Clone, Copy)]
pub(super) enum Lengths<'p> {
    Format(Format),
    Pattern(&'p Pattern),
    Field(CountRange),
}

/// The message that no text has a length that both allow.
pub(super) const fn apart(name: &str, one: Lengths<'_>, other: Lengths<'_>) -> Message {
    message(name)
        .lengths_of(one)
        .text(", and ")
        .lengths_of(other)
        .text(NO_ANSWER)
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
                .counts(pattern.lengths()),
            Lengths::Field(lengths) => self.text("this field allows ").counts(lengths),
        }
    }
}

/// Reports a default of another length.
#[track_caller]
pub(super) const fn report_default(property: &Property, rules: &TextRules, text: &str) {
    let (mut length, mut rest) = (0, text.as_bytes());
    while let [byte, after @ ..] = rest {
        // The other bytes of a character begin like this.
        length += (*byte & 0xC0 != 0x80) as u64;
        rest = after;
    }
    report_count(property, length, Unit::Character, rules.lengths());
}
