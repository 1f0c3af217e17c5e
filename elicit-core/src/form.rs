//! What a form consists of, as data.
//!
//! The derive writes one table for each form. The text of the schema, the names and the
//! description that a program can inspect all come from it. An answer is read by the types of
//! the fields, which hold the same properties.
//!
//! ```
//! use elicit_core::{
//!     Elicit,
//!     form::{Kind, Literal, OptionSource},
//! };
//!
//! #[derive(Elicit)]
//! enum Region {
//!     #[elicit(rename = "eu-west-1", title = "Europe (Ireland)")]
//!     Europe,
//! }
//!
//! #[derive(Elicit)]
//! struct Deploy {
//!     /// How many?
//!     #[elicit(minimum = 1)]
//!     replicas: u8,
//!     #[elicit(minimum = 0, default = 0.5)]
//!     share: f64,
//!     #[elicit(format = "email", max_length = 80)]
//!     notify: Option<String>,
//!     region: Region,
//!     #[elicit(choices)]
//!     cluster: String,
//! }
//!
//! for property in Deploy::FORM.properties() {
//!     match property.kind() {
//!         Kind::Integer(rules) => assert_eq!(rules.range(), 1..=255),
//!         Kind::Number(rules) => assert_eq!(rules.minimum(), Some(Literal::Integer(0))),
//!         Kind::Text(rules) => assert_eq!(rules.max_length(), Some(80)),
//!         Kind::Choice(OptionSource::Declared(regions)) => assert_eq!(regions[0].value(), "eu-west-1"),
//!         Kind::Choice(OptionSource::Supplied) => assert_eq!(property.name(), "cluster"),
//!         _ => unreachable!(),
//!     }
//! }
//!
//! let [replicas, share, notify, ..] = Deploy::FORM.properties() else { unreachable!() };
//! assert_eq!((replicas.label(), replicas.description()), ("Replicas", Some("How many?")));
//! let Some(Literal::Decimal(half)) = share.default() else { unreachable!() };
//! assert_eq!((half.value(), half.to_string()), (0.5, "0.5".to_owned()));
//! assert!(replicas.is_required() && share.is_required() && !notify.is_required());
//! ```

pub(crate) mod choice_enum;
pub(crate) mod choices;
pub(crate) mod const_bool;
pub(crate) mod kind;
pub(crate) mod literal;
pub(crate) mod options;

use std::borrow::Cow;
#[cfg(feature = "dynamic")]
use std::sync::Arc;

use elicit_text::Format;
#[cfg(feature = "dynamic")]
use elicit_text::compiler::CompiledPattern;

use choices::Choices;
pub use kind::{IntegerRules, Kind, NumberRules, TextRules};
pub(crate) use kind::{Rule, Side, TypeLimit};
pub use literal::{Decimal, Literal};
pub(crate) use literal::{ceiling, floor};
pub use options::{OptionSource, Variant};

/// The description of a form: its properties in declaration order ([example](crate::form)).
///
/// A derived form has its own in [`Elicit::FORM`](crate::Elicit::FORM). It can hold what the
/// protocol has: [Requested Schema], before 2025-11-25
/// [Request Schema].
///
/// [Requested Schema]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
/// [Request Schema]: https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#request-schema
#[derive(Debug, Clone, PartialEq)]
pub struct FormSchema {
    properties: Cow<'static, [Property]>,
}

impl FormSchema {
    /// A constant form.
    pub(crate) const fn new(properties: &'static [Property]) -> Self {
        Self {
            properties: Cow::Borrowed(properties),
        }
    }

    /// A form that is known only at run time.
    #[cfg(feature = "dynamic")]
    pub(crate) const fn owned(properties: Vec<Property>) -> Self {
        Self {
            properties: Cow::Owned(properties),
        }
    }

    /// The properties, in declaration order.
    #[must_use]
    pub const fn properties(&self) -> &[Property] {
        match &self.properties {
            Cow::Borrowed(properties) => properties,
            Cow::Owned(properties) => properties.as_slice(),
        }
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
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.get(self.index_of(name)?)
    }

    /// Whether one of the properties is a [secret](TextRules::is_secret).
    #[must_use]
    pub const fn has_secret(&self) -> bool {
        self.first_secret().is_some()
    }

    pub(crate) const fn first_secret(&self) -> Option<&Property> {
        let mut rest = self.properties();
        while let [property, after @ ..] = rest {
            if property.meaning.is_secret() {
                return Some(property);
            }
            rest = after;
        }
        None
    }

    /// The index of a property in declaration order.
    pub(crate) fn index_of(&self, name: &str) -> Option<usize> {
        let mut properties = self.properties.iter();
        properties.position(|property| property.name == name)
    }
}

/// One question of a form: what a client renders as a field ([example](crate::form)).
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    pub(crate) name: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
    /// Whether the type gives the title, which the derive does not see.
    pub(crate) is_titled_by_type: bool,
    pub(crate) description: Option<Cow<'static, str>>,
    /// The description that ends with the rules in words, under `hints`.
    pub(crate) hinted: Option<Cow<'static, str>>,
    pub(crate) meaning: Meaning,
    /// The pattern of a text, if it is known only at run time.
    #[cfg(feature = "dynamic")]
    pub(crate) pattern: Option<Arc<CompiledPattern>>,
}

/// What a property asks for, without its texts. It is `Copy`, so that constants are made of it one
/// attribute after the other: a constant cannot drop what may be owned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Meaning {
    pub(crate) kind: Kind,
    pub(crate) type_limit: TypeLimit,
    pub(crate) default: Option<Literal>,
    pub(crate) optional: bool,
    /// The schema lists it in `required`, of whatever kind it is.
    pub(crate) required: bool,
}

impl Meaning {
    pub(crate) const fn new(kind: Kind) -> Self {
        Self {
            kind,
            type_limit: TypeLimit::None,
            default: None,
            optional: false,
            required: false,
        }
    }

    pub(crate) const fn is_secret(&self) -> bool {
        matches!(
            self.kind,
            Kind::Text(TextRules {
                is_secret: true,
                ..
            })
        )
    }

    /// Whether the type reads the text by its `FromStr`.
    pub(crate) const fn is_from_text(&self) -> bool {
        matches!(self.type_limit, TypeLimit::FromText(_))
    }

    pub(crate) const fn is_required(&self) -> bool {
        self.required
            || !self.optional
                && match self.kind {
                    Kind::Boolean => false,
                    Kind::MultiSelect { min_items, .. } => matches!(min_items, Some(1..)),
                    _ => true,
                }
    }

    /// Whether a credential may be the answer, and passes through the client. None is a yes or no, a
    /// choice, a number, a date or an e-mail address: a credential of digits is a text, since it may
    /// begin with zeros.
    pub(crate) const fn fits_credential(&self) -> bool {
        match self.kind {
            Kind::Boolean
            | Kind::Choice(_)
            | Kind::MultiSelect { .. }
            | Kind::Integer(_)
            | Kind::Number(_) => false,
            Kind::Text(rules) => {
                !rules.is_secret && matches!(rules.format, None | Some(Format::Uri))
            }
        }
    }

    /// With the limits that were set at run time.
    pub(crate) fn at_run_time(mut self, supplied: Option<&Choices>) -> Self {
        if let (
            Kind::MultiSelect {
                min_items,
                max_items,
                ..
            },
            Some(supplied),
        ) = (&mut self.kind, supplied)
        {
            *min_items = supplied.min_items.or(*min_items);
            *max_items = supplied.max_items.or(*max_items);
        }
        self
    }
}

/// A text of a property in a constant.
#[expect(clippy::ptr_arg, reason = "a constant does not dereference it")]
const fn text<'p>(text: &'p Cow<'static, str>) -> &'p str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => text.as_str(),
    }
}

const fn optional_text<'p>(of: Option<&'p Cow<'static, str>>) -> Option<&'p str> {
    match of {
        Some(of) => Some(text(of)),
        None => None,
    }
}

impl Property {
    /// The name on the wire.
    #[must_use]
    pub const fn name(&self) -> &str {
        text(&self.name)
    }

    /// The short label that clients show.
    ///
    /// It is the `title` of the field, else that of its newtype, else the name of the field in
    /// Rust in words: `more_of` is "More of", whatever its name on the wire. Only a field whose
    /// name is nothing but underscores has none.
    #[must_use]
    pub const fn title(&self) -> Option<&str> {
        optional_text(self.title.as_ref())
    }

    /// The longer text, where there is one.
    #[must_use]
    pub const fn description(&self) -> Option<&str> {
        match optional_text(self.hinted.as_ref()) {
            None => self.author_description(),
            hinted => hinted,
        }
    }

    /// The description without the rules in words.
    pub(crate) const fn author_description(&self) -> Option<&str> {
        optional_text(self.description.as_ref())
    }

    /// The type of the property and the rules of its value.
    #[must_use]
    pub const fn kind(&self) -> &Kind {
        &self.meaning.kind
    }

    /// Whether the schema lists the property in `required`: an answer without it is invalid.
    ///
    /// An `Option` is never required. A `bool` that is left out is a box that is not ticked, and
    /// a list that is left out is empty, so a list is required only if it has a `min_items`.
    #[must_use]
    pub const fn is_required(&self) -> bool {
        self.meaning.is_required()
    }

    /// The value that the form shows before the person types anything; `false` for a `bool`
    /// without another. It never takes the place of an answer.
    #[must_use]
    pub const fn default(&self) -> Option<Literal> {
        let Meaning {
            kind,
            default,
            optional,
            ..
        } = self.meaning;
        match kind {
            Kind::Boolean if !optional && default.is_none() => Some(Literal::Boolean(false)),
            _ => default,
        }
    }

    /// How to speak of the property to a person: its title, else its name.
    #[must_use]
    pub const fn label(&self) -> &str {
        match self.title() {
            Some(title) => title,
            None => self.name(),
        }
    }
}
