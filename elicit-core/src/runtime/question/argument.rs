//! An argument of the tool in the place of a person's answer, if the client cannot ask.

use serde_json::{Map, Value};

use super::elicit_result::ElicitResult;
use crate::runtime::outcome::Action;

/// What the arguments of a tool hold for a question of `T`: an `Option<T>`, or a
/// [`serde_json::Value`] or an `Option` of it, which is validated as an answer is. It is not for
/// implementing; `Kind` is for the compiler alone.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take the place of an answer to a question of `{T}`",
    label = "not what an argument holds for this question",
    note = "it is an `Option<{T}>`, a `serde_json::Value` or an `Option<serde_json::Value>`"
)]
pub trait Argument<T, Kind> {
    /// In JSON. `None`: there is none.
    #[doc(hidden)]
    fn in_json(self, give: impl FnOnce(&T) -> Option<Value>) -> Option<Value>;
}

/// The [`Argument`] has the type of the answer.
#[derive(Debug)]
pub enum Typed {}

/// The [`Argument`] is JSON.
#[derive(Debug)]
pub enum Json {}

#[diagnostic::do_not_recommend]
impl<T> Argument<T, Typed> for Option<T> {
    fn in_json(self, give: impl FnOnce(&T) -> Option<Value>) -> Option<Value> {
        give(&self?)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Argument<T, Json> for Value {
    fn in_json(self, _: impl FnOnce(&T) -> Option<Value>) -> Option<Value> {
        Some(self).filter(|value| !value.is_null())
    }
}

#[diagnostic::do_not_recommend]
impl<T> Argument<T, Json> for Option<Value> {
    fn in_json(self, give: impl FnOnce(&T) -> Option<Value>) -> Option<Value> {
        Argument::<T, Json>::in_json(self?, give)
    }
}

/// What a question was given as its argument.
#[derive(Default)]
pub(in crate::runtime) struct GivenArgument {
    /// As the content of an answer. `None`: there is none.
    pub(super) content: Option<Value>,
    /// The argument is that of the only property, and has the name of the question's key.
    pub(in crate::runtime) is_one_value: bool,
    /// Why no person is needed, if the question is for a person only.
    pub(in crate::runtime) reason: Option<&'static str>,
}

impl GivenArgument {
    /// The argument as an answer, with the limit of an answer.
    pub(in crate::runtime) fn answer(&self, limit: Option<usize>) -> Option<ElicitResult> {
        let content = self.content.clone()?;
        Some(ElicitResult::new(Action::Accept, content, limit))
    }

    /// Whether there should be a reason, and it is blank.
    pub(super) fn lacks_reason(&self) -> bool {
        self.reason.is_some_and(|reason| reason.trim().is_empty())
    }

    /// The values that the form begins with. A model fills in no confirmation.
    pub(super) fn prefill(&self, limit: Option<usize>) -> Option<Map<String, Value>> {
        let answer = self.answer(limit).filter(|_| self.reason.is_none())?;
        answer.content.as_object().cloned()
    }
}
