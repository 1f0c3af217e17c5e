//! `minimum` and `maximum`.

use super::{
    Side,
    default::{broken, invalid},
    hints::Hints,
    message::{Message, NO_ANSWER, message, misfit},
};
use crate::{
    form::{IntegerRules, Kind, Literal, NumberRules, Property, TypeLimit, ceiling, floor},
    violation::{Limit, Problem},
    writer::Keyword,
};

/// Adds a minimum or a maximum to a property, if it fits.
#[track_caller]
pub(super) const fn add(
    of_type: &Kind,
    property: &mut Property,
    side: Side,
    bound: &Literal,
    reports: bool,
) -> bool {
    let attribute = match side {
        Side::Minimum => "minimum",
        Side::Maximum => "maximum",
    };
    let (name, type_limit) = (property.name, property.type_limit);
    let Some((least, most)) = limits(of_type, type_limit) else {
        let mut message = misfit(property, attribute, "numbers");
        if property.is_from_text() {
            message = message.help(
                "refuse the value in the `FromStr` of the type, or in a `check` on the struct",
            );
        }
        return message.refused(reports);
    };
    match (&mut property.kind, bound.as_integer()) {
        (Kind::Integer(_), None) => bound_is(name, attribute, bound)
            .text(", and this field is a whole number")
            .refused(reports),
        _ if least.is_above(bound) || bound.is_above(&most) => {
            let message = bound_is(name, attribute, bound);
            outside(message, (least, most), bound).refused(reports)
        }
        (Kind::Integer(rules), Some(bound)) => {
            let left_zero = leaves_zero(rules, type_limit);
            *side.of(&mut rules.minimum, &mut rules.maximum) = Some(bound);
            // If two bounds leave only 0, the second one is reported, and stays a rule.
            if leaves_zero(rules, type_limit) && !left_zero {
                return message(name)
                    .text("only 0 is within the bounds, and the type cannot hold it")
                    .text(NO_ANSWER)
                    .refused(reports);
            }
            true
        }
        (Kind::Number(rules), _) => {
            *side.of(&mut rules.minimum, &mut rules.maximum) = Some(*bound);
            // It stays a rule.
            if rounds_outwards(type_limit, side, bound) {
                let message = bound_is(name, attribute, bound);
                return rounded(message, type_limit, bound).refused(reports);
            }
            true
        }
        _ => true,
    }
}

/// How a message about a bound begins.
const fn bound_is(name: &str, attribute: &str, bound: &Literal) -> Message {
    message(name).quoted(attribute).text(" is ").number(bound)
}

/// The least and the most that a number can be; `None` if the property is not a number.
const fn limits(kind: &Kind, type_limit: TypeLimit) -> Option<(Literal, Literal)> {
    match kind {
        Kind::Integer(rules) => Some((
            Literal::Integer(rules.least()),
            Literal::Integer(rules.most()),
        )),
        Kind::Number(rules) => Some((
            match rules.minimum {
                Some(minimum) => minimum,
                None => Literal::Decimal(type_limit.smallest()),
            },
            match rules.maximum {
                Some(maximum) => maximum,
                None => Literal::Decimal(type_limit.largest()),
            },
        )),
        _ => None,
    }
}

/// Whether an integer of a type without 0 is bound to it.
const fn leaves_zero(rules: &IntegerRules, type_limit: TypeLimit) -> bool {
    matches!(type_limit, TypeLimit::NotZero) && rules.least() == 0 && rules.most() == 0
}

/// Whether a number within the bound can be outside after the type has rounded it: then the value
/// would not be a valid answer. An `f32` is written with the fewest digits that tell it from others.
/// For an integer beyond 2^24, these may be others than its own.
#[expect(clippy::cast_precision_loss, reason = "the loss is what is judged")]
const fn rounds_outwards(type_limit: TypeLimit, side: Side, bound: &Literal) -> bool {
    match (type_limit, bound) {
        (TypeLimit::F32, Literal::Integer(bound)) => {
            bound.unsigned_abs() > 1 << f32::MANTISSA_DIGITS && digits_of(*bound) > f32::DIGITS
        }
        (TypeLimit::F32, Literal::Decimal(decimal)) => {
            // The largest `f32` and the smallest have more digits, and are safe as Rust spells them.
            decimal.value.abs() < TypeLimit::F32.largest().value
                && (digits_in(decimal.text) > f32::DIGITS || is_subnormal(decimal.value))
        }
        (_, Literal::Integer(bound)) => {
            let nearest = *bound as f64;
            match side {
                Side::Minimum => floor(nearest) < *bound,
                Side::Maximum => ceiling(nearest) > *bound,
            }
        }
        _ => false,
    }
}

/// Whether a number is so near to 0 that an `f32` has fewer digits for it.
const fn is_subnormal(number: f64) -> bool {
    number != 0.0 && number.abs() < f32::MIN_POSITIVE as f64
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

pub(super) const fn keywords(minimum: Option<Literal>, maximum: Option<Literal>) -> [Keyword; 2] {
    [("minimum", minimum), ("maximum", maximum)]
}

pub(super) const fn say_integer(
    hints: &mut Hints<'_>,
    rules: &IntegerRules,
    type_limit: TypeLimit,
) {
    if let (None, None) = (rules.minimum, rules.maximum) {
        hints.add("a whole number");
    }
    say_bounds(
        hints,
        Literal::integer(rules.minimum),
        Literal::integer(rules.maximum),
    );
    if let TypeLimit::NotZero = type_limit
        && rules.least() <= 0
        && rules.most() >= 0
    {
        hints.add("not 0");
    }
}

pub(super) const fn say_bounds(
    hints: &mut Hints<'_>,
    minimum: Option<Literal>,
    maximum: Option<Literal>,
) {
    if minimum.is_some() || maximum.is_some() {
        hints.begin();
        hints.writer.numbers(minimum, maximum);
    }
}

/// Validates an integer of an answer.
pub(crate) fn validate_integer(
    rules: &IntegerRules,
    integer: i128,
    type_limit: TypeLimit,
    mut report: impl FnMut(Problem),
) {
    if integer < rules.least() {
        report(below_minimum(Literal::Integer(rules.least())));
    } else if integer > rules.most() {
        report(above_maximum(Literal::Integer(rules.most())));
    } else if integer == 0 && type_limit == TypeLimit::NotZero {
        report(Problem::new("not", "must not be 0"));
    }
}

/// Validates a number of an answer, which has this nearest `f64`. Bounds are compared without
/// rounding.
pub(crate) fn validate_number(
    rules: &NumberRules,
    number: &Literal,
    nearest: f64,
    type_limit: TypeLimit,
    mut report: impl FnMut(Problem),
) {
    let overflows = match type_limit {
        #[expect(clippy::cast_possible_truncation, reason = "whether it overflows")]
        TypeLimit::F32 => (nearest as f32).is_infinite(),
        _ => nearest.is_infinite(),
    };
    match (rules.minimum, rules.maximum) {
        (Some(minimum), _) if minimum.is_above(number) => report(below_minimum(minimum)),
        (_, Some(maximum)) if number.is_above(&maximum) => report(above_maximum(maximum)),
        _ if !overflows => {}
        _ if nearest < 0.0 => report(below_minimum(Literal::Decimal(type_limit.smallest()))),
        _ => report(above_maximum(Literal::Decimal(type_limit.largest()))),
    }
}

fn below_minimum(minimum: Literal) -> Problem {
    Problem::new("minimum", "must be at least").with_limit(Limit::Number(minimum))
}

fn above_maximum(maximum: Literal) -> Problem {
    Problem::new("maximum", "must be at most").with_limit(Limit::Number(maximum))
}

/// Ends the message about a bound that the type does not take.
const fn outside(message: Message, (least, most): (Literal, Literal), bound: &Literal) -> Message {
    let message = message
        .text(", and the type of this field allows ")
        .number(&least)
        .text(" to ")
        .number(&most);
    message.help(match (bound, most) {
        (Literal::Integer(_), Literal::Integer(9_007_199_254_740_991)) => {
            "clients written in JavaScript corrupt integers beyond 2^53 - 1"
        }
        _ => "an attribute can narrow what the type allows, not widen it",
    })
}

/// Ends the message about a bound that rounding may cross.
const fn rounded(message: Message, type_limit: TypeLimit, bound: &Literal) -> Message {
    if !matches!(type_limit, TypeLimit::F32) {
        return message
            .text(", and the nearest `f64` is beyond this bound")
            .help("write a number that an `f64` holds");
    }
    message
        .text(", and the nearest `f32` may be beyond this bound")
        .help(match bound {
            Literal::Decimal(bound) if is_subnormal(bound.value) => {
                "an `f32` is not exact so near to 0; use an `f64`"
            }
            _ => "write at most six digits, or use an `f64`",
        })
}

/// Reports a default that is outside of the bounds, or that the type does not hold.
#[track_caller]
pub(super) const fn report_default(property: &Property, default: &Literal) {
    let Some((least, most)) = limits(&property.kind, property.type_limit) else {
        return;
    };
    if let Kind::Integer(_) = property.kind {
        match (default.as_integer(), property.type_limit) {
            (Some(0), TypeLimit::NotZero) => broken(property, "the type cannot hold 0"),
            (Some(_), _) => {}
            (None, _) => broken(property, "this field is a whole number"),
        }
    }
    let (which, limit) = match default {
        _ if least.is_above(default) => ("it is below the minimum, ", least),
        _ if default.is_above(&most) => ("it is above the maximum, ", most),
        _ => return,
    };
    invalid(property).text(which).number(&limit).fail()
}
