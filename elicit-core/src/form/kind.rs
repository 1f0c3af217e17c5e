//! The kind of value of a property, the rules of each kind, and what adds one.

use std::ops::RangeInclusive;

use elicit_text::{CountRange, Format, Pattern};

#[cfg(feature = "runtime")]
use super::choices::Choices;
use super::{Decimal, Literal, OptionSource, literal::decimal};

/// The kind of value of a property, and its rules ([example](crate::form)).
///
/// These are the primitive schema definitions of the protocol: [Requested Schema].
///
/// [Requested Schema]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
#[derive(Debug, Clone, Copy, PartialEq)]
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
    Choice(OptionSource),
    /// Any number of a list of options: `type: array`. The schema of 2025-06-18 does
    /// not have it.
    #[non_exhaustive]
    MultiSelect {
        /// What can be chosen.
        options: OptionSource,
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

    /// The rules that a schema can have for it, except a pattern, in the order in which they are judged.
    #[cfg(feature = "dynamic")]
    pub(crate) const fn rules(&self) -> &'static [(&'static str, Written)] {
        match self {
            Self::Boolean | Self::Choice(_) => &[],
            Self::Integer(_) | Self::Number(_) => &[
                ("minimum", Written::Number(Rule::Minimum)),
                ("maximum", Written::Number(Rule::Maximum)),
            ],
            Self::Text(_) => &[
                ("format", Written::Format),
                ("minLength", Written::Count(Rule::MinLength)),
                ("maxLength", Written::Count(Rule::MaxLength)),
            ],
            Self::MultiSelect { .. } => &[
                ("minItems", Written::Count(Rule::MinItems)),
                ("maxItems", Written::Count(Rule::MaxItems)),
            ],
        }
    }

    /// How many bytes of JSON a value has at least, as far as lengths and options say.
    #[cfg(feature = "runtime")]
    pub(crate) fn smallest(&self, supplied: Option<&Choices>) -> usize {
        let count = |least: Option<u64>| usize::try_from(least.unwrap_or(0)).unwrap_or(usize::MAX);
        let smallest_option = |options: OptionSource| {
            // A title is read as its option.
            let texts = options.entries(supplied);
            let lengths = texts
                .flat_map(|(value, title)| [Some(value), title])
                .flatten();
            lengths.map(|text| text.len() + 2).min().unwrap_or(0)
        };
        match self {
            // Ticked or not.
            Self::Boolean => "false".len(),
            Self::Integer(_) | Self::Number(_) => 1,
            Self::Text(rules) => count(rules.min_length).saturating_add(2),
            Self::Choice(options) => smallest_option(*options),
            Self::MultiSelect {
                options, min_items, ..
            } => count(*min_items)
                .saturating_mul(smallest_option(*options) + 1)
                .saturating_add(1),
        }
    }
}

/// Which values the schema allows and the Rust type does not hold. No schema can exclude them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypeLimit {
    /// None.
    None,
    /// A signed non-zero integer: 0.
    NotZero,
    /// An `f32`: a number is rounded to the nearest one.
    F32,
    /// A type of another crate reads the text, and may hold less than the format allows.
    #[allow(dead_code, reason = "only the crates of features have such types")]
    Parsed,
    /// Under `parse`, the type reads the text by its `FromStr`. The description says in words what
    /// it accepts.
    FromText(&'static str),
}

impl TypeLimit {
    /// The largest number that the type holds. For an `f32` it is the number as Rust spells it,
    /// which is a little above the largest `f32`, and rounds to it.
    pub(crate) const fn largest(self) -> Decimal {
        match self {
            Self::F32 => decimal(3.402_823_5e38, "3.4028235e38"),
            _ => decimal(f64::MAX, "1.7976931348623157e308"),
        }
    }

    /// The smallest number that the type holds.
    pub(crate) const fn smallest(self) -> Decimal {
        match self {
            Self::F32 => decimal(-3.402_823_5e38, "-3.4028235e38"),
            _ => decimal(f64::MIN, "-1.7976931348623157e308"),
        }
    }
}

/// What JavaScript holds: a client written in it corrupts integers beyond.
const SAFE: i128 = (1 << 53) - 1;

/// The rules of a whole number ([example](crate::form)).
///
/// Types of 64 bits take ±(2^53 − 1): clients written in JavaScript corrupt integers beyond. These
/// bounds are enforced, and not sent, since clients would show them to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntegerRules {
    pub(crate) minimum: Option<i128>,
    pub(crate) maximum: Option<i128>,
}

impl IntegerRules {
    #[cfg(feature = "dynamic")]
    pub(crate) const NONE: Self = Self {
        minimum: None,
        maximum: None,
    };

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

/// The rules of a number that may have a fraction ([example](crate::form)).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NumberRules {
    pub(crate) minimum: Option<Literal>,
    pub(crate) maximum: Option<Literal>,
}

impl NumberRules {
    pub(crate) const NONE: Self = Self {
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

/// The rules of free text ([example](crate::form)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextRules {
    /// Whether it must not pass through the client.
    pub(crate) is_secret: bool,
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    pub(crate) format: Option<Format>,
    pub(crate) pattern: Option<&'static Pattern<'static>>,
    /// The description beside the pattern, which says in words what the pattern asks for. If a
    /// newtype has the pattern, the field may have another description.
    pub(crate) rule: Option<&'static str>,
}

impl TextRules {
    pub(crate) const NONE: Self = Self {
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
    pub(crate) const fn lengths(&self) -> CountRange {
        CountRange::between(self.min_length, self.max_length)
    }
}

/// How a schema writes the value of a rule.
#[cfg(feature = "dynamic")]
pub(crate) enum Written {
    Format,
    Number(fn(Literal) -> Rule),
    Count(fn(u64) -> Rule),
}

/// A rule as an attribute adds it.
#[derive(Debug, Clone, Copy)]
pub enum Rule {
    /// `minimum`
    Minimum(Literal),
    /// `maximum`
    Maximum(Literal),
    /// `format`
    Format(Format),
    /// `pattern`, after the description and the format.
    Pattern(&'static Pattern<'static>),
    /// `min_length`, after the format and the pattern.
    MinLength(u64),
    /// `max_length`, after the format and the pattern.
    MaxLength(u64),
    /// `min_items`
    MinItems(u64),
    /// `max_items`
    MaxItems(u64),
}

/// Which of two limits a rule is.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    Minimum,
    Maximum,
}

impl Side {
    pub(crate) const fn of<'l, T>(self, minimum: &'l mut T, maximum: &'l mut T) -> &'l mut T {
        match self {
            Self::Minimum => minimum,
            Self::Maximum => maximum,
        }
    }
}

impl Rule {
    /// What an attribute calls it.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Minimum(_) => "minimum",
            Self::Maximum(_) => "maximum",
            Self::Format(_) => "format",
            Self::Pattern(_) => "pattern",
            Self::MinLength(_) => "min_length",
            Self::MaxLength(_) => "max_length",
            Self::MinItems(_) => "min_items",
            Self::MaxItems(_) => "max_items",
        }
    }

    /// What a schema calls it.
    pub(crate) const fn keyword(&self) -> &'static str {
        match self {
            Self::MinLength(_) => "minLength",
            Self::MaxLength(_) => "maxLength",
            Self::MinItems(_) => "minItems",
            Self::MaxItems(_) => "maxItems",
            _ => self.name(),
        }
    }

    /// What it is.
    pub(crate) const fn value(&self) -> Literal {
        match self {
            Self::Minimum(bound) | Self::Maximum(bound) => *bound,
            Self::MinLength(count)
            | Self::MaxLength(count)
            | Self::MinItems(count)
            | Self::MaxItems(count) => Literal::Integer(*count as i128),
            Self::Format(format) => Literal::Text(format.as_str()),
            Self::Pattern(pattern) => Literal::Text(pattern.as_str()),
        }
    }

    /// Which kinds of properties it is for.
    pub(crate) const fn kinds(&self) -> &'static str {
        match self {
            Self::Minimum(_) | Self::Maximum(_) => "numbers",
            Self::Format(_) | Self::Pattern(_) | Self::MinLength(_) | Self::MaxLength(_) => "text",
            Self::MinItems(_) | Self::MaxItems(_) => "multi-selects",
        }
    }
}
