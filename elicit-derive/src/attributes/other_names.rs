//! What other crates and JSON Schema call things, and what to do here.

use crate::types::ApparentKind;

/// What to do in place of an attribute that has this name elsewhere, if what it is here goes here.
pub(super) fn find(
    name: &str,
    kind: ApparentKind,
    goes_here: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let here = |ours| goes_here(ours);
    let on_list = |ours| kind == ApparentKind::List && goes_here(ours);
    let on_text = |ours| kind == ApparentKind::Text && goes_here(ours);
    Some(match &*name.replace('_', "").to_lowercase() {
        // Lists
        "min" | "minvalue" if on_list("min_items") => "write `min_items`",
        "max" | "maxvalue" if on_list("max_items") => "write `max_items`",
        "len" | "length" if on_list("min_items") => "write `min_items = 1, max_items = 3`",
        "nonempty" | "notempty" if on_list("min_items") => "write `min_items = 1`",
        "unique" | "uniqueitems" if here("multi_select") => {
            "a set has each option once: write `BTreeSet` or `HashSet`"
        }
        // Texts
        "min" | "minvalue" if on_text("min_length") => "write `min_length`",
        "max" | "maxvalue" if on_text("max_length") => "write `max_length`",
        "len" | "length" if here("min_length") => "write `min_length = 3, max_length = 50`",
        "minlength" if here("min_length") => "write `min_length`",
        "maxlength" if here("max_length") => "write `max_length`",
        "nonempty" | "notempty" if here("min_length") => "write `min_length = 1`",
        "regex" | "regexp" | "matches" if here("pattern") => "write `pattern`",
        "email" if here("format") => "write `format = \"email\"`",
        "url" | "uri" if here("format") => "write `format = \"uri\"`",
        "date" if here("format") => "write `format = \"date\"`",
        "datetime" if here("format") => "write `format = \"date-time\"`",
        // Numbers
        "min" | "minvalue" | "ge" | "gte" if here("minimum") => "write `minimum`",
        "max" | "maxvalue" | "le" | "lte" if here("maximum") => "write `maximum`",
        "gt" | "exclusiveminimum" | "exclusivemin" if here("minimum") => {
            "bounds are inclusive: write `minimum` with the smallest answer"
        }
        "lt" | "exclusivemaximum" | "exclusivemax" if here("maximum") => {
            "bounds are inclusive: write `maximum` with the largest answer"
        }
        "range" if here("minimum") => "write `minimum = 1, maximum = 20`",
        "multipleof" | "step" if here("minimum") => {
            "clients know no step: say it in a doc comment, and hold it in a `check` on the struct"
        }
        // Choices
        "enum" | "options" | "values" | "oneof" | "anyof" if here("choices") => {
            "derive `Elicit` for an enum, or write `choices`"
        }
        "multiple" if here("multi_select") => "write `multi_select`",
        // Names and words
        "name" if here("rename") => {
            "write `rename` for the name on the wire, `title` for the label"
        }
        "label" | "lable" | "caption" if here("title") => "write `title`",
        "help" | "hint" | "comment" | "doc" | "docs" | "summary" | "tooltip" | "placeholder"
        | "prompt" | "question"
            if here("description") =>
        {
            "write `description`, or a doc comment"
        }
        "message" | "prompt" | "question" if here("check") => MESSAGE,
        "multiline" | "textarea" if here("description") => {
            "no client is told how to show a field; say in the `description` what is wanted"
        }
        // Whether there is an answer
        "initial" | "prefill" | "value" if here("default") => "write `default`",
        "example" if here("default") => "write `default`, or say it in the `description`",
        "optional" | "nullable" | "notrequired" if here("required") => {
            "a field is optional if its type is an `Option`"
        }
        // Other code
        "serialize" | "serialise" if here("deserialize") => {
            "derive serde's `Serialize` beside `Elicit`"
        }
        "validate" | "custom" if here("check") => "write `check = path`, the path of a function",
        "validate" if here("pattern") => {
            "write each rule by itself: `minimum = 1`, `format = \"email\"`"
        }
        "custom" if here("pattern") => "a rule of your own goes on the struct: `check = path`",
        "skip" | "ignore" if here("description") => {
            "the person is asked for every field: keep this one in a struct of its own"
        }
        "flatten" if here("description") => "forms do not nest: write the fields here",
        "nested" if here("description") => {
            "forms do not nest: write its fields here, or ask a second question"
        }
        "with" if here("description") => {
            "if the type implements `FromStr`, write `parse`; otherwise ask for a type that a field \
             can have, and convert the answer"
        }
        "fromstr" | "parser" | "parsewith" | "tryfrom" | "valueparser" if here("parse") => {
            "write `parse`: the type reads the text, by its `FromStr`"
        }
        _ => return None,
    })
}

/// Where the words for a whole form are.
pub(super) const MESSAGE: &str =
    "the message of a form is given when it is asked: `ask.form(\"key\", \"message\")`";
