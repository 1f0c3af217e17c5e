//! `min_length` and `max_length`.

use super::{
    NO_ANSWER, Side, Verdict,
    hints::Hints,
    message::{Message, message},
    misfit,
};
use crate::{
    form::{Kind, Property, TextRules},
    length_range::LengthRange,
    schema::writer::Writer,
    violation::Problem,
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
    let only = LengthRange::between(Some(length), Some(length));
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

const fn range(side: Side, length: u64) -> LengthRange {
    match side {
        Side::Minimum => LengthRange::between(Some(length), None),
        Side::Maximum => LengthRange::between(None, Some(length)),
    }
}

impl Writer<'_> {
    pub(super) const fn lengths(&mut self, rules: &TextRules) {
        self.count(br#","minLength":"#, rules.min_length);
        self.count(br#","maxLength":"#, rules.max_length);
    }
}

impl Hints<'_> {
    /// `3 to 50 characters`
    pub(super) const fn lengths(&mut self, rules: &TextRules) {
        let count = match (rules.min_length, rules.max_length) {
            (None | Some(0), None) => return,
            (Some(least), None) => {
                self.add("at least ");
                least
            }
            (None | Some(0), Some(most)) => {
                self.add("at most ");
                most
            }
            (Some(least), Some(most)) if least == most => {
                self.add("exactly ");
                most
            }
            (Some(least), Some(most)) => {
                self.begin();
                self.writer.integer(least as i128);
                self.text(" to ");
                most
            }
        };
        self.writer.integer(count as i128);
        self.text(if count == 1 {
            " character"
        } else {
            " characters"
        });
    }
}

/// Validates a text of an answer. Its length is counted in Unicode scalar values, of one to four
/// bytes each, so the number of bytes often decides already.
#[inline]
pub(super) fn validate(rules: &TextRules, text: &str, mut report: impl FnMut(Problem)) {
    let bytes = text.len() as u64;
    if let Some(limit) = rules.min_length
        && (bytes < limit || (bytes / 4 < limit && length(text) < limit))
    {
        report(Problem::MinLength(limit));
    }
    if let Some(limit) = rules.max_length
        && is_too_long(rules, text)
    {
        report(Problem::MaxLength(limit));
    }
}

pub(super) fn is_too_long(rules: &TextRules, text: &str) -> bool {
    rules
        .max_length
        .is_some_and(|limit| text.len() as u64 > limit && length(text) > limit)
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
    let message = message(property.name);
    let message = match (verdict, rules.format, rules.pattern) {
        (Verdict::MissesFormat, Some(format), _) => message.lengths_of_format(format),
        (Verdict::MissesPattern, _, Some(pattern)) => message.lengths_of_pattern(pattern),
        (Verdict::WidensType, ..) => message
            .quoted(attribute)
            .text(" is ")
            .count(length)
            .text(", and the type of this field takes a length of ")
            .lengths(of_type.lengths())
            .help("an attribute can narrow what the type takes, not widen it")
            .fail(),
        _ => return,
    };
    message.apart_from(range(side, length)).fail()
}

impl Message {
    /// The message goes on about the lengths that a field takes, and that the texts do not have.
    pub(super) const fn apart_from(self, lengths: LengthRange) -> Self {
        self.text(", and this field takes ")
            .lengths(lengths)
            .text(NO_ANSWER)
    }
}
