//! What stands between the parser of a document and who is handed what it finds.

use super::given::Given;

/// What there is to do beside handing on what the parser finds: of a copy in which strings
/// stand for numbers.
pub(super) trait Filter {
    /// What a text stands for.
    #[inline]
    fn text<'t>(&self, text: &'t str) -> Given<'t> {
        Given::Text(text)
    }
}

/// Hands on what is found as it is.
pub(super) struct Direct;

impl Filter for Direct {}
