//! How many characters or items a value can have.

/// A range of counts: of the Unicode scalar values of a text, or of the items of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CountRange {
    /// The least count.
    pub least: u64,
    /// The greatest count, if there is one.
    pub most: Option<u64>,
}

impl CountRange {
    /// The counts between two bounds, both included.
    #[must_use]
    pub const fn between(least: Option<u64>, most: Option<u64>) -> Self {
        let least = match least {
            Some(least) => least,
            None => 0,
        };
        Self { least, most }
    }

    /// Whether some count is not in it.
    #[must_use]
    pub const fn is_limited(self) -> bool {
        self.least > 0 || self.most.is_some()
    }

    /// Whether the two ranges have a count in common.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        !self.is_above(other) && !other.is_above(self)
    }

    const fn is_above(self, other: Self) -> bool {
        matches!(other.most, Some(most) if most < self.least)
    }
}
