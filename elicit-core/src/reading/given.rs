//! What a document gives for a property.

use std::borrow::Cow;

use serde_json::Value;

use crate::form::Literal;

/// What a document gives for one property. The person typed it, so it cannot be printed.
#[derive(Clone, Copy)]
pub(crate) enum Given<'a> {
    /// Nothing: the key is not there.
    Absent,
    /// More than one value, and nobody knows which was meant.
    Repeated,
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// An integer beyond [`i64::MAX`].
    Large(u64),
    /// Any other number.
    Number(f64),
    /// A text.
    Text(&'a str),
    /// A list in a value.
    Values(&'a [Value]),
    /// A list that was collected.
    Texts(&'a [Option<Cow<'a, str>>]),
    /// A list that is a default.
    Names(&'static [&'static str]),
    /// An object.
    Object,
}

impl<'a> Given<'a> {
    /// An integer of any size.
    #[expect(
        clippy::cast_precision_loss,
        reason = "beyond 64 bits a number is the nearest `f64`"
    )]
    pub(super) fn integer(integer: i128) -> Self {
        if let Ok(integer) = i64::try_from(integer) {
            Self::Integer(integer)
        } else if let Ok(integer) = u64::try_from(integer) {
            Self::Large(integer)
        } else {
            Self::Number(integer as f64)
        }
    }

    #[inline]
    pub(super) fn of_value(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(boolean) => Self::Boolean(*boolean),
            Value::Number(number) => Self::number(number),
            Value::String(text) => Self::Text(text),
            Value::Array(items) => Self::Values(items),
            Value::Object(_) => Self::Object,
        }
    }

    pub(super) fn of_default(default: &Literal) -> Self {
        match *default {
            Literal::Integer(integer) => Self::integer(integer),
            Literal::Decimal(decimal) => Self::Number(decimal.value),
            Literal::Boolean(boolean) => Self::Boolean(boolean),
            Literal::Text(text) => Self::Text(text),
            Literal::List(names) => Self::Names(names),
        }
    }

    pub(super) fn as_integer(self) -> Option<i128> {
        match self {
            Self::Integer(integer) => Some(integer.into()),
            Self::Large(integer) => Some(integer.into()),
            _ => None,
        }
    }

    /// The items of a list. One that is not a text is `None`.
    pub(super) fn items(self) -> Option<Vec<Option<&'a str>>> {
        Some(match self {
            Self::Values(values) => values.iter().map(Value::as_str).collect(),
            Self::Texts(texts) => texts.iter().map(Option::as_deref).collect(),
            Self::Names(names) => names.iter().copied().map(Some).collect(),
            _ => return None,
        })
    }
}

/// What a deserializer handed out.
pub(crate) enum Collected<'d> {
    /// Something that needs no room, or a text of the document.
    Plain(Given<'d>),
    /// Any other text.
    Text(String),
    /// A list. An item that is not a text is `None`.
    List(Vec<Option<Cow<'d, str>>>),
    /// An object, with what it gives for each property of the form if it is the document.
    Object(Vec<Collected<'d>>),
}

impl<'d> Collected<'d> {
    #[inline]
    pub(super) fn given(&self) -> Given<'_> {
        match self {
            Self::Plain(given) => *given,
            Self::Text(text) => Given::Text(text),
            Self::List(items) => Given::Texts(items),
            Self::Object(_) => Given::Object,
        }
    }

    pub(super) fn into_text(self) -> Option<Cow<'d, str>> {
        match self {
            Self::Plain(Given::Text(text)) => Some(Cow::Borrowed(text)),
            Self::Text(text) => Some(Cow::Owned(text)),
            _ => None,
        }
    }
}
