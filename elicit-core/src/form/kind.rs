//! What kind of value a property takes.

use super::{Decimal, IntegerRules, NumberRules, Options, TextRules};

/// What kind of value a property takes, and its rules.
///
/// These are the primitive schema definitions of the protocol: [Requested Schema].
///
/// ```
/// use elicit_core::{Elicit, form::Kind};
///
/// #[derive(Elicit)]
/// struct Contact {
///     #[elicit(format = "email", max_length = 80)]
///     address: String,
/// }
///
/// let Kind::Text(rules) = Contact::FORM.properties()[0].kind() else { unreachable!() };
/// assert_eq!(rules.max_length(), Some(80));
/// assert_eq!(rules.format().map(|format| format.as_str()), Some("email"));
/// ```
///
/// [Requested Schema]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Kind {
    /// `type: boolean`.
    Boolean,
    /// `type: integer`.
    Integer(IntegerRules),
    /// `type: number`.
    Number(NumberRules),
    /// `type: string`, free text.
    Text(TextRules),
    /// One of a list of options.
    Choice(Options),
    /// Any number of a list of options: `type: array`. The schema of 2025-06-18 does
    /// not have it.
    MultiSelect {
        /// What can be chosen.
        options: Options,
        /// The smallest number of options to choose.
        min_items: Option<u64>,
        /// The largest number of options to choose.
        max_items: Option<u64>,
        /// Whether a repeated option is refused (sets) or kept (`Vec`).
        unique: bool,
    },
}

impl Kind {
    /// The schema's `type`.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Integer(_) => "integer",
            Self::Number(_) => "number",
            Self::Text(_) | Self::Choice(_) => "string",
            Self::MultiSelect { .. } => "array",
        }
    }
}

/// Which values the schema allows and the Rust type does not hold. No schema can exclude them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeLimit {
    /// None.
    None,
    /// A signed non-zero integer: 0.
    NotZero,
    /// An `f32`: a number is rounded to the nearest one.
    Single,
    /// A type of another crate reads the text, and may hold less than the format allows.
    Parsed,
    /// Under `parse`, the type reads the text by its `FromStr`. The description says in words what
    /// it takes.
    FromText(&'static str),
}

impl TypeLimit {
    /// The largest number that the type holds. For an `f32` it is the number as Rust spells it,
    /// which is a little above the largest `f32`, and rounds to it.
    pub(crate) const fn largest(self) -> Decimal {
        match self {
            Self::Single => Decimal::new(3.402_823_5e38, "3.4028235e38"),
            _ => Decimal::new(f64::MAX, "1.7976931348623157e308"),
        }
    }

    /// The smallest number that the type holds.
    pub(crate) const fn smallest(self) -> Decimal {
        match self {
            Self::Single => Decimal::new(-3.402_823_5e38, "-3.4028235e38"),
            _ => Decimal::new(f64::MIN, "-1.7976931348623157e308"),
        }
    }
}
