//! Documents in JSON, and in whatever else has a deserializer.

use std::fmt;

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{
    beyond::Beyond,
    item::{Item, Sink, is_number},
};
use crate::{
    answers::Answers,
    rules::{Scalar, Selection},
    violation::Problem,
};

pub(super) fn read_str<'d: 'v, 'v>(
    document: &'d str,
    answers: &mut Answers<'_, 'v>,
) -> Result<(), Problem> {
    let error = match parse(document, None, answers) {
        Ok(read) => return read,
        Err(error) => error,
    };
    let Some(beyond) = Beyond::of(document) else {
        return Err(syntax(&error));
    };
    let read = answers.instead(|answers| parse(beyond.copy(), Some(&beyond), answers));
    // A number that is no key is one in the copy. And the parser does not look at every
    // escape of what it skips.
    match (read, serde_json::from_str::<IgnoredAny>(document)) {
        (Ok(read), Ok(_)) => read,
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

fn parse<'d: 'v, 'v>(
    text: &'d str,
    beyond: Option<&Beyond<'_>>,
    answers: &mut Answers<'_, 'v>,
) -> serde_json::Result<Result<(), Problem>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = deserializer.deserialize_any(Document { answers, beyond })?;
    deserializer.end()?;
    Ok(read)
}

fn syntax(error: &serde_json::Error) -> Problem {
    Problem::Syntax {
        line: error.line(),
        column: error.column(),
    }
}

/// Looks first whether the bytes are text at all: the parser would not look at what
/// it skips, and need not look again at what it reads.
pub(super) fn read_slice<'d: 'v, 'v>(
    document: &'d [u8],
    answers: &mut Answers<'_, 'v>,
) -> Result<(), Problem> {
    match str::from_utf8(document) {
        Ok(document) => read_str(document, answers),
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
    answers: &mut Answers<'_, 'v>,
) -> Result<(), Problem> {
    // The error of a foreign deserializer may quote the document.
    let document = Document {
        answers,
        beyond: None,
    };
    deserializer
        .deserialize_any(document)
        .map_err(|_| Problem::Unreadable)?
}

/// The answer as a whole. What it is read into is not a value but a verdict:
/// anything but an object is read to its end, and then refused.
struct Document<'r, 'a, 'v> {
    answers: &'r mut Answers<'a, 'v>,
    beyond: Option<&'r Beyond<'r>>,
}

const NOT_AN_OBJECT: Result<(), Problem> = Err(Problem::Type("object"));

impl<'d: 'v, 'v> Visitor<'d> for Document<'_, '_, 'v> {
    type Value = Result<(), Problem>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of an answer")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut keys, mut is_number) = (0_usize, false);
        while let Some(key) = map.next_key_seed(Key(self.answers))? {
            keys += 1;
            match key {
                Found::Property(place) => {
                    let sink = Property {
                        answers: self.answers,
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
        if is_number && keys == 1 {
            return Ok(NOT_AN_OBJECT);
        }
        Ok(Ok(()))
    }

    fn visit_some<D: Deserializer<'d>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'d>>(
        self,
        deserializer: D,
    ) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(NOT_AN_OBJECT)
    }

    fn visit_seq<A: SeqAccess<'d>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(NOT_AN_OBJECT)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(NOT_AN_OBJECT)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(NOT_AN_OBJECT)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(NOT_AN_OBJECT)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(NOT_AN_OBJECT)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(NOT_AN_OBJECT)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Self::Value, E> {
        Ok(NOT_AN_OBJECT)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Self::Value, E> {
        Ok(NOT_AN_OBJECT)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(NOT_AN_OBJECT)
    }

    fn visit_bytes<E>(self, _: &[u8]) -> Result<Self::Value, E> {
        Ok(NOT_AN_OBJECT)
    }
}

/// A key, looked up while it is still in the parser's buffer.
struct Key<'r, 'a, 'v>(&'r mut Answers<'a, 'v>);

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
    answers: &'r mut Answers<'a, 'v>,
    place: usize,
    beyond: Option<&'r Beyond<'r>>,
}

impl<'d: 'v, 'v> Sink<'d> for Property<'_, '_, 'v> {
    fn scalar(self, scalar: Scalar<'d>) {
        self.answers.set(self.place, restore(self.beyond, scalar));
    }

    fn text(self, text: &str) {
        self.answers.set_text(self.place, text);
    }

    fn list<A: SeqAccess<'d>>(self, mut list: A) -> Result<(), A::Error> {
        if let Some(mut selection) = self.answers.select(self.place) {
            let mut pick = Pick {
                selection: &mut selection,
                beyond: self.beyond,
            };
            while list.next_element_seed(Item(&mut pick))?.is_some() {}
            self.answers.selected(self.place, selection);
        } else {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            self.scalar(Scalar::List);
        }
        Ok(())
    }
}

/// One item of a property that takes several.
struct Pick<'r, 'v> {
    selection: &'r mut Selection<'v>,
    beyond: Option<&'r Beyond<'r>>,
}

impl Sink<'_> for &mut Pick<'_, '_> {
    fn scalar(self, scalar: Scalar<'_>) {
        self.selection.push(restore(self.beyond, scalar));
    }

    fn text(self, text: &str) {
        self.selection.push(Scalar::Text(text));
    }
}

fn restore<'s>(beyond: Option<&Beyond<'_>>, scalar: Scalar<'s>) -> Scalar<'s> {
    beyond.map_or(scalar, |beyond| beyond.restore(scalar))
}
