//! The revisions of the protocol that this crate speaks.

use std::{error::Error, fmt, str::FromStr};

/// A revision of the Model Context Protocol that knows elicitation.
///
/// Revisions are ordered by their date, so `revision < Revision::V2026_07_28`
/// reads as "a client that is asked while the call runs".
///
/// ```
/// use elicit_core::Revision;
///
/// assert_eq!("2025-11-25".parse(), Ok(Revision::V2025_11_25));
/// assert_eq!(Revision::LATEST.to_string(), "2026-07-28");
/// assert!("2024-11-05".parse::<Revision>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// 2025-06-18: the first one with elicitation; forms only, `enumNames` for titles.
    V2025_06_18,
    /// 2025-11-25: titled choices as `oneOf`, multi-select, URL mode.
    V2025_11_25,
    /// 2026-07-28: questions travel in results, answers in the retry (multi-round-trip).
    V2026_07_28,
}

impl Revision {
    /// The newest revision.
    pub const LATEST: Self = Self::V2026_07_28;

    /// Every revision, oldest first.
    pub const ALL: [Self; 3] = [Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];

    /// The date by which the protocol calls the revision: `2025-11-25`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Revision {
    type Err = UnknownRevision;

    fn from_str(text: &str) -> Result<Self, UnknownRevision> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == text)
            .ok_or(UnknownRevision(()))
    }
}

/// The text is not the date of a revision that has elicitation.
///
/// ```
/// use elicit_core::Revision;
///
/// let unknown = "2024-11-05".parse::<Revision>().unwrap_err();
/// assert_eq!(
///     unknown.to_string(),
///     "not a protocol revision with elicitation; expected one of 2025-06-18, 2025-11-25, 2026-07-28",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownRevision(());

impl fmt::Display for UnknownRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a protocol revision with elicitation; expected one of ")?;
        for (i, revision) in Revision::ALL.into_iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            revision.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for UnknownRevision {}
