//! The values that an attribute can write, and exact comparison of numbers.

use std::fmt;

use serde_json::Number;

/// A value as an attribute wrote it: a bound or a default ([example](crate::form)).
#[derive(Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Literal {
    /// A whole number.
    Integer(i128),
    /// A number with a fraction or an exponent.
    Decimal(Decimal),
    /// `true` or `false`.
    Boolean(bool),
    /// A text, or the wire name of an option.
    Text(&'static str),
    /// The wire names of several options.
    List(&'static [&'static str]),
}

/// An `Option` of a value as one of a literal.
impl Literal {
    pub(crate) const fn integer(integer: Option<i128>) -> Option<Self> {
        match integer {
            Some(integer) => Some(Self::Integer(integer)),
            None => None,
        }
    }

    pub(crate) const fn count(count: Option<u64>) -> Option<Self> {
        match count {
            Some(count) => Some(Self::Integer(count as i128)),
            None => None,
        }
    }

    pub(crate) const fn text(text: Option<&'static str>) -> Option<Self> {
        match text {
            Some(text) => Some(Self::Text(text)),
            None => None,
        }
    }
}

impl Literal {
    /// The number, rounded to the nearest `f64`; `None` if the literal is not a number.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the documented rounding")]
    pub const fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Integer(integer) => Some(*integer as f64),
            Self::Decimal(decimal) => Some(decimal.value),
            _ => None,
        }
    }

    /// The whole number, if the literal is one: `3` and `3.0`, but not a text.
    #[must_use]
    pub const fn as_i128(&self) -> Option<i128> {
        match self {
            Self::Integer(integer) => Some(*integer),
            Self::Decimal(decimal) => whole(decimal.value),
            _ => None,
        }
    }

    /// Whether a number is above another. Nothing that is not a number is.
    pub(crate) const fn is_above(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => *one > *other,
            (Self::Integer(one), Self::Decimal(other)) => *one > floor(other.value),
            (Self::Decimal(one), Self::Integer(other)) => ceiling(one.value) > *other,
            (Self::Decimal(one), Self::Decimal(other)) => one.value > other.value,
            _ => false,
        }
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(integer) => integer.fmt(f),
            Self::Decimal(decimal) => fmt::Display::fmt(decimal, f),
            Self::Boolean(boolean) => boolean.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::List(list) => list.fmt(f),
        }
    }
}

/// A number with a fraction, beside its spelling in JSON: a constant cannot
/// turn the one into the other. It is shown as the schema spells it.
#[derive(Clone, Copy, PartialEq)]
pub struct Decimal {
    pub(crate) value: f64,
    /// Empty if it is known only at run time.
    pub(crate) text: &'static str,
}

/// A number beside its spelling in JSON.
#[must_use]
pub const fn decimal(value: f64, text: &'static str) -> Decimal {
    Decimal { value, text }
}

impl Decimal {
    /// The number.
    #[must_use]
    pub const fn value(&self) -> f64 {
        self.value
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.text, Number::from_f64(self.value)) {
            ("", Some(number)) => fmt::Display::fmt(&number, f),
            (text, _) => f.write_str(text),
        }
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The number as an integer, if it is whole. Beyond `i128` it saturates, as an infinity does:
/// that is outside of every bound as well.
#[expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "a number is whole exactly when it survives the way there and back"
)]
const fn whole(number: f64) -> Option<i128> {
    let integer = floor(number);
    if number.abs() >= ALL_WHOLE || integer as f64 == number {
        Some(integer)
    } else {
        None
    }
}

/// 2^53: from it on, every `f64` is whole.
const ALL_WHOLE: f64 = 9_007_199_254_740_992.0;

/// The largest integer that is not above the number, or the nearest `i128`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the way back shows which way the first was rounded"
)]
pub(crate) const fn floor(number: f64) -> i128 {
    if number.abs() >= ALL_WHOLE {
        return number as i128;
    }
    let integer = number as i64;
    if integer as f64 > number {
        integer as i128 - 1
    } else {
        integer as i128
    }
}

/// The smallest integer that is not below the number, or the nearest `i128`.
pub(crate) const fn ceiling(number: f64) -> i128 {
    floor(-number).saturating_neg()
}
