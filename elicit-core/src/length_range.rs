//! How long the texts of a format or of a pattern can be.

/// A range of lengths, in Unicode scalar values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LengthRange {
    pub(crate) least: u64,
    pub(crate) most: Option<u64>,
}

impl LengthRange {
    pub(crate) const fn between(least: Option<u64>, most: Option<u64>) -> Self {
        let least = match least {
            Some(least) => least,
            None => 0,
        };
        Self { least, most }
    }

    /// Whether the two ranges have a length in common.
    pub(crate) const fn overlaps(self, other: Self) -> bool {
        !self.is_above(other) && !other.is_above(self)
    }

    const fn is_above(self, other: Self) -> bool {
        matches!(other.most, Some(most) if most < self.least)
    }
}
