//! The derive macro of `elicit-core`. Depend on that crate: it has the macro under its feature
//! `derive`, which is on by default, and all that the generated code calls.
//!
//! ```
//! use elicit_core::{Elicit, from_str};
//!
//! #[derive(Elicit)]
//! struct Scale {
//!     #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
//!     replicas: u8,
//! }
//!
//! assert!(from_str::<Scale>(r#"{"replicas": 21}"#).is_err());
//! ```
//!
//! [`Elicit`](macro@Elicit) has all attributes in one table. The guide and the reference are in the
//! documentation of `elicit-core`:
//! `cargo doc --no-deps -p elicit-core --all-features --open`.

mod attributes;
mod case;
mod check;
mod crate_path;
mod doc;
mod expand;
mod generate;
mod model;
mod parse;
mod texts;
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
/// | attribute | on | of the type | schema | validates |
/// |---|---|---|---|---|
/// | [`title = "…"`](#title---description--) | field, newtype | any | `title` | |
/// | [`description = "…"`](#title---description--) | field, newtype | any | `description` | |
/// | [`minimum = 1`, `maximum = 20`](#minimum--1-maximum--20) | field, newtype | number | `minimum`, `maximum` | the bounds |
/// | [`min_length = 3`, `max_length = 50`](#min_length--3-max_length--50) | field, newtype | text | `minLength`, `maxLength` | the length |
/// | [`pattern = "…"`](#pattern--a-z-) | field, newtype | text | `pattern` | a regular expression |
/// | [`format = "email"`](#format--email) | field, newtype | text | `format` | e-mail, URI, date, date-time |
/// | [`default = 2`](#default--) | field | any but `choices`, `parse` | `default` | |
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
/// | [`json_schema`](#json_schema) | struct | form without `choices` and secrets | | |
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
///     "required": ["environment", "replicas", "branch", "notify_by"],
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
/// Any path or alias of these types works. `elicit_core::Field` lists them all.
///
/// An answer without a field is invalid, also if the field has a `default`. Three kinds of fields
/// are not in the schema's `required`, and can be left out: an `Option` is then `None`, a `bool` is
/// `false`, and a list without `min_items` is empty.
///
/// Integers of up to 32 bits send the bounds of their type. Those of 64 bits are within
/// ±(2^53 − 1), because clients in JavaScript corrupt larger ones. These two bounds are enforced
/// and not sent, since people would read them; `u64` sends `minimum` 0.
///
/// # On a field
///
/// The compiler checks each attribute against the type of the field, also if that is an alias, a
/// newtype or an enum from elsewhere, and it checks that some answer is valid. All three revisions
/// of the protocol get the same schema, within [Requested Schema] (2025-11-25, 2026-07-28) and
/// [Request Schema] (2025-06-18); the sections name the exceptions.
///
/// [Requested Schema]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
/// [Request Schema]: https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#request-schema
///
/// The field of a newtype takes the attributes that the table marks with "newtype". They hold for
/// each form field of the newtype's type. A form field can have its own title and description, and
/// can make the rules stricter.
///
/// ## `title = "…"`, `description = "…"`
///
/// The short label, and the longer text. Without a `title`, the name of the field in words is the
/// title: `more_of` is "More of", and `ssh_key_id` is "Ssh key id". Without a `description`, the doc
/// comment is the description, with the lines of each paragraph joined.
///
/// - Value: a text.
/// - Schema: `title`, `description`.
/// - Does not compile: an empty text; an invisible character; a link; a title of several lines; a text
///   that asks for a credential. A link in a doc comment becomes its text; an address does not compile.
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
/// Bounds of a number. Both are allowed values.
///
/// - Value: a number, on a field of a number type.
/// - Schema: `minimum`, `maximum`. For a missing bound, an integer of up to 32 bits sends the bound
///   of its type.
/// - Does not compile: a fraction on an integer; a bound that the type cannot hold, or that a float
///   cannot keep once it is rounded; a minimum above the maximum.
/// - Rejects: a number outside of the bounds (keyword `minimum` or `maximum`).
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
/// - Value: a whole number, on a field of text.
/// - Schema: `minLength`, `maxLength`.
/// - Does not compile: a minimum above the maximum; bounds that are wider than those of a newtype; a
///   length that no text of the format or of the pattern has.
/// - Rejects: a text of another length (keyword `minLength` or `maxLength`).
///
/// Many clients send `""` for a field that was left alone. In an `Option` it is `None`. For a
/// `String` it is a valid answer; `min_length = 1` rejects it.
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
/// - Value: a text, on a field of text.
/// - Schema: nothing. The protocol does not have the keyword, so this is a rule of the server: the
///   person reads the description, and is asked again in its words. The schema of a tool's arguments
///   ([`json_schema`](#json_schema)) has it.
/// - Does not compile: a pattern that cannot be matched in linear time, or that is too large for a
///   table (`a.{20}b`, `x{9000}`); one that no text matches; a missing description, because people
///   do not read patterns.
/// - Rejects: a text that does not match (keyword `pattern`), in the words of the description beside
///   the pattern.
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
///     "name: must match: Lower-case letters and dashes",
/// );
/// ```
///
/// ## `format = "email"`
///
/// What a text is.
///
/// - Value: `"email"`, `"uri"`, `"date"` or `"date-time"`, on a field of text.
/// - Schema: `format`.
/// - Does not compile: a format on a type that has one already, such as a date.
/// - Rejects: a text that is not valid by the grammar of the RFC (keyword `format`).
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
/// let invalid =
///     from_str::<Contact>(r#"{"address": "joe", "since": "2026-07-28"}"#).unwrap_err();
/// assert_eq!(
///     invalid.to_string(),
///     "address: must be an e-mail address, such as name@example.org",
/// );
/// ```
///
/// ## `default = …`
///
/// The value that the form shows first. It never takes the place of an answer: a person who
/// removes it, or a client that does not show the field, has not agreed to it. A `bool` without a
/// default has `false`, unless it is an `Option`.
///
/// - Value: a text, a number, `true`, `false`, the name of an option on the wire, or a list of such
///   names.
/// - Schema: `default`. 2025-06-18 defines it for booleans only, and its clients get it for every
///   type.
/// - Does not compile: a default that breaks a rule of its field; a default beside `choices` or
///   `parse`, for a type with a pattern, or for a type of another crate, unless that is a date. If you
///   cannot write a default for one of the last four reasons, prefill the form when you ask, with
///   `.prefill(..)`.
/// - Rejects: nothing. An answer without the field means the same with a default and without one.
///
/// ```
/// # use elicit_core::{Elicit, from_str};
/// #[derive(Debug, Elicit)]
/// struct Scale {
///     #[elicit(default = 2)]
///     replicas: u8,
///     #[elicit(default = "west")]
///     region: Option<Region>,
///     #[elicit(default = true)]
///     drain: bool,
/// }
///
/// #[derive(Debug, PartialEq, Elicit)]
/// #[elicit(rename_all = "lowercase")]
/// enum Region {
///     East,
///     West,
/// }
///
/// let scale: Scale = from_str(r#"{"replicas": 2}"#)?;
/// assert_eq!((scale.region, scale.drain), (None, false));
/// assert_eq!(from_str::<Scale>("{}").unwrap_err().to_string(), "replicas: is required");
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
///
/// ## `rename = "…"`
///
/// The name on the wire. Without it, that is the name of the field, in the case of `rename_all`.
/// `#[serde(rename = "…")]` of another derive has the same effect.
///
/// - Value: a text.
/// - Schema: the name of the property.
/// - Does not compile: a name that is empty or has several lines, an invisible character or the name of
///   a credential; the name of another field.
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
/// Several options of a choice. A set rejects an answer that repeats an option; a `Vec` keeps it.
/// A list that is left out is empty, unless it has `min_items` of 1 or more.
///
/// - Value: none, on a `Vec`, `BTreeSet` or `HashSet` of a choice, or on an `Option` of one. The bounds
///   take a whole number.
/// - Schema: `type` `array`, `minItems`, `maxItems`, and as `items` an `enum`, or an `anyOf` of `const`
///   and `title` if the options have titles; with `min_items` of 1 or more, an entry of `required`,
///   because many clients demand a tick in a required list. 2025-06-18 has no lists, and its clients get them all the
///   same.
/// - Does not compile: more `min_items` than there are options; `min_items` above `max_items`.
/// - Rejects: too few or too many options, an option that does not exist, and in a set a repeated one
///   (keywords `minItems`, `maxItems`, `enum`, `uniqueItems`).
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
/// assert_eq!(invalid.to_string(), "regions: must have at least 1 option");
/// ```
///
/// ## `choices`
///
/// Options that are known only at run time. The derive writes a struct with the name of the form and
/// `Choices`, here `DeployChoices`. Fill it and give it to the question:
/// `ask.form_with::<Deploy>("deploy", "Where?", DeployChoices { .. })`. If the form is
/// `#[non_exhaustive]`, so is this struct, and only your crate can make one.
///
/// - Value: none, on a `String`; with `multi_select` on a `Vec`, `BTreeSet` or `HashSet` of `String`; or
///   on an `Option` of one of these.
/// - Schema: that of a choice or a multi-select with these options.
/// - Does not compile: any other rule or a default beside it, but for `min_items` and `max_items`; a
///   question without the options.
/// - Rejects: an option that was not offered (keyword `enum`).
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
/// - Value: none, on a type that implements `FromStr`, or an `Option` of one.
/// - Schema: a `string`, with the lengths and the `format` that are beside it.
/// - Does not compile: a missing description, which says what the type takes; a `default`, because
///   `FromStr` cannot run at compile time; a type that works without `parse`. (Integers of 64 bits may
///   have it: as texts they can be larger.)
/// - Rejects: a text that breaks a rule beside it; then a text that `FromStr` rejects, even after a
///   line break at its end is removed (keyword `check`, in the words of the description). The error
///   of the type is not shown, because it may quote the answer.
///
/// `FromStr` must not panic. A form is prefilled with what `Display` writes. If the type has no
/// `Display`, as `PathBuf`, or if `FromStr` does not read that text again, the field stays empty.
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
///     "address: is not valid. Expected: An IP address, such as 10.0.0.1",
/// );
/// # Ok::<(), elicit_core::InvalidContent>(())
/// ```
///
/// ## `sensitive_name_ok = "why"`
///
/// A form must not ask for credentials ([Form Mode Security], 2025-11-25, 2026-07-28). If the name, the
/// wire name or the title of a field is that of a credential (password, API key, PIN), or the first
/// words of its description name one ("Your API key"), the form does not compile. If the field is not a
/// credential, say why with this attribute. If it is one, make it a `SecretString`: such a form cannot
/// be asked in form mode at all. A `bool`, a choice, a number, a date and an e-mail address are never a
/// credential. The words are those of English, German, French and Spanish.
///
/// - Value: a text, the reason, for readers of the code.
/// - Does not compile: an empty reason.
///
/// [Form Mode Security]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
///
/// ```
/// # use elicit_core::Elicit;
/// #[derive(Elicit)]
/// struct Sensor {
///     #[elicit(sensitive_name_ok = "the pin of a board")]
///     pin: String,
/// }
/// ```
///
/// # On a variant
///
/// An enum implements `elicit_core::ChoiceEnum`: a variant has its name on the wire and its title
/// (`wire_name()`, `label()`), and the enum the list of its variants (`all()`, `from_wire_name(…)`).
///
/// ## `title = "…"`, `rename = "…"` of a variant
///
/// What is shown for the option, and the option on the wire. Without a `title`, the first paragraph of
/// the doc comment is the title, without its full stop. If one variant has a title, the others are
/// titled by their names. People type what they see, so an answer can also be a title.
///
/// - Value: a text.
/// - Schema: with titles `oneOf` of `const` and `title` on 2025-11-25 and 2026-07-28, `enum` beside
///   `enumNames` on 2025-06-18; without titles `enum` on each.
/// - Does not compile: a text that is empty or has several lines or an invisible character; a title with
///   a link; a title that is the name of another option on the wire; two options that are shown or sent
///   alike; a comment that is no label: several lines, or more than 48 characters, of which
///   Claude Code shows no more. A `title` may be longer, and is cut there.
///
/// ```
/// # use elicit_core::{Elicit, Revision};
/// #[derive(Elicit)]
/// enum Region {
///     #[elicit(title = "Europe (Ireland)", rename = "eu-west-1")]
///     Europe,
///     /// America (Virginia).
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
///     r#""enum":["eu-west-1","us-east-1"],"enumNames":["Europe (Ireland)","America (Virginia)"]"#,
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
/// A rule across fields of a form: a function of `&Self` that returns
/// `Result<(), elicit_core::Violations>`. It runs if each field is valid by itself. The path of a method
/// may begin with `Self`.
///
/// - Schema: nothing.
/// - Rejects: what it returns (keyword `check`).
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
/// Also writes `impl serde::Deserialize`, with the same validation, so that a value of the type is valid
/// wherever it is read. On forms without `choices`, on choices and on newtypes.
///
/// It requires a format that says what each value is: JSON, YAML, TOML, CBOR or `MessagePack`. Query
/// strings and `bincode` do not say it. If it asked the format for one type a property, `3.0` and
/// `"3"` would end the reading of a JSON document at the first error, without the other violations.
/// For a query string, derive serde's `Deserialize` beside `Elicit`, without this attribute.
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
/// ## `json_schema`
///
/// On a form: also writes `impl schemars::JsonSchema`, with the schema that is sent on the newest
/// revision. Together with `deserialize` the form can be the arguments of a tool, under the same
/// rules. The schema differs in one thing: every field that has a `default` and is not an `Option`
/// is in `required`, so that a model says its value. It requires the feature `schemars1`, which `rmcp3` turns on.
///
/// - Value: none.
/// - Schema: nothing by itself.
/// - Does not compile: a field with `choices`, because its options are not known for all calls; a
///   secret, because arguments come from the client and its model.
///
/// ```
/// # use elicit_core::Elicit;
/// #[derive(Elicit)]
/// #[elicit(deserialize, json_schema)]
/// struct Scale {
///     #[elicit(maximum = 20)]
///     replicas: u8,
/// }
///
/// let schema = schemars::schema_for!(Scale);
/// assert_eq!(schema.pointer("/properties/replicas/maximum"), Some(&20.into()));
/// ```
///
/// ## `hints`
///
/// Says the rules of a form in words, for clients that hide them. The description of each field ends
/// with its rules in English. The options of an enum are named by their values if the list fits into a
/// line. A pattern has its description.
///
/// - Schema: `description`, with the rules at its end: `1 to 20`, `YYYY-MM-DD`, `at least 20
///   characters`, `one of red, green, blue`, `choose 1 or 2 of red, green, blue`.
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
/// - An attribute of serde that changes the JSON does not compile, because the schema would be wrong.
///   `rename` and `rename_all` are allowed.
/// - `skip_serializing_if` does not compile on a field that an answer must have.
/// - serde's `default` does not compile on a struct, or on a field that an answer must have, unless the
///   field has a `default` of its own. To make a field optional, use an `Option`.
/// - Other attributes of serde are ignored.
///
/// # What does not compile
///
/// If an item has several mistakes, the compiler reports all of them at once, each under the token at
/// fault. Code that uses the item adds no errors. Where the last column is empty, the message says what
/// to do.
///
#[doc = include_str!("mistakes.md")]
#[proc_macro_derive(Elicit, attributes(elicit))]
pub fn derive_elicit(input: TokenStream) -> TokenStream {
    expand::expand(&input.into()).into()
}
