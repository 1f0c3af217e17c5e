//! Numbers: bounds, and defaults.

use darling::FromMeta;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Expr, Lit, Meta, UnOp};

use super::{key, literal, unexpected, ungrouped, value_of};
use crate::token_range::TokenRange;

/// A bound, or a default.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    Integer(i128),
    Decimal(f64),
}

impl FromMeta for Number {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let value = value_of(item, "a number", "3")?;
        match number(value) {
            Some(Ok(number)) => Ok(number),
            Some(Err(Beyond)) => Err(held_by_no_float(item, value)),
            None => Err(unexpected(item, value, "a number", "3")),
        }
    }
}

impl Number {
    /// Whether it is above another; both are exact where both are whole.
    #[expect(clippy::cast_precision_loss, reason = "the core compares exactly")]
    pub(crate) fn is_above(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => one > other,
            (Self::Integer(one), Self::Decimal(other)) => (*one as f64) > *other,
            (Self::Decimal(one), Self::Integer(other)) => *one > (*other as f64),
            (Self::Decimal(one), Self::Decimal(other)) => one > other,
        }
    }

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
    TokenRange::of(value).darling_error(format!(
        "`{}` is a number that no `f64` holds, and clients read numbers as one",
        key(item)
    ))
}

/// The number, where the value is one.
pub(super) fn number(value: &Expr) -> Option<Result<Number, Beyond>> {
    let value = ungrouped(value);
    if let Expr::Unary(unary) = value
        && let UnOp::Neg(_) = unary.op
    {
        let number = positive(literal(&unary.expr)?)?;
        return Some(number.map(|number| match number {
            Number::Integer(integer) => Number::Integer(-integer),
            Number::Decimal(decimal) => Number::Decimal(-decimal),
        }));
    }
    positive(literal(value)?)
}

fn positive(literal: &Lit) -> Option<Result<Number, Beyond>> {
    match literal {
        Lit::Int(integer) => match integer.base10_parse() {
            Ok(integer) => Some(Ok(Number::Integer(integer))),
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

fn decimal(digits: &str) -> Option<Result<Number, Beyond>> {
    let decimal: f64 = digits.parse().ok()?;
    // One that is too near to 0 would be 0.
    let significant = digits.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !significant.contains(|digit| matches!(digit, '1'..='9'));
    Some(if decimal.is_finite() && (decimal != 0.0 || is_zero) {
        Ok(Number::Decimal(decimal))
    } else {
        Err(Beyond)
    })
}
