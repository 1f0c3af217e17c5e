//! One value of a document, and where it goes.

use std::{fmt, sync::OnceLock};

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{
    answer::read_alone,
    given::{Given, Items},
    value,
};
use crate::{
    field::FieldType,
    violation::{InvalidContent, Problem},
};

/// Where a value goes. It may be gone when that returns.
pub(super) trait Sink {
    fn put(self, given: &mut Given<'_>);
}

impl<F: FnOnce(&mut Given<'_>)> Sink for F {
    fn put(self, given: &mut Given<'_>) {
        self(given);
    }
}

/// Reads the value of one field by itself.
pub(super) fn read_field<'d, T, D: Deserializer<'d>>(
    deserializer: D,
    field: &'static FieldType<T>,
) -> Result<T, InvalidContent> {
    let mut read = None;
    let item = Item(|given: &mut Given<'_>| read = Some(read_alone(given, field)));
    match (item.deserialize(deserializer), read) {
        (Ok(()), Some(read)) => read,
        _ => Err(InvalidContent::of_document(Problem::Unreadable)),
    }
}

/// A value that goes into a sink.
pub(super) struct Item<S>(pub(super) S);

impl<'d, S: Sink> DeserializeSeed<'d> for Item<S> {
    type Value = ();

    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'d, S: Sink> Visitor<'d> for Item<S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.0.put(&mut Given::Null);
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        self.0.put(&mut Given::Null);
        Ok(())
    }

    fn visit_some<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, boolean: bool) -> Result<(), E> {
        self.0.put(&mut Given::Boolean(boolean));
        Ok(())
    }

    fn visit_i64<E>(self, integer: i64) -> Result<(), E> {
        self.0.put(&mut Given::Integer(integer));
        Ok(())
    }

    fn visit_u64<E>(self, integer: u64) -> Result<(), E> {
        self.0.put(&mut Given::integer(integer.into()));
        Ok(())
    }

    fn visit_i128<E>(self, integer: i128) -> Result<(), E> {
        self.0.put(&mut Given::integer(integer));
        Ok(())
    }

    fn visit_u128<E>(self, integer: u128) -> Result<(), E> {
        // Beyond `i128` it is as far outside every bound.
        let integer = i128::try_from(integer).unwrap_or(i128::MAX);
        self.0.put(&mut Given::integer(integer));
        Ok(())
    }

    fn visit_f64<E>(self, number: f64) -> Result<(), E> {
        self.0.put(&mut Given::Number(number));
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.put(&mut Given::Text(text));
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'d>>(self, seq: A) -> Result<(), A::Error> {
        let mut list = List { seq, end: None };
        self.0.put(&mut Given::Items(&mut list));
        list.pass_over()
    }

    /// Nothing that a form asks for.
    fn visit_bytes<E>(self, _: &[u8]) -> Result<(), E> {
        self.0.put(&mut Given::Object);
        Ok(())
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<(), A::Error> {
        let mut number = None;
        if numbers_are_maps() {
            let mut key = None;
            let is_empty = map.next_key_seed(Item(owned(&mut key)))?.is_none();
            if key.as_deref() == Some(NUMBER) {
                map.next_value_seed(Item(owned(&mut number)))?;
            } else if !is_empty {
                map.next_value::<IgnoredAny>()?;
            }
        }
        // A number has one key; an object may have this one besides others.
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            number = None;
        }
        let number = number.and_then(|text| text.parse().ok());
        self.0
            .put(&mut number.map_or(Given::Object, |number| value::number(&number)));
        Ok(())
    }
}

/// Keeps a text, and nothing else.
fn owned(kept: &mut Option<String>) -> impl FnOnce(&mut Given<'_>) {
    |given| {
        if let Given::Text(text) = given {
            *kept = Some(text.to_owned());
        }
    }
}

/// A list that is parsed while its items are handed out.
struct List<'d, A: SeqAccess<'d>> {
    seq: A,
    /// How it ended, once it has.
    end: Option<Result<(), A::Error>>,
}

impl<'d, A: SeqAccess<'d>> Items for List<'d, A> {
    fn each(&mut self, item: &mut dyn FnMut(&mut Given<'_>)) {
        while self.end.is_none() {
            self.end = match self.seq.next_element_seed(Item(&mut *item)) {
                Ok(Some(())) => None,
                Ok(None) => Some(Ok(())),
                Err(error) => Some(Err(error)),
            };
        }
    }
}

impl<'d, A: SeqAccess<'d>> List<'d, A> {
    /// Goes to its end.
    fn pass_over(mut self) -> Result<(), A::Error> {
        if let Some(end) = self.end {
            return end;
        }
        while self.seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// The key under which `serde_json` hands out a number when its feature
/// `arbitrary_precision` is on, which any crate in the build may turn on.
const NUMBER: &str = "$serde_json::private::Number";

/// Whether this key says that the map is a number. Without the feature it is a
/// key like any other.
pub(super) fn is_number(key: &str) -> bool {
    key == NUMBER && numbers_are_maps()
}

fn numbers_are_maps() -> bool {
    struct IsMap;

    impl<'de> Visitor<'de> for IsMap {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number")
        }

        fn visit_f64<E>(self, _: f64) -> Result<bool, E> {
            Ok(false)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            Ok(true)
        }
    }

    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        // Integers of up to 64 bits are handed out plain in any case.
        serde_json::Deserializer::from_str("0.5")
            .deserialize_any(IsMap)
            .unwrap_or(false)
    })
}
