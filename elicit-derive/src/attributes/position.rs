//! Where an attribute can be written, and what to say of one that does not go there.

use super::{
    Attribute, TABLE,
    other_names::{self, MESSAGE},
};
use crate::types::ApparentKind;

/// Where an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributePosition {
    /// A struct with named fields.
    Form,
    /// An enum.
    Choice,
    /// A tuple struct.
    Newtype,
    /// A field of a form.
    Field,
    /// The one field of a newtype.
    Inner,
    /// A variant of an enum.
    Variant,
}

impl AttributePosition {
    fn name(self) -> &'static str {
        match self {
            Self::Form => "a struct",
            Self::Choice => "an enum",
            Self::Newtype => "a newtype",
            Self::Field => "a field",
            Self::Inner => "the field of a newtype",
            Self::Variant => "a variant",
        }
    }

    fn attributes(self) -> impl Iterator<Item = &'static Attribute> {
        TABLE
            .iter()
            .filter(move |attribute| attribute.positions.contains(&self))
    }

    /// The attribute of this name, if it goes here.
    pub(super) fn find(self, name: &str) -> Option<&'static Attribute> {
        self.attributes().find(|attribute| attribute.name == name)
    }

    /// Another position that takes the attribute, the likeliest first.
    fn elsewhere(self, name: &str) -> Option<Self> {
        let positions = match self {
            Self::Newtype => [Self::Inner, Self::Form, Self::Choice, Self::Field],
            Self::Choice => [Self::Variant, Self::Form, Self::Field, Self::Newtype],
            _ => [Self::Field, Self::Form, Self::Choice, Self::Variant],
        };
        positions
            .into_iter()
            .find(|position| *position != self && position.find(name).is_some())
    }

    /// What to say of an attribute that does not go here.
    pub(super) fn stranger(self, name: &str, kind: ApparentKind) -> String {
        self.recognized(name, kind).unwrap_or_else(|| {
            let names: Vec<&str> = self.attributes().map(|attribute| attribute.name).collect();
            format!(
                "there is no attribute `{name}`\nhelp: {} takes `{}`",
                self.name(),
                names.join("`, `")
            )
        })
    }

    /// The same, if one can tell what was meant.
    pub(super) fn recognized(self, name: &str, kind: ApparentKind) -> Option<String> {
        if let Some(elsewhere) = self.elsewhere(name) {
            let help = match (self, elsewhere) {
                (Self::Newtype, Self::Inner) => {
                    "\nhelp: write it inside the parentheses: `struct Port(#[elicit(minimum = 1)] u16);`"
                        .to_owned()
                }
                // Somebody wants to say what the form asks.
                (Self::Form, Self::Field) if ["title", "description"].contains(&name) => {
                    format!("\nhelp: {MESSAGE}")
                }
                _ => String::new(),
            };
            let (there, here) = (elsewhere.name(), self.name());
            return Some(format!(
                "`{name}` goes on {there}, and this is {here}{help}"
            ));
        }
        let meant = match other_names::find(name, kind, |ours| self.find(ours).is_some()) {
            Some(way_out) => way_out.to_owned(),
            None => format!("did you mean `{}`?", self.nearest(name)?.name),
        };
        Some(format!("there is no attribute `{name}`; {meant}"))
    }

    /// The attribute that a name misspells: one that is spelt much like it, and that nothing else
    /// is known of.
    pub(super) fn misspelt(self, name: &str, kind: ApparentKind) -> Option<&'static Attribute> {
        let is_known = self.elsewhere(name).is_some()
            || other_names::find(name, kind, |ours| self.find(ours).is_some()).is_some();
        self.nearest(name).filter(|_| !is_known)
    }

    /// The attribute that is spelt most like it.
    fn nearest(self, name: &str) -> Option<&'static Attribute> {
        let name = name.to_lowercase();
        self.attributes()
            .map(|attribute| (strsim::jaro_winkler(&name, attribute.name), attribute))
            .filter(|(likeness, _)| *likeness > 0.8)
            .max_by(|(one, _), (other, _)| one.total_cmp(other))
            .map(|(_, attribute)| attribute)
    }
}
