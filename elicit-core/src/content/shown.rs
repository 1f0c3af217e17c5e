//! A value as a form shows it, before anybody has typed anything.

use serde_json::Value;

use super::{answer::Answer, given::Given, rules::whole_of};
use crate::{
    choices::RunTimeOptions,
    form::{Kind, Property},
};

/// A valid value of the property at this place, spelt as the schema has it, which answers
/// need not be: an integer without a fraction. `None`: it counts as absent, and is no value
/// of the schema.
pub(crate) fn shown(
    property: &'static Property,
    place: usize,
    choices: &dyn RunTimeOptions,
    value: &Value,
) -> Option<Value> {
    let mut given = Given::of_value(value);
    if Answer::new(place, property, &mut given, &choices, &mut None).is_nothing() {
        return None;
    }
    match property.kind {
        Kind::Integer { .. } => i64::try_from(whole_of(&given)?).ok().map(Value::from),
        _ => Some(value.clone()),
    }
}
