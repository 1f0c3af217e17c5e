//! Whether a rule fits.

/// Whether a rule fits the type of its field.
#[derive(Clone, Copy)]
pub(crate) enum Verdict {
    Fits,
    /// It is a rule for another kind of property.
    AnotherKind,
    /// It allows more than the type does.
    WidensType,
    /// The bound of an integer has a fraction.
    NotWhole,
    /// The type does not hold the bound, and its nearest number is outside of it. It stays a rule.
    RoundsOutwards,
    /// The bounds leave 0 only, and the type does not hold it. It stays a rule.
    LeavesZero,
    /// The type has such a rule already, and a schema has room for one.
    Taken,
    /// No text has a length that the type allows.
    MissesType,
    /// No text of the format has an allowed length.
    MissesFormat,
    /// No text that matches the pattern has an allowed length.
    MissesPattern,
}

/// Which of two limits.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Minimum,
    Maximum,
}

impl Side {
    pub(super) const fn of<'l, T>(self, minimum: &'l mut T, maximum: &'l mut T) -> &'l mut T {
        match self {
            Self::Minimum => minimum,
            Self::Maximum => maximum,
        }
    }
}
