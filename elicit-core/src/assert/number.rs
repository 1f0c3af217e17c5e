//! The rules for numbers.

use super::{NO_ANSWER, message::message, misfit};
use crate::{
    field::FieldType,
    fit,
    form::{Decimal, Kind, Literal, Precision, ceiling, floor},
};

/// `minimum` or `maximum` fits the type, does not widen it, and leaves an answer.
#[track_caller]
pub const fn bound<T>(field: FieldType<T>, attribute: &str, bound: Literal) {
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
            within(&field, attribute, bound);
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
            within(&field, attribute, bound);
            if rounds_outwards(
                *precision,
                &bound,
                matches!(attribute.as_bytes(), b"minimum"),
            ) {
                let (nearest, way_out) = match (precision, is_subnormal(&bound)) {
                    (Precision::Single, false) => (
                        ", and the nearest `f32` may be outside of it",
                        "six digits are safe; or use an `f64`",
                    ),
                    (Precision::Single, true) => (
                        ", and the nearest `f32` may be outside of it",
                        "so near to 0 no digit is safe; use an `f64`",
                    ),
                    (Precision::Double, _) => (
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
        (Precision::Single, Literal::Decimal(decimal)) => {
            !is_limit(decimal) && (digits_in(decimal.text) > f32::DIGITS || is_subnormal(bound))
        }
        _ => false,
    }
}

/// Whether it is the largest `f32`, or the smallest, as it is spelt. What is beyond them is no bound.
const fn is_limit(bound: &Decimal) -> bool {
    bound.value.abs() >= Precision::Single.largest().value
}

/// Whether an `f32` has fewer digits for it than for others, for it is next to 0.
const fn is_subnormal(bound: &Literal) -> bool {
    match bound {
        Literal::Decimal(bound) => bound.value != 0.0 && bound.value.abs() < MIN_POSITIVE,
        _ => false,
    }
}

/// The smallest positive `f32` that has all of its digits.
const MIN_POSITIVE: f64 = f32::MIN_POSITIVE as f64;

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
