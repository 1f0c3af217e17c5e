//! Matching an answer against a `pattern`.
//!
//! A pattern is compiled by the derive, and what it compiles to is constant data: nothing is
//! parsed, built or cached at run time, and no regular-expression engine is linked into a server.
//!
//! Almost every pattern becomes a table with one row for each state, so that a match reads one
//! entry for each character and stops as soon as the result is known. A few patterns (`a.{20}b`
//! unanchored, `x{9000}`) would need too large a table. For these the derive emits the steps from
//! which it would have filled the table, and [`Pattern::is_match`] takes them at run time. Both
//! ways are linear in the length of the text, whatever the text; but there may be thousands of
//! steps to a character, so a field with such a pattern has a `max_length`, and a text that is longer
//! is not matched.

#![expect(clippy::must_use_candidate, reason = "only generated code calls it")]

mod steps;
mod table;

use steps::Steps;
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
    /// How long texts are that it matches, as far as the derive knows.
    pub(crate) lengths: CountRange,
    automaton: Automaton,
}

#[derive(Debug)]
enum Automaton {
    Table(Table),
    Steps(Steps),
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
        match &self.automaton {
            Automaton::Table(table) => table.is_match(text),
            Automaton::Steps(steps) => steps.is_match(text),
        }
    }

    /// How many steps it takes for a character at worst, where it was too large for a table.
    pub(crate) const fn steps_taken(&self) -> Option<usize> {
        match &self.automaton {
            Automaton::Table(_) => None,
            Automaton::Steps(steps) => Some(steps.steps.len()),
        }
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

    /// For generated code: a pattern as a table.
    pub const fn table(
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
            automaton: Automaton::Table(Table {
                ascii,
                starts,
                classes,
                end,
                entries,
            }),
        }
    }

    /// For generated code: a pattern as steps.
    pub const fn steps(
        source: &'static str,
        sets: &'static [&'static [u32]],
        steps: &'static [u32],
    ) -> Self {
        Self {
            source,
            lengths: CountRange::between(None, None),
            automaton: Automaton::Steps(Steps { sets, steps }),
        }
    }
}
