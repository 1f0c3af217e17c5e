//! The walk through what a deserializer hands out.

use std::{borrow::Cow, fmt};

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{
    input::Collected,
    number::{self, is_number},
    sink::PropertySink,
};
use crate::form::Property;

/// Reads what is given, as deep as a form can ask for it. What is deeper is skipped.
pub(crate) enum Walk {
    /// A document: an object with these properties.
    Document(&'static [Property]),
    /// The value of a property.
    Value,
    /// An item of a list.
    Item,
}

impl<'d> DeserializeSeed<'d> for Walk {
    type Value = Collected<'d>;

    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<Collected<'d>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'d> Visitor<'d> for Walk {
    type Value = Collected<'d>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of an answer")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<Collected<'d>, A::Error> {
        let properties = match self {
            Self::Document(properties) => properties,
            Self::Value | Self::Item => &[],
        };
        let mut sink = PropertySink::new(properties);
        let (mut keys, mut number) = (0_usize, None);
        while let Some(key) = map.next_key_seed(Self::Item)? {
            keys += 1;
            let name = key.into_text();
            match name.as_deref().and_then(|name| sink.find(name)) {
                Some(absent @ Collected::Absent) => *absent = map.next_value_seed(Self::Value)?,
                Some(given) => {
                    map.next_value::<IgnoredAny>()?;
                    *given = Collected::Repeated;
                }
                None if name.is_some_and(|name| is_number(&name)) => {
                    number = number::parse(map.next_value_seed(Self::Item)?);
                }
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(match number {
            // A number has one key; an object may have this one besides others.
            Some(number) if keys == 1 => number,
            _ => Collected::Object(sink.into_given()),
        })
    }

    fn visit_seq<A: SeqAccess<'d>>(self, mut seq: A) -> Result<Collected<'d>, A::Error> {
        let mut items = Vec::new();
        if matches!(self, Self::Value) {
            while let Some(item) = seq.next_element_seed(Self::Item)? {
                items.push(item.into_text());
            }
        } else {
            while seq.next_element::<IgnoredAny>()?.is_some() {}
        }
        Ok(Collected::List(items))
    }

    fn visit_some<D: Deserializer<'d>>(self, deserializer: D) -> Result<Collected<'d>, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'d>>(
        self,
        deserializer: D,
    ) -> Result<Collected<'d>, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_unit<E>(self) -> Result<Collected<'d>, E> {
        Ok(Collected::Null)
    }

    fn visit_none<E>(self) -> Result<Collected<'d>, E> {
        Ok(Collected::Null)
    }

    fn visit_bool<E>(self, boolean: bool) -> Result<Collected<'d>, E> {
        Ok(Collected::Boolean(boolean))
    }

    fn visit_i64<E>(self, integer: i64) -> Result<Collected<'d>, E> {
        Ok(Collected::Integer(integer.into()))
    }

    fn visit_u64<E>(self, integer: u64) -> Result<Collected<'d>, E> {
        Ok(Collected::Integer(integer.into()))
    }

    fn visit_i128<E>(self, integer: i128) -> Result<Collected<'d>, E> {
        Ok(Collected::integer(integer))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "beyond 64 bits a number is the nearest `f64`"
    )]
    fn visit_u128<E>(self, integer: u128) -> Result<Collected<'d>, E> {
        Ok(match i128::try_from(integer) {
            Ok(integer) => Collected::integer(integer),
            Err(_) => Collected::Number(integer as f64),
        })
    }

    fn visit_f64<E>(self, number: f64) -> Result<Collected<'d>, E> {
        Ok(Collected::Number(number))
    }

    fn visit_borrowed_str<E>(self, text: &'d str) -> Result<Collected<'d>, E> {
        Ok(Collected::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Collected<'d>, E> {
        Ok(Collected::Text(Cow::Owned(text.to_owned())))
    }

    /// No form asks for bytes, as for no object within an object.
    fn visit_bytes<E>(self, _: &[u8]) -> Result<Collected<'d>, E> {
        Ok(Collected::Object(Vec::new()))
    }
}
