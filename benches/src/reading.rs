//! The ways from an answer to a struct.

use std::{fmt, hint::black_box};

use elicit_core::{NoRunTimeChoices, NoSecrets, Revision};
use serde_json::Value;

use crate::{
    Case,
    forms::{Form, L, M, S},
};

/// Which way, and for which answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    pub form: &'static str,
    pub answer: Answer,
    pub source: Source,
    pub reader: Reader,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Valid,
    /// It breaks bounds, lengths and formats.
    Invalid,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Bytes,
    Value,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// This crate.
    Elicit,
    /// `serde_json::from_slice`, `T::deserialize(&Value)`: nothing is validated.
    Serde,
    /// `from_value(value.clone())`, as in rmcp: nothing is validated.
    SerdeClone,
    /// serde, then garde.
    Garde,
    /// serde, then validator.
    Validator,
    /// `jsonschema`, compiled once, then serde.
    JsonSchema,
    /// `jsonschema`, compiled for each answer, then serde.
    JsonSchemaPerCall,
}

impl Reader {
    pub const ALL: [Self; 7] = [
        Self::Elicit,
        Self::Serde,
        Self::SerdeClone,
        Self::Garde,
        Self::Validator,
        Self::JsonSchema,
        Self::JsonSchemaPerCall,
    ];

    /// Whether it holds the answer against the rules.
    #[must_use]
    pub fn validates(self) -> bool {
        !matches!(self, Self::Serde | Self::SerdeClone)
    }
}

impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Elicit => "this crate",
            Self::Serde => "serde",
            Self::SerdeClone => "clone, `from_value`",
            Self::Garde => "serde, garde",
            Self::Validator => "serde, validator",
            Self::JsonSchema => "`jsonschema`, serde",
            Self::JsonSchemaPerCall => "`jsonschema` per call, serde",
        })
    }
}

impl Reading {
    /// The form, what it is read from and how it ends: what those have in common that
    /// are compared.
    #[must_use]
    pub fn task(&self) -> String {
        let source = match self.source {
            Source::Bytes => "bytes",
            Source::Value => "`&Value`",
        };
        let answer = match self.answer {
            Answer::Valid => "",
            Answer::Invalid => ", invalid",
        };
        format!("{} from {source}{answer}", self.form)
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.task(), self.reader)
    }
}

/// The readings that are wanted. Each has been seen to accept what is valid, and to
/// refuse what is not if it looks.
#[must_use]
pub fn cases(wanted: &dyn Fn(Reading) -> bool) -> Vec<Case<Reading>> {
    let mut cases = Cases {
        wanted,
        cases: Vec::new(),
    };
    cases.form::<S>();
    cases.form::<M>();
    cases.form::<L>();
    cases.cases
}

struct Cases<'a> {
    wanted: &'a dyn Fn(Reading) -> bool,
    cases: Vec<Case<Reading>>,
}

impl Cases<'_> {
    fn form<T: Form + NoRunTimeChoices + NoSecrets>(&mut self) {
        self.answer::<T>(Answer::Valid, T::VALID);
        if let Some(invalid) = T::INVALID {
            self.answer::<T>(Answer::Invalid, invalid);
        }
    }

    fn answer<T: Form + NoRunTimeChoices + NoSecrets>(
        &mut self,
        answer: Answer,
        text: &'static str,
    ) {
        use Reader as R;

        let reading = |source, reader| Reading {
            form: T::NAME,
            answer,
            source,
            reader,
        };

        // On the heap, as what a program has received. Where the linker puts a constant is its own
        // affair, and to see that bytes are a text takes up to three times as long in some places.
        let input: &[u8] = text.as_bytes().to_vec().leak();
        let way = |reader| reading(Source::Bytes, reader);
        self.add(way(R::Elicit), input, || {
            |bytes| elicit_core::from_slice::<T>(bytes).ok()
        });
        self.add(way(R::Serde), input, || {
            |bytes| serde_json::from_slice::<T>(bytes).ok()
        });
        self.add(way(R::Garde), input, || {
            |bytes| garde(serde_json::from_slice::<T>(bytes).ok()?)
        });
        self.add(way(R::Validator), input, || {
            |bytes| validator(serde_json::from_slice::<T>(bytes).ok()?)
        });
        self.add(way(R::JsonSchema), input, || {
            let schema = compiled::<T>();
            move |bytes| json_schema::<T>(&schema, &serde_json::from_slice(bytes).ok()?)
        });
        self.add(way(R::JsonSchemaPerCall), input, || {
            |bytes| json_schema::<T>(&compiled::<T>(), &serde_json::from_slice(bytes).ok()?)
        });

        let input: Value = serde_json::from_str(text).expect("the answer is JSON");
        let input: &Value = Box::leak(Box::new(input));
        let way = |reader| reading(Source::Value, reader);
        self.add(way(R::Elicit), input, || {
            |value| elicit_core::from_value::<T>(value).ok()
        });
        self.add(way(R::Serde), input, || |value| T::deserialize(value).ok());
        self.add(way(R::SerdeClone), input, || {
            |value| serde_json::from_value::<T>(Value::clone(value)).ok()
        });
        self.add(way(R::Garde), input, || {
            |value| garde(T::deserialize(value).ok()?)
        });
        self.add(way(R::Validator), input, || {
            |value| validator(T::deserialize(value).ok()?)
        });
        self.add(way(R::JsonSchema), input, || {
            let schema = compiled::<T>();
            move |value| json_schema::<T>(&schema, value)
        });
        self.add(way(R::JsonSchemaPerCall), input, || {
            |value| json_schema::<T>(&compiled::<T>(), value)
        });
    }

    fn add<I: ?Sized, T, R: Fn(&'static I) -> Option<T> + 'static>(
        &mut self,
        reading: Reading,
        input: &'static I,
        prepare: impl FnOnce() -> R,
    ) {
        if !(self.wanted)(reading) {
            return;
        }
        let read = prepare();
        assert_eq!(
            read(input).is_some(),
            reading.answer == Answer::Valid || !reading.reader.validates(),
            "{reading}",
        );
        self.cases
            .push(Case::new(reading, move || read(black_box(input))));
    }
}

fn compiled<T: NoRunTimeChoices + NoSecrets>() -> jsonschema::Validator {
    let schema = T::requested_schema(Revision::LATEST);
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(&schema)
        .expect("the schema is one")
}

/// All errors are collected, as they are by the others.
fn json_schema<T: Form>(schema: &jsonschema::Validator, value: &Value) -> Option<T> {
    let errors: Vec<_> = schema.iter_errors(value).collect();
    if errors.is_empty() {
        T::deserialize(value).ok()
    } else {
        black_box(errors);
        None
    }
}

fn garde<T: Form>(value: T) -> Option<T> {
    garde::Validate::validate(&value).ok()?;
    Some(value)
}

fn validator<T: Form>(value: T) -> Option<T> {
    validator::Validate::validate(&value).ok()?;
    Some(value)
}
