//! A value as a form shows it, before anybody has typed anything.

use serde_json::Value;

use super::{answer::Answer, input::Input};
use crate::{
    form::choices::Choices,
    form::{Kind, Property},
};

/// A valid value of the property in the spelling of its schema, which answers need not have: an
/// integer without a fraction, and a text without a line break that its rules refuse. `None` if it
/// counts as absent.
pub(crate) fn canonical(
    property: &Property,
    choices: Option<&Choices>,
    value: &Value,
) -> Option<Value> {
    let mut violations = Vec::new();
    let answer = Answer::new(property, Input::Value(value), choices, &mut violations);
    if answer.counts_as_absent() {
        return None;
    }
    match property.kind {
        Kind::Integer(_) => i64::try_from(answer.whole()?).ok().map(Value::from),
        Kind::Text(_) | Kind::Choice(_) => answer.as_text().map(Value::from),
        _ => Some(value.clone()),
    }
}
