//! Whether the parser has seen all texts of a document.
//!
//! It finds what is no UTF-8 in those that it reads, and outside of texts in any case, and does
//! not look at those that it skips.

use std::cell::Cell;

use super::filter::Filter;

/// Notes whether something was skipped.
#[derive(Default)]
pub(super) struct Unseen(Cell<bool>);

impl Unseen {
    /// Whether there is nothing of the kind.
    pub(super) fn is_nothing(&self) -> bool {
        !self.0.get()
    }
}

impl Filter for Unseen {
    #[inline]
    fn skip(&self) {
        self.0.set(true);
    }
}
