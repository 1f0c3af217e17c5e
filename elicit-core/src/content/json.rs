//! Documents in JSON, and in whatever else has a deserializer.

use std::{fmt, sync::OnceLock};

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::value;
use crate::{
    answers::{Answers, Slot},
    field::FieldType,
    rules::{self, Scalar, Selection},
    violation::{InvalidContent, Problem, Violation},
};

pub(super) fn read_str<'d: 'v, 'v>(
    document: &'d str,
    answers: &mut Answers<'_, 'v>,
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
    let result = deserializer
        .deserialize_any(Document(answers))
        .map_err(syntax)?;
    deserializer.end().map_err(syntax)?;
    result
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
    deserializer
        .deserialize_any(Document(answers))
        .map_err(|_| Problem::Unreadable)?
}

/// Reads the value of one field by itself.
pub(super) fn read_field<'d, T, D: Deserializer<'d>>(
    deserializer: D,
    field: FieldType<T>,
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
        _ => Err(InvalidContent::one(Violation::of_document(
            Problem::Unreadable,
        ))),
    }
}

/// A value that stands for itself.
struct Alone<T: 'static> {
    field: FieldType<T>,
    value: Option<T>,
    violations: Vec<Violation>,
}

impl<T> Sink<'_> for &mut Alone<T> {
    fn scalar(self, scalar: Scalar<'_>) {
        let (property, violations) = (&self.field.property, &mut self.violations);
        let mut report = |problem| violations.push(Violation::of_document(problem));
        let slot = match rules::judge(property, || None, scalar, &mut report) {
            Slot::Blank if property.required => {
                report(Problem::Type(property.kind.type_name()));
                Slot::Invalid
            }
            Slot::Blank => Slot::Absent,
            slot => slot,
        };
        self.value = self.field.take(slot);
    }

    fn text(self, text: &str) {
        self.scalar(Scalar::Text(text));
    }
}

/// The answer as a whole. What it is read into is not a value but a verdict:
/// anything but an object is read to its end, and then refused.
struct Document<'r, 'a, 'v>(&'r mut Answers<'a, 'v>);

const NOT_AN_OBJECT: Result<(), Problem> = Err(Problem::Type("object"));

impl<'d: 'v, 'v> Visitor<'d> for Document<'_, '_, 'v> {
    type Value = Result<(), Problem>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of an answer")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut keys, mut is_number) = (0_usize, false);
        while let Some(key) = map.next_key_seed(Key(self.0))? {
            keys += 1;
            match key {
                Found::Property(place) => {
                    let sink = Property {
                        answers: self.0,
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

/// Where a value goes that may borrow from the document.
trait Sink<'d>: Sized {
    fn scalar(self, scalar: Scalar<'d>);

    /// A text that is gone when this returns.
    fn text(self, text: &str);

    fn list<A: SeqAccess<'d>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        self.scalar(Scalar::List);
        Ok(())
    }
}

struct Property<'r, 'a, 'v> {
    answers: &'r mut Answers<'a, 'v>,
    place: usize,
}

impl<'d: 'v, 'v> Sink<'d> for Property<'_, '_, 'v> {
    fn scalar(self, scalar: Scalar<'d>) {
        self.answers.set(self.place, scalar);
    }

    fn text(self, text: &str) {
        self.answers.set_text(self.place, text);
    }

    fn list<A: SeqAccess<'d>>(self, mut list: A) -> Result<(), A::Error> {
        if let Some(mut selection) = self.answers.select(self.place) {
            while list.next_element_seed(Item(&mut selection))?.is_some() {}
            self.answers.selected(self.place, selection);
        } else {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            self.scalar(Scalar::List);
        }
        Ok(())
    }
}

impl Sink<'_> for &mut Selection<'_> {
    fn scalar(self, scalar: Scalar<'_>) {
        self.push(scalar);
    }

    fn text(self, text: &str) {
        self.push(Scalar::Text(text));
    }
}

/// A value that goes into a sink.
struct Item<S>(S);

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
        self.0.scalar(Scalar::Null);
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        self.0.scalar(Scalar::Null);
        Ok(())
    }

    fn visit_some<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, boolean: bool) -> Result<(), E> {
        self.0.scalar(Scalar::Boolean(boolean));
        Ok(())
    }

    fn visit_i64<E>(self, integer: i64) -> Result<(), E> {
        self.0.scalar(Scalar::Integer(integer));
        Ok(())
    }

    fn visit_u64<E>(self, integer: u64) -> Result<(), E> {
        self.0.scalar(Scalar::integer(integer.into()));
        Ok(())
    }

    fn visit_i128<E>(self, integer: i128) -> Result<(), E> {
        self.0.scalar(Scalar::integer(integer));
        Ok(())
    }

    fn visit_u128<E>(self, integer: u128) -> Result<(), E> {
        // Beyond `i128` it is as far outside every bound.
        let integer = i128::try_from(integer).unwrap_or(i128::MAX);
        self.0.scalar(Scalar::integer(integer));
        Ok(())
    }

    fn visit_f64<E>(self, number: f64) -> Result<(), E> {
        self.0.scalar(Scalar::Number(number));
        Ok(())
    }

    fn visit_borrowed_str<E>(self, text: &'d str) -> Result<(), E> {
        self.0.scalar(Scalar::Text(text));
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.text(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'d>>(self, seq: A) -> Result<(), A::Error> {
        self.0.list(seq)
    }

    /// Nothing that a form asks for.
    fn visit_bytes<E>(self, _: &[u8]) -> Result<(), E> {
        self.0.scalar(Scalar::Object);
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
            .scalar(number.map_or(Scalar::Object, |number| value::number(&number)));
        Ok(())
    }
}

/// Keeps a text, and nothing else.
impl Sink<'_> for &mut Option<String> {
    fn scalar(self, scalar: Scalar<'_>) {
        if let Scalar::Text(text) = scalar {
            *self = Some(text.to_owned());
        }
    }

    fn text(self, text: &str) {
        *self = Some(text.to_owned());
    }
}

/// The key under which `serde_json` hands out a number when its feature
/// `arbitrary_precision` is on, which any crate in the build may turn on.
const NUMBER: &str = "$serde_json::private::Number";

/// Whether this key says that the map is a number. Without the feature it is a
/// key like any other.
fn is_number(key: &str) -> bool {
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
