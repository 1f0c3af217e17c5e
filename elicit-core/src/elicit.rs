//! The trait of a form.

use serde::Deserializer;
use serde_json::{Map, Value};

use crate::{
    InvalidContent, Revision, Violations,
    answers::{Answers, Slots},
    choices::{NoneAtRunTime, Supply},
    content,
    form::Form,
    schema::Texts,
};

/// A form: a question to the user of an MCP client, and the type of its answer.
///
/// Derive it; the items that are hidden here are between the derive and this crate.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an elicitation form",
    label = "not a form",
    note = "a form is a struct with `#[derive(Elicit)]`; where it cannot be inferred, name it: \
            `ask.form::<MyForm>(..)`"
)]
pub trait Elicit: Sized + 'static {
    /// The options that are known only when the question is asked: `()` where
    /// there are none, else the `…Choices` struct beside the form.
    type Choices: Supply;

    /// The properties of the form, for programs that want to look at it.
    const FORM: &'static Form;

    #[doc(hidden)]
    fn texts() -> Texts;

    #[doc(hidden)]
    type Slots<'v>: Slots<'v>;

    #[doc(hidden)]
    fn build(answers: &mut Answers<'_>) -> Option<Self>;

    /// The values as the content of an answer: what a form is prefilled with.
    #[doc(hidden)]
    fn content(&self) -> Map<String, Value>;

    /// The rule across fields, run after the fields' own.
    #[doc(hidden)]
    fn check(&self) -> Result<(), Violations> {
        Ok(())
    }

    /// The schema that is sent as `requestedSchema`: compact JSON, made at compile
    /// time, within what every client renders.
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
    ///     r#"{"type":"object","properties":{"replicas":{"type":"integer","description":"How many?","minimum":1,"maximum":20}},"required":["replicas"]}"#,
    /// );
    /// ```
    #[must_use]
    fn requested_schema(revision: Revision) -> &'static str
    where
        Self: Fixed,
    {
        Self::texts().of(revision)
    }

    /// Reads and checks an answer from any format.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the answer. The error of the deserializer
    /// itself is one violation, `syntax`; its text is dropped, for it may quote
    /// the answer. One of them is `serde_json`'s at a number that no `f64` holds, `1e400`;
    /// [`from_str`](crate::from_str) and [`from_slice`](crate::from_slice) read on.
    fn from_content<'de, D: Deserializer<'de>>(content: D) -> Result<Self, InvalidContent>
    where
        Self: Fixed,
    {
        content::from_deserializer(content)
    }
}

/// A form of which everything is known at compile time: one without
/// `#[elicit(choices)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an elicitation form",
    label = "not a form",
    note = "a form is a struct with `#[derive(Elicit)]`"
)]
pub trait Fixed: Elicit<Choices: NoneAtRunTime> {}

impl<T: Elicit<Choices: NoneAtRunTime>> Fixed for T {}
