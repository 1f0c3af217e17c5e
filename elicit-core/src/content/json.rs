//! Documents in JSON, and in whatever else has a deserializer.

use std::fmt;

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::item::{Item, Sink, is_number};
use crate::{
    answers::{Collector, Slot},
    violation::Problem,
};

pub(super) fn read_str<'d: 'v, 'v>(
    document: &'d str,
    collector: &mut Collector<'_, 'v>,
) -> Result<(), Problem> {
    let mut deserializer = serde_json::Deserializer::from_str(document);
    let syntax = |error: serde_json::Error| {
        let (line, column) = (error.line(), error.column());
        // The parser's one complaint about JSON that is well-formed.
        if error.to_string().starts_with("number out of range") {
            Problem::NumberTooLarge { line, column }
        } else {
            Problem::Syntax { line, column }
        }
    };
    let is_object = deserializer
        .deserialize_any(Document(collector))
        .map_err(syntax)?;
    deserializer.end().map_err(syntax)?;
    expect_object(is_object)
}

/// Looks first whether the bytes are text at all: the parser would not look at what
/// it skips, and need not look again at what it reads.
pub(super) fn read_slice<'d: 'v, 'v>(
    document: &'d [u8],
    collector: &mut Collector<'_, 'v>,
) -> Result<(), Problem> {
    match str::from_utf8(document) {
        Ok(document) => read_str(document, collector),
        Err(error) => Err(syntax_at(&document[..error.valid_up_to()])),
    }
}

/// A fault right behind this text, placed as the parser places its own.
fn syntax_at(before: &[u8]) -> Problem {
    let last_line = before.rsplit(|byte| *byte == b'\n').next();
    Problem::Syntax {
        line: before.split(|byte| *byte == b'\n').count(),
        column: 1 + last_line.map_or(0, <[u8]>::len),
    }
}

pub(super) fn read<'d: 'v, 'v, D: Deserializer<'d>>(
    deserializer: D,
    collector: &mut Collector<'_, 'v>,
) -> Result<(), Problem> {
    // The error of a foreign deserializer may quote the document.
    let is_object = deserializer
        .deserialize_any(Document(collector))
        .map_err(|_| Problem::Unreadable)?;
    expect_object(is_object)
}

fn expect_object(is_object: bool) -> Result<(), Problem> {
    if is_object {
        Ok(())
    } else {
        Err(Problem::Type("object"))
    }
}

/// The answer as a whole. What it is read into is whether it is an object: anything
/// else is read to its end, too, and then refused.
struct Document<'r, 'a, 'v>(&'r mut Collector<'a, 'v>);

impl<'d: 'v, 'v> Visitor<'d> for Document<'_, '_, 'v> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of an answer")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<bool, A::Error> {
        let (mut keys, mut is_number) = (0_usize, false);
        while let Some(key) = map.next_key_seed(Key(self.0))? {
            keys += 1;
            match key {
                Found::Property(place) => {
                    let sink = Property {
                        collector: self.0,
                        place,
                    };
                    map.next_value_seed(Item(sink))?;
                }
                Found::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
                Found::Number => {
                    map.next_value::<IgnoredAny>()?;
                    is_number = true;
                }
            }
        }
        // A number has one key; an object may have this one besides others.
        Ok(!(is_number && keys == 1))
    }

    fn visit_some<D: Deserializer<'d>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'d>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_none<E>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_seq<A: SeqAccess<'d>>(self, mut seq: A) -> Result<bool, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(false)
    }

    fn visit_unit<E>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_bool<E>(self, _: bool) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_i64<E>(self, _: i64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_u64<E>(self, _: u64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_f64<E>(self, _: f64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_i128<E>(self, _: i128) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_u128<E>(self, _: u128) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_str<E>(self, _: &str) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_bytes<E>(self, _: &[u8]) -> Result<bool, E> {
        Ok(false)
    }
}

/// A key, looked up while it is still in the parser's buffer.
struct Key<'r, 'a, 'v>(&'r mut Collector<'a, 'v>);

enum Found {
    Property(usize),
    Other,
    /// Not a key: the document is a number, see [`NUMBER`].
    Number,
}

impl<'de> DeserializeSeed<'de> for Key<'_, '_, '_> {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_, '_, '_> {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property's name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Found, E> {
        Ok(match self.0.find(name) {
            Some(place) => Found::Property(place),
            None if is_number(name) => Found::Number,
            None => Found::Other,
        })
    }
}

/// One property of the answer.
struct Property<'r, 'a, 'v> {
    collector: &'r mut Collector<'a, 'v>,
    place: usize,
}

impl<'d: 'v, 'v> Sink<'d> for Property<'_, '_, 'v> {
    fn put(self, value: Slot<'d>) {
        self.collector.put(self.place, value);
    }

    fn put_text(self, text: &str) {
        self.collector.put_text(self.place, text);
    }

    fn put_list<A: SeqAccess<'d>>(self, mut list: A) -> Result<(), A::Error> {
        if let Some(mut selection) = self.collector.select(self.place) {
            while list.next_element_seed(Item(&mut selection))?.is_some() {}
            self.collector.put_items(self.place, selection);
        } else {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            self.put(Slot::List);
        }
        Ok(())
    }
}
