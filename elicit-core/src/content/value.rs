//! Documents that are parsed already.

use serde_json::{Number, Value};

use super::{
    answers::{Put, Source, Walk},
    cursor::Cursor,
    given::Given,
};
use crate::violation::{InvalidContent, Problem};

impl Source for &Value {
    #[inline]
    fn each<'w>(self, walk: &mut Walk<'w, impl Put + 'w>) -> Result<(), InvalidContent> {
        let Value::Object(properties) = self else {
            return Err(InvalidContent::of_document(Problem::Type("object")));
        };
        // Without the feature an object is sorted by name. Where another crate has turned it
        // on, the cursor finds out.
        let mut cursor = Cursor::new(walk.form(), !cfg!(feature = "preserve-order"));
        for (name, value) in properties {
            if let Some(place) = cursor.find(name) {
                walk.put(place, &mut Given::of_value(value));
            }
        }
        Ok(())
    }
}

impl<'v> Given<'v> {
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
pub(super) fn number<'v>(number: &Number) -> Given<'v> {
    if let Some(integer) = number.as_u64() {
        return Given::integer(integer.into());
    }
    match (number.as_i64(), number.as_f64()) {
        // `-0` is a float: there is but one zero among the integers.
        (Some(integer), _) if integer != 0 => Given::Integer(integer),
        (_, Some(float)) => Given::Number(float),
        (_, None) if number.to_string().starts_with('-') => Given::Number(f64::NEG_INFINITY),
        (_, None) => Given::Number(f64::INFINITY),
    }
}
