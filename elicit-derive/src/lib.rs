//! The derive macro of `elicit-core`.

mod at;
mod attributes;
mod case;
mod check;
mod crate_path;
mod doc;
mod expand;
mod generate;
mod link;
mod model;
mod pattern;
mod read;
mod sensitive;
mod serde_attributes;
mod types;
mod values;

#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Makes an elicitation form of a struct, a choice of an enum, and a field type with
/// rules of its own of a newtype.
///
/// | item | gives |
/// |---|---|
/// | struct with named fields | a form: the trait `Elicit` |
/// | enum of unit variants | a choice: a field in which the person selects one, or several under `multi_select` |
/// | tuple struct of one field | a field type with rules of its own |
///
/// ```
/// use elicit_core::{Elicit, Revision};
///
/// #[derive(Elicit)]
/// struct Deploy {
///     /// Where should this go?
///     environment: Environment,
///     #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
///     replicas: u8,
///     port: Option<Port>,
/// }
///
/// #[derive(Elicit)]
/// #[elicit(rename_all = "snake_case")]
/// enum Environment {
///     #[elicit(title = "Staging (eu-west)")]
///     Staging,
///     Production,
/// }
///
/// #[derive(Elicit)]
/// struct Port(#[elicit(minimum = 1024)] u16);
///
/// let schema = Deploy::requested_schema(Revision::LATEST);
/// assert!(schema.contains(r#""replicas":{"type":"integer","title":"Replicas","minimum":1,"maximum":20,"default":2}"#));
/// assert!(schema.contains(r#"{"const":"production","title":"production"}"#));
/// ```
///
/// A field is a `String`, a `char`, a `bool`, an integer of up to 64 bits (also a
/// non-zero one), an `f32` or `f64`, a choice, a newtype, or an `Option` of one of
/// these, by whatever path or alias. It is in the schema's `required` unless it is an
/// `Option` or has a `default`. Integers carry the bounds of their type into the
/// schema, those of 64 bits ±(2^53 − 1), beyond which clients in JavaScript corrupt
/// them.
///
/// # On a field
///
/// Each is checked against the field's type, also where that is an alias, a newtype
/// or an enum from elsewhere; together they leave an answer that is valid. Unless a revision is named, all three get the same.
///
/// ## `title = "…"`
///
/// The short label: `title`. Not empty, no link. On the field of a newtype it is the
/// title of each field of that type, unless the field has its own.
///
/// ## `description = "…"`
///
/// The longer text: `description`. Without it the doc comment is sent, its paragraphs
/// joined. No link: a comment with one is for readers of the code, and wants a
/// `description` beside it.
///
/// ```
/// # use elicit_core::Elicit;
/// #[derive(Elicit)]
/// struct Signup {
///     /// Held against [`Option`] and <https://example.org>.
///     #[elicit(title = "I accept", description = "You have read the terms")]
///     accepted: bool,
/// }
/// ```
///
/// ## `minimum = 1`, `maximum = 20`
///
/// Bounds of a number, both allowed values: `minimum`, `maximum`. Whole on an integer,
/// within what the type takes, the one not above the other.
///
/// ## `min_length = 3`, `max_length = 50`
///
/// Bounds of the length of a text, in Unicode scalar values: `minLength`, `maxLength`.
///
/// ## `pattern = "^[a-z-]+$"`
///
/// An ECMA-262 pattern that a text must match somewhere: `pattern`. It can be decided
/// in time linear in the answer, and has a description beside it, for people do not
/// read patterns.
///
/// ## `format = "email"`
///
/// What a text is: `format`, one of `email`, `uri`, `date` and `date-time`.
///
/// ```
/// # use elicit_core::Elicit;
/// #[derive(Elicit)]
/// struct Contact {
///     #[elicit(format = "email")]
///     address: String,
///     #[elicit(format = "date", default = "2026-07-28")]
///     since: String,
///     /// Lower-case letters and dashes
///     #[elicit(min_length = 3, max_length = 50, pattern = "^[a-z-]+$")]
///     branch: String,
/// }
/// ```
///
/// ## `default = …`
///
/// What stands in the form at first, and what a field has that was left out: `default`.
/// A text, a number, `true` or `false`, the name of an option on the wire, or a list of
/// them. It keeps every rule of its field. Where the field's type has a pattern, or its
/// options are known only at run time, prefill the form when it is asked instead.
///
/// ## `required`
///
/// Beside a `default`: the person must still send a value.
///
/// ## `rename = "…"`
///
/// The name on the wire, which is otherwise the field's, in the case of `rename_all`.
/// Not empty, and no other field's. `#[serde(rename = "…")]` says the same.
///
/// ## `multi_select`, `min_items = 1`, `max_items = 3`
///
/// On a `Vec`, `BTreeSet` or `HashSet` of a choice: several of its options, sent as
/// `array` with `minItems` and `maxItems`. There are at least `min_items` options. A
/// set refuses an answer that repeats an option; a `Vec` keeps it as it came. The
/// revision 2025-06-18 has no lists; they are sent to its clients all the same.
///
/// ```
/// # use elicit_core::Elicit;
/// #[derive(Elicit)]
/// enum Region {
///     Europe,
///     America,
/// }
///
/// #[derive(Elicit)]
/// struct Deploy {
///     #[elicit(multi_select, min_items = 1, default = ["Europe"])]
///     regions: Vec<Region>,
/// }
/// ```
///
/// ## `choices`
///
/// On a `String`, or with `multi_select` on a list of `String`: one or several of the
/// options that are known only when the form is asked. The derive writes a struct beside
/// the form, of its name and `Choices`, which takes them.
///
/// ```
/// use elicit_core::{Choices, Elicit};
///
/// #[derive(Elicit)]
/// struct Deploy {
///     #[elicit(choices)]
///     cluster: String,
/// }
///
/// let choices = DeployChoices { cluster: vec!["eu-1", "us-1"].into() };
/// let deploy: Deploy =
///     elicit_core::from_value_with(&serde_json::json!({"cluster": "eu-1"}), &choices).unwrap();
/// assert_eq!(deploy.cluster, "eu-1");
/// ```
///
/// ## `sensitive_name_ok = "why"`
///
/// A form must not ask for credentials: a field whose name, wire name or title says
/// password, API key, PIN or the like does not compile. This lets a false alarm pass.
///
/// ```
/// # use elicit_core::Elicit;
/// #[derive(Elicit)]
/// struct Sensor {
///     #[elicit(sensitive_name_ok = "the pin of a board")]
///     pin: u8,
/// }
/// ```
///
/// # On a variant
///
/// - `title = "…"`: what is shown for the option. If one variant has a title, those
///   without are titled by their names. `oneOf` with `const` and `title` on the newer two
///   revisions, `enum` beside `enumNames` on 2025-06-18; without titles `enum` on each.
/// - `rename = "…"`: the option on the wire, as on a field.
///
/// # On a struct or an enum
///
/// - `rename_all = "snake_case"`: the case of all names on the wire, by serde's names.
///   `#[serde(rename_all = "…")]` says the same.
/// - `crate = path::to::elicit_core`: where the core is found, if not as `::elicit_core`.
/// - `check = path` (forms): a rule across fields, a
///   `fn(&Self) -> Result<(), elicit_core::Violations>`, run after the fields' own.
/// - `deserialize`: also writes `impl serde::Deserialize`, over the same checks.
///
/// Attributes of serde that do not touch what is on the wire are left to it; any other is
/// an error, for the schema would not say what it says. So is `skip_serializing_if` on a
/// field that an answer must have.
///
/// # What does not compile
///
/// All mistakes of an item are reported at once, each under the token at fault, and the
/// uses of the item add none.
///
#[doc = include_str!("mistakes.md")]
#[proc_macro_derive(Elicit, attributes(elicit))]
pub fn derive_elicit(input: TokenStream) -> TokenStream {
    expand::expand(input.into()).into()
}
