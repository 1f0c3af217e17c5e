//! How long texts can be.

use super::Text;

/// How long texts are, in Unicode scalar values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lengths {
    pub(crate) least: u64,
    pub(crate) most: Option<u64>,
}

impl Lengths {
    pub(crate) const fn between(least: Option<u64>, most: Option<u64>) -> Self {
        let least = match least {
            Some(least) => least,
            None => 0,
        };
        Self { least, most }
    }

    /// Whether there is a length that is one of both.
    pub(crate) const fn meet(self, other: Self) -> bool {
        !self.are_above(other) && !other.are_above(self)
    }

    const fn are_above(self, other: Self) -> bool {
        matches!(other.most, Some(most) if most < self.least)
    }
}

impl Text {
    /// The lengths that it takes.
    pub(crate) const fn lengths(&self) -> Lengths {
        Lengths::between(self.min_length, self.max_length)
    }
}
