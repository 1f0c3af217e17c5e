//! Where the values of an answer are between a document and a struct.

use serde_json::Value;
use smallvec::SmallVec;

use super::selection::Picks;
use crate::form::Literal;

/// What a document gives for one property. It is the person's, and so it cannot be
/// printed.
#[derive(Clone, Copy, Default)]
pub enum Slot<'v> {
    /// Nothing.
    #[default]
    Absent,
    /// More than one value.
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
    Text(&'v str),
    /// The items of a list, parsed already.
    Values(&'v [Value]),
    /// The items of a list, as a default names them.
    Names(&'static [&'static str]),
    /// A list where none is expected.
    List,
    /// An object.
    Object,
    /// A text, by its place in the stash.
    StashedText(usize),
    /// The items of a list, by their place in the stash.
    StashedList(usize),
}

impl Slot<'_> {
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

/// Room for what is given for one form.
pub trait Slots<'v> {
    /// Nothing yet.
    fn empty() -> Self;

    /// One slot for each property.
    fn as_mut_slice(&mut self) -> &mut [Slot<'v>];
}

impl<'v, const N: usize> Slots<'v> for [Slot<'v>; N] {
    #[inline]
    fn empty() -> Self {
        [Slot::Absent; N]
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [Slot<'v>] {
        self
    }
}

/// What slots cannot borrow from a document: lists, and texts that the parser does not
/// lend, which in JSON are those with escapes. An answer has few of them, and then there
/// is room for them here.
#[derive(Default)]
pub(super) struct Stash {
    texts: SmallVec<[String; 4]>,
    lists: SmallVec<[Option<Picks>; 2]>,
}

impl Stash {
    pub(super) fn keep_text(&mut self, text: &str) -> Slot<'static> {
        self.texts.push(text.to_owned());
        Slot::StashedText(self.texts.len() - 1)
    }

    pub(super) fn text(&self, place: usize) -> Option<&str> {
        self.texts.get(place).map(String::as_str)
    }

    /// It is not there any more then.
    pub(super) fn take_text(&mut self, place: usize) -> Option<String> {
        self.texts.get_mut(place).map(std::mem::take)
    }

    pub(super) fn keep_list(&mut self, picks: Picks) -> Slot<'static> {
        self.lists.push(Some(picks));
        Slot::StashedList(self.lists.len() - 1)
    }

    pub(super) fn list(&self, place: usize) -> Option<&Picks> {
        self.lists.get(place)?.as_ref()
    }

    /// They are not there any more then.
    pub(super) fn take_list(&mut self, place: usize) -> Option<Picks> {
        self.lists.get_mut(place)?.take()
    }
}
