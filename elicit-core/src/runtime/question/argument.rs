//! An argument of the tool in the place of a person's answer, if the client cannot ask.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::{
    form::FormSchema,
    runtime::{needed_argument::Naming, state::json_size},
};

/// What the arguments of a tool hold for a question of `T`: an `Option<T>`, or a
/// [`serde_json::Value`] or an `Option` of it, which is validated as an answer is. Do not implement
/// it; `Kind` is only for the compiler.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer to a question of `{T}`",
    label = "not an argument for this question",
    note = "an argument is an `Option<{T}>`, a `serde_json::Value` or an \
            `Option<serde_json::Value>`"
)]
pub trait Argument<T, Kind> {
    /// The value that was given, if there is one. `write` turns a `T` into the content of an answer.
    #[doc(hidden)]
    fn given(self, write: impl FnOnce(&T) -> Map<String, Value>) -> Option<Given<T>>;
}

/// The [`Argument`] has the type of the answer.
#[derive(Debug)]
pub enum Typed {}

/// The [`Argument`] is JSON.
#[derive(Debug)]
pub enum Json {}

// Everything that can be a field is `Send`.
#[diagnostic::do_not_recommend]
impl<T: Send + 'static> Argument<T, Typed> for Option<T> {
    fn given(self, write: impl FnOnce(&T) -> Map<String, Value>) -> Option<Given<T>> {
        let value = self?;
        Some(Given {
            json: write(&value).into(),
            typed: Some(Box::new(|| value)),
        })
    }
}

#[diagnostic::do_not_recommend]
impl<T> Argument<T, Json> for Value {
    fn given(self, _: impl FnOnce(&T) -> Map<String, Value>) -> Option<Given<T>> {
        (!self.is_null()).then_some(Given {
            json: self,
            typed: None,
        })
    }
}

#[diagnostic::do_not_recommend]
impl<T> Argument<T, Json> for Option<Value> {
    fn given(self, write: impl FnOnce(&T) -> Map<String, Value>) -> Option<Given<T>> {
        Argument::<T, Json>::given(self?, write)
    }
}

/// A value that was given as an [`Argument`].
pub struct Given<T> {
    /// What was given, or what can be written of a `T`, as the content of an answer.
    pub(super) json: Value,
    /// The value itself, if it was given as one.
    pub(super) typed: Option<TypedArgument<T>>,
}

/// A value that was given as it is. (In a function, because the future of a question is `Send`
/// whatever the type of its form.)
pub(super) type TypedArgument<T> = Box<dyn FnOnce() -> T + Send>;

impl<T> Given<T> {
    /// As the content of a form with this property. JSON that was given is the value alone.
    pub(super) fn in_property(mut self, name: &str) -> Self {
        if self.typed.is_none() {
            self.json = json!({ name: self.json });
        }
        self
    }
}

impl<T> fmt::Debug for Given<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Given").finish_non_exhaustive()
    }
}

/// An argument in the place of an answer: the `or_argument` of a question.
pub(in crate::runtime) struct OrArgument {
    pub(in crate::runtime) naming: Naming,
    /// Why no person is needed, if the question is for a person only.
    pub(in crate::runtime) reason: Option<&'static str>,
    /// What was given. `None`: the tool was called without it.
    pub(in crate::runtime) json: Option<Value>,
}

impl OrArgument {
    /// The values that the form begins with.
    pub(super) fn prefill(&self, form: &FormSchema, limit: Option<usize>) -> Map<String, Value> {
        match &self.json {
            // A model fills in no confirmation.
            Some(json @ Value::Object(content))
                if self.reason.is_none()
                    && limit.is_none_or(|limit| json_size::fits(json, limit)) =>
            {
                let mut content = content.clone();
                content.retain(|name, _| form.property(name).is_some());
                content
            }
            _ => Map::new(),
        }
    }
}
