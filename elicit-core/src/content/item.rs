//! One value of a document, and where it goes.

use std::{fmt, sync::OnceLock};

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{answers::Answers, slot::Slot, value};
use crate::{
    field::FieldType,
    violation::{InvalidContent, Problem, Violation},
};

/// Where a value goes that may borrow from the document.
pub(super) trait Sink<'d>: Sized {
    fn put(self, value: Slot<'d>);

    /// A text that is gone when this returns.
    fn put_text(self, text: &str);

    fn put_list<A: SeqAccess<'d>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        self.put(Slot::List);
        Ok(())
    }
}

/// Reads the value of one field by itself.
pub(super) fn read_field<'d, T, D: Deserializer<'d>>(
    deserializer: D,
    field: &'static FieldType<T>,
) -> Result<T, InvalidContent> {
    let mut alone = Alone {
        field,
        value: None,
        violations: Vec::new(),
    };
    let read = Item(&mut alone).deserialize(deserializer);
    match (read, alone.value) {
        (Ok(()), Some(value)) => Ok(value),
        (Ok(()), None) if !alone.violations.is_empty() => {
            Err(InvalidContent::from_vec(alone.violations))
        }
        _ => Err(InvalidContent::of_document(Problem::Unreadable)),
    }
}

/// A value that stands for itself.
struct Alone<T: 'static> {
    field: &'static FieldType<T>,
    value: Option<T>,
    violations: Vec<Violation>,
}

impl<T> Sink<'_> for &mut Alone<T> {
    fn put(self, value: Slot<'_>) {
        let mut answers = Answers::new(&(), &[], None);
        answers.property = &self.field.property;
        answers.slot = value;
        // Outside of a form there is no `required`: what is nothing has the wrong type.
        if !answers.property.required {
            answers.settle();
        }
        self.value = self.field.read(&mut answers);
        self.violations = answers.violations.unwrap_or_default();
    }

    fn put_text(self, text: &str) {
        self.put(Slot::Text(text));
    }
}

/// A value that goes into a sink.
pub(super) struct Item<S>(pub(super) S);

impl<'d, S: Sink<'d>> DeserializeSeed<'d> for Item<S> {
    type Value = ();

    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'d, S: Sink<'d>> Visitor<'d> for Item<S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.0.put(Slot::Null);
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        self.0.put(Slot::Null);
        Ok(())
    }

    fn visit_some<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, boolean: bool) -> Result<(), E> {
        self.0.put(Slot::Boolean(boolean));
        Ok(())
    }

    fn visit_i64<E>(self, integer: i64) -> Result<(), E> {
        self.0.put(Slot::Integer(integer));
        Ok(())
    }

    fn visit_u64<E>(self, integer: u64) -> Result<(), E> {
        self.0.put(Slot::integer(integer.into()));
        Ok(())
    }

    fn visit_i128<E>(self, integer: i128) -> Result<(), E> {
        self.0.put(Slot::integer(integer));
        Ok(())
    }

    fn visit_u128<E>(self, integer: u128) -> Result<(), E> {
        // Beyond `i128` it is as far outside every bound.
        let integer = i128::try_from(integer).unwrap_or(i128::MAX);
        self.0.put(Slot::integer(integer));
        Ok(())
    }

    fn visit_f64<E>(self, number: f64) -> Result<(), E> {
        self.0.put(Slot::Number(number));
        Ok(())
    }

    fn visit_borrowed_str<E>(self, text: &'d str) -> Result<(), E> {
        self.0.put(Slot::Text(text));
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.put_text(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'d>>(self, seq: A) -> Result<(), A::Error> {
        self.0.put_list(seq)
    }

    /// Nothing that a form asks for.
    fn visit_bytes<E>(self, _: &[u8]) -> Result<(), E> {
        self.0.put(Slot::Object);
        Ok(())
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<(), A::Error> {
        let mut number = None;
        if numbers_are_maps() {
            let mut key = None;
            let is_empty = map.next_key_seed(Item(&mut key))?.is_none();
            if key.as_deref() == Some(NUMBER) {
                map.next_value_seed(Item(&mut number))?;
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
            .put(number.map_or(Slot::Object, |number| value::number(&number)));
        Ok(())
    }
}

/// Keeps a text, and nothing else.
impl Sink<'_> for &mut Option<String> {
    fn put(self, value: Slot<'_>) {
        if let Slot::Text(text) = value {
            self.put_text(text);
        }
    }

    fn put_text(self, text: &str) {
        *self = Some(text.to_owned());
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
