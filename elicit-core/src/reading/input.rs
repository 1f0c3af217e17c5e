//! What a document gives for a property.

use std::borrow::Cow;

use serde_json::Value;

use crate::form::{Decimal, Literal};

/// What is given for one property. The person typed it, so it cannot be printed.
#[derive(Clone, Copy)]
pub(crate) enum Input<'a> {
    /// Nothing.
    Absent,
    /// A value that somebody parsed.
    Value(&'a Value),
    /// What a deserializer handed out.
    Collected(&'a Collected<'a>),
    /// The default.
    Default(&'a Literal),
}

impl<'a> Input<'a> {
    #[inline]
    pub(super) fn is_null(self) -> bool {
        matches!(
            self,
            Self::Absent
                | Self::Value(Value::Null)
                | Self::Collected(Collected::Absent | Collected::Null)
        )
    }

    pub(super) fn as_boolean(self) -> Option<bool> {
        match self {
            Self::Value(Value::Bool(boolean))
            | Self::Collected(Collected::Boolean(boolean))
            | Self::Default(Literal::Boolean(boolean)) => Some(*boolean),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn as_number(self) -> Option<Literal> {
        match self {
            Self::Value(Value::Number(number)) => Collected::number(number).as_number(),
            Self::Collected(collected) => collected.as_number(),
            Self::Default(literal) => Some(*literal),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn as_text(self) -> Option<&'a str> {
        match self {
            Self::Value(Value::String(text)) => Some(text),
            Self::Collected(Collected::Text(text)) => Some(text),
            Self::Default(Literal::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The items of a list. One that is not a text is `None`.
    pub(super) fn items(self) -> Option<impl ExactSizeIterator<Item = Option<&'a str>>> {
        let count = match self {
            Self::Value(Value::Array(items)) => items.len(),
            Self::Collected(Collected::List(items)) => items.len(),
            Self::Default(Literal::List(names)) => names.len(),
            _ => return None,
        };
        Some((0..count).map(move |place| self.item(place)))
    }

    fn item(self, place: usize) -> Option<&'a str> {
        match self {
            Self::Value(Value::Array(items)) => items.get(place)?.as_str(),
            Self::Collected(Collected::List(items)) => items.get(place)?.as_deref(),
            Self::Default(Literal::List(names)) => names.get(place).copied(),
            _ => None,
        }
    }
}

/// What a deserializer handed out for one property.
pub(crate) enum Collected<'d> {
    /// Nothing: the key is not there.
    Absent,
    /// More than one value, and nobody knows which was meant.
    Repeated,
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// An integer of up to 64 bits, signed or unsigned.
    Integer(i128),
    /// Any other number.
    Number(f64),
    /// A text.
    Text(Cow<'d, str>),
    /// A list. An item that is not a text is `None`.
    List(Vec<Option<Cow<'d, str>>>),
    /// An object, with what it gives for each property of the form if it is the document.
    Object(Vec<Collected<'d>>),
}

impl<'d> Collected<'d> {
    /// An integer of any size.
    #[expect(
        clippy::cast_precision_loss,
        reason = "beyond 64 bits a number is the nearest `f64`"
    )]
    pub(super) fn integer(integer: i128) -> Self {
        if i64::try_from(integer).is_ok() || u64::try_from(integer).is_ok() {
            Self::Integer(integer)
        } else {
            Self::Number(integer as f64)
        }
    }

    #[inline]
    fn as_number(&self) -> Option<Literal> {
        match *self {
            Self::Integer(integer) => Some(Literal::Integer(integer)),
            Self::Number(number) => Some(Literal::Decimal(Decimal::new(number, ""))),
            _ => None,
        }
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn into_text(self) -> Option<Cow<'d, str>> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}
