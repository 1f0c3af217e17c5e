//! Enums whose variants have names, in the protocol or in the log.

use std::{error::Error, fmt};

/// The error of `FromStr`: the text is not one of the names.
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
pub struct UnknownName {
    pub(crate) what: &'static str,
    pub(crate) names: &'static [&'static str],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names.join(", ");
        write!(f, "not {}; expected one of {names}", self.what)
    }
}

impl Error for UnknownName {}

/// Implements `as_str`, `Display` and `FromStr`. The compiler names this place when a variant is added.
macro_rules! named_enum {
    ($type:ident, $what:literal, $as_str:literal, $($variant:ident => $name:literal),+ $(,)?) => {
        impl $type {
            #[doc = $as_str]
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $type {
            type Err = crate::names::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(crate::names::UnknownName {
                        what: $what,
                        names: &[$($name),+],
                    }),
                }
            }
        }
    };
}
pub(crate) use named_enum;
