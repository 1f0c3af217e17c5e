//! Sets of characters.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

/// A set of characters. Texts have no surrogates, and so there are none in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Set(pub(super) ClassUnicode);

impl Set {
    /// The characters from one code point to another, for each pair, both ends included.
    pub(super) fn new(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let range = |(start, end)| {
            let start = (start..=end).find_map(char::from_u32)?;
            let end = (u32::from(start)..=end).rev().find_map(char::from_u32)?;
            Some(ClassUnicodeRange::new(start, end))
        };
        Self(ClassUnicode::new(ranges.into_iter().filter_map(range)))
    }

    pub(super) fn one(code: u32) -> Self {
        Self::new([(code, code)])
    }

    /// Where the set starts to hold, where it ceases to, and so on.
    pub(super) fn ends(&self) -> impl Iterator<Item = u32> {
        let ranges = self.0.iter();
        ranges.flat_map(|range| [range.start().into(), u32::from(range.end()) + 1])
    }

    pub(super) fn contains(&self, code: u32) -> bool {
        let ranges = self.0.ranges();
        let after = ranges.partition_point(|range| u32::from(range.start()) <= code);
        after > 0 && code <= ranges[after - 1].end().into()
    }

    /// All other characters.
    pub(super) fn negate(mut self) -> Self {
        // Two ranges on either side of the surrogates are next to each other, which `negate` needs
        // as one.
        if self.contains(0xD7FF) && self.contains(0xE000) {
            let around = ClassUnicodeRange::new('\u{D7FF}', '\u{E000}');
            self.0.push(around);
        }
        self.0.negate();
        self
    }

    /// `\d`
    pub(super) fn digits() -> Self {
        Self::new([(0x30, 0x39)])
    }

    /// `\w`
    pub(super) fn word() -> Self {
        Self::new([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
    }

    /// `\s`: ECMA-262's `WhiteSpace` (with Unicode's `Zs` and the byte order mark) and
    /// `LineTerminator`.
    pub(super) fn space() -> Self {
        Self::new([
            (0x09, 0x0D),
            (0x20, 0x20),
            (0xA0, 0xA0),
            (0x1680, 0x1680),
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
            (0xFEFF, 0xFEFF),
        ])
    }

    /// `.`
    pub(super) fn no_line_terminator() -> Self {
        Self::new([(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)]).negate()
    }
}
