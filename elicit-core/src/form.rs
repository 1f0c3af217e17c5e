//! What a form consists of, as data.
//!
//! The derive writes one table a form, off which the text of the schema, the names and the
//! description that a program may look at are read. An answer is read by the types of the
//! fields, which hold the same properties.

mod lengths;
mod literal;
mod options;

pub(crate) use lengths::Lengths;
pub use literal::{Decimal, Literal};
pub(crate) use literal::{ceiling, floor, whole};
pub use options::{Options, Variant};

use crate::{Format, pattern::Pattern};

/// A form: its properties in declaration order.
///
/// [`Elicit::FORM`](crate::Elicit::FORM) is where a derived form keeps its own. What it
/// can hold is what the protocol has: [Requested Schema], before 2025-11-25
/// [Request Schema].
///
/// [Requested Schema]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
/// [Request Schema]: https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#request-schema
///
/// ```
/// use elicit_core::{Elicit, form::Kind};
///
/// #[derive(Elicit)]
/// struct Scale {
///     /// How many?
///     #[elicit(minimum = 1)]
///     replicas: u8,
/// }
///
/// let replicas = &Scale::FORM.properties()[0];
/// assert_eq!(replicas.name(), "replicas");
/// assert_eq!(replicas.description(), Some("How many?"));
/// assert!(replicas.is_required());
/// assert!(matches!(replicas.kind(), Kind::Integer { minimum: 1, maximum: 255, .. }));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Form {
    properties: &'static [Property],
}

impl Form {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(properties: &'static [Property]) -> Self {
        Self { properties }
    }

    /// The properties, in declaration order.
    #[must_use]
    pub const fn properties(&self) -> &'static [Property] {
        self.properties
    }

    /// The property with this name on the wire; `None` where the form has none.
    ///
    /// ```
    /// # use elicit_core::Elicit;
    /// # #[derive(Elicit)]
    /// # #[elicit(rename_all = "camelCase")]
    /// # struct Scale { max_replicas: u8 }
    /// assert!(Scale::FORM.property("maxReplicas").is_some());
    /// assert!(Scale::FORM.property("max_replicas").is_none());
    /// ```
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&'static Property> {
        self.properties.get(self.place(name)?)
    }

    /// The place of a property in declaration order.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        let mut properties = self.properties.iter();
        properties.position(|property| property.name == name)
    }
}

/// One question of a form: what a client renders as a field.
///
/// ```
/// use elicit_core::Elicit;
///
/// #[derive(Elicit)]
/// struct Scale {
///     #[elicit(title = "Replicas", default = 2)]
///     replicas: u8,
///     notify: Option<String>,
/// }
///
/// let [replicas, notify] = Scale::FORM.properties() else { unreachable!() };
/// assert_eq!(replicas.label(), "Replicas");
/// assert_eq!(replicas.default().and_then(|default| default.as_integer()), Some(2));
/// assert_eq!(notify.label(), "notify");
/// assert!(!replicas.is_required() && !notify.is_required());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Property {
    pub(crate) name: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) description: Option<&'static str>,
    pub(crate) kind: Kind,
    pub(crate) default: Option<Literal>,
    pub(crate) optional: bool,
    pub(crate) required: bool,
    /// Whether JSON escapes something in its name, title or description.
    pub(crate) is_escaped: bool,
}

impl Property {
    /// A property without a name yet: what a type knows about every field of it.
    pub(crate) const fn of(kind: Kind) -> Self {
        Self {
            name: "",
            title: None,
            description: None,
            kind,
            default: None,
            optional: false,
            required: true,
            is_escaped: false,
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The short label, where there is one.
    #[must_use]
    pub const fn title(&self) -> Option<&'static str> {
        self.title
    }

    /// The longer text, where there is one.
    #[must_use]
    pub const fn description(&self) -> Option<&'static str> {
        self.description
    }

    /// The type of the property and the rules of its value.
    #[must_use]
    pub const fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Whether the schema lists the property in `required`.
    #[must_use]
    pub const fn is_required(&self) -> bool {
        self.required
    }

    /// The value that stands in the form before the person has typed anything,
    /// and that is used when a property that is not required is left out.
    #[must_use]
    pub const fn default(&self) -> Option<Literal> {
        self.default
    }

    /// How to speak of the property to a person: its title, else its name.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self.title {
            Some(title) => title,
            None => self.name,
        }
    }
}

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
    /// `type: integer`. The Rust type always bounds it.
    Integer {
        /// The smallest value allowed.
        minimum: i128,
        /// The largest value allowed.
        maximum: i128,
        /// Whether the Rust type holds the zero between them; no schema can say
        /// that it does not.
        zero: bool,
    },
    /// `type: number`.
    Number {
        /// The smallest value allowed.
        minimum: Option<Literal>,
        /// The largest value allowed.
        maximum: Option<Literal>,
        /// The Rust type.
        precision: Precision,
    },
    /// `type: string`, free text.
    Text(Text),
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
    /// A type that no client can render; the derive refuses it.
    #[doc(hidden)]
    Refused(crate::refused::Reason),
}

impl Kind {
    /// The schema's `type`.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Integer { .. } => "integer",
            Self::Number { .. } => "number",
            Self::Text(_) | Self::Choice(_) => "string",
            Self::MultiSelect { .. } => "array",
            Self::Refused(_) => "null",
        }
    }
}

/// Which floating-point type holds a number.
///
/// ```
/// use elicit_core::{Elicit, form::{Kind, Precision}};
///
/// #[derive(Elicit)]
/// struct Share {
///     share: f32,
/// }
///
/// let kind = Share::FORM.properties()[0].kind();
/// assert!(matches!(kind, Kind::Number { precision: Precision::Single, .. }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// `f32`: an answer is rounded to the nearest one.
    Single,
    /// `f64`.
    Double,
}

impl Precision {
    /// The largest number that the type holds. For an `f32` it is the number as Rust spells it,
    /// which is a little above the largest `f32`, and rounds to it.
    pub(crate) const fn largest(self) -> Decimal {
        match self {
            Self::Single => Decimal::new(3.402_823_5e38, "3.4028235e38"),
            Self::Double => Decimal::new(f64::MAX, "1.7976931348623157e308"),
        }
    }

    /// The smallest number that the type holds.
    pub(crate) const fn smallest(self) -> Decimal {
        match self {
            Self::Single => Decimal::new(-3.402_823_5e38, "-3.4028235e38"),
            Self::Double => Decimal::new(f64::MIN, "-1.7976931348623157e308"),
        }
    }
}

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
pub struct Text {
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    pub(crate) format: Option<Format>,
    pub(crate) pattern: Option<&'static Pattern>,
    /// What the pattern asks for in the words that stand beside it. Where a newtype has it, a
    /// field may say something else of itself.
    pub(crate) rule: Option<&'static str>,
    /// Whether a type of another crate reads the text, which may hold less than its format.
    pub(crate) parsed: bool,
}

impl Text {
    pub(crate) const FREE: Self = Self {
        min_length: None,
        max_length: None,
        format: None,
        pattern: None,
        rule: None,
        parsed: false,
    };

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
}
