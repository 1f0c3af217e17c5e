//! The trait of a form.

use serde::Deserializer;
use serde_json::{Map, Value};

use crate::{
    form::{FormSchema, choices::RunTimeOptions, const_bool::Not},
    reading::Answers,
    revision::Revision,
    schema::SchemaText,
    violation::{InvalidContent, Violations},
};

/// A form: a question to the user of an MCP client, and the type of its answer.
///
/// Derive it. It cannot be implemented by hand: its supertrait is private, and only the derive
/// implements that.
///
/// ```
/// use elicit_core::Elicit;
///
/// #[derive(Elicit)]
/// struct Scale {
///     #[elicit(minimum = 1, maximum = 20)]
///     replicas: u8,
/// }
///
/// // Generic code takes a `NoRunTimeChoices`, or an `Elicit` with its choices.
/// fn names<T: Elicit>() -> Vec<&'static str> {
///     T::FORM.properties().iter().map(|property| property.name()).collect()
/// }
/// assert_eq!(names::<Scale>(), ["replicas"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an elicitation form",
    label = "not a form",
    note = "a form is a struct with named fields and `#[derive(Elicit)]`; where it cannot be \
            inferred, name it: `ask.form::<MyForm>(..)`",
    note = "an enum or a newtype is one value: `ask.value::<MyEnum>(..)`"
)]
pub trait Elicit: DerivedForm {
    /// The options that are known only when the question is asked: `()` where
    /// there are none, else the `…Choices` struct beside the form.
    type Choices: RunTimeOptions;

    /// The properties of the form, for programs that inspect it: see
    /// [`FormSchema`](crate::form::FormSchema).
    const FORM: &'static FormSchema;

    /// The schema that is sent as `requestedSchema`: compact JSON, made at compile
    /// time, within what every client renders.
    ///
    /// The text differs between revisions where a choice has titles, and nowhere else:
    /// `enum` with `enumNames` on 2025-06-18 ([Request Schema]), `oneOf` of `const` and
    /// `title` since 2025-11-25 ([Requested Schema]). 2025-06-18 has no multi-select and no
    /// `default` but a boolean's, and both are sent there, too. A `pattern` is not sent,
    /// because no revision has it: the server validates it.
    ///
    /// A form with a secret has no schema: see [`NoSecrets`].
    ///
    /// [Request Schema]: https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#request-schema
    /// [Requested Schema]: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema
    ///
    /// ```
    /// use elicit_core::{Elicit, Revision};
    ///
    /// #[derive(Elicit)]
    /// struct Scale {
    ///     /// How many?
    ///     #[elicit(minimum = 1, maximum = 20)]
    ///     replicas: u8,
    /// }
    ///
    /// assert_eq!(
    ///     Scale::requested_schema(Revision::LATEST),
    ///     r#"{"type":"object","properties":{"replicas":{"type":"integer","title":"Replicas","description":"How many?","minimum":1,"maximum":20}},"required":["replicas"]}"#,
    /// );
    /// ```
    ///
    /// A schema has at most 64 KiB; a larger one is an error of `cargo build`.
    #[must_use]
    fn requested_schema(revision: Revision) -> &'static str
    where
        Self: NoRunTimeChoices + NoSecrets,
    {
        Self::texts().of(revision)
    }

    /// Reads and validates an answer in any format that describes itself, as JSON does.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the answer. The error of the deserializer
    /// itself is one violation, `syntax`; its text is dropped because it may quote
    /// the answer.
    ///
    /// ```
    /// # use elicit_core::Elicit;
    /// # #[derive(Elicit)]
    /// # struct Scale { replicas: u8 }
    /// let mut content = serde_json::Deserializer::from_reader(r#"{"replicas": 3}"#.as_bytes());
    /// assert_eq!(Scale::from_content(&mut content)?.replicas, 3);
    /// # Ok::<(), elicit_core::InvalidContent>(())
    /// ```
    fn from_content<'de, D: Deserializer<'de>>(content: D) -> Result<Self, InvalidContent>
    where
        Self: NoRunTimeChoices + Sized,
    {
        Self::build(&mut Answers::from_deserializer(Self::FORM, content)?)
    }
}

#[diagnostic::do_not_recommend]
impl<T: DerivedForm + ?Sized> Elicit for T {
    type Choices = T::RunTimeChoices;

    const FORM: &'static FormSchema = T::FORM_SCHEMA;
}

/// A form without `#[elicit(choices)]`: everything is known at compile time. It is implemented
/// automatically; generic code uses it as a bound.
///
/// ```
/// use elicit_core::{NoRunTimeChoices, from_str};
///
/// fn is_valid<T: NoRunTimeChoices>(content: &str) -> bool {
///     from_str::<T>(content).is_ok()
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has options that are known only at run time, and they are missing here",
    label = "without its options",
    note = "the derive wrote `{Self}Choices` beside the form: ask with \
            `ask.form_with(key, message, {Self}Choices {{ .. }})` (on a page: `ask.page_with`), or \
            read an answer with `from_value_with`",
    note = "generic code requires a `T: NoRunTimeChoices`"
)]
pub trait NoRunTimeChoices: Elicit {}

#[diagnostic::do_not_recommend]
impl<T: Elicit<Choices: RunTimeOptions<Needed: Not>> + ?Sized> NoRunTimeChoices for T {}

/// A form that can be asked through the client, in form mode: none of its fields is a secret. It is
/// implemented automatically; generic code uses it as a bound.
///
/// The protocol forbids to ask for secrets in form mode: [Form Mode Security] (2025-11-25,
/// 2026-07-28).
///
/// ```
/// use elicit_core::{NoRunTimeChoices, NoSecrets, Revision};
///
/// fn length<T: NoRunTimeChoices + NoSecrets>() -> usize {
///     T::requested_schema(Revision::LATEST).len()
/// }
/// ```
///
/// [Form Mode Security]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a secret, and what is typed into a form passes through the client",
    label = "asks for a secret",
    note = "ask for it on a page of this server: `ask.page::<{Self}>(..)`, with the feature \
            `pages`",
    note = "generic code requires a `T: NoSecrets`, which has no secret"
)]
pub trait NoSecrets: 'static {}

#[diagnostic::do_not_recommend]
impl<T: Elicit<HasSecret: Not> + ?Sized> NoSecrets for T {}

#[cfg(feature = "dynamic")]
#[diagnostic::do_not_recommend]
impl NoSecrets for crate::dynamic::DynamicAnswer {}

/// A rule across the fields of a form.
pub type FormCheck<T> = fn(&T) -> Result<(), Violations>;

/// The derive implements only this trait, and [`Elicit`] follows from it. So the compiler reports a
/// type that is not a form once. It takes the message from here or from [`Elicit`], so both have the
/// same text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an elicitation form",
    label = "not a form",
    note = "a form is a struct with named fields and `#[derive(Elicit)]`; where it cannot be \
            inferred, name it: `ask.form::<MyForm>(..)`"
)]
pub trait DerivedForm: 'static {
    /// What [`Elicit::Choices`] is. With the same name, `T::Choices` would be ambiguous.
    type RunTimeChoices: RunTimeOptions;

    /// Whether a property is a secret: a [`ConstBool`](crate::__private::ConstBool).
    type HasSecret;

    /// What [`Elicit::FORM`] is.
    const FORM_SCHEMA: &'static FormSchema;

    /// The rule across fields.
    const CHECK: Option<FormCheck<Self>> = None;

    /// The texts of the schema.
    fn texts() -> SchemaText;

    /// Makes a value of valid answers, and runs the rule across fields.
    ///
    /// # Errors
    ///
    /// What is wrong with the answers.
    fn build(answers: &mut Answers<'_>) -> Result<Self, InvalidContent>
    where
        Self: Sized;

    /// The values as the content of an answer: what a form is prefilled with.
    fn content(&self) -> Map<String, Value>;
}
