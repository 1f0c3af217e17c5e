//! What other crates and JSON Schema call things, and what to do here.

use super::Kind;

/// Names, in lower case and without a `_`, beside an attribute of ours and what to do.
type Row = (&'static [&'static str], &'static str, &'static str);

/// The row of a name among those whose attribute goes here, with the name as it is spelt there.
pub(super) fn find<'a>(
    rows: impl IntoIterator<Item = &'a Row>,
    name: &str,
    goes_here: impl Fn(&str) -> bool,
) -> Option<(&'static str, &'static str, &'static str)> {
    let name = name.replace('_', "").to_lowercase();
    rows.into_iter().find_map(|&(names, ours, meant)| {
        let name = names.iter().find(|known| **known == name)?;
        goes_here(ours).then_some((*name, ours, meant))
    })
}

/// What is an attribute of ours in fields of one kind.
pub(super) fn of(kind: Kind) -> &'static [Row] {
    match kind {
        Kind::List => OF_LISTS,
        Kind::Text => OF_TEXTS,
        Kind::Float | Kind::Other => &[],
    }
}

const OF_LISTS: &[Row] = &[
    (LEAST, "min_items", "write `min_items`"),
    (MOST, "max_items", "write `max_items`"),
    (LENGTH, "min_items", "write `min_items = 1, max_items = 3`"),
    (NOT_EMPTY, "min_items", "write `min_items = 1`"),
];

const OF_TEXTS: &[Row] = &[
    (LEAST, "min_length", "write `min_length`"),
    (MOST, "max_length", "write `max_length`"),
];

const LEAST: &[&str] = &["min", "minvalue"];
const MOST: &[&str] = &["max", "maxvalue"];
const LENGTH: &[&str] = &["len", "length"];
const NOT_EMPTY: &[&str] = &["nonempty", "notempty"];

/// Attributes of ours under the names that they have elsewhere.
pub(super) const OURS: &[Row] = &[
    // Numbers
    (LEAST, "minimum", "write `minimum`"),
    (MOST, "maximum", "write `maximum`"),
    (&["ge", "gte"], "minimum", "write `minimum`"),
    (&["le", "lte"], "maximum", "write `maximum`"),
    (
        &["gt", "exclusiveminimum", "exclusivemin"],
        "minimum",
        "bounds are inclusive: write `minimum` with the smallest answer",
    ),
    (
        &["lt", "exclusivemaximum", "exclusivemax"],
        "maximum",
        "bounds are inclusive: write `maximum` with the largest answer",
    ),
    (&["range"], "minimum", "write `minimum = 1, maximum = 20`"),
    // Texts
    (
        LENGTH,
        "min_length",
        "write `min_length = 3, max_length = 50`",
    ),
    (&["minlength"], "min_length", "write `min_length`"),
    (&["maxlength"], "max_length", "write `max_length`"),
    (NOT_EMPTY, "min_length", "write `min_length = 1`"),
    (
        &["regex", "regexp", "matches"],
        "pattern",
        "write `pattern`",
    ),
    (&["email"], "format", "write `format = \"email\"`"),
    (&["url", "uri"], "format", "write `format = \"uri\"`"),
    (&["date"], "format", "write `format = \"date\"`"),
    (&["datetime"], "format", "write `format = \"date-time\"`"),
    // Choices
    (
        &["enum", "options", "values", "oneof", "anyof"],
        "choices",
        "derive `Elicit` for an enum, or write `choices`",
    ),
    (&["multiple"], "multi_select", "write `multi_select`"),
    // Names and words
    (
        &["name"],
        "rename",
        "write `rename` for the name on the wire, `title` for the label",
    ),
    (&["label", "lable", "caption"], "title", "write `title`"),
    (
        &[
            "help",
            "hint",
            "comment",
            "doc",
            "docs",
            "summary",
            "tooltip",
            "placeholder",
            "prompt",
            "question",
        ],
        "description",
        "write `description`, or a doc comment",
    ),
    (
        &["initial", "prefill", "value"],
        "default",
        "write `default`",
    ),
    (
        &["example"],
        "default",
        "write `default`, or say it in the `description`",
    ),
    // Whether it is there
    (
        &["optional", "nullable", "notrequired"],
        "required",
        "a field is optional if its type is an `Option`",
    ),
    // Both ways
    (
        &["serialize", "serialise"],
        "deserialize",
        "derive serde's `Serialize` beside `Elicit`",
    ),
    // Rules of one's own
    (
        &["validate", "custom"],
        "check",
        "write `check = path`, the path of a function",
    ),
    (
        &["validate"],
        "pattern",
        "write each rule by itself: `minimum = 1`, `format = \"email\"`",
    ),
    (
        &["custom"],
        "pattern",
        "a rule of your own goes on the struct: `check = path`",
    ),
];

/// Where the words for a whole form are.
pub(super) const MESSAGE: &str =
    "the message of a form is given when it is asked: `ask.form(\"key\", \"message\")`";

/// What is none of ours, where one of ours goes.
pub(super) const OTHERS: &[Row] = &[
    (
        &["multipleof", "step"],
        "minimum",
        "clients know no step: say it in a doc comment, and hold it in a `check` on the struct",
    ),
    (&["message", "prompt", "question"], "check", MESSAGE),
    (
        &["unique", "uniqueitems"],
        "multi_select",
        "a set has each option once: write `BTreeSet` or `HashSet`",
    ),
    (
        &["multiline", "textarea"],
        "description",
        "no client is told how to show a field; say in the `description` what is wanted",
    ),
];

/// What tells other crates to leave a field out, or its type to code of its own.
pub(super) const SET_ASIDE: &[Row] = &[
    (
        &["skip", "ignore"],
        "description",
        "the person is asked for every field: keep this one in a struct of its own",
    ),
    (
        &["flatten"],
        "description",
        "forms do not nest: write the fields here",
    ),
    (
        &["nested"],
        "description",
        "forms do not nest: write its fields here, or ask a second question",
    ),
    (
        &["with"],
        "description",
        "ask for a type that a field can have, and convert the answer",
    ),
];
