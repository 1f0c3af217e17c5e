//! What to say of a name that is not an attribute, or not one of this place.

use super::{Attribute, AttributePosition};
use crate::{types::ApparentKind, values::with_help};

impl AttributePosition {
    /// Another position in which the attribute is allowed. The likeliest are tried first.
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

    /// The message about a name that is not an attribute of this place.
    pub(super) fn misplaced(self, name: &str, kind: ApparentKind) -> String {
        if let Some(elsewhere) = self.elsewhere(name) {
            let help = match (self, elsewhere) {
                (Self::Newtype, Self::Inner) => Some(
                    "write it inside the parentheses: `struct Port(#[elicit(minimum = 1)] u16);`",
                ),
                // Somebody wants to say what the form asks.
                (Self::Form, Self::Field) if ["title", "description"].contains(&name) => {
                    Some(MESSAGE)
                }
                _ => None,
            };
            let (there, here) = (elsewhere.name(), self.name());
            let message = format!("`{name}` goes on {there}, and this is {here}");
            return with_help(&message, help);
        }
        if let Some(way_out) = translated(self, name, kind) {
            return format!("there is no attribute `{name}`; {way_out}");
        }
        if let Some(nearest) = self.nearest(name) {
            return format!(
                "there is no attribute `{name}`; did you mean `{}`?",
                nearest.name
            );
        }
        let names: Vec<&str> = self.attributes().map(|attribute| attribute.name).collect();
        format!(
            "there is no attribute `{name}`\nhelp: {} can have `{}`",
            self.name(),
            names.join("`, `")
        )
    }

    /// The attribute that a name misspells: the one with the most similar spelling, if nothing else
    /// is known of the name.
    pub(super) fn misspelt(self, name: &str, kind: ApparentKind) -> Option<&'static Attribute> {
        let is_known = self.elsewhere(name).is_some() || translated(self, name, kind).is_some();
        self.nearest(name).filter(|_| !is_known)
    }

    /// The attribute with the most similar spelling.
    fn nearest(self, name: &str) -> Option<&'static Attribute> {
        let name = name.to_lowercase();
        self.attributes()
            .map(|attribute| (strsim::jaro_winkler(&name, attribute.name), attribute))
            .filter(|(likeness, _)| *likeness > 0.8)
            .max_by(|(one, _), (other, _)| one.total_cmp(other))
            .map(|(_, attribute)| attribute)
    }
}

/// What to write in place of a name that other crates or JSON Schema have for the same, if that
/// goes here.
fn translated(position: AttributePosition, name: &str, kind: ApparentKind) -> Option<&'static str> {
    let here = |ours| position.find(ours).is_some();
    let on_list = |ours| kind == ApparentKind::List && here(ours);
    let on_text = |ours| kind == ApparentKind::Text && here(ours);
    Some(match &*name.replace('_', "").to_lowercase() {
        "secret" | "sensitive" | "password" if here("title") => {
            "a secret is a `SecretString` (feature `secrecy010`), and its form is asked with \
             `ask.page(..)`"
        }
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
            "clients do not know a step: describe it in a doc comment, and validate it in a \
             `check` on the struct"
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
            "clients decide how to show a field; say in the `description` what you expect"
        }
        // Whether there is an answer
        "initial" | "prefill" | "value" if here("default") => "write `default`",
        "example" if here("default") => "write `default`, or say it in the `description`",
        "optional" | "nullable" | "notrequired" if here("default") => {
            "a field is optional if its type is an `Option`"
        }
        "required" if on_list("min_items") => {
            "remove it, or write `min_items = 1` if an option has to be chosen"
        }
        "required" if here("default") => {
            "remove it: every field is required except an `Option`, a `bool` and a list without \
             `min_items`"
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
            "a form asks for every field: move this one to another struct"
        }
        "flatten" if here("description") => "forms do not nest: write the fields here",
        "nested" if here("description") => {
            "forms do not nest: write its fields here, or ask a second question"
        }
        "with" if here("description") => {
            "if the type implements `FromStr`, write `parse`; otherwise ask for a type that a \
             field can have, and convert the answer"
        }
        "fromstr" | "parser" | "parsewith" | "tryfrom" | "valueparser" if here("parse") => {
            "write `parse`: the type reads the text, by its `FromStr`"
        }
        _ => return None,
    })
}

/// Where the text of a whole form is written.
const MESSAGE: &str =
    "the message of a form is given when it is asked: `ask.form(\"key\", \"message\")`";
