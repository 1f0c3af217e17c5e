//! Enums whose variants have names.

use std::{error::Error, fmt};

/// The error of `FromStr`: the text is not one of the names.
///
/// ```
/// use elicit_text::Format;
///
/// let unknown = "datetime".parse::<Format>().unwrap_err();
/// assert_eq!(
///     unknown.to_string(),
///     "not a format of the protocol; expected one of email, uri, date, date-time",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    names: &'static [&'static str],
}

impl UnknownName {
    /// What the text should be, as in "a format of the protocol", and the names that it can have.
    #[must_use]
    pub const fn new(what: &'static str, names: &'static [&'static str]) -> Self {
        Self { what, names }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names.join(", ");
        write!(f, "not {}; expected one of {names}", self.what)
    }
}

impl Error for UnknownName {}
