//! The primitives of the protocol in Rust.

use std::num::NonZero;

use serde_json::{Number, Value};

use super::{Field, FieldType};
use crate::form::{IntegerRules, Kind, NumberRules, TextRules, TypeLimit, const_bool::ConstBool};

#[diagnostic::do_not_recommend]
impl Field for bool {
    type IsSecret = ConstBool<false>;
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
    type IsSecret = ConstBool<false>;
    const FIELD: FieldType<Self> = FieldType::new(
        Kind::Text(TextRules::NONE),
        |answer| answer.text().map(str::to_owned),
        |value| Some(Value::from(value.as_str())),
    );
}

#[diagnostic::do_not_recommend]
impl Field for char {
    type IsSecret = ConstBool<false>;
    const FIELD: FieldType<Self> = FieldType::new(
        Kind::Text(TextRules {
            min_length: Some(1),
            max_length: Some(1),
            ..TextRules::NONE
        }),
        |answer| answer.text()?.chars().next(),
        |value| Some(Value::from(String::from(*value))),
    );
}

macro_rules! integers {
    ($($integer:ident: $range:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Field for $integer {
            type IsSecret = ConstBool<false>;
            const FIELD: FieldType<Self> = FieldType::new(
                Kind::Integer(IntegerRules::between($range::MIN as i128, $range::MAX as i128)),
                |answer| answer.integer()?.try_into().ok(),
                |value| Some(Value::from(*value)),
            );
        }

        #[diagnostic::do_not_recommend]
        impl Field for NonZero<$integer> {
            type IsSecret = ConstBool<false>;
            const FIELD: FieldType<Self> = FieldType::new(
                Kind::Integer(IntegerRules::between(
                    if $range::MIN == 0 { 1 } else { $range::MIN as i128 },
                    $range::MAX as i128,
                )),
                |answer| NonZero::<$integer>::new(answer.integer()?.try_into().ok()?),
                |value| Some(Value::from(value.get())),
            )
            .limited(TypeLimit::NotZero);
        }
    )*};
}

// A schema is the same wherever its server is built.
integers! {
    i8: i8;
    i16: i16;
    i32: i32;
    i64: i64;
    isize: i64;
    u8: u8;
    u16: u16;
    u32: u32;
    u64: u64;
    usize: u64;
}

macro_rules! numbers {
    ($($number:ident: $limit:ident, $read:ident, $give:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Field for $number {
            type IsSecret = ConstBool<false>;
            const FIELD: FieldType<Self> = FieldType::new(
                Kind::Number(NumberRules::NONE),
                |answer| answer.$read(),
                $give,
            )
            .limited(TypeLimit::$limit);
        }
    )*};
}

numbers! {
    f32: F32, nearest_f32, |value| number(shortest(*value));
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
