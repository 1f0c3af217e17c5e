//! `minimum` and `maximum`.

use super::{
    hints::Hints,
    misfit::{Fault, Misfit, Rounding, other_kind},
};
use crate::{
    form::{
        IntegerRules, Kind, Literal, Meaning, NumberRules, Rule, Side, TypeLimit, ceiling, floor,
    },
    violation::{Limit, Problem},
    writer::Keyword,
};

/// The kind of a property with a minimum or a maximum, if it fits.
pub(super) const fn judge(
    rule: Rule,
    (side, bound): (Side, &Literal),
    of_type: &Kind,
    meaning: &Meaning,
) -> Result<Kind, Misfit> {
    let type_limit = meaning.type_limit;
    let Some((least, most)) = limits(of_type, type_limit) else {
        return Err(other_kind(rule, meaning));
    };
    let mut kind = meaning.kind;
    match (&mut kind, bound.as_i128()) {
        (Kind::Integer(_), None) => return Err(Misfit::NotWhole(rule)),
        _ if least.is_above(bound) || bound.is_above(&most) => {
            return Err(Misfit::OutsideOfType { rule, least, most });
        }
        (Kind::Integer(rules), Some(bound)) => {
            *side.of(&mut rules.minimum, &mut rules.maximum) = Some(bound);
            if leaves_zero(rules, type_limit) {
                return Err(Misfit::OnlyZero);
            }
        }
        (Kind::Number(rules), _) => {
            if let Some(rounding) = rounds_outwards(type_limit, side, bound) {
                return Err(Misfit::Rounds { rule, rounding });
            }
            *side.of(&mut rules.minimum, &mut rules.maximum) = Some(*bound);
        }
        _ => {}
    }
    Ok(kind)
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
const fn rounds_outwards(type_limit: TypeLimit, side: Side, bound: &Literal) -> Option<Rounding> {
    let (rounds, rounding) = match (type_limit, bound) {
        (TypeLimit::F32, Literal::Integer(bound)) => {
            let is_long = digits_of(*bound) > f32::DIGITS;
            let is_large = bound.unsigned_abs() > 1 << f32::MANTISSA_DIGITS;
            (is_large && is_long, Rounding::F32)
        }
        (TypeLimit::F32, Literal::Decimal(decimal)) => {
            // The largest `f32` and the smallest have more digits, and are safe as Rust spells them.
            let is_inside = decimal.value.abs() < TypeLimit::F32.largest().value;
            if is_subnormal(decimal.value) {
                (is_inside, Rounding::F32NearZero)
            } else {
                let is_long = digits_in(decimal.text) > f32::DIGITS;
                (is_inside && is_long, Rounding::F32)
            }
        }
        (_, Literal::Integer(bound)) => {
            let nearest = *bound as f64;
            let rounds = match side {
                Side::Minimum => floor(nearest) < *bound,
                Side::Maximum => ceiling(nearest) > *bound,
            };
            (rounds, Rounding::F64)
        }
        _ => return None,
    };
    if rounds { Some(rounding) } else { None }
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
pub(super) fn validate_integer(
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
pub(super) fn validate_number(
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

/// What is wrong with a default that is outside of the bounds, or that the type does not hold.
pub(super) const fn fault_of_default(meaning: &Meaning, default: &Literal) -> Option<Fault> {
    let Some((least, most)) = limits(&meaning.kind, meaning.type_limit) else {
        return None;
    };
    match (&meaning.kind, meaning.type_limit, default.as_i128()) {
        (Kind::Integer(_), TypeLimit::NotZero, Some(0)) => Some(Fault::Zero),
        (Kind::Integer(_), _, None) => Some(Fault::Fraction),
        _ if least.is_above(default) => Some(Fault::Below(least)),
        _ if default.is_above(&most) => Some(Fault::Above(most)),
        _ => None,
    }
}
