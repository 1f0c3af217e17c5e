//! What the parser skips of bytes, held to be text.
//!
//! It finds what is no UTF-8 in the texts that it reads, and outside of texts in any case, and
//! does not look at those that it skips.

use std::cell::Cell;

use super::filter::Filter;

/// Looks at what lies between the key in front of something that was skipped, and the next key.
pub(super) struct Unseen<'d> {
    bytes: &'d [u8],
    /// Where the last key ends.
    key_end: Cell<usize>,
    /// Where something begins that was not looked at.
    from: Cell<Option<usize>>,
    /// Up to where the bytes are text, if they are none.
    fault: Cell<Option<usize>>,
}

impl<'d> Unseen<'d> {
    pub(super) fn of(bytes: &'d [u8]) -> Self {
        Self {
            bytes,
            key_end: Cell::new(0),
            from: Cell::new(None),
            fault: Cell::new(None),
        }
    }

    /// The bytes in front of what is no text, as far as the parser has come.
    pub(super) fn fault(&self, is_at_end: bool) -> Option<&'d [u8]> {
        if is_at_end {
            self.look_up_to(self.bytes.len());
        }
        self.bytes.get(..self.fault.get()?)
    }

    fn look_up_to(&self, end: usize) {
        if let Some(from) = self.from.take()
            && let Some(unseen) = self.bytes.get(from..end)
            && let Err(error) = str::from_utf8(unseen)
            && self.fault.get().is_none()
        {
            self.fault.set(Some(from + error.valid_up_to()));
        }
    }
}

impl Filter for Unseen<'_> {
    #[inline]
    fn key(&self, name: &str) {
        let start = self.bytes.as_ptr().addr();
        let place = name.as_ptr().addr().saturating_sub(start);
        self.look_up_to(place);
        self.key_end.set(place + name.len());
    }

    #[inline]
    fn skip(&self) {
        if self.from.get().is_none() {
            self.from.set(Some(self.key_end.get()));
        }
    }
}
