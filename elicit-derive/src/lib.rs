//! The derive macro of `elicit-core`, which is the crate to depend on: it has the macro
//! under its feature `derive`, and all that the written code calls.

mod apparent_kind;
mod attributes;
mod case;
mod check;
mod crate_path;
mod doc;
mod doc_link;
mod duplicate_idents;
mod expand;
mod generate;
mod lints;
mod markdown;
mod model;
mod parse;
mod pattern;
mod repr_packed;
mod serde_attributes;
mod token_range;
mod tokens;
mod types;
mod values;

#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Derives an elicitation form from a struct, a choice from an enum, and a field type from a
/// newtype.
///
/// | item | gives |
/// |---|---|
/// | struct with named fields | a form: the trait `Elicit` |
/// | enum of unit variants | a choice: a field in which the person selects one option, or several with `multi_select` |
/// | tuple struct of one field | a field type with rules of its own |
///
/// # All attributes
///
/// Each is written as `#[elicit(…)]`.
///
/// | attribute | on | of the type | sends | validates |
/// |---|---|---|---|---|
/// | [`title = "…"`](#title---description--) | field, newtype | any | `title` | |
/// | [`description = "…"`](#title---description--) | field, newtype | any | `description` | |
/// | [`minimum = 1`, `maximum = 20`](#minimum--1-maximum--20) | field, newtype | number | `minimum`, `maximum` | the bounds |
/// | [`min_length = 3`, `max_length = 50`](#min_length--3-max_length--50) | field, newtype | text | `minLength`, `maxLength` | the length |
/// | [`pattern = "…"`](#pattern--a-z-) | field, newtype | text | `pattern` | a regular expression |
/// | [`format = "email"`](#format--email) | field, newtype | text | `format` | e-mail, URI, date, date-time |
/// | [`default = 2`](#default---required) | field | any but `choices`, `parse` | `default` | |
/// | [`required`](#default---required) | field | any with a `default` | an entry of `required` | that a value is sent |
/// | [`rename = "…"`](#rename--) | field | any | the name of the property | |
/// | [`multi_select`](#multi_select-min_items--1-max_items--3) | field | `Vec` or set of a choice | `array` | that options are offered |
/// | [`min_items = 1`, `max_items = 3`](#multi_select-min_items--1-max_items--3) | field | with `multi_select` | `minItems`, `maxItems` | how many |
/// | [`choices`](#choices) | field | `String`, `Vec` or set of `String` | the options of run time | that options are offered |
/// | [`parse`](#parse) | field, newtype | any with `FromStr` | `string` | by `FromStr` |
/// | [`sensitive_name_ok = "why"`](#sensitive_name_ok--why) | field, newtype | any | | |
/// | [`title = "…"`, `rename = "…"`](#title---rename---of-a-variant) | variant | | `title`, `const` | |
/// | [`rename_all = "snake_case"`](#rename_all--snake_case) | struct, enum | | the names | |
/// | [`check = path`](#check--path) | struct | form | | a rule across fields |
/// | [`deserialize`](#deserialize) | struct, enum, newtype | | | as the form |
/// | [`hints`](#hints) | struct | form | the rules, in `description` | |
/// | [`crate = path`](#crate--pathtoelicit_core) | struct, enum, newtype | | | |
///
/// # A form, and its schema
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
///     /// Lower-case letters and dashes
///     #[elicit(pattern = "^[a-z-]+$", max_length = 50)]
///     branch: String,
///     #[elicit(title = "Start on", format = "date")]
///     start: Option<String>,
///     #[elicit(multi_select, min_items = 1, default = ["mail"])]
///     notify_by: Vec<Channel>,
///     port: Option<Port>,
///     #[elicit(default = false)]
///     dry_run: bool,
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
/// #[elicit(rename_all = "snake_case")]
/// enum Channel {
///     Mail,
///     Chat,
/// }
///
/// #[derive(Elicit)]
/// struct Port(#[elicit(minimum = 1024)] u16);
///
/// let schema = serde_json::json!({
///     "type": "object",
///     "properties": {
///         "environment": {
///             "type": "string",
///             "title": "Environment",
///             "description": "Where should this go?",
///             "oneOf": [
///                 {"const": "staging", "title": "Staging (eu-west)"},
///                 {"const": "production", "title": "production"},
///             ],
///         },
///         "replicas": {
///             "type": "integer",
///             "title": "Replicas",
///             "minimum": 1,
///             "maximum": 20,
///             "default": 2,
///         },
///         "branch": {
///             "type": "string",
///             "title": "Branch",
///             "description": "Lower-case letters and dashes",
///             "maxLength": 50,
///             "pattern": "^[a-z-]+$",
///         },
///         "start": {"type": "string", "title": "Start on", "format": "date"},
///         "notify_by": {
///             "type": "array",
///             "title": "Notify by",
///             "minItems": 1,
///             "items": {"type": "string", "enum": ["mail", "chat"]},
///             "default": ["mail"],
///         },
///         "port": {"type": "integer", "title": "Port", "minimum": 1024, "maximum": 65535},
///         "dry_run": {"type": "boolean", "title": "Dry run", "default": false},
///     },
///     "required": ["environment", "branch"],
/// });
/// let sent: serde_json::Value =
///     serde_json::from_str(Deploy::requested_schema(Revision::LATEST)).unwrap();
/// assert_eq!(sent, schema);
/// ```
///
/// # Types of fields
///
/// - `String`, `char`
/// - `bool`
/// - integers of up to 64 bits, also `NonZero`, and `f32`, `f64`
/// - a choice: an enum that derives `Elicit`
/// - a newtype that derives `Elicit`
/// - dates, times, URLs and secrets of the crates that `elicit-core` has a feature for
/// - any type that implements `FromStr`, with [`parse`](#parse)
/// - an `Option` of one of these
///
/// The path or alias does not matter; `elicit_core::Field` lists all. A field is in the schema's
/// `required` unless it is an `Option` or has a `default`.
///
/// Integers of up to 32 bits send the bounds of their type. Those of 64 bits are within
/// ±(2^53 − 1), because clients in JavaScript corrupt larger ones. These two bounds are enforced
/// and not sent, since people would read them; `u64` sends `minimum` 0.
///
/// # On a field
///
/// Each is checked against the field's type, also where that is an alias, a newtype
/// or an enum from elsewhere; together they leave an answer that is valid. Unless a
/// revision is named, all three get the same: what is sent is within the protocol's
/// [Requested Schema] (2025-11-25, 2026-07-28) and [Request Schema] (2025-06-18), with
/// the exceptions that are named.
///
/// [Requested Schema]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
/// [Request Schema]: https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#request-schema
///
/// On the field of a newtype go the attributes from `title` to `format`, `parse` and
/// `sensitive_name_ok`; they hold for each field of that type, which may have a title and a
/// description of its own and narrow the rules.
///
/// ## `title = "…"`, `description = "…"`
///
/// The short label, and the longer text. Without a `title`, the name of the field in Rust is sent
/// in words: `more_of` as "More of", and `ssh_key_id` as "Ssh key id". Without a `description`, the
/// doc comment is sent, the lines of each paragraph joined.
///
/// - Takes: a text.
/// - Sends: `title`, `description`.
/// - Checks: it is not empty, and has no character that nobody sees and no link. A title is one
///   line and asks for no credential. A doc comment with a link is for readers of the code, and
///   wants a `description` beside it.
///
/// ```
/// # use elicit_core::{Elicit, Revision};
/// #[derive(Elicit)]
/// struct Signup {
///     /// See [`Option`] and <https://example.org>.
///     #[elicit(title = "I accept", description = "You have read the terms")]
///     accepted: bool,
///     send_news: bool,
/// }
///
/// let schema = Signup::requested_schema(Revision::LATEST);
/// assert!(schema.contains(r#""title":"I accept","description":"You have read the terms""#));
/// assert!(schema.contains(r#""title":"Send news""#));
/// ```
///
/// ## `minimum = 1`, `maximum = 20`
///
/// Bounds of a number, both allowed values.
///
/// - Takes: a number, on a field of a number type.
/// - Sends: `minimum`, `maximum`. An integer of up to 32 bits has those of its type in any case.
/// - Checks: it is whole on an integer, within what the type takes, and a float keeps to it
///   once it is rounded; the one is not above the other. An answer outside is a violation
///   `minimum` or `maximum`.
///
/// ```
/// # use elicit_core::{Elicit, from_str};
/// #[derive(Debug, Elicit)]
/// struct Scale {
///     #[elicit(minimum = 1, maximum = 20)]
///     replicas: u8,
///     #[elicit(minimum = 0, maximum = 0.5)]
///     share: f64,
/// }
///
/// let invalid = from_str::<Scale>(r#"{"replicas": 0, "share": 0.7}"#).unwrap_err();
/// assert_eq!(
///     invalid.to_string(),
///     "replicas: must be at least 1; share: must be at most 0.5",
/// );
/// ```
///
/// ## `min_length = 3`, `max_length = 50`
///
/// Bounds of the length of a text, in Unicode scalar values.
///
/// - Takes: a whole number, on a field of text.
/// - Sends: `minLength`, `maxLength`.
/// - Checks: the one is not above the other, they do not widen those of a newtype, and some
///   text of such a length is of the format and, as far as the derive can tell, matches the
///   pattern. An answer outside is a violation `minLength` or `maxLength`.
///
/// Many clients send the empty text for a field that was left alone. In an `Option` it is `None`,
/// and for a field that has to be answered it is a text of the length 0.
///
/// ```
/// # use elicit_core::{Elicit, from_str};
/// #[derive(Elicit)]
/// struct Note {
///     #[elicit(min_length = 1, max_length = 3)]
///     text: String,
///     #[elicit(max_length = 50)]
///     more: Option<String>,
/// }
///
/// let note: Note = from_str(r#"{"text": "née", "more": ""}"#)?;
/// assert_eq!((&*note.text, note.more), ("née", None));
/// assert!(from_str::<Note>(r#"{"text": ""}"#).is_err());
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
///
/// ## `pattern = "^[a-z-]+$"`
///
/// An ECMA-262 pattern, with the `u` flag, that must match somewhere in the text.
///
/// - Takes: a text, on a field of text.
/// - Sends: `pattern`. No revision has it, so some clients do not show it.
/// - Checks: it can be decided in time linear in the answer, and, as far as the derive can tell,
///   some text matches, of a length that the format has; a description or a doc comment is
///   beside it, for people do not read patterns. An answer that does not match is a violation
///   `pattern`, in the words of that description, also where the pattern is a newtype's and
///   the field has a description of its own. A few patterns (`a.{20}b`, `x{9000}`) are too large
///   for a table and take many steps for each character: those want a `max_length` beside them,
///   and do not look at a text that is longer.
///
/// ```
/// # use elicit_core::{Elicit, from_str};
/// #[derive(Debug, Elicit)]
/// struct Branch {
///     /// Lower-case letters and dashes
///     #[elicit(pattern = "^[a-z-]+$")]
///     name: String,
/// }
///
/// let invalid = from_str::<Branch>(r#"{"name": "Main"}"#).unwrap_err();
/// assert_eq!(
///     invalid.to_string(),
///     "name: must keep to the rule: Lower-case letters and dashes",
/// );
/// ```
///
/// ## `format = "email"`
///
/// What a text is.
///
/// - Takes: `"email"`, `"uri"`, `"date"` or `"date-time"`, on a field of text.
/// - Sends: `format`.
/// - Checks: the type has no format already, as a date has. An answer that is none by the
///   grammar of its RFC is a violation `format`.
///
/// ```
/// # use elicit_core::{Elicit, from_str};
/// #[derive(Debug, Elicit)]
/// struct Contact {
///     #[elicit(format = "email")]
///     address: String,
///     #[elicit(format = "date", default = "2026-07-28")]
///     since: String,
/// }
///
/// let invalid = from_str::<Contact>(r#"{"address": "joe"}"#).unwrap_err();
/// assert_eq!(
///     invalid.to_string(),
///     "address: must be an e-mail address, such as name@example.org",
/// );
/// ```
///
/// ## `default = …`, `required`
///
/// The value that the form shows first, and that a field has if it is left out, an `Option`
/// too. With `required` beside it the person must still send a value.
///
/// - Takes: a text, a number, `true` or `false`, the name of an option on the wire, or a
///   list of such names; `required` nothing.
/// - Sends: `default`, and has the field in `required` only if that is written. 2025-06-18 has
///   `default` on booleans only; it is sent to its clients on each type all the same.
/// - Checks: it keeps every rule of its field. Where the field's type has a pattern, or its
///   options are known only at run time, prefill the form when it is asked instead. A field
///   with `required` is no `Option`; an answer without it is a violation `required`.
///
/// ```
/// # use elicit_core::{Elicit, from_str};
/// #[derive(Debug, Elicit)]
/// struct Scale {
///     #[elicit(default = 2)]
///     replicas: u8,
///     #[elicit(default = "west", required)]
///     region: Region,
/// }
///
/// #[derive(Debug, PartialEq, Elicit)]
/// #[elicit(rename_all = "lowercase")]
/// enum Region {
///     East,
///     West,
/// }
///
/// assert_eq!(from_str::<Scale>(r#"{"region": "east"}"#)?.replicas, 2);
/// assert_eq!(from_str::<Scale>("{}").unwrap_err().to_string(), "region: is required");
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
///
/// ## `rename = "…"`
///
/// The name on the wire, which is otherwise the field's, in the case of `rename_all`.
/// `#[serde(rename = "…")]` of another derive says the same.
///
/// - Takes: a text.
/// - Sends: the property under this name.
/// - Checks: it is one line, is not empty, has no character that nobody sees, is no other
///   field's, and asks for no credential.
///
/// ```
/// # use elicit_core::Elicit;
/// #[derive(Elicit)]
/// struct Scale {
///     #[elicit(rename = "number-of-replicas")]
///     replicas: u8,
/// }
///
/// assert_eq!(Scale::FORM.properties()[0].name(), "number-of-replicas");
/// ```
///
/// ## `multi_select`, `min_items = 1`, `max_items = 3`
///
/// Several options of a choice. A set refuses an answer that repeats an option; a `Vec`
/// keeps it as it came.
///
/// - Takes: `multi_select` nothing, on a `Vec`, `BTreeSet` or `HashSet` of a choice or an
///   `Option` of one; the others a whole number, beside it.
/// - Sends: `type` `array`, `minItems`, `maxItems`, and as `items` an `enum`, or an `anyOf`
///   of `const` and `title` if the options have titles. The revision 2025-06-18 has no
///   lists; they are sent to its clients all the same.
/// - Checks: there are at least `min_items` options, and it is not above `max_items`. An
///   answer is a violation `minItems`, `maxItems`, `enum` (no option) or `uniqueItems`
///   (repeated in a set).
///
/// ```
/// # use elicit_core::{Elicit, from_str};
/// #[derive(Debug, Elicit)]
/// enum Region {
///     Europe,
///     America,
/// }
///
/// #[derive(Debug, Elicit)]
/// struct Deploy {
///     #[elicit(multi_select, min_items = 1, default = ["Europe"])]
///     regions: Vec<Region>,
/// }
///
/// let invalid = from_str::<Deploy>(r#"{"regions": []}"#).unwrap_err();
/// assert_eq!(invalid.to_string(), "regions: must have at least 1 choice");
/// ```
///
/// ## `choices`
///
/// Options that are known only when the form is asked. The derive writes a struct beside
/// the form, of its name and `Choices`, which takes them. Where the form is
/// `#[non_exhaustive]` it is, too: then only your crate can make one.
///
/// - Takes: nothing, on a `String`; with `multi_select` on a `Vec`, `BTreeSet` or `HashSet`
///   of `String`; or on an `Option` of one of these.
/// - Sends: what a choice or a multi-select sends, with these options.
/// - Checks: no other rule and no default is beside it but `min_items` and `max_items`. An
///   answer that was not offered is a violation `enum`.
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
/// ## `parse`
///
/// A type of your own or of another crate, which reads a text by its `FromStr`, such as `IpAddr`,
/// `PathBuf`, `uuid::Uuid` or `rust_decimal::Decimal`.
///
/// - Takes: nothing, on a type that implements `FromStr`, or an `Option` of one. Types that are
///   fields without it are refused. Integers of 64 bits are not: as texts they may be larger.
/// - Sends: a `string`, with the lengths, the `pattern` and the `format` that are beside it.
/// - Checks: a description or a doc comment is beside it, and says what the type takes. If every
///   rule beside it holds, `FromStr` reads the text; it must not panic. A text that it refuses is
///   tried again without a line break at its end. What it refuses then is a violation `check` in
///   the words of that description. The error of the type is not shown, because it may quote the
///   answer. A `default` cannot be read at compile time, so prefill the form instead.
///
/// A form is prefilled with what `Display` writes. If the type has no `Display`, as `PathBuf`, or
/// if `FromStr` does not read that text again, the field stays empty.
///
/// ```
/// # use elicit_core::{Elicit, from_str};
/// use std::net::IpAddr;
///
/// #[derive(Debug, Elicit)]
/// struct Allow {
///     /// An IP address, such as 10.0.0.1
///     #[elicit(parse, max_length = 45)]
///     address: IpAddr,
/// }
///
/// let allow: Allow = from_str(r#"{"address": "::1"}"#)?;
/// assert!(allow.address.is_loopback());
///
/// let invalid = from_str::<Allow>(r#"{"address": "localhost"}"#).unwrap_err();
/// assert_eq!(
///     invalid.to_string(),
///     "address: must fit the description: An IP address, such as 10.0.0.1",
/// );
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
///
/// ## `sensitive_name_ok = "why"`
///
/// A form must not ask for credentials ([Form Mode Security], 2025-11-25, 2026-07-28): a
/// field whose name, wire name or title says password, API key, PIN or the like does not
/// compile, unless it is a secret, which is not asked for in a form: a `SecretString`. This lets a
/// false alarm pass.
///
/// - Takes: a text, the reason, for whoever reads the code.
/// - Sends: nothing.
/// - Checks: the reason is not empty.
///
/// [Form Mode Security]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
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
/// ## `title = "…"`, `rename = "…"` of a variant
///
/// What is shown for the option, and the option on the wire. If one variant has a title, those
/// without are titled by their names.
///
/// - Takes: a text.
/// - Sends: with titles `oneOf` of `const` and `title` on 2025-11-25 and 2026-07-28, `enum`
///   beside `enumNames` on 2025-06-18; without titles `enum` on each.
/// - Checks: it is one line, is not empty, has no character that nobody sees, and no other
///   option is shown or sent so. A title has no link.
///
/// ```
/// # use elicit_core::{Elicit, Revision};
/// #[derive(Elicit)]
/// enum Region {
///     #[elicit(title = "Europe (Ireland)", rename = "eu-west-1")]
///     Europe,
///     #[elicit(rename = "us-east-1")]
///     America,
/// }
///
/// #[derive(Elicit)]
/// struct Deploy {
///     region: Region,
/// }
///
/// assert!(Deploy::requested_schema(Revision::V2025_06_18).contains(
///     r#""enum":["eu-west-1","us-east-1"],"enumNames":["Europe (Ireland)","us-east-1"]"#,
/// ));
/// assert!(Deploy::requested_schema(Revision::V2025_11_25).contains(
///     r#"{"const":"eu-west-1","title":"Europe (Ireland)"}"#,
/// ));
/// ```
///
/// # On a struct or an enum
///
/// ## `rename_all = "snake_case"`
///
/// The case of all names on the wire, of forms and of choices: `lowercase`, `UPPERCASE`,
/// `PascalCase`, `camelCase`, `snake_case`, `SCREAMING_SNAKE_CASE`, `kebab-case` or
/// `SCREAMING-KEBAB-CASE`, with serde's results. `#[serde(rename_all = "…")]` of
/// another derive says the same; if both are there, they must agree.
///
/// ```
/// # use elicit_core::Elicit;
/// #[derive(Elicit)]
/// #[elicit(rename_all = "camelCase")]
/// struct Deploy {
///     dry_run: bool,
/// }
///
/// assert_eq!(Deploy::FORM.properties()[0].name(), "dryRun");
/// ```
///
/// ## `crate = path::to::elicit_core`
///
/// Where the core is found, if not as `::elicit_core`: for crates that re-export it. On
/// forms, choices and newtypes.
///
/// ```
/// mod sdk {
///     pub use elicit_core as elicit;
/// }
///
/// #[derive(sdk::elicit::Elicit)]
/// #[elicit(crate = sdk::elicit)]
/// struct Scale {
///     replicas: u8,
/// }
/// ```
///
/// ## `check = path`
///
/// On a form: a rule across fields, a function of `&Self` that returns
/// `Result<(), elicit_core::Violations>`. It is run when each field by itself is valid, and
/// sends nothing. What it finds are violations `check`. The path of a method may begin with
/// `Self`.
///
/// ```
/// # use elicit_core::{Elicit, from_str};
/// use elicit_core::Violations;
///
/// #[derive(Debug, Elicit)]
/// #[elicit(check = in_order)]
/// struct Range {
///     from: u8,
///     to: u8,
/// }
///
/// fn in_order(range: &Range) -> Result<(), Violations> {
///     if range.from <= range.to {
///         Ok(())
///     } else {
///         Err(Violations::new().property("to", "must not be below `from`"))
///     }
/// }
///
/// let invalid = from_str::<Range>(r#"{"from": 3, "to": 1}"#).unwrap_err();
/// assert_eq!(invalid.to_string(), "to: must not be below `from`");
/// ```
///
/// ## `deserialize`
///
/// Also writes `impl serde::Deserialize`, over the same checks, so that no value of the
/// type is read elsewhere that the form would refuse. On forms without `choices`, on
/// choices and on newtypes.
///
/// ```
/// # use elicit_core::Elicit;
/// #[derive(Debug, Elicit)]
/// #[elicit(deserialize)]
/// struct Scale {
///     #[elicit(maximum = 20)]
///     replicas: u8,
/// }
///
/// let error = serde_json::from_str::<Scale>(r#"{"replicas": 21}"#).unwrap_err();
/// assert!(error.to_string().contains("must be at most 20"));
/// ```
///
/// ## `hints`
///
/// On a form: says its rules in words, for clients that hide them. The description of each field
/// ends with its rules in English. Options are shown anyway, and a pattern has its description.
///
/// - Takes: nothing.
/// - Sends: `description`, with the rules at its end: `1 to 20`, `YYYY-MM-DD`, `choose 1 or 2`,
///   `at least 20 characters`.
///
/// ```
/// # use elicit_core::Elicit;
/// #[derive(Elicit)]
/// #[elicit(hints)]
/// struct Scale {
///     /// How many copies should run?
///     #[elicit(minimum = 1, maximum = 20)]
///     replicas: u8,
///     #[elicit(format = "date")]
///     until: Option<String>,
/// }
///
/// let [replicas, until] = Scale::FORM.properties() else { unreachable!() };
/// assert_eq!(replicas.description(), Some("How many copies should run? 1 to 20"));
/// assert_eq!(until.description(), Some("YYYY-MM-DD"));
/// ```
///
/// # Attributes of serde
///
/// Attributes of serde that do not touch what is on the wire are left to it; any other is
/// an error, for the schema would not say what it says. So is `skip_serializing_if` on a
/// field that an answer must have. serde's `default` is left to serde: what an answer may
/// leave out is an `Option`, or has an `#[elicit(default = …)]`.
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
