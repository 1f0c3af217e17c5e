//! The primitives of the protocol in Rust.

use std::num::NonZero;

use serde_json::{Number, Value};

use super::{Field, FieldType};
use crate::form::{IntegerRules, Kind, NumberRules, TextRules, TypeLimit};

#[diagnostic::do_not_recommend]
impl Field for bool {
    const FIELD: FieldType<Self> = FieldType::new(
        Kind::Boolean,
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method is one of a lifetime, and the closure of all"
        )]
        |answer| answer.boolean(),
        |value| Some(Value::from(*value)),
    );
}

#[diagnostic::do_not_recommend]
impl Field for String {
    const FIELD: FieldType<Self> = FieldType::new(
        Kind::Text(TextRules::FREE),
        |answer| answer.text().map(str::to_owned),
        |value| Some(Value::from(value.as_str())),
    );
}

#[diagnostic::do_not_recommend]
impl Field for char {
    const FIELD: FieldType<Self> = FieldType::new(
        Kind::Text(TextRules {
            min_length: Some(1),
            max_length: Some(1),
            ..TextRules::FREE
        }),
        |answer| answer.text()?.chars().next(),
        |value| Some(Value::from(String::from(*value))),
    );
}

/// What JavaScript can hold: a client written in it corrupts integers beyond.
const SAFE: i128 = (1 << 53) - 1;

macro_rules! integers {
    ($($integer:ident: $minimum:expr, $maximum:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Field for $integer {
            const FIELD: FieldType<Self> = FieldType::new(
                Kind::Integer(IntegerRules::between($minimum, $maximum)),
                |answer| answer.integer()?.try_into().ok(),
                |value| Some(Value::from(*value)),
            );
        }

        #[diagnostic::do_not_recommend]
        impl Field for NonZero<$integer> {
            const FIELD: FieldType<Self> = FieldType::new(
                Kind::Integer(IntegerRules::between(
                    if $minimum == 0 { 1 } else { $minimum },
                    $maximum,
                )),
                |answer| NonZero::<$integer>::new(answer.integer()?.try_into().ok()?),
                |value| Some(Value::from(value.get())),
            )
            .limited(TypeLimit::NotZero);
        }
    )*};
}

integers! {
    i8: i8::MIN as i128, i8::MAX as i128;
    i16: i16::MIN as i128, i16::MAX as i128;
    i32: i32::MIN as i128, i32::MAX as i128;
    i64: -SAFE, SAFE;
    isize: -SAFE, SAFE;
    u8: 0, u8::MAX as i128;
    u16: 0, u16::MAX as i128;
    u32: 0, u32::MAX as i128;
    u64: 0, SAFE;
    usize: 0, SAFE;
}

macro_rules! numbers {
    ($($number:ident: $limit:ident, $read:ident, $give:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Field for $number {
            const FIELD: FieldType<Self> = FieldType::new(
                Kind::Number(NumberRules::FREE),
                |answer| answer.$read(),
                $give,
            )
            .limited(TypeLimit::$limit);
        }
    )*};
}

numbers! {
    f32: Single, single, |value| number(shortest(*value));
    f64: None, number, |value| number(*value);
}

/// JSON has no infinities, and no number that is none.
fn number(number: f64) -> Option<Value> {
    Number::from_f64(number).map(Value::Number)
}

/// As a person would write it: 0.1 is not 0.10000000149011612, which would be above a
/// maximum of 0.1.
fn shortest(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| number.into())
}
