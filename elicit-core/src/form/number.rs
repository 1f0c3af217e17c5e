//! The rules of numbers.

use std::ops::RangeInclusive;

use super::Literal;

/// What JavaScript holds: a client written in it corrupts integers beyond.
const SAFE: i128 = (1 << 53) - 1;

/// The rules of a whole number.
///
/// Types of 64 bits take ±(2^53 − 1): clients written in JavaScript corrupt integers beyond. These
/// bounds are enforced, and not sent, since clients would show them to people.
///
/// ```
/// use elicit_core::{Elicit, form::Kind};
///
/// #[derive(Elicit)]
/// struct Scale {
///     #[elicit(minimum = 1)]
///     replicas: u8,
///     budget: u64,
/// }
///
/// let rules = |name| match Scale::FORM.property(name)?.kind() {
///     Kind::Integer(rules) => Some(*rules),
///     _ => None,
/// };
/// let replicas = rules("replicas").unwrap();
/// assert_eq!((replicas.minimum(), replicas.maximum()), (Some(1), Some(255)));
/// let budget = rules("budget").unwrap();
/// assert_eq!((budget.minimum(), budget.maximum()), (Some(0), None));
/// assert_eq!(budget.range(), 0..=9_007_199_254_740_991);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct IntegerRules {
    pub(crate) minimum: Option<i128>,
    pub(crate) maximum: Option<i128>,
}

impl IntegerRules {
    /// Those of a type that holds these values.
    pub(crate) const fn between(least: i128, most: i128) -> Self {
        Self {
            minimum: if least < -SAFE { None } else { Some(least) },
            maximum: if most > SAFE { None } else { Some(most) },
        }
    }

    /// The smallest value, if the schema says it.
    #[must_use]
    pub const fn minimum(&self) -> Option<i128> {
        self.minimum
    }

    /// The largest value, if the schema says it.
    #[must_use]
    pub const fn maximum(&self) -> Option<i128> {
        self.maximum
    }

    /// The values that are accepted.
    #[must_use]
    pub const fn range(&self) -> RangeInclusive<i128> {
        self.least()..=self.most()
    }

    pub(crate) const fn least(&self) -> i128 {
        match self.minimum {
            Some(minimum) => minimum,
            None => -SAFE,
        }
    }

    pub(crate) const fn most(&self) -> i128 {
        match self.maximum {
            Some(maximum) => maximum,
            None => SAFE,
        }
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
