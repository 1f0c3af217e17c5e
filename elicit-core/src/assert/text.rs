//! The rules for texts.

use super::{
    NO_ANSWER,
    message::{Message, message},
    misfit,
};
use crate::{
    Format,
    field::FieldType,
    fit,
    form::{Kind, Lengths, Property, Text},
    pattern::Pattern,
};

/// `min_length` or `max_length` fits the type, and does not widen it.
#[track_caller]
pub const fn length_of_type<T>(field: FieldType<T>, attribute: &str, length: u64) {
    let property = &field.property;
    match &field.of_type {
        Kind::Refused(_) => {}
        Kind::Text(rules) if fit::length(rules, length) => {}
        Kind::Text(rules) => message(property.name)
            .quoted(attribute)
            .text(" is ")
            .count(length)
            .text(", and the type of this field takes a length of ")
            .lengths(rules.lengths())
            .help("an attribute can narrow what the type takes, not widen it")
            .fail(),
        _ => misfit(property, attribute, "text").fail(),
    }
}

/// The same, and it leaves an answer.
#[track_caller]
pub const fn length<T>(field: FieldType<T>, attribute: &str, length: u64) {
    length_of_type(field, attribute, length);
    let property = &field.property;
    if let Kind::Text(rules) = &property.kind {
        let lengths = match attribute.as_bytes() {
            b"min_length" => Lengths::between(Some(length), None),
            _ => Lengths::between(None, Some(length)),
        };
        if let Some(format) = rules.format {
            has_length(property, Source::Format(format), lengths);
        }
        if let Some(pattern) = rules.pattern {
            has_length(property, Source::Pattern(pattern), lengths);
        }
    }
}

/// What allows some lengths only, whatever else it asks for.
#[derive(Clone, Copy)]
enum Source<'p> {
    Format(Format),
    Pattern(&'p Pattern),
}

impl Source<'_> {
    const fn lengths(self) -> Lengths {
        match self {
            Self::Format(format) => format.lengths(),
            Self::Pattern(pattern) => pattern.lengths(),
        }
    }

    /// Adds how long its texts are.
    const fn tell(self, message: Message) -> Message {
        let message = match self {
            Self::Format(format) => message
                .text("a text of the format ")
                .quoted(format.as_str()),
            Self::Pattern(_) => message.text("a text that the pattern matches"),
        };
        message.text(" has a length of ").lengths(self.lengths())
    }
}

/// Some text of the source has one of these lengths.
#[track_caller]
const fn has_length(property: &Property, source: Source<'_>, lengths: Lengths) {
    if !source.lengths().meet(lengths) {
        source
            .tell(message(property.name))
            .text(", and this field takes ")
            .lengths(lengths)
            .text(NO_ANSWER)
            .fail()
    }
}

/// Some text of the one source has the length of some text of the other.
#[track_caller]
const fn have_length(property: &Property, one: Source<'_>, other: Source<'_>) {
    if !one.lengths().meet(other.lengths()) {
        let message = one.tell(message(property.name)).text(", and ");
        other.tell(message).text(NO_ANSWER).fail()
    }
}

/// `format` fits the type, takes the place of no other, and leaves an answer.
#[track_caller]
pub const fn format<T>(field: FieldType<T>, format: Format) {
    let property = &field.property;
    match &field.of_type {
        Kind::Refused(_) => {}
        Kind::Text(Text {
            format: Some(_), ..
        }) => taken(property, "format"),
        Kind::Text(of_type) => {
            let format = Source::Format(format);
            has_length(property, format, of_type.lengths());
            if let Some(pattern) = of_type.pattern {
                have_length(property, format, Source::Pattern(pattern));
            }
        }
        _ => misfit(property, "format", "text").fail(),
    }
}

/// `pattern` fits the type, takes the place of no other, leaves an answer, and has a bound where
/// it is slow.
#[track_caller]
pub const fn pattern<T>(field: FieldType<T>, pattern: &Pattern) {
    let property = &field.property;
    match (&field.of_type, &property.kind) {
        (Kind::Refused(_), _) => {}
        (
            Kind::Text(Text {
                pattern: Some(_), ..
            }),
            _,
        ) => taken(property, "pattern"),
        (Kind::Text(of_type), Kind::Text(rules)) => {
            if let (Some(steps), None) = (pattern.steps_taken(), rules.max_length) {
                message(property.name)
                    .text("this pattern is too large for a table, and takes up to ")
                    .count(steps as u64)
                    .text(" steps for each character of an answer")
                    .help("say with a `max_length` how many characters these can be")
                    .fail()
            }
            let pattern = Source::Pattern(pattern);
            has_length(property, pattern, of_type.lengths());
            if let Some(format) = rules.format {
                have_length(property, pattern, Source::Format(format));
            }
        }
        _ => misfit(property, "pattern", "text").fail(),
    }
}

/// The field, which has a pattern and no description, needs none: a person cannot read a
/// pattern.
#[track_caller]
pub const fn pattern_in_words<T>(field: FieldType<T>) {
    let property = &field.property;
    if has_own_pattern(&field) && property.description.is_none() {
        message(property.name)
            .text("people cannot read a pattern, and clients may not show it")
            .help("tell the rule in a doc comment or a `description`")
            .fail()
    }
}

/// The field has no default and no pattern of its own that the default does not match: the
/// derive has seen that these do not.
#[track_caller]
pub const fn no_match<T>(field: FieldType<T>) {
    if has_own_pattern(&field)
        && let Kind::Text(Text {
            pattern: Some(_), ..
        }) = field.property.kind
    {
        message(field.property.name)
            .text("the default is not a valid answer: it does not match the pattern")
            .fail()
    }
}

/// Whether the pattern beside the field is one of its rules.
const fn has_own_pattern<T>(field: &FieldType<T>) -> bool {
    matches!(field.of_type, Kind::Text(Text { pattern: None, .. }))
}

#[track_caller]
const fn taken(property: &Property, attribute: &str) -> ! {
    message(property.name)
        .text("the type of this field has a ")
        .quoted(attribute)
        .text(" already, and a schema has room for one")
        .help("drop it here, or write `String`")
        .fail()
}
