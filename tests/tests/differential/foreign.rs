//! A deserializer that is not JSON's, and hands out whatever serde lets it.

use serde::{
    Deserializer,
    de::{
        IntoDeserializer, Visitor,
        value::{Error, MapDeserializer, SeqDeserializer},
    },
    forward_to_deserialize_any,
};
use serde_json::{Number, Value};

/// Each value in the least usual of its forms: behind an option and a newtype, an
/// integer as wide and a float as narrow as it gets, and one letter as a `char`.
pub(crate) struct Foreign<'a>(pub(crate) &'a Value);

/// The value itself.
struct Bare<'a>(&'a Value);

impl<'de> Deserializer<'de> for Foreign<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            Value::Bool(_) | Value::Array(_) => visitor.visit_newtype_struct(Bare(self.0)),
            _ => visitor.visit_some(Bare(self.0)),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

impl<'de> Deserializer<'de> for Bare<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(boolean) => visitor.visit_bool(*boolean),
            Value::Number(number) => visit_number(number, visitor),
            Value::String(text) => match *text.chars().collect::<Vec<_>>() {
                [letter] => visitor.visit_char(letter),
                _ => visitor.visit_str(text),
            },
            Value::Array(items) => {
                visitor.visit_seq(SeqDeserializer::new(items.iter().map(Foreign)))
            }
            Value::Object(members) => visitor.visit_map(MapDeserializer::new(
                members
                    .iter()
                    .map(|(name, value)| (name.as_str(), Foreign(value))),
            )),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

impl IntoDeserializer<'_, Error> for Foreign<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Error> {
    if let Some(integer) = number.as_u64() {
        return visitor.visit_u128(integer.into());
    }
    if let Some(integer) = number.as_i64() {
        return visitor.visit_i128(integer.into());
    }
    let Some(number) = number.as_f64() else {
        let sign = if number.to_string().starts_with('-') {
            -1.0
        } else {
            1.0
        };
        return visitor.visit_f64(f64::INFINITY * sign);
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is looked at what is lost"
    )]
    let narrow = number as f32;
    if f64::from(narrow).to_bits() == number.to_bits() {
        visitor.visit_f32(narrow)
    } else {
        visitor.visit_f64(number)
    }
}
