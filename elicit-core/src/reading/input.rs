//! What a document gives for a property.

use std::borrow::Cow;

use serde_json::{Number, Value};

use crate::form::{Literal, literal::decimal};

/// What is given for one property. The person typed it, so it cannot be printed.
#[derive(Clone, Copy)]
pub(crate) enum Input<'a> {
    /// Nothing.
    Absent,
    /// A parsed value.
    Value(&'a Value),
    /// What a deserializer handed out.
    Collected(&'a Collected<'a>),
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
            Self::Value(Value::Bool(boolean)) | Self::Collected(Collected::Boolean(boolean)) => {
                Some(*boolean)
            }
            _ => None,
        }
    }

    #[inline]
    pub(super) fn as_number(self) -> Option<Literal> {
        match self {
            Self::Value(Value::Number(number)) => Some(literal(number)),
            Self::Collected(Collected::Number(number)) => Some(*number),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn as_text(self) -> Option<&'a str> {
        match self {
            Self::Value(Value::String(text)) => Some(text),
            Self::Collected(Collected::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The items of a list. One that is not a text is `None`.
    pub(super) fn items(self) -> Option<impl ExactSizeIterator<Item = Option<&'a str>>> {
        let count = match self {
            Self::Value(Value::Array(items)) => items.len(),
            Self::Collected(Collected::List(items)) => items.len(),
            _ => return None,
        };
        Some((0..count).map(move |index| self.item(index)))
    }

    fn item(self, index: usize) -> Option<&'a str> {
        match self {
            Self::Value(Value::Array(items)) => items.get(index)?.as_str(),
            Self::Collected(Collected::List(items)) => items.get(index)?.as_deref(),
            _ => None,
        }
    }
}

/// What a deserializer handed out for one property.
pub(crate) enum Collected<'d> {
    /// Nothing: the key is not there.
    Absent,
    /// More than one value, and it is not known which was meant.
    Repeated,
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number: an integer of up to 64 bits, else the nearest `f64`.
    Number(Literal),
    /// A text.
    Text(Cow<'d, str>),
    /// A list. An item that is not a text is `None`.
    List(Vec<Option<Cow<'d, str>>>),
    /// An object, with what it gives for each property of the form if it is the document.
    Object(Vec<Collected<'d>>),
}

impl Collected<'_> {
    pub(super) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// A number, in the same way whether or not `serde_json` keeps its digits. What no `f64` holds
/// becomes an infinity, which every bound refuses.
#[inline]
pub(crate) fn literal(number: &Number) -> Literal {
    match (number.as_u64(), number.as_i64()) {
        (Some(integer), _) => Literal::Integer(integer.into()),
        // `-0` is a float: integers have one zero only.
        (None, Some(integer)) if integer != 0 => Literal::Integer(integer.into()),
        _ => float(match number.as_f64() {
            Some(nearest) => nearest,
            None => number.to_string().parse().unwrap_or(f64::INFINITY),
        }),
    }
}

pub(super) fn float(number: f64) -> Literal {
    Literal::Decimal(decimal(number, ""))
}

/// Whether a map with this key is a number. It is if the feature `arbitrary_precision` of
/// `serde_json` is on, which any crate in the build may turn on: numbers keep their digits then.
/// Otherwise, it is a key like any other.
pub(super) fn is_number(key: &str) -> bool {
    let keeps_digits = |number: Number| number.to_string() == "0.50";
    key == "$serde_json::private::Number" && "0.50".parse().is_ok_and(keeps_digits)
}
