//! Matching a text with a pattern that was compiled before.

#[cfg(feature = "compiler")]
pub mod compiler;
#[cfg(all(test, feature = "compiler"))]
mod tests;

use crate::CountRange;

/// A pattern in the dialect of JSON Schema, ECMA-262 with the `u` flag, as constant data.
///
/// Nothing is parsed, built or cached at run time. The data is a table with one row for each state, so
/// a match reads one entry for each character, and stops as soon as the result is known.
/// [`CompiledPattern`](crate::compiler::CompiledPattern) makes it, with the feature `compiler`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern<'p> {
    source: &'p str,
    /// How long texts are that it matches.
    lengths: CountRange,
    /// The class of each ASCII character. Characters that the pattern does not tell apart form one
    /// class.
    ascii: &'p [u8; 128],
    /// Where ranges of other characters start, ascending, in four bytes, and the class of the
    /// characters from there on, in two.
    ranges: &'p [[u8; 6]],
    /// How many classes there are: the column for the end of the text.
    end: usize,
    /// The table, row by row. An entry is the place where the next row starts or one of
    /// [`REJECTED`] and [`MATCHED`]. All numbers begin with their lowest byte.
    entries: &'p [[u8; 2]],
}

/// Whatever follows, the pattern does not match.
const REJECTED: u16 = u16::MAX;
/// Whatever follows, the pattern matches.
const MATCHED: u16 = u16::MAX - 1;

impl<'p> Pattern<'p> {
    /// The pattern as its author wrote it.
    #[must_use]
    pub const fn as_str(&self) -> &'p str {
        self.source
    }

    /// Whether the pattern matches somewhere in the text, as `RegExp.prototype.test` answers.
    ///
    /// `^` and `$` tie it to the start and the end of the text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        let mut row = 0;
        for character in text.chars() {
            match self.entry(row, self.class(character)) {
                settled @ (REJECTED | MATCHED) => return settled == MATCHED,
                next => row = usize::from(next),
            }
        }
        self.entry(row, self.end) == MATCHED
    }

    /// The compiler writes no place beyond the table. If it did, the text would be rejected.
    fn entry(&self, row: usize, class: usize) -> u16 {
        self.entries
            .get(row + class)
            .map_or(REJECTED, |entry| u16::from_le_bytes(*entry))
    }

    fn class(&self, character: char) -> usize {
        let code = u32::from(character);
        if let Some(class) = self.ascii.get(code as usize) {
            return usize::from(*class);
        }
        let starts_before = |&[a, b, c, d, ..]: &[u8; 6]| u32::from_le_bytes([a, b, c, d]) <= code;
        let after = self.ranges.partition_point(starts_before);
        let range = after.checked_sub(1).and_then(|at| self.ranges.get(at));
        range.map_or(0, |&[.., a, b]| usize::from(u16::from_le_bytes([a, b])))
    }

    /// How long the texts are that it matches, in Unicode scalar values.
    #[must_use]
    pub const fn lengths(&self) -> CountRange {
        self.lengths
    }

    /// A pattern from its text, and from the parts of the
    /// [table](crate::compiler::Table) that the compiler of the same version has made.
    #[must_use]
    pub const fn new(
        source: &'p str,
        lengths: CountRange,
        ascii: &'p [u8; 128],
        ranges: &'p [u8],
        end: usize,
        entries: &'p [u8],
    ) -> Self {
        Self {
            source,
            lengths,
            ascii,
            ranges: ranges.as_chunks().0,
            end,
            entries: entries.as_chunks().0,
        }
    }
}
