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
        match self.guess(key) {
            Guess::Elsewhere(elsewhere) => {
                let help = match (self, elsewhere) {
                    (Self::Newtype, Self::Inner) => {
                        "\nhelp: write it inside the parentheses: `struct Port(#[elicit(minimum = 1)] u16);`"
                    }
                    _ => "",
                };
                format!(
                    "`{key}` goes on {}, and this is {here}{help}",
                    elsewhere.name()
                )
            }
            Guess::Ours { meant, .. } => format!("there is no attribute `{key}`; {meant}"),
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
    pub(super) fn intended(self, key: &str) -> Option<String> {
        if self.keys().contains(&key) {
            return Some(key.to_owned());
        }
        match self.guess(key) {
            Guess::Elsewhere(_) => Some(key.to_owned()),
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
    fn guess(self, key: &str) -> Guess {
        if let Some(elsewhere) = self.elsewhere(key) {
            return Guess::Elsewhere(elsewhere);
        }
        let ours = OTHER_NAMES
            .iter()
            .find(|(other, ours, _)| *other == key && self.keys().contains(ours));
        match (ours, self.nearest(key)) {
            (Some(&(_, ours, meant)), _) => Guess::Ours { ours, meant },
            (None, Some(nearest)) => Guess::Nearest(nearest),
            (None, None) => Guess::Unknown,
        }
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
    /// A misspelt one.
    Nearest(String),
    Unknown,
}

const NO_STEP: &str =
    "clients know no step: say it in a doc comment, and hold it in a `check` on the struct";
const OPTIONS: &str = "derive `Elicit` for an enum, or write `choices`";
const SERIALIZE: &str = "derive serde's `Serialize` beside `Elicit`";
const DESCRIPTION: &str = "write `description`, or a doc comment";

/// What other crates and JSON Schema have, and what to do in its place, where this
/// attribute of ours goes.
const OTHER_NAMES: &[(&str, &str, &str)] = &[
    // Numbers
    ("min", "minimum", "write `minimum`"),
    ("max", "maximum", "write `maximum`"),
    ("multiple_of", "minimum", NO_STEP),
    ("multipleOf", "minimum", NO_STEP),
    ("step", "minimum", NO_STEP),
    ("range", "minimum", "write `minimum = 1, maximum = 20`"),
    // Texts
    (
        "len",
        "min_length",
        "write `min_length = 3, max_length = 50`",
    ),
    (
        "length",
        "min_length",
        "write `min_length = 3, max_length = 50`",
    ),
    ("minLength", "min_length", "write `min_length`"),
    ("maxLength", "max_length", "write `max_length`"),
    ("regex", "pattern", "write `pattern`"),
    ("regexp", "pattern", "write `pattern`"),
    ("email", "format", "write `format = \"email\"`"),
    ("url", "format", "write `format = \"uri\"`"),
    ("uri", "format", "write `format = \"uri\"`"),
    ("date", "format", "write `format = \"date\"`"),
    ("datetime", "format", "write `format = \"date-time\"`"),
    ("date_time", "format", "write `format = \"date-time\"`"),
    // Choices
    ("enum", "choices", OPTIONS),
    ("options", "choices", OPTIONS),
    ("values", "choices", OPTIONS),
    ("one_of", "choices", OPTIONS),
    ("oneOf", "choices", OPTIONS),
    ("multiple", "multi_select", "write `multi_select`"),
    // Names and words
    (
        "name",
        "rename",
        "write `rename` for the name on the wire, `title` for the label",
    ),
    ("label", "title", "write `title`"),
    ("help", "description", DESCRIPTION),
    ("hint", "description", DESCRIPTION),
    ("doc", "description", DESCRIPTION),
    ("docs", "description", DESCRIPTION),
    ("summary", "description", DESCRIPTION),
    ("tooltip", "description", DESCRIPTION),
    ("placeholder", "description", DESCRIPTION),
    ("initial", "default", "write `default`"),
    (
        "example",
        "default",
        "write `default`, or say it in the `description`",
    ),
    // Whether it is there
    (
        "optional",
        "required",
        "a field is optional if its type is an `Option`",
    ),
    (
        "nullable",
        "required",
        "a field is optional if its type is an `Option`",
    ),
    (
        "skip",
        "required",
        "the person is asked for every field: keep this one in a struct of its own",
    ),
    (
        "flatten",
        "required",
        "forms do not nest: write the fields here",
    ),
    (
        "nested",
        "required",
        "forms do not nest: write its fields here, or ask a second question",
    ),
    // Both ways
    ("serialize", "deserialize", SERIALIZE),
    ("serialise", "deserialize", SERIALIZE),
    // Rules of one's own
    (
        "validate",
        "check",
        "write `check = path`, the path of a function",
    ),
    (
        "custom",
        "check",
        "write `check = path`, the path of a function",
    ),
    (
        "validate",
        "pattern",
        "write each rule by itself: `minimum = 1`, `format = \"email\"`",
    ),
    (
        "custom",
        "pattern",
        "a rule of your own goes on the struct: `check = path`",
    ),
];
