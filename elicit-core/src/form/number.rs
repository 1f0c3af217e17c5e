//! The rules of numbers.

use super::Literal;

/// The rules of a whole number.
///
/// ```
/// use elicit_core::{Elicit, form::Kind};
///
/// #[derive(Elicit)]
/// struct Scale {
///     #[elicit(minimum = 1)]
///     replicas: u8,
/// }
///
/// let Kind::Integer(rules) = Scale::FORM.properties()[0].kind() else { unreachable!() };
/// assert_eq!((rules.minimum(), rules.maximum()), (1, 255));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct IntegerRules {
    pub(crate) minimum: i128,
    pub(crate) maximum: i128,
}

impl IntegerRules {
    pub(crate) const fn between(minimum: i128, maximum: i128) -> Self {
        Self { minimum, maximum }
    }

    /// The smallest value allowed.
    #[must_use]
    pub const fn minimum(&self) -> i128 {
        self.minimum
    }

    /// The largest value allowed.
    #[must_use]
    pub const fn maximum(&self) -> i128 {
        self.maximum
    }
}

/// The rules of a number that may have a fraction.
///
/// ```
/// use elicit_core::{Elicit, form::{Kind, Literal}};
///
/// #[derive(Elicit)]
/// struct Share {
///     #[elicit(minimum = 0)]
///     share: f64,
/// }
///
/// let Kind::Number(rules) = Share::FORM.properties()[0].kind() else { unreachable!() };
/// assert_eq!((rules.minimum(), rules.maximum()), (Some(Literal::Integer(0)), None));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct NumberRules {
    pub(crate) minimum: Option<Literal>,
    pub(crate) maximum: Option<Literal>,
}

impl NumberRules {
    pub(crate) const FREE: Self = Self {
        minimum: None,
        maximum: None,
    };

    /// The smallest value allowed.
    #[must_use]
    pub const fn minimum(&self) -> Option<Literal> {
        self.minimum
    }

    /// The largest value allowed.
    #[must_use]
    pub const fn maximum(&self) -> Option<Literal> {
        self.maximum
    }
}
