//! Enums whose variants have names, in the protocol or in the log.

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
            type Err = elicit_text::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(elicit_text::UnknownName::new($what, &[$($name),+])),
                }
            }
        }
    };
}
pub(crate) use named_enum;
