//! Which attribute goes where.

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
    pub(super) fn stranger(self, key: &str) -> String {
        let here = self.name();
        if let Some(elsewhere) = self.elsewhere(key) {
            let help = match (self, elsewhere) {
                (Self::Newtype, Self::Inner) => {
                    "\nhelp: write it inside the parentheses: `struct Port(#[elicit(minimum = 1)] u16);`"
                }
                _ => "",
            };
            return format!(
                "`{key}` goes on {}, and this is {here}{help}",
                elsewhere.name()
            );
        }
        match self.nearest(key) {
            Some(nearest) => format!("there is no attribute `{key}`; did you mean `{nearest}`?"),
            None => format!(
                "there is no attribute `{key}`\nhelp: {here} takes `{}`",
                self.keys().join("`, `")
            ),
        }
    }

    /// The attribute that was meant: what other crates call by this name, else the
    /// one that is spelt most like it.
    fn nearest(self, key: &str) -> Option<String> {
        let meant = OTHER_NAMES
            .iter()
            .find(|(other, ours)| *other == key && self.keys().contains(ours));
        if let Some((_, ours)) = meant {
            return Some((*ours).to_owned());
        }
        let text = darling::Error::unknown_field_with_alts(key, self.keys()).to_string();
        let (_, rest) = text.split_once("Did you mean `")?;
        let (nearest, _) = rest.split_once('`')?;
        Some(nearest.to_owned())
    }
}

/// What other crates and JSON Schema call our attributes.
const OTHER_NAMES: [(&str, &str); 15] = [
    ("min", "minimum"),
    ("max", "maximum"),
    ("range", "minimum"),
    ("length", "min_length"),
    ("minLength", "min_length"),
    ("maxLength", "max_length"),
    ("regex", "pattern"),
    ("email", "format"),
    ("url", "format"),
    ("name", "rename"),
    ("label", "title"),
    ("help", "description"),
    ("enum", "choices"),
    ("options", "choices"),
    ("multiple", "multi_select"),
];
