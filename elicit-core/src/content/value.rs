//! Documents that are parsed already.

use serde_json::{Number, Value};

use crate::{answers::Answers, rules::Scalar, violation::Problem};

pub(super) fn read<'v>(document: &'v Value, answers: &mut Answers<'_, 'v>) -> Result<(), Problem> {
    let Value::Object(properties) = document else {
        return Err(Problem::Type("object"));
    };
    for (name, value) in properties {
        let Some(place) = answers.find(name) else {
            continue;
        };
        if let Value::Array(items) = value
            && let Some(mut selection) = answers.select(place)
        {
            for item in items {
                selection.push(scalar(item));
            }
            answers.selected(place, selection);
        } else {
            answers.set(place, scalar(value));
        }
    }
    Ok(())
}

fn scalar(value: &Value) -> Scalar<'_> {
    match value {
        Value::Null => Scalar::Null,
        Value::Bool(boolean) => Scalar::Boolean(*boolean),
        Value::Number(number) => self::number(number),
        Value::String(text) => Scalar::Text(text),
        Value::Array(_) => Scalar::List,
        Value::Object(_) => Scalar::Object,
    }
}

/// A number, in the same way whether or not `serde_json` keeps its digits
/// (`arbitrary_precision`): an integer of up to 64 bits, else the nearest `f64`.
/// What no `f64` holds becomes an infinity, which every bound refuses.
pub(super) fn number(number: &Number) -> Scalar<'static> {
    if let Some(integer) = number.as_u64() {
        return Scalar::integer(integer.into());
    }
    match (number.as_i64(), number.as_f64()) {
        // `-0` is a float: there is but one zero among the integers.
        (Some(integer), _) if integer != 0 => Scalar::Integer(integer),
        (_, Some(float)) => Scalar::Number(float),
        (_, None) if number.to_string().starts_with('-') => Scalar::Number(f64::NEG_INFINITY),
        (_, None) => Scalar::Number(f64::INFINITY),
    }
}
