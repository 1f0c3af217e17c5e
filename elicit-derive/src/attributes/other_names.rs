//! What other crates and JSON Schema call things, and what to do here.

const NO_STEP: &str =
    "clients know no step: say it in a doc comment, and hold it in a `check` on the struct";
const OPTIONS: &str = "derive `Elicit` for an enum, or write `choices`";
const NOT_ASKED: &str = "the person is asked for every field: keep this one in a struct of its own";
const SERIALIZE: &str = "derive serde's `Serialize` beside `Elicit`";
const DESCRIPTION: &str = "write `description`, or a doc comment";

/// Attributes of ours under the names that they have there, and what to do in its place.
pub(super) const OURS: &[(&str, &str, &str)] = &[
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

/// What tells other crates to leave a field out, or its type to code of its own.
pub(super) const SET_ASIDE: &[(&str, &str)] = &[
    ("skip", NOT_ASKED),
    ("ignore", NOT_ASKED),
    ("flatten", "forms do not nest: write the fields here"),
    (
        "nested",
        "forms do not nest: write its fields here, or ask a second question",
    ),
    (
        "with",
        "ask for a type that a field can have, and convert the answer",
    ),
];
