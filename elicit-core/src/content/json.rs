//! Documents in JSON, and in whatever else has a deserializer.

use std::fmt;

use serde::{
    Deserializer,
    de::{DeserializeSeed, MapAccess, SeqAccess, Visitor},
};

use super::{
    LARGE,
    answers::{Read, Source, Walk},
    beyond::Beyond,
    cursor::{Cursor, Placed},
    fault::is_fault,
    filter::{Direct, Filter, Skipped, Whole},
    given::Given,
    item::Item,
    lines,
    number::is_number,
};
use crate::violation::{Problem, Violation};

/// A text.
pub(super) struct Text<'d>(pub(super) &'d str);

impl Source for Text<'_> {
    #[inline]
    fn each(self, walk: &mut Walk<'_, '_>, read: &mut impl Read) {
        if self.0.len() > LARGE {
            read_large_text(self.0, walk, read);
        } else {
            skim_text(self.0, walk, read);
        }
    }
}

/// Bytes, which are a text if they are UTF-8.
pub(super) struct Bytes<'d>(pub(super) &'d [u8]);

impl Source for Bytes<'_> {
    #[inline]
    fn each(self, walk: &mut Walk<'_, '_>, read: &mut impl Read) {
        if self.0.len() > LARGE {
            read_large_bytes(self.0, walk, read);
        } else {
            skim_bytes(self.0, walk, read);
        }
    }
}

fn read_large_bytes(bytes: &[u8], walk: &mut Walk<'_, '_>, read: &mut dyn Read) {
    if !settle_large(serde_json::Deserializer::from_slice(bytes), walk, read) {
        skim_bytes(bytes, walk, read);
    }
}

fn read_large_text(text: &str, walk: &mut Walk<'_, '_>, read: &mut dyn Read) {
    if !settle_large(serde_json::Deserializer::from_str(text), walk, read) {
        skim_text(text, walk, read);
    }
}

/// Reads a large document. Whether that settles it: where the parser ended within what nobody
/// asks for, that may have been but a limit of its own.
fn settle_large<'d>(
    document: serde_json::Deserializer<impl serde_json::de::Read<'d>>,
    walk: &mut Walk<'_, '_>,
    read: &mut dyn Read,
) -> bool {
    let filter = Whole::default();
    match parse(document, &filter, walk, read) {
        Ok(is_object) => end(is_object, walk, read),
        Err(error) if filter.ended_in_skipped() && !is_fault(&error) => {
            walk.start_again();
            return false;
        }
        Err(error) => walk.refuse(syntax(&error)),
    }
    true
}

/// The parser would not look at what it skips, and need not look again at what it reads. So
/// bytes are made a text before.
#[inline]
fn skim_bytes(bytes: &[u8], walk: &mut Walk<'_, '_>, read: &mut dyn Read) {
    match str::from_utf8(bytes) {
        Ok(text) => skim_text(text, walk, read),
        Err(error) => refuse_after(bytes, error.valid_up_to(), walk),
    }
}

/// Reads a text, without a look at what nobody asks for.
fn skim_text(text: &str, walk: &mut Walk<'_, '_>, read: &mut dyn Read) {
    let document = serde_json::Deserializer::from_str(text);
    match parse(document, &Direct, walk, read) {
        Ok(is_object) => end(is_object, walk, read),
        Err(error) if text.len() > LARGE => walk.refuse(syntax(&error)),
        Err(error) => match Beyond::of(text, &error) {
            Some(beyond) => read_beyond(&beyond, walk, read),
            None => walk.refuse(syntax(&error)),
        },
    }
}

/// Reads a text again that the parser did not get through, because of a number that no
/// `f64` holds. Of two faults the first is told.
#[cold]
fn read_beyond(beyond: &Beyond<'_>, walk: &mut Walk<'_, '_>, read: &mut dyn Read) {
    walk.start_again();
    let copy = serde_json::Deserializer::from_str(beyond.copy());
    let place = |error: &serde_json::Error| (error.line(), error.column());
    let read_copy = parse(copy, beyond, walk, read);
    let fault = beyond.fault(read_copy.as_ref().err());
    match (read_copy, fault) {
        (Ok(is_object), None) => end(is_object, walk, read),
        (Ok(_), Some(error)) | (Err(error), None) => walk.refuse(syntax(&error)),
        (Err(one), Some(other)) => {
            let first = if place(&other) < place(&one) {
                other
            } else {
                one
            };
            walk.refuse(syntax(&first));
        }
    }
}

/// Whether the document is an object.
#[inline]
fn parse<'d, F: Filter>(
    mut document: serde_json::Deserializer<impl serde_json::de::Read<'d>>,
    filter: &F,
    walk: &mut Walk<'_, '_>,
    read: &mut dyn Read,
) -> serde_json::Result<bool> {
    let is_object = document.deserialize_any(Object::new(walk, read, filter))?;
    document.end()?;
    Ok(is_object)
}

fn syntax(error: &serde_json::Error) -> Violation {
    Violation::of_document(Problem::Syntax {
        line: error.line(),
        column: error.column(),
    })
}

/// Tells of a fault right behind so many bytes, placed as the parser places its own.
#[cold]
fn refuse_after(bytes: &[u8], end: usize, walk: &mut Walk<'_, '_>) {
    let before = bytes.get(..end).unwrap_or(bytes);
    let (line, column) = lines::behind(before);
    walk.refuse(Violation::of_document(Problem::Syntax { line, column }));
}

/// A document in any format.
pub(super) struct Foreign<D>(pub(super) D);

impl<'d, D: Deserializer<'d>> Source for Foreign<D> {
    fn each(self, walk: &mut Walk<'_, '_>, read: &mut impl Read) {
        match self.0.deserialize_any(Object::new(walk, read, &Direct)) {
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
struct Object<'r, 'w, 'a, F> {
    walk: &'r mut Walk<'w, 'a>,
    read: &'r mut dyn Read,
    cursor: Cursor,
    filter: &'r F,
}

impl<'r, 'w, 'a, F: Filter> Object<'r, 'w, 'a, F> {
    fn new(walk: &'r mut Walk<'w, 'a>, read: &'r mut dyn Read, filter: &'r F) -> Self {
        Self {
            cursor: Cursor::new(walk.form(), false),
            walk,
            read,
            filter,
        }
    }
}

impl<'d, F: Filter> Visitor<'d> for Object<'_, '_, '_, F> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of an answer")
    }

    fn visit_map<A: MapAccess<'d>>(mut self, mut map: A) -> Result<bool, A::Error> {
        let (mut keys, mut is_number) = (0_usize, false);
        while let Some(key) = map.next_key_seed(Key(&mut self.cursor))? {
            keys += 1;
            match key {
                Found::Property(property) if self.walk.expects(property) => {
                    let (walk, read) = (&mut *self.walk, &mut *self.read);
                    let put = |given: &mut Given<'_>| walk.put(property, given, read);
                    let filter = self.filter;
                    map.next_value_seed(Item { put, filter })?;
                }
                Found::Property(_) | Found::Other | Found::Number => {
                    is_number = matches!(key, Found::Number);
                    map.next_value_seed(Skipped(self.filter))?;
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
        while seq.next_element_seed(Skipped(self.filter))?.is_some() {}
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
