//! The revisions of the protocol that this crate speaks.

use crate::names::named_enum;

/// A revision of the Model Context Protocol that knows elicitation.
///
/// Revisions are ordered by their date. What differs between them is asked by methods, such as
/// [`asks_in_result`](Self::asks_in_result).
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
    pub const LATEST: Self = Self::KNOWN[Self::KNOWN.len() - 1];

    /// The oldest revision.
    #[cfg(feature = "runtime")]
    pub(crate) const OLDEST: Self = Self::KNOWN[0];

    // The match is there so that the compiler names this place when a revision is added.
    const KNOWN: [Self; 3] = match Self::V2025_06_18 {
        Self::V2025_06_18 | Self::V2025_11_25 | Self::V2026_07_28 => {
            [Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28]
        }
    };

    /// Every revision, oldest first. A later release may have more.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        Self::KNOWN.into_iter()
    }

    /// Whether questions travel in results and answers in retries of the call. Otherwise the
    /// server sends its questions while the call runs.
    ///
    /// ```
    /// use elicit_core::Revision;
    ///
    /// assert!(Revision::V2026_07_28.asks_in_result());
    /// assert!(!Revision::V2025_11_25.asks_in_result());
    /// ```
    #[must_use]
    pub const fn asks_in_result(self) -> bool {
        match self {
            Self::V2025_06_18 | Self::V2025_11_25 => false,
            Self::V2026_07_28 => true,
        }
    }

    /// Whether the revision has URL mode: [`Mode::Url`](crate::Mode::Url).
    ///
    /// A client of an older revision may declare URL mode too, and is then asked as on
    /// 2025-11-25.
    #[must_use]
    pub const fn has_url_mode(self) -> bool {
        match self {
            Self::V2025_06_18 => false,
            Self::V2025_11_25 | Self::V2026_07_28 => true,
        }
    }

    /// How the options of a single-select are spelt if they have titles.
    pub(crate) const fn titled_choice(self) -> Spelling {
        match self {
            Self::V2025_06_18 => Spelling::EnumNames,
            Self::V2025_11_25 | Self::V2026_07_28 => Spelling::OneOf,
        }
    }
}

/// How the options of a single-select are spelt if they have titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Spelling {
    /// `enum` beside `enumNames`: 2025-06-18.
    EnumNames,
    /// `oneOf` of `const` and `title`: 2025-11-25 and later.
    OneOf,
}

/// What only asking depends on.
#[cfg(feature = "runtime")]
impl Revision {
    /// Whether the server reports that a page is done with: `notifications/elicitation/complete`,
    /// and the error `-32042` that it follows.
    pub(crate) const fn has_url_completion(self) -> bool {
        match self {
            Self::V2025_06_18 | Self::V2026_07_28 => false,
            Self::V2025_11_25 => true,
        }
    }

    /// Whether a question and its result have a `_meta`.
    pub(crate) const fn has_question_meta(self) -> bool {
        match self {
            Self::V2025_06_18 | Self::V2025_11_25 => true,
            Self::V2026_07_28 => false,
        }
    }

    /// Whether clients know the error `-32021`, a missing capability.
    pub(crate) const fn has_missing_capability_error(self) -> bool {
        match self {
            Self::V2025_06_18 | Self::V2025_11_25 => false,
            Self::V2026_07_28 => true,
        }
    }

    /// Whether the protocol's schema of a form has multi-selects.
    pub(crate) const fn has_multi_select(self) -> bool {
        match self {
            Self::V2025_06_18 => false,
            Self::V2025_11_25 | Self::V2026_07_28 => true,
        }
    }
}

/// What the adapter depends on.
#[cfg(feature = "rmcp3")]
impl Revision {
    /// Whether a client introduces itself once, by `initialize`, and has a session over HTTP.
    /// Otherwise each request introduces the client, and there is no session.
    #[cfg(any(feature = "rmcp3-http", feature = "testing"))]
    pub(crate) const fn has_session(self) -> bool {
        match self {
            Self::V2025_06_18 | Self::V2025_11_25 => true,
            Self::V2026_07_28 => false,
        }
    }

    /// Whether a result has a `resultType`.
    pub(crate) const fn has_result_type(self) -> bool {
        match self {
            Self::V2025_06_18 | Self::V2025_11_25 => false,
            Self::V2026_07_28 => true,
        }
    }
}

named_enum! {
    Revision, "a protocol revision with elicitation",
    "The date by which the protocol calls the revision: `2025-11-25`.",
    V2025_06_18 => "2025-06-18",
    V2025_11_25 => "2025-11-25",
    V2026_07_28 => "2026-07-28",
}
