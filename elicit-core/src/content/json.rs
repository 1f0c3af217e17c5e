//! Documents in JSON, and in whatever else has a deserializer.

use std::fmt;

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{
    beyond::Beyond,
    collector::Collector,
    item::{Item, Sink, is_number},
    selection::Picks,
    slot::Slot,
};
use crate::violation::{InvalidContent, Problem};

/// Collects what a text gives. One that has numbers that no `f64` holds is read from a
/// copy, which is left in `beyond` for the slots to borrow from.
pub(super) fn collect_text<'d: 'v, 'v>(
    text: &'d str,
    mut collector: Collector<'_, 'v>,
    beyond: &'v mut Option<Beyond<'d>>,
) -> Result<(), InvalidContent> {
    match parse(text, None, &mut collector) {
        Ok(is_object) => expect_object(is_object),
        Err(error) => match Beyond::of(text) {
            Some(found) => {
                collector.clear();
                collect_beyond(beyond.insert(found), &mut collector)
            }
            None => Err(syntax(&error)),
        },
    }
}

/// Reads a text again that the parser did not get through, because of a number that no
/// `f64` holds.
#[cold]
fn collect_beyond<'v>(
    beyond: &'v Beyond<'_>,
    collector: &mut Collector<'_, 'v>,
) -> Result<(), InvalidContent> {
    let read = parse(beyond.copy(), Some(beyond), collector);
    // A number that is no key is one in the copy. And the parser does not look at every
    // escape of what it skips.
    match (read, serde_json::from_str::<IgnoredAny>(beyond.text())) {
        (Ok(is_object), Ok(_)) => expect_object(is_object),
        (Ok(_), Err(error)) | (Err(error), Ok(_)) => Err(syntax(&error)),
        (Err(one), Err(other)) => {
            let place = |error: &serde_json::Error| (error.line(), error.column());
            Err(syntax(if place(&one) < place(&other) {
                &one
            } else {
                &other
            }))
        }
    }
}

/// Whether the text is an object.
fn parse<'d: 'v, 'v>(
    text: &'d str,
    beyond: Option<&Beyond<'_>>,
    collector: &mut Collector<'_, 'v>,
) -> serde_json::Result<bool> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let is_object = deserializer.deserialize_any(Document { collector, beyond })?;
    deserializer.end()?;
    Ok(is_object)
}

fn syntax(error: &serde_json::Error) -> InvalidContent {
    InvalidContent::of_document(Problem::Syntax {
        line: error.line(),
        column: error.column(),
    })
}

/// Bytes as text. The parser would not look at what it skips, and need not look again at
/// what it reads.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, InvalidContent> {
    str::from_utf8(bytes).map_err(|error| syntax_at(&bytes[..error.valid_up_to()]))
}

/// A fault right behind this text, placed as the parser places its own.
#[cold]
fn syntax_at(before: &[u8]) -> InvalidContent {
    let last_line = before.rsplit(|byte| *byte == b'\n').next();
    InvalidContent::of_document(Problem::Syntax {
        line: before.split(|byte| *byte == b'\n').count(),
        column: 1 + last_line.map_or(0, <[u8]>::len),
    })
}

pub(super) fn collect<'d: 'v, 'v, D: Deserializer<'d>>(
    deserializer: D,
    mut collector: Collector<'_, 'v>,
) -> Result<(), InvalidContent> {
    let document = Document {
        collector: &mut collector,
        beyond: None,
    };
    // The error of a foreign deserializer may quote the document.
    let is_object = deserializer
        .deserialize_any(document)
        .map_err(|_| InvalidContent::of_document(Problem::Unreadable))?;
    expect_object(is_object)
}

fn expect_object(is_object: bool) -> Result<(), InvalidContent> {
    if is_object {
        Ok(())
    } else {
        Err(InvalidContent::of_document(Problem::Type("object")))
    }
}

/// The answer as a whole. What it is read into is whether it is an object: anything
/// else is read to its end, too, and then refused.
struct Document<'r, 'a, 'v> {
    collector: &'r mut Collector<'a, 'v>,
    beyond: Option<&'r Beyond<'r>>,
}

impl<'d: 'v, 'v> Visitor<'d> for Document<'_, '_, 'v> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of an answer")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<bool, A::Error> {
        let (mut keys, mut is_number) = (0_usize, false);
        while let Some(key) = map.next_key_seed(Key(self.collector))? {
            keys += 1;
            match key {
                Found::Property(place) => {
                    let sink = Property {
                        collector: self.collector,
                        place,
                        beyond: self.beyond,
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
    /// Not a key: the document is a number, see [`is_number`].
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
    beyond: Option<&'r Beyond<'r>>,
}

impl<'d: 'v, 'v> Sink<'d> for Property<'_, '_, 'v> {
    fn put(self, value: Slot<'d>) {
        self.collector.put(self.place, restore(self.beyond, value));
    }

    fn put_text(self, text: &str) {
        self.collector.put_text(self.place, text);
    }

    fn put_list<A: SeqAccess<'d>>(self, mut list: A) -> Result<(), A::Error> {
        if let Some(selection) = self.collector.select(self.place) {
            let mut picks = Picks::new(selection);
            let mut pick = Pick {
                picks: &mut picks,
                beyond: self.beyond,
            };
            while list.next_element_seed(Item(&mut pick))?.is_some() {}
            self.collector.put_picks(self.place, picks);
        } else {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            self.put(Slot::List);
        }
        Ok(())
    }
}

/// One item of a property that takes several.
struct Pick<'r> {
    picks: &'r mut Picks,
    beyond: Option<&'r Beyond<'r>>,
}

impl Sink<'_> for &mut Pick<'_> {
    fn put(self, value: Slot<'_>) {
        self.picks.push(restore(self.beyond, value));
    }

    fn put_text(self, text: &str) {
        self.picks.push(Slot::Text(text));
    }
}

fn restore<'s>(beyond: Option<&Beyond<'_>>, value: Slot<'s>) -> Slot<'s> {
    match beyond {
        Some(beyond) => beyond.restore(value),
        None => value,
    }
}
