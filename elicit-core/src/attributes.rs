//! The names that can be written in `#[elicit(…)]`, for editors: in rust-analyzer the derive writes a
//! type at the place of each name (`editor.rs` there). `crate` cannot be the name of a type.

#![allow(non_camel_case_types, reason = "they are the names of attributes")]

/// `title = "…"`: the short label of a field, or what is shown for an option.
///
/// Without it, the name of a field in words is its title.
pub struct title;

/// `description = "…"`: the longer text of a field. Without it, the doc comment is the description.
pub struct description;

/// `minimum = 1`: the least number.
pub struct minimum;

/// `maximum = 20`: the greatest number.
pub struct maximum;

/// `min_length = 3`: the least number of characters of a text.
pub struct min_length;

/// `max_length = 50`: the greatest number of characters of a text.
pub struct max_length;

/// `pattern = "^[a-z-]+$"`: the regular expression that a text must match.
pub struct pattern;

/// `format = "email"`: what a text must be: `email`, `uri`, `date` or `date-time`.
pub struct format;

/// `default = 2`: the value that the form shows first. It never takes the place of an answer.
pub struct default;

/// `rename = "…"`: the name of the property, or of the option, on the wire.
pub struct rename;

/// `multi_select`: the person selects several variants. The field is a `Vec` or a set of them.
pub struct multi_select;

/// `min_items = 1`: the least number of options to select.
pub struct min_items;

/// `max_items = 3`: the greatest number of options to select.
pub struct max_items;

/// `choices`: the options of a `String`, or of a `Vec` or set of them, are given when the form is
/// asked, to `ask.form_with`.
pub struct choices;

/// `parse`: the type of the field reads the text, by its `FromStr`.
pub struct parse;

/// `sensitive_name_ok = "why"`: the field asks for no credential, although its name sounds like it.
pub struct sensitive_name_ok;

/// `rename_all = "snake_case"`: the case of the names on the wire.
pub struct rename_all;

/// `check = path`: a function of `&Self` that validates a form across its fields.
pub struct check;

/// `deserialize`: implements serde's `Deserialize`, with all rules of the type.
pub struct deserialize;

/// `json_schema`: implements `JsonSchema` of the crate `schemars`.
pub struct json_schema;

/// `hints`: adds the rules of each field to its description, in words.
pub struct hints;

macro_rules! positions {
    ($($position:ident: $($name:ident)*;)*) => {
        $(
            /// The attributes that go there.
            pub mod $position { pub use super::{$($name),*}; }
        )*

        /// All names by their position: for a test of the derive, which has the table.
        pub const NAMES: &[(&str, &[&str])] = &[
            $((stringify!($position), &[$(stringify!($name)),*])),*
        ];
    };
}

positions! {
    on_form: rename_all check deserialize json_schema hints;
    on_choice: rename_all deserialize;
    on_newtype: deserialize;
    on_field: title description default rename multi_select choices parse sensitive_name_ok
        minimum maximum format pattern min_length max_length min_items max_items;
    on_inner: title description parse sensitive_name_ok
        minimum maximum format pattern min_length max_length;
    on_variant: title rename;
}
