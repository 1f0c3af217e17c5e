//! Numbers: bounds, and defaults.

use darling::{Error, FromMeta};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Expr, Lit, Meta, UnOp};

use super::{key, literal, read, ungrouped};

/// A bound, or a default.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    Integer(i128),
    Decimal(f64),
}

impl FromMeta for Number {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        read(item, "a number", "3", |value| {
            number(item, value).transpose()
        })?
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

/// The number, if the value of the attribute is one.
pub(super) fn number(item: &Meta, value: &Expr) -> darling::Result<Option<Number>> {
    let (is_negative, unsigned) = match ungrouped(value) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => (true, &*unary.expr),
        value => (false, value),
    };
    let number = match literal(unsigned) {
        Some(Lit::Int(integer)) => match integer.base10_parse() {
            Ok(integer) => Number::Integer(integer),
            Err(_) => decimal(item, integer.base10_digits())?,
        },
        Some(Lit::Float(float)) => decimal(item, float.base10_digits())?,
        _ => return Ok(None),
    };
    Ok(Some(match number {
        Number::Integer(integer) if is_negative => Number::Integer(-integer),
        Number::Decimal(decimal) if is_negative => Number::Decimal(-decimal),
        number => number,
    }))
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

fn decimal(item: &Meta, digits: &str) -> darling::Result<Number> {
    // One that is too near to 0 would be 0.
    let significant = digits.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !significant.contains(|digit| matches!(digit, '1'..='9'));
    let is_held = |decimal: &f64| decimal.is_finite() && (*decimal != 0.0 || is_zero);
    let decimal = digits.parse().ok().filter(is_held);
    decimal.map(Number::Decimal).ok_or_else(|| {
        Error::custom(format!(
            "`{}` is a number that no `f64` holds, and clients read numbers as one",
            key(item)
        ))
    })
}
