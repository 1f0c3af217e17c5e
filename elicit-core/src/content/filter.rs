//! What stands between the parser of a document and who is handed what it finds.

use serde::de::{Deserialize, IgnoredAny};
use serde_json::value::RawValue;

use super::given::Given;

/// What there is to do beside handing on what the parser finds: of a copy in which strings
/// stand for numbers, and of bytes of which nobody knows yet that they are text.
pub(super) trait Filter {
    /// What the parser reads that nobody asks for.
    type Skipped<'de>: Deserialize<'de>;

    /// What a text stands for.
    #[inline]
    fn text<'t>(&self, text: &'t str) -> Given<'t> {
        Given::Text(text)
    }
}

/// Hands on what is found as it is.
pub(super) struct Direct;

impl Filter for Direct {
    type Skipped<'de> = IgnoredAny;
}

/// The same, of bytes. In texts that it reads, the parser finds what is no UTF-8, and outside of
/// texts in any case. It does so as well in what it skips, for it is said to be a text.
pub(super) struct Checked;

impl Filter for Checked {
    type Skipped<'de> = &'de RawValue;
}
