//! Matching an answer against a `pattern`.
//!
//! A pattern is compiled by the derive, and what it compiles to is constant data: nothing is
//! parsed, built or cached at run time, and no regular-expression engine is linked into a server.
//!
//! A pattern is a table with one row for each state, so that a match reads one entry for each
//! character and stops as soon as the result is known. A pattern that needs too large a table does
//! not compile.

#![expect(clippy::must_use_candidate, reason = "only generated code calls it")]

mod table;

use table::Table;

use crate::form::count_range::CountRange;

/// A pattern in the dialect of JSON Schema, ECMA-262 with the `u` flag, ready to match.
///
/// The derive makes it of `#[elicit(pattern = "…")]`; [`TextRules::pattern`](crate::form::TextRules::pattern)
/// is its text. The protocol's schemas have no such keyword, so some clients do not show it.
#[derive(Debug)]
#[must_use]
pub struct Pattern {
    source: &'static str,
    /// How long texts are that it matches.
    pub(crate) lengths: CountRange,
    table: Table,
}

impl Pattern {
    /// The pattern as its author wrote it, which is also what a client reads in the schema.
    pub const fn as_str(&self) -> &'static str {
        self.source
    }

    /// Whether the pattern matches somewhere in the text, as `RegExp.prototype.test` answers.
    ///
    /// `^` and `$` tie it to the start and the end of the text.
    pub fn is_match(&self, text: &str) -> bool {
        self.table.is_match(text)
    }

    /// For generated code: it matches no shorter text.
    pub const fn at_least(mut self, length: u64) -> Self {
        self.lengths.least = length;
        self
    }

    /// For generated code: it matches no longer text.
    pub const fn at_most(mut self, length: u64) -> Self {
        self.lengths.most = Some(length);
        self
    }

    /// For generated code: a pattern of any length.
    pub const fn new(
        source: &'static str,
        ascii: &'static [u8; 128],
        starts: &'static [u32],
        classes: &'static [u16],
        end: usize,
        entries: &'static [u16],
    ) -> Self {
        Self {
            source,
            lengths: CountRange::between(None, None),
            table: Table {
                ascii,
                starts,
                classes,
                end,
                entries,
            },
        }
    }
}
