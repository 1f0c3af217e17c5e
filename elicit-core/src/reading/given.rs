//! What a document gives for a property.

use std::borrow::Cow;

use serde_json::Value;

use crate::form::Literal;

/// What a document gives for one property. The person typed it, so it cannot be printed.
#[derive(Default)]
pub(crate) enum Given<'d> {
    /// Nothing: the key is not there.
    #[default]
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
    Object(Vec<Given<'d>>),
}

impl<'d> Given<'d> {
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

    /// A text that is there already.
    pub(super) fn text(text: &'d str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }

    #[inline]
    pub(super) fn of_value(value: &'d Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(boolean) => Self::Boolean(*boolean),
            Value::Number(number) => Self::number(number),
            Value::String(text) => Self::text(text),
            Value::Array(items) => {
                let texts = items.iter().map(|item| item.as_str().map(Cow::Borrowed));
                Self::List(texts.collect())
            }
            Value::Object(_) => Self::Object(Vec::new()),
        }
    }

    pub(super) fn of_default(default: &Literal) -> Self {
        match *default {
            Literal::Integer(integer) => Self::integer(integer),
            Literal::Decimal(decimal) => Self::Number(decimal.value),
            Literal::Boolean(boolean) => Self::Boolean(boolean),
            Literal::Text(text) => Self::text(text),
            Literal::List(names) => {
                let texts = names.iter().map(|name| Some(Cow::Borrowed(*name)));
                Self::List(texts.collect())
            }
        }
    }

    pub(super) fn into_text(self) -> Option<Cow<'d, str>> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}
