//! One value of a document, and where it goes.

use std::fmt;

use serde::{
    Deserializer,
    de::{DeserializeSeed, MapAccess, SeqAccess, Visitor},
};

use super::{
    answer::Answer,
    answers::invalid,
    filter::{Direct, Filter, Skipped},
    given::{Given, Items},
    number::{NUMBER, numbers_are_maps},
    selection::Ahead,
};
use crate::{
    choices::RunTimeOptions,
    field::FieldType,
    violation::{InvalidContent, Problem},
};

/// Reads the value of one field by itself.
pub(super) fn read_field<'d, T, D: Deserializer<'d>>(
    deserializer: D,
    field: &'static FieldType<T>,
) -> Result<T, InvalidContent> {
    let mut read = None;
    let item = Item {
        put: |given: &mut Given<'_>| read = Some(read_alone(given, field)),
        filter: &Direct,
    };
    match (item.deserialize(deserializer), read) {
        (Ok(()), Some(read)) => read,
        _ => Err(InvalidContent::of_document(Problem::Unreadable)),
    }
}

/// Reads a value that stands for itself, outside of a form.
fn read_alone<T: 'static>(
    given: &mut Given<'_>,
    field: &'static FieldType<T>,
) -> Result<T, InvalidContent> {
    let mut found = None;
    let choices: &dyn RunTimeOptions = &();
    let mut answer = Answer::new(0, &field.property, given, &choices, &mut found);
    // There is no `required` out there: what is nothing has the wrong type.
    if !field.property.required {
        answer.settle();
    }
    match (field.read(&mut answer), found) {
        (Some(value), None) => Ok(value),
        (_, found) => Err(invalid(found)),
    }
}

/// A value that goes to a function, and may be gone when that returns.
pub(super) struct Item<'f, P, F> {
    pub(super) put: P,
    pub(super) filter: &'f F,
}

impl<'d, P: FnOnce(&mut Given<'_>), F: Filter> DeserializeSeed<'d> for Item<'_, P, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'d, P: FnOnce(&mut Given<'_>), F: Filter> Visitor<'d> for Item<'_, P, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        (self.put)(&mut Given::Null);
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        (self.put)(&mut Given::Null);
        Ok(())
    }

    fn visit_some<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, boolean: bool) -> Result<(), E> {
        (self.put)(&mut Given::Boolean(boolean));
        Ok(())
    }

    fn visit_i64<E>(self, integer: i64) -> Result<(), E> {
        (self.put)(&mut Given::Integer(integer));
        Ok(())
    }

    fn visit_u64<E>(self, integer: u64) -> Result<(), E> {
        (self.put)(&mut Given::integer(integer.into()));
        Ok(())
    }

    fn visit_i128<E>(self, integer: i128) -> Result<(), E> {
        (self.put)(&mut Given::integer(integer));
        Ok(())
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "beyond 64 bits a number is the nearest `f64`"
    )]
    fn visit_u128<E>(self, integer: u128) -> Result<(), E> {
        let mut given = match i128::try_from(integer) {
            Ok(integer) => Given::integer(integer),
            Err(_) => Given::Number(integer as f64),
        };
        (self.put)(&mut given);
        Ok(())
    }

    fn visit_f64<E>(self, number: f64) -> Result<(), E> {
        (self.put)(&mut Given::Number(number));
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        (self.put)(&mut self.filter.text(text));
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'d>>(self, seq: A) -> Result<(), A::Error> {
        let mut list = List {
            seq,
            filter: self.filter,
            end: None,
        };
        (self.put)(&mut Given::Items(&mut list));
        list.pass_over()
    }

    /// Nothing that a form asks for.
    fn visit_bytes<E>(self, _: &[u8]) -> Result<(), E> {
        (self.put)(&mut Given::Object);
        Ok(())
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<(), A::Error> {
        let mut number = None;
        if numbers_are_maps() {
            let mut is_number = false;
            let is_empty = map
                .next_key_seed(text(&mut |key| is_number = key == NUMBER, self.filter))?
                .is_none();
            if is_number {
                let mut put = |digits: &str| number = digits.parse().ok();
                map.next_value_seed(text(&mut put, self.filter))?;
            } else if !is_empty {
                map.next_value_seed(Skipped(self.filter))?;
            }
        }
        // A number has one key; an object may have this one besides others.
        while map.next_key_seed(Skipped(self.filter))?.is_some() {
            map.next_value_seed(Skipped(self.filter))?;
            number = None;
        }
        (self.put)(&mut number.map_or(Given::Object, |number| Given::number(&number)));
        Ok(())
    }
}

/// A text, where there is one.
fn text<'f, F: Filter>(
    put: &mut dyn FnMut(&str),
    filter: &'f F,
) -> Item<'f, impl FnOnce(&mut Given<'_>), F> {
    Item {
        put: |given: &mut Given<'_>| {
            if let Given::Text(text) = given {
                put(text);
            }
        },
        filter,
    }
}

/// A list that is parsed while its items are handed out.
struct List<'d, 'f, A: SeqAccess<'d>, F> {
    seq: A,
    filter: &'f F,
    /// How it ended, once it has.
    end: Option<Result<(), A::Error>>,
}

impl<'d, A: SeqAccess<'d>, F: Filter> Items for List<'d, '_, A, F> {
    fn each(&mut self, ahead: &mut Ahead<'_, '_>) {
        while self.end.is_none() {
            let next = Item {
                put: ahead.next(),
                filter: self.filter,
            };
            match self.seq.next_element_seed(next) {
                Ok(Some(())) => {}
                Ok(None) => self.end = Some(Ok(())),
                Err(error) => self.end = Some(Err(error)),
            }
        }
    }
}

impl<'d, A: SeqAccess<'d>, F: Filter> List<'d, '_, A, F> {
    /// Goes to its end.
    fn pass_over(mut self) -> Result<(), A::Error> {
        if let Some(end) = self.end {
            return end;
        }
        while self.seq.next_element_seed(Skipped(self.filter))?.is_some() {}
        Ok(())
    }
}
