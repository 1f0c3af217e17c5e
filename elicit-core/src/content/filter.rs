//! What stands between the parser of a document and who is handed what it finds.

use super::given::Given;

/// What there is to do beside handing on what the parser finds: of a copy in which strings
/// stand for numbers, and of bytes of which nobody knows yet that they are text.
pub(super) trait Filter {
    /// There is a key, which stands in the document as it is.
    #[inline]
    fn key(&self, _name: &str) {}

    /// The value of the last key, or a part of it, is skipped.
    #[inline]
    fn skip(&self) {}

    /// What a text stands for.
    #[inline]
    fn text<'t>(&self, text: &'t str) -> Given<'t> {
        Given::Text(text)
    }
}

/// Hands on what is found as it is.
pub(super) struct Direct;

impl Filter for Direct {}
