//! Documents in JSON, and in whatever else has a deserializer.

use std::fmt;

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{
    answers::{Read, Source, Walk},
    beyond::Beyond,
    cursor::{Cursor, Placed},
    given::Given,
    item::Item,
    number::is_number,
};
use crate::violation::{Problem, Violation};

/// A text.
pub(super) struct Text<'d>(pub(super) &'d str);

impl Source for Text<'_> {
    #[inline]
    fn each(self, walk: &mut Walk<'_, '_>, read: &mut impl Read) {
        read_text(self.0, walk, read);
    }
}

/// Bytes, which are a text if they are UTF-8.
pub(super) struct Bytes<'d>(pub(super) &'d [u8]);

impl Source for Bytes<'_> {
    #[inline]
    fn each(self, walk: &mut Walk<'_, '_>, read: &mut impl Read) {
        read_bytes(self.0, walk, read);
    }
}

/// The parser would not look at what it skips, and need not look again at what it reads.
fn read_bytes(bytes: &[u8], walk: &mut Walk<'_, '_>, read: &mut dyn Read) {
    match str::from_utf8(bytes) {
        Ok(text) => read_text(text, walk, read),
        Err(error) => walk.refuse(syntax_at(&bytes[..error.valid_up_to()])),
    }
}

fn read_text(text: &str, walk: &mut Walk<'_, '_>, read: &mut dyn Read) {
    match parse(text, None, walk, read) {
        Ok(is_object) => end(is_object, walk, read),
        Err(error) => match Beyond::of(text) {
            Some(beyond) => read_beyond(&beyond, walk, read),
            None => walk.refuse(syntax(&error)),
        },
    }
}

/// Reads a text again that the parser did not get through, because of a number that no
/// `f64` holds.
#[cold]
fn read_beyond(beyond: &Beyond<'_>, walk: &mut Walk<'_, '_>, read: &mut dyn Read) {
    walk.start_again();
    let parsed = parse(beyond.copy(), Some(beyond), walk, read);
    // A number that is no key is one in the copy. And the parser does not look at every
    // escape of what it skips.
    match (parsed, serde_json::from_str::<IgnoredAny>(beyond.text())) {
        (Ok(is_object), Ok(_)) => end(is_object, walk, read),
        (Ok(_), Err(error)) | (Err(error), Ok(_)) => walk.refuse(syntax(&error)),
        (Err(one), Err(other)) => {
            let place = |error: &serde_json::Error| (error.line(), error.column());
            walk.refuse(syntax(if place(&one) < place(&other) {
                &one
            } else {
                &other
            }));
        }
    }
}

/// Whether the text is an object.
#[inline]
fn parse(
    text: &str,
    beyond: Option<&Beyond<'_>>,
    walk: &mut Walk<'_, '_>,
    read: &mut dyn Read,
) -> serde_json::Result<bool> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let is_object = deserializer.deserialize_any(Object::new(walk, read, beyond))?;
    deserializer.end()?;
    Ok(is_object)
}

fn syntax(error: &serde_json::Error) -> Violation {
    Violation::of_document(Problem::Syntax {
        line: error.line(),
        column: error.column(),
    })
}

/// A fault right behind this text, placed as the parser places its own.
#[cold]
fn syntax_at(before: &[u8]) -> Violation {
    let last_line = before.rsplit(|byte| *byte == b'\n').next();
    Violation::of_document(Problem::Syntax {
        line: before.split(|byte| *byte == b'\n').count(),
        column: 1 + last_line.map_or(0, <[u8]>::len),
    })
}

/// A document in any format.
pub(super) struct Foreign<D>(pub(super) D);

impl<'d, D: Deserializer<'d>> Source for Foreign<D> {
    fn each(self, walk: &mut Walk<'_, '_>, read: &mut impl Read) {
        match self.0.deserialize_any(Object::new(walk, read, None)) {
            Ok(is_object) => end(is_object, walk, read),
            // The error may quote the document.
            Err(_) => walk.refuse(Violation::of_document(Problem::Unreadable)),
        }
    }
}

#[inline]
fn end(is_object: bool, walk: &mut Walk<'_, '_>, read: &mut dyn Read) {
    if is_object {
        walk.end(read);
    } else {
        walk.refuse(Violation::of_document(Problem::Type("object")));
    }
}

/// The answer as a whole. What it is read into is whether it is an object: anything
/// else is read to its end, too, and then refused.
struct Object<'r, 'w, 'a> {
    walk: &'r mut Walk<'w, 'a>,
    read: &'r mut dyn Read,
    cursor: Cursor,
    beyond: Option<&'r Beyond<'r>>,
}

impl<'r, 'w, 'a> Object<'r, 'w, 'a> {
    fn new(
        walk: &'r mut Walk<'w, 'a>,
        read: &'r mut dyn Read,
        beyond: Option<&'r Beyond<'r>>,
    ) -> Self {
        Self {
            cursor: Cursor::new(walk.form(), false),
            walk,
            read,
            beyond,
        }
    }

    fn put(&mut self, property: Placed, given: &mut Given<'_>) {
        match self.beyond {
            Some(beyond) => beyond.restore(given, &mut |given| {
                self.walk.put(property, given, &mut *self.read);
            }),
            None => self.walk.put(property, given, &mut *self.read),
        }
    }
}

impl<'d> Visitor<'d> for Object<'_, '_, '_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of an answer")
    }

    fn visit_map<A: MapAccess<'d>>(mut self, mut map: A) -> Result<bool, A::Error> {
        let (mut keys, mut is_number) = (0_usize, false);
        while let Some(key) = map.next_key_seed(Key(&mut self.cursor))? {
            keys += 1;
            match key {
                Found::Property(property) => {
                    map.next_value_seed(Item(|given: &mut Given<'_>| self.put(property, given)))?;
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
struct Key<'r>(&'r mut Cursor);

enum Found {
    Property(Placed),
    Other,
    /// Not a key: the document is a number, see [`is_number`].
    Number,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property's name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Found, E> {
        Ok(match self.0.find(name) {
            Some(property) => Found::Property(property),
            None if is_number(name) => Found::Number,
            None => Found::Other,
        })
    }
}
