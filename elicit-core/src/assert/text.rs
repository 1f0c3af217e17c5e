//! The rules for texts.

use super::{NO_ANSWER, message::message, misfit};
use crate::{
    Format,
    field::FieldType,
    fit,
    form::{Kind, Property, Text},
};

/// `min_length` or `max_length` fits the type, does not widen it, and leaves an answer.
#[track_caller]
pub const fn length<T>(field: &FieldType<T>, attribute: &str, length: u64) {
    let property = &field.property;
    match (&field.of_type, &property.kind) {
        (Kind::Refused(_), _) => {}
        (Kind::Text(type_rules), Kind::Text(rules)) => {
            if !fit::length(type_rules, length) {
                message(property.name)
                    .quoted(attribute)
                    .text(" is ")
                    .count(length)
                    .text(", and the type of this field takes a length of ")
                    .range(type_rules.min_length, type_rules.max_length)
                    .help("an attribute can narrow what the type takes, not widen it")
                    .fail()
            }
            match attribute.as_bytes() {
                b"min_length" => has_length(property, rules.format, Some(length), None),
                _ => has_length(property, rules.format, None, Some(length)),
            }
        }
        _ => misfit(property, attribute, "text").fail(),
    }
}

/// Some text of the format has a length between these.
#[track_caller]
const fn has_length(
    property: &Property,
    format: Option<Format>,
    least: Option<u64>,
    most: Option<u64>,
) {
    if let Some(format) = format
        && !fit::has_text(Some(format), least, most)
    {
        let (shortest, longest) = format.lengths();
        message(property.name)
            .text("a text of the format ")
            .quoted(format.as_str())
            .text(" has a length of ")
            .range(Some(shortest), longest)
            .text(", and this field takes ")
            .range(least, most)
            .text(NO_ANSWER)
            .fail()
    }
}

/// `format` fits the type, takes the place of no other, and leaves an answer.
#[track_caller]
pub const fn format<T>(field: &FieldType<T>, format: Format) {
    let property = &field.property;
    match &field.of_type {
        Kind::Refused(_) => {}
        Kind::Text(Text {
            format: Some(_), ..
        }) => taken(property, "format"),
        Kind::Text(rules) => has_length(property, Some(format), rules.min_length, rules.max_length),
        _ => misfit(property, "format", "text").fail(),
    }
}

/// `pattern` fits the type, and takes the place of no other.
#[track_caller]
pub const fn pattern<T>(field: &FieldType<T>) {
    let property = &field.property;
    match &field.of_type {
        Kind::Text(Text {
            pattern: Some(_), ..
        }) => taken(property, "pattern"),
        Kind::Refused(_) | Kind::Text(_) => {}
        _ => misfit(property, "pattern", "text").fail(),
    }
}

/// The field, which has a pattern and no description, needs none: a person cannot read a
/// pattern.
#[track_caller]
pub const fn pattern_in_words<T>(field: &FieldType<T>) {
    let property = &field.property;
    if has_own_pattern(field) && property.description.is_none() {
        message(property.name)
            .text("people cannot read a pattern, and clients may not show it")
            .help("tell the rule in a doc comment or a `description`")
            .fail()
    }
}

/// The field has no default and no pattern of its own that the default does not match: the
/// derive has seen that these do not.
#[track_caller]
pub const fn no_match<T>(field: &FieldType<T>) {
    if has_own_pattern(field) {
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
