//! Which attribute goes where.

use super::{
    Kind,
    other_names::{self, MESSAGE, OTHERS, OURS, SET_ASIDE},
};

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
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

impl Level {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Form => "a struct",
            Self::Choice => "an enum",
            Self::Newtype => "a newtype",
            Self::Field => "a field",
            Self::Inner => "the field of a newtype",
            Self::Variant => "a variant",
        }
    }

    pub(crate) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Form => &["rename_all", "crate", "check", "deserialize"],
            Self::Choice => &["rename_all", "crate", "deserialize"],
            Self::Newtype => &["crate", "deserialize"],
            Self::Field => &[
                "title",
                "description",
                "minimum",
                "maximum",
                "min_length",
                "max_length",
                "pattern",
                "format",
                "default",
                "required",
                "rename",
                "multi_select",
                "min_items",
                "max_items",
                "choices",
                "sensitive_name_ok",
            ],
            Self::Inner => &[
                "title",
                "description",
                "minimum",
                "maximum",
                "min_length",
                "max_length",
                "pattern",
                "format",
                "sensitive_name_ok",
            ],
            Self::Variant => &["title", "rename"],
        }
    }

    /// Another place that takes the attribute, the likeliest first.
    fn elsewhere(self, key: &str) -> Option<Self> {
        let places = match self {
            Self::Newtype => [Self::Inner, Self::Form, Self::Choice, Self::Field],
            Self::Choice => [Self::Variant, Self::Form, Self::Field, Self::Newtype],
            _ => [Self::Field, Self::Form, Self::Choice, Self::Variant],
        };
        places
            .into_iter()
            .find(|place| *place != self && place.keys().contains(&key))
    }

    /// What to say of an attribute that does not go here.
    pub(super) fn stranger(self, key: &str, kind: Kind) -> String {
        let here = self.name();
        match self.guess(key, kind) {
            Guess::Elsewhere(elsewhere) => {
                let help = match (self, elsewhere) {
                    (Self::Newtype, Self::Inner) => {
                        "\nhelp: write it inside the parentheses: `struct Port(#[elicit(minimum = 1)] u16);`"
                            .to_owned()
                    }
                    // Somebody wants to say what the form asks.
                    (Self::Form, Self::Field) if ["title", "description"].contains(&key) => {
                        format!("\nhelp: {MESSAGE}")
                    }
                    _ => String::new(),
                };
                format!(
                    "`{key}` goes on {}, and this is {here}{help}",
                    elsewhere.name()
                )
            }
            Guess::Ours { meant, .. } | Guess::Other { meant, .. } => {
                format!("there is no attribute `{key}`; {meant}")
            }
            Guess::Nearest(nearest) => {
                format!("there is no attribute `{key}`; did you mean `{nearest}`?")
            }
            Guess::Unknown => format!(
                "there is no attribute `{key}`\nhelp: {here} takes `{}`",
                self.keys().join("`, `")
            ),
        }
    }

    /// The attribute that was meant by a name, as far as one can tell.
    pub(super) fn intended(self, key: &str, kind: Kind) -> Option<String> {
        if self.keys().contains(&key) {
            return Some(key.to_owned());
        }
        match self.guess(key, kind) {
            Guess::Elsewhere(_) => Some(key.to_owned()),
            Guess::Other { name, .. } => Some(name.to_owned()),
            // Options may be meant as the variants of an enum; and whoever writes `serialize`
            // wants serde's derive, which may bring its `Deserialize` along.
            Guess::Ours {
                ours: "choices" | "deserialize",
                ..
            }
            | Guess::Unknown => None,
            Guess::Ours { ours, .. } => Some(ours.to_owned()),
            Guess::Nearest(nearest) => Some(nearest),
        }
    }

    /// What is meant by a name that is none of an attribute here.
    fn guess(self, key: &str, kind: Kind) -> Guess {
        if let Some(elsewhere) = self.elsewhere(key) {
            return Guess::Elsewhere(elsewhere);
        }
        let goes_here = |ours: &str| self.keys().contains(&ours);
        let ours = other_names::of(kind).iter().chain(OURS);
        if let Some((_, ours, meant)) = other_names::find(ours, key, goes_here) {
            return Guess::Ours { ours, meant };
        }
        let others = SET_ASIDE.iter().chain(OTHERS);
        if let Some((name, _, meant)) = other_names::find(others, key, goes_here) {
            return Guess::Other { name, meant };
        }
        self.nearest(key).map_or(Guess::Unknown, Guess::Nearest)
    }

    /// The attribute that is spelt most like it.
    fn nearest(self, key: &str) -> Option<String> {
        let key = key.to_lowercase();
        let text = darling::Error::unknown_field_with_alts(&key, self.keys()).to_string();
        let (_, rest) = text.split_once("Did you mean `")?;
        let (nearest, _) = rest.split_once('`')?;
        Some(nearest.to_owned())
    }
}

/// What a name that is none of an attribute may mean.
enum Guess {
    /// An attribute of another place.
    Elsewhere(Level),
    /// One of ours under a name that other crates have, and what to do in its place.
    Ours {
        ours: &'static str,
        meant: &'static str,
    },
    /// None of ours, by the name that it has in the table, and what to do in its place.
    Other {
        name: &'static str,
        meant: &'static str,
    },
    /// A misspelt one.
    Nearest(String),
    Unknown,
}
