//! Documents that are parsed already.

use serde_json::{Number, Value};

use super::{cursor::Cursor, slot::Slot};
use crate::{
    form::Form,
    violation::{InvalidContent, Problem},
};

pub(super) fn collect<'v>(
    document: &'v Value,
    form: &'static Form,
    slots: &mut [Slot<'v>],
) -> Result<(), InvalidContent> {
    let Value::Object(properties) = document else {
        return Err(InvalidContent::of_document(Problem::Type("object")));
    };
    // Without the feature an object is sorted by name. Where another crate has turned it
    // on, the cursor finds out.
    let mut cursor = Cursor::new(form, !cfg!(feature = "preserve-order"));
    for (name, value) in properties {
        if let Some(slot) = cursor.find(name).and_then(|place| slots.get_mut(place)) {
            *slot = Slot::of_value(value);
        }
    }
    Ok(())
}

impl<'v> Slot<'v> {
    #[inline]
    pub(super) fn of_value(value: &'v Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(boolean) => Self::Boolean(*boolean),
            Value::Number(number) => self::number(number),
            Value::String(text) => Self::Text(text),
            Value::Array(items) => Self::Values(items),
            Value::Object(_) => Self::Object,
        }
    }
}

/// A number, in the same way whether or not `serde_json` keeps its digits
/// (`arbitrary_precision`): an integer of up to 64 bits, else the nearest `f64`.
/// What no `f64` holds becomes an infinity, which every bound refuses.
pub(super) fn number(number: &Number) -> Slot<'static> {
    if let Some(integer) = number.as_u64() {
        return Slot::integer(integer.into());
    }
    match (number.as_i64(), number.as_f64()) {
        // `-0` is a float: there is but one zero among the integers.
        (Some(integer), _) if integer != 0 => Slot::Integer(integer),
        (_, Some(float)) => Slot::Number(float),
        (_, None) if number.to_string().starts_with('-') => Slot::Number(f64::NEG_INFINITY),
        (_, None) => Slot::Number(f64::INFINITY),
    }
}
