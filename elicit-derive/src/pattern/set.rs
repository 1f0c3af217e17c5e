//! Sets of code points.

/// Where code points end.
const END: u32 = 0x11_0000;

/// A set of code points as ranges: ascending, apart from each other, both ends included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Set(Vec<(u32, u32)>);

impl Set {
    pub(super) fn new(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut ranges: Vec<_> = ranges.into_iter().collect();
        ranges.sort_unstable();
        let mut apart: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (start, end) in ranges {
            match apart.last_mut() {
                Some(last) if start <= last.1 + 1 => last.1 = last.1.max(end),
                _ => apart.push((start, end)),
            }
        }
        Self(apart)
    }

    pub(super) fn one(code: u32) -> Self {
        Self(vec![(code, code)])
    }

    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Where the set starts to hold, where it ceases to, and so on.
    pub(super) fn ends(&self) -> impl Iterator<Item = u32> {
        self.0.iter().flat_map(|(from, to)| [*from, to + 1])
    }

    pub(super) fn contains(&self, code: u32) -> bool {
        let after = self.0.partition_point(|(start, _)| *start <= code);
        after > 0 && code <= self.0[after - 1].1
    }

    /// All other code points.
    pub(super) fn negate(&self) -> Self {
        let mut others = Vec::with_capacity(self.0.len() + 1);
        let mut start = 0;
        for range in &self.0 {
            if start < range.0 {
                others.push((start, range.0 - 1));
            }
            start = range.1 + 1;
        }
        if start < END {
            others.push((start, END - 1));
        }
        Self(others)
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
