//! What stands between the parser of a text and who is handed what it finds.

use super::given::Given;

/// Sees what the parser comes to, in its order.
pub(super) trait Filter {
    /// Something is skipped, and so it is not looked at.
    #[inline]
    fn skip(&self) {}

    /// Puts a value of the document where it goes.
    #[inline]
    fn value(&self, found: &mut Given<'_>, mut put: impl FnMut(&mut Given<'_>)) {
        put(found);
    }
}

/// Hands on what is found as it is.
pub(super) struct Direct;

impl Filter for Direct {}
