//! An argument of the tool in the place of a person's answer, if the client cannot ask.

use serde_json::{Map, Value};

use crate::{
    field::Field,
    form::{FormSchema, Property},
    runtime::{needed_argument::Naming, state::json_size},
};

/// A value that was given as it is. (In a function, because the future of a question is `Send`
/// whatever the type of its form.)
pub(super) type TypedArgument<T> = Box<dyn FnOnce() -> T + Send>;

/// The name of the property of a consent.
pub(super) const CONSENT: &str = "confirm";

/// The argument in the place of a consent: a boolean, and no choice.
pub(super) const fn of_consent() -> Property {
    <bool as Field>::FIELD.named(CONSENT).property()
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
