//! What stands between the parser of a document and who is handed what it finds.

use super::given::Given;

/// What there is to do beside handing on what the parser finds: of a copy in which strings
/// stand for numbers, and of bytes of which nobody knows yet that they are text.
pub(super) trait Filter {
    /// Something is skipped, and so it is not looked at.
    #[inline]
    fn skip(&self) {}

    /// Puts the value of a property where it goes.
    #[inline]
    fn value(&self, found: &mut Given<'_>, mut put: impl FnMut(&mut Given<'_>)) {
        put(found);
    }
}

/// Hands on what is found as it is.
pub(super) struct Direct;

impl Filter for Direct {}
