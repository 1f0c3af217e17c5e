//! What other crates and JSON Schema call things, and what to do here.

use crate::kind::Kind;

/// Names, in lower case and without a `_`, beside an attribute of ours and what to do.
type Row = (&'static [&'static str], &'static str, &'static str);

/// What to do in place of an attribute that has this name elsewhere, if what it is here goes here.
pub(super) fn find(
    name: &str,
    kind: Kind,
    goes_here: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let name = name.replace('_', "").to_lowercase();
    let of_kind = match kind {
        Kind::List => OF_LISTS,
        Kind::Text => OF_TEXTS,
        _ => &[],
    };
    let mut rows = of_kind.iter().chain(ROWS);
    rows.find(|(names, ours, _)| names.contains(&&*name) && goes_here(ours))
        .map(|(_, _, way_out)| *way_out)
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

/// In fields of any kind, and elsewhere.
const ROWS: &[Row] = &[
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
    // Fields that are left out, or whose type is left to other code
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
    // What is not here
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

/// Where the words for a whole form are.
pub(super) const MESSAGE: &str =
    "the message of a form is given when it is asked: `ask.form(\"key\", \"message\")`";
