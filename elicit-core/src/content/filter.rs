//! What stands between the parser of a document and who is handed what it finds.

use std::cell::Cell;

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, IgnoredAny},
};

use super::{given::Given, item::Item};

/// What there is to do beside handing on what the parser finds.
pub(super) trait Filter {
    /// What a text stands for.
    #[inline]
    fn text<'t>(&self, text: &'t str) -> Given<'t> {
        Given::Text(text)
    }

    /// Goes past a value that nobody asks for.
    #[inline]
    fn skip<'d, D: Deserializer<'d>>(&self, deserializer: D) -> Result<(), D::Error> {
        IgnoredAny::deserialize(deserializer).map(drop)
    }
}

/// Hands on what is found as it is.
pub(super) struct Direct;

impl Filter for Direct {}

/// Hands on what is found as it is, and has the parser look at what nobody asks for as it looks at
/// the rest. So it looks at all of the document, and once, as it does to make a `Value` of it.
#[derive(Default)]
pub(super) struct Whole {
    ended_in_skipped: Cell<bool>,
}

impl Whole {
    /// Whether the parser ended within what nobody asks for.
    pub(super) fn ended_in_skipped(&self) -> bool {
        self.ended_in_skipped.get()
    }
}

impl Filter for Whole {
    #[inline]
    fn skip<'d, D: Deserializer<'d>>(&self, deserializer: D) -> Result<(), D::Error> {
        let dropped = Item {
            put: |_: &mut Given<'_>| {},
            filter: self,
        };
        let skipped = dropped.deserialize(deserializer);
        if skipped.is_err() {
            self.ended_in_skipped.set(true);
        }
        skipped
    }
}

/// A value that nobody asks for.
pub(super) struct Skipped<'f, F>(pub(super) &'f F);

impl<'d, F: Filter> DeserializeSeed<'d> for Skipped<'_, F> {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.0.skip(deserializer)
    }
}
