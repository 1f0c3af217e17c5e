//! Documents in JSON, and in whatever else has a deserializer.

use std::fmt;

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{
    answers::{AnyWalk, Read, Source, Walk},
    beyond::Beyond,
    cursor::Cursor,
    given::Given,
    item::Item,
    number::is_number,
};
use crate::violation::{InvalidContent, Problem, Violation};

/// A text.
pub(super) struct Text<'d>(pub(super) &'d str);

impl Source for Text<'_> {
    #[inline]
    fn each<'w>(self, walk: &mut Walk<'w, impl Read + 'w>) -> Result<(), Violation> {
        read_text(self.0, walk)
    }
}

fn read_text(text: &str, walk: &mut AnyWalk<'_>) -> Result<(), Violation> {
    let is_object = match parse(text, None, walk) {
        Ok(is_object) => is_object,
        Err(error) => match Beyond::of(text) {
            Some(beyond) => parse_beyond(&beyond, walk)?,
            None => return Err(syntax(&error)),
        },
    };
    expect_object(is_object)
}

/// Reads a text again that the parser did not get through, because of a number that no
/// `f64` holds.
#[cold]
fn parse_beyond(beyond: &Beyond<'_>, walk: &mut AnyWalk<'_>) -> Result<bool, Violation> {
    walk.start_again();
    let read = parse(beyond.copy(), Some(beyond), walk);
    // A number that is no key is one in the copy. And the parser does not look at every
    // escape of what it skips.
    match (read, serde_json::from_str::<IgnoredAny>(beyond.text())) {
        (Ok(is_object), Ok(_)) => Ok(is_object),
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
#[inline]
fn parse(
    text: &str,
    beyond: Option<&Beyond<'_>>,
    walk: &mut AnyWalk<'_>,
) -> serde_json::Result<bool> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let is_object = deserializer.deserialize_any(Object::new(walk, beyond))?;
    deserializer.end()?;
    Ok(is_object)
}

fn syntax(error: &serde_json::Error) -> Violation {
    Violation::of_document(Problem::Syntax {
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

/// A document in any format.
pub(super) struct Foreign<D>(pub(super) D);

impl<'d, D: Deserializer<'d>> Source for Foreign<D> {
    fn each<'w>(self, walk: &mut Walk<'w, impl Read + 'w>) -> Result<(), Violation> {
        // The error of a foreign deserializer may quote the document.
        let is_object = self
            .0
            .deserialize_any(Object::new(walk, None))
            .map_err(|_| Violation::of_document(Problem::Unreadable))?;
        expect_object(is_object)
    }
}

fn expect_object(is_object: bool) -> Result<(), Violation> {
    if is_object {
        Ok(())
    } else {
        Err(Violation::of_document(Problem::Type("object")))
    }
}

/// The answer as a whole. What it is read into is whether it is an object: anything
/// else is read to its end, too, and then refused.
struct Object<'r, 'w> {
    walk: &'r mut AnyWalk<'w>,
    cursor: Cursor,
    beyond: Option<&'r Beyond<'r>>,
}

impl<'r, 'w> Object<'r, 'w> {
    fn new(walk: &'r mut AnyWalk<'w>, beyond: Option<&'r Beyond<'r>>) -> Self {
        Self {
            cursor: Cursor::new(walk.form(), false),
            walk,
            beyond,
        }
    }

    fn put(&mut self, place: usize, given: &mut Given<'_>) {
        match self.beyond {
            Some(beyond) => beyond.restore(given, &mut |given| self.walk.put(place, given)),
            None => self.walk.put(place, given),
        }
    }
}

impl<'d> Visitor<'d> for Object<'_, '_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of an answer")
    }

    fn visit_map<A: MapAccess<'d>>(mut self, mut map: A) -> Result<bool, A::Error> {
        let (mut keys, mut is_number) = (0_usize, false);
        while let Some(key) = map.next_key_seed(Key(&mut self.cursor))? {
            keys += 1;
            match key {
                Found::Property(place) => {
                    map.next_value_seed(Item(|given: &mut Given<'_>| self.put(place, given)))?;
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
    Property(usize),
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
            Some(place) => Found::Property(place),
            None if is_number(name) => Found::Number,
            None => Found::Other,
        })
    }
}
