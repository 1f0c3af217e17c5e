//! What a document gives for a property.

use serde_json::Value;

use super::selection::Ahead;
use crate::form::Literal;

/// What a document gives for one property, or for one item of a list. It is the person's,
/// and so it cannot be printed. It may be gone when whoever was handed it returns.
pub(super) enum Given<'v> {
    /// Nothing.
    Absent,
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
    Text(&'v str),
    /// A list that was parsed already.
    Values(&'v [Value]),
    /// A list that is parsed while it is read.
    Items(&'v mut dyn Items),
    /// A list, as a default names it.
    Names(&'static [&'static str]),
    /// An object.
    Object,
}

/// The items of a list, one after the other. Those that nobody asks for are passed over.
pub(super) trait Items {
    /// Hands out those that are left, to the one who asks for any: a call through a pointer for
    /// each would cost as much as to read it.
    fn each(&mut self, ahead: &mut Ahead<'_, '_>);
}

impl Given<'_> {
    /// An integer of any size.
    #[expect(
        clippy::cast_precision_loss,
        reason = "what does not fit into 64 bits is outside of every bound"
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

    pub(super) fn of_default(default: &Literal) -> Self {
        match *default {
            Literal::Integer(integer) => Self::integer(integer),
            Literal::Decimal(decimal) => Self::Number(decimal.value),
            Literal::Boolean(boolean) => Self::Boolean(boolean),
            Literal::Text(text) => Self::Text(text),
            Literal::List(names) => Self::Names(names),
        }
    }
}
