//! Numbers: bounds, and defaults.

use darling::FromMeta;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Expr, Lit, Meta, UnOp};

use super::{key, literal, unexpected, ungrouped, value_of};
use crate::at::At;

/// A bound of a number.
#[derive(Clone)]
pub(crate) struct Number {
    pub(crate) value: Numeral,
    pub(crate) at: At,
}

#[derive(Clone)]
pub(crate) enum Numeral {
    Integer(i128),
    Decimal(f64),
}

impl FromMeta for Number {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let value = value_of(item, "a number", "3")?;
        match numeral(value) {
            Some(Ok(numeral)) => Ok(Self {
                value: numeral,
                at: At::of(value),
            }),
            Some(Err(Beyond)) => Err(held_by_no_float(item, value)),
            None => Err(unexpected(item, value, "a number", "3")),
        }
    }
}

impl Number {
    /// Whether it is above another; both are exact where both are whole.
    #[expect(clippy::cast_precision_loss, reason = "the core compares exactly")]
    pub(crate) fn is_above(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Numeral::Integer(one), Numeral::Integer(other)) => one > other,
            (Numeral::Integer(one), Numeral::Decimal(other)) => (*one as f64) > *other,
            (Numeral::Decimal(one), Numeral::Integer(other)) => *one > (*other as f64),
            (Numeral::Decimal(one), Numeral::Decimal(other)) => one > other,
        }
    }
}

impl Numeral {
    /// The core's `Literal`.
    pub(crate) fn literal(&self, private: &Ident) -> TokenStream {
        match self {
            Self::Integer(integer) => quote!(#private::Literal::Integer(#integer)),
            Self::Decimal(decimal) => {
                // As JSON spells it, which is how Rust prints a finite number.
                let text = format!("{decimal:?}");
                quote!(#private::Literal::Decimal(#private::decimal(#decimal, #text)))
            }
        }
    }
}

/// A number that no `f64` holds.
pub(super) struct Beyond;

pub(super) fn held_by_no_float(item: &Meta, value: &Expr) -> darling::Error {
    At::of(value).darling_error(format!(
        "`{}` is a number that no `f64` holds, and clients read numbers as one",
        key(item)
    ))
}

/// The number, where the value is one.
pub(super) fn numeral(value: &Expr) -> Option<Result<Numeral, Beyond>> {
    let value = ungrouped(value);
    if let Expr::Unary(unary) = value
        && let UnOp::Neg(_) = unary.op
    {
        let numeral = positive(literal(&unary.expr)?)?;
        return Some(numeral.map(|numeral| match numeral {
            Numeral::Integer(integer) => Numeral::Integer(-integer),
            Numeral::Decimal(decimal) => Numeral::Decimal(-decimal),
        }));
    }
    positive(literal(value)?)
}

fn positive(literal: &Lit) -> Option<Result<Numeral, Beyond>> {
    match literal {
        Lit::Int(integer) => match integer.base10_parse() {
            Ok(integer) => Some(Ok(Numeral::Integer(integer))),
            Err(_) => decimal(integer.base10_digits()),
        },
        Lit::Float(float) => decimal(float.base10_digits()),
        _ => None,
    }
}

/// What to do about a second minus sign.
pub(super) fn signs_help(value: &Expr) -> Option<&'static str> {
    let negated = |value| match ungrouped(value) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => Some(&*unary.expr),
        _ => None,
    };
    let twice = negated(value).and_then(negated);
    twice.map(|_| "there are two minus signs; write one, or none")
}

fn decimal(digits: &str) -> Option<Result<Numeral, Beyond>> {
    let decimal: f64 = digits.parse().ok()?;
    // One that is too near to 0 would be 0.
    let significant = digits.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !significant.contains(|digit| matches!(digit, '1'..='9'));
    Some(if decimal.is_finite() && (decimal != 0.0 || is_zero) {
        Ok(Numeral::Decimal(decimal))
    } else {
        Err(Beyond)
    })
}
