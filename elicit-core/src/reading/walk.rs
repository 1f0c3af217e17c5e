//! The walk through what a deserializer hands out.

use std::{borrow::Cow, fmt, mem};

use serde::{
    Deserializer,
    de::{self, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::input::{Collected, float, is_number, literal};
use crate::form::{Literal, Property};

/// Reads what is given, as deep as a form can ask for it. What is deeper is skipped.
struct Walk<'w, 'd> {
    what: What<'w>,
    /// Where it goes. To return it would move it at each step, which takes longer than to read it.
    into: &'w mut Collected<'d>,
}

/// What is read.
pub(super) enum What<'w> {
    /// A document: an object with these properties.
    Document(&'w [Property]),
    /// The value of a property.
    Value,
    /// A key, or an item of a list.
    Item,
}

/// Collects what a deserializer hands out.
pub(super) fn collect<'d, D: Deserializer<'d>>(
    what: What<'_>,
    deserializer: D,
) -> Result<Collected<'d>, D::Error> {
    let mut given = Collected::Absent;
    Walk::new(what, &mut given).deserialize(deserializer)?;
    Ok(given)
}

impl<'w, 'd> Walk<'w, 'd> {
    fn new(what: What<'w>, into: &'w mut Collected<'d>) -> Self {
        Self { what, into }
    }
}

/// The index of the property with this name. Clients most often keep the order of the schema, so
/// the search starts after the property that was found last.
fn find(properties: &[Property], next: &mut usize, name: &str) -> Option<usize> {
    let mut indexes = (*next..properties.len()).chain(0..*next);
    let index = indexes.find(|&index| properties[index].name == name)?;
    *next = index + 1;
    Some(index)
}

impl<'d> DeserializeSeed<'d> for Walk<'_, 'd> {
    type Value = ();

    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'d> Visitor<'d> for Walk<'_, 'd> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of an answer")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<(), A::Error> {
        let properties = match self.what {
            What::Document(properties) => properties,
            What::Value | What::Item => &[],
        };
        let mut given: Vec<_> = properties.iter().map(|_| Collected::Absent).collect();
        let (mut next, mut keys, mut key, mut number) = (0, 0_usize, Collected::Absent, None);
        while map
            .next_key_seed(Walk::new(What::Item, &mut key))?
            .is_some()
        {
            keys += 1;
            let name = key.as_text();
            match name.and_then(|name| find(properties, &mut next, name)) {
                Some(index) if matches!(given[index], Collected::Absent) => {
                    map.next_value_seed(Walk::new(What::Value, &mut given[index]))?;
                }
                Some(index) => {
                    map.next_value::<IgnoredAny>()?;
                    given[index] = Collected::Repeated;
                }
                None if name.is_some_and(is_number) => {
                    let mut digits = Collected::Absent;
                    map.next_value_seed(Walk::new(What::Item, &mut digits))?;
                    number = digits.as_text().and_then(|digits| digits.parse().ok());
                }
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        *self.into = match number {
            // A number has one key; an object may have this one besides others.
            Some(number) if keys == 1 => Collected::Number(literal(&number)),
            _ => Collected::Object(given),
        };
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'d>>(self, mut seq: A) -> Result<(), A::Error> {
        let mut items = Vec::new();
        if matches!(self.what, What::Value) {
            let mut item = Collected::Absent;
            while seq
                .next_element_seed(Walk::new(What::Item, &mut item))?
                .is_some()
            {
                items.push(match mem::replace(&mut item, Collected::Absent) {
                    Collected::Text(text) => Some(text),
                    _ => None,
                });
            }
        } else {
            while seq.next_element::<IgnoredAny>()?.is_some() {}
        }
        *self.into = Collected::List(items);
        Ok(())
    }

    fn visit_some<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        *self.into = Collected::Null;
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        *self.into = Collected::Null;
        Ok(())
    }

    fn visit_bool<E>(self, boolean: bool) -> Result<(), E> {
        *self.into = Collected::Boolean(boolean);
        Ok(())
    }

    fn visit_i64<E>(self, integer: i64) -> Result<(), E> {
        *self.into = Collected::Number(Literal::Integer(integer.into()));
        Ok(())
    }

    fn visit_u64<E>(self, integer: u64) -> Result<(), E> {
        *self.into = Collected::Number(Literal::Integer(integer.into()));
        Ok(())
    }

    #[expect(clippy::cast_precision_loss, reason = "to the nearest `f64`")]
    fn visit_i128<E: de::Error>(self, integer: i128) -> Result<(), E> {
        match (i64::try_from(integer), u64::try_from(integer)) {
            (Ok(integer), _) => self.visit_i64(integer),
            (_, Ok(integer)) => self.visit_u64(integer),
            _ => self.visit_f64(integer as f64),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "to the nearest `f64`")]
    fn visit_u128<E: de::Error>(self, integer: u128) -> Result<(), E> {
        match u64::try_from(integer) {
            Ok(integer) => self.visit_u64(integer),
            Err(_) => self.visit_f64(integer as f64),
        }
    }

    fn visit_f64<E>(self, number: f64) -> Result<(), E> {
        *self.into = Collected::Number(float(number));
        Ok(())
    }

    fn visit_borrowed_str<E>(self, text: &'d str) -> Result<(), E> {
        *self.into = Collected::Text(Cow::Borrowed(text));
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        *self.into = Collected::Text(Cow::Owned(text.to_owned()));
        Ok(())
    }

    /// No form asks for bytes, as for no object within an object.
    fn visit_bytes<E>(self, _: &[u8]) -> Result<(), E> {
        *self.into = Collected::Object(Vec::new());
        Ok(())
    }
}
