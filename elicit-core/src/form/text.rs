//! The rules of free text.

use crate::{format::Format, length_range::LengthRange, pattern::Pattern};

/// The rules of free text.
///
/// ```
/// use elicit_core::{Elicit, form::Kind};
///
/// #[derive(Elicit)]
/// struct Branch {
///     /// Lower-case letters and dashes
///     #[elicit(min_length = 3, pattern = "^[a-z-]+$")]
///     name: String,
/// }
///
/// let Kind::Text(rules) = Branch::FORM.properties()[0].kind() else { unreachable!() };
/// assert_eq!((rules.min_length(), rules.max_length()), (Some(3), None));
/// assert_eq!(rules.pattern(), Some("^[a-z-]+$"));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TextRules {
    /// Whether it must not pass through the client.
    pub(crate) is_secret: bool,
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    pub(crate) format: Option<Format>,
    pub(crate) pattern: Option<&'static Pattern>,
    /// The description beside the pattern, which says in words what the pattern asks for. If a
    /// newtype has the pattern, the field may have another description.
    pub(crate) rule: Option<&'static str>,
}

impl TextRules {
    pub(crate) const FREE: Self = Self {
        is_secret: false,
        min_length: None,
        max_length: None,
        format: None,
        pattern: None,
        rule: None,
    };

    /// Whether it is a secret, such as a password: a `SecretString`. The protocol forbids to ask
    /// for one in a form that passes through the client.
    #[must_use]
    pub const fn is_secret(&self) -> bool {
        self.is_secret
    }

    /// The smallest number of Unicode scalar values.
    #[must_use]
    pub const fn min_length(&self) -> Option<u64> {
        self.min_length
    }

    /// The largest number of Unicode scalar values.
    #[must_use]
    pub const fn max_length(&self) -> Option<u64> {
        self.max_length
    }

    /// The format the text must have.
    #[must_use]
    pub const fn format(&self) -> Option<Format> {
        self.format
    }

    /// The ECMA-262 pattern that must match somewhere in the text.
    #[must_use]
    pub const fn pattern(&self) -> Option<&'static str> {
        match self.pattern {
            Some(pattern) => Some(pattern.as_str()),
            None => None,
        }
    }

    /// The lengths that the rules allow.
    pub(crate) const fn lengths(&self) -> LengthRange {
        LengthRange::between(self.min_length, self.max_length)
    }
}
