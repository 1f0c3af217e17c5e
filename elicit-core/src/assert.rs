//! What only the compiler can know of a field, asserted at compile time.
//!
//! The derive sees tokens: an alias, a newtype or a foreign enum means nothing to
//! it. So beside each attribute it writes `assert::…(…)` into a constant, with the
//! span of the user's own token, and the assertion, which does know the type, panics
//! with the message that the person reads under that token.

mod default;
mod message;

pub use default::default;

use crate::{
    Format,
    field::FieldType,
    fit,
    form::{Kind, Literal, Options, Precision, Property, Text, ceiling, floor},
    refused::{self, Reason},
};
use message::{Message, message, noun};

/// The type of the field can be rendered.
#[track_caller]
pub const fn renderable<T>(field: &FieldType<T>, written: &str) {
    let property = &field.property;
    if let Kind::Refused(reason) = property.kind
        && !matches!(reason, Reason::Faulty)
    {
        let written = refused::subject(reason, written);
        let [explanation, way_out] = reason.explanation(written);
        message(property.name)
            .quoted(written)
            .text(" ")
            .text(explanation)
            .help(way_out)
            .fail()
    }
}

/// The type of the field can be rendered, or is a list that `multi_select` may be for.
#[track_caller]
pub const fn renderable_or_list<T>(field: &FieldType<T>, written: &str) {
    if !is_list_of_options(&field.property.kind, written) {
        renderable(field, written);
    }
}

/// Whether it is a list, and not of what shows to be no options.
const fn is_list_of_options(kind: &Kind, written: &str) -> bool {
    matches!(kind, Kind::Refused(Reason::List)) && !refused::is_list_of_primitive(written)
}

/// Whether another assertion has the say: the type is refused as a whole.
const fn is_refused(property: &Property) -> bool {
    matches!(property.kind, Kind::Refused(_))
}

/// Whether it is for `choices`, and nothing else, to say what is valid.
const fn has_supplied_options(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Choice(Options::Supplied)
            | Kind::MultiSelect {
                options: Options::Supplied,
                ..
            }
    )
}

const fn misfit(property: &Property, attribute: &str, fits: &str) -> Message {
    let message = message(property.name).quoted(attribute);
    if has_supplied_options(&property.kind) {
        return message
            .text(" says nothing beside `choices`: the options are the only valid answers");
    }
    message
        .text(" is a rule for ")
        .text(fits)
        .text(", and this field is ")
        .text(noun(&property.kind))
}

/// `minimum` or `maximum` fits the type, does not widen it, and leaves an answer.
#[track_caller]
pub const fn bound<T>(field: &FieldType<T>, attribute: &str, bound: Literal) {
    let property = &field.property;
    match &field.of_type {
        Kind::Refused(_) => {}
        Kind::Integer { maximum, .. } => {
            if bound.as_integer().is_none() {
                message(property.name)
                    .quoted(attribute)
                    .text(" is ")
                    .number(&bound)
                    .text(", and this field takes whole numbers")
                    .fail()
            }
            within(field, attribute, bound);
            // Once for the two bounds: under the maximum, unless that is the type's own.
            let is_maximum = matches!(attribute.as_bytes(), b"maximum");
            if takes_only_zero(&property.kind) && is_maximum == (*maximum != 0) {
                message(property.name)
                    .text("only 0 is within the bounds, and the type cannot hold it")
                    .text(NO_ANSWER)
                    .fail()
            }
        }
        Kind::Number { precision, .. } => {
            within(field, attribute, bound);
            if rounds_outwards(
                *precision,
                &bound,
                matches!(attribute.as_bytes(), b"minimum"),
            ) {
                let (nearest, way_out) = match precision {
                    Precision::Single => (
                        ", and the nearest `f32` may be outside of it",
                        "six digits are safe; or use an `f64`",
                    ),
                    Precision::Double => (
                        ", and the nearest `f64` is outside of it",
                        "write a number that an `f64` holds",
                    ),
                };
                message(property.name)
                    .quoted(attribute)
                    .text(" is ")
                    .number(&bound)
                    .text(nearest)
                    .help(way_out)
                    .fail()
            }
        }
        _ => misfit(property, attribute, "numbers").fail(),
    }
}

const NO_ANSWER: &str = ", so no answer would be valid";

/// Whether an integer of a type without 0 is bound to it.
const fn takes_only_zero(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Integer {
            minimum: 0,
            maximum: 0,
            zero: false,
        }
    )
}

/// The bound is a value of the type.
#[track_caller]
const fn within<T>(field: &FieldType<T>, attribute: &str, bound: Literal) {
    if fit::bound(&field.of_type, &bound) {
        return;
    }
    let Some((least, most)) = fit::limits(&field.of_type) else {
        return;
    };
    let message = message(field.property.name)
        .quoted(attribute)
        .text(" is ")
        .number(&bound)
        .text(", and the type of this field takes ")
        .number(&least)
        .text(" to ")
        .number(&most);
    match (bound, most) {
        (Literal::Integer(_), Literal::Integer(9_007_199_254_740_991)) => message
            .help("clients written in JavaScript corrupt integers beyond 2^53 - 1")
            .fail(),
        _ => message
            .help("an attribute can narrow what the type takes, not widen it")
            .fail(),
    }
}

/// Whether a number that is within the bound can be outside once the type has rounded
/// it: it would be a value that is no valid answer. An `f32` is written with the digits
/// that tell it from others, which for an integer beyond 2^24 are not its own.
#[expect(clippy::cast_precision_loss, reason = "it is looked at what is lost")]
const fn rounds_outwards(precision: Precision, bound: &Literal, is_minimum: bool) -> bool {
    match (precision, bound) {
        (Precision::Double, Literal::Integer(bound)) => {
            let nearest = *bound as f64;
            if is_minimum {
                floor(nearest) < *bound
            } else {
                ceiling(nearest) > *bound
            }
        }
        (Precision::Single, Literal::Integer(bound)) => {
            bound.unsigned_abs() > 1 << f32::MANTISSA_DIGITS && digits_of(*bound) > f32::DIGITS
        }
        (Precision::Single, Literal::Decimal(bound)) => digits_in(bound.text) > f32::DIGITS,
        _ => false,
    }
}

/// How many digits an integer has, without zeros at the end.
const fn digits_of(integer: i128) -> u32 {
    let mut rest = integer.unsigned_abs();
    while rest != 0 && rest.is_multiple_of(10) {
        rest /= 10;
    }
    match rest.checked_ilog10() {
        Some(log) => log + 1,
        None => 0,
    }
}

/// How many digits a number is spelt with, without zeros at either end.
const fn digits_in(spelling: &str) -> u32 {
    let spelling = spelling.as_bytes();
    let (mut digits, mut significant, mut i) = (0, 0, 0);
    while i < spelling.len() && !matches!(spelling[i], b'e' | b'E') {
        if spelling[i].is_ascii_digit() && (digits > 0 || spelling[i] != b'0') {
            digits += 1;
            if spelling[i] != b'0' {
                significant = digits;
            }
        }
        i += 1;
    }
    significant
}

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

/// `min_items` or `max_items` fits the type, where no `multi_select` is beside it.
#[track_caller]
pub const fn items<T>(field: &FieldType<T>, attribute: &str, written: &str) {
    let property = &field.property;
    match &property.kind {
        kind if is_list_of_options(kind, written) || has_supplied_options(kind) => {
            message(property.name)
                .quoted(attribute)
                .text(" needs `multi_select` beside it")
                .help(MULTI_SELECT)
                .fail()
        }
        Kind::Refused(_) => {}
        _ => misfit(property, attribute, "multi-selects")
            .help(MULTI_SELECT)
            .fail(),
    }
}

const MULTI_SELECT: &str = "`multi_select` goes on a `Vec`, `BTreeSet` or `HashSet` of an enum that derives `Elicit`, and \
     with `choices` on one of `String`";

/// `min_items` is not above the number of options, where it is known: a person
/// chooses each of them once.
#[track_caller]
pub const fn min_items<T>(field: &FieldType<T>, items: u64) {
    let property = &field.property;
    if let Some(variants) = fit::declared(&property.kind)
        && !fit::items(&property.kind, items)
    {
        message(property.name)
            .quoted("min_items")
            .text(" is ")
            .count(items)
            .text(", and the number of options is ")
            .count(variants.len() as u64)
            .fail()
    }
}

/// `required` says something: the type is not an `Option`.
#[track_caller]
pub const fn can_be_required<T>(field: &FieldType<T>) {
    let property = &field.property;
    if property.optional && !is_refused(property) {
        message(property.name)
            .text("`required` contradicts the `Option`")
            .help("drop the `Option`, or drop `required`")
            .fail()
    }
}

/// An answer without the value is valid.
#[track_caller]
pub const fn can_be_left_out<T>(field: &FieldType<T>) {
    let property = &field.property;
    if property.required && !is_refused(property) {
        message(property.name)
            .text("serde leaves it out at times, and an answer without it is not valid")
            .help("write an `Option`, or drop `skip_serializing_if`")
            .fail()
    }
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut i = 0;
    while i < one.len() {
        if one[i] != other[i] {
            return false;
        }
        i += 1;
    }
    true
}
