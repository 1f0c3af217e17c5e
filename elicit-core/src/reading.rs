//! Reading an answer: the content of an `accept`, validated.
//!
//! The code that the derive wrote goes through the properties in declaration order, and the type of
//! each field reads its [answer](Answer) by the [rules](crate::rules) of the property. Its input is
//! looked up in a `Value`, or in what one [walk] over a deserializer has collected.

mod answer;
pub(crate) mod content;
mod input;
mod walk;

use std::{iter::Peekable, mem};

pub use answer::Answer;
#[cfg(any(feature = "dynamic", feature = "runtime"))]
pub(crate) use answer::json::canonical;
#[cfg(feature = "dynamic")]
pub(crate) use answer::json::json_value;
#[cfg(feature = "dynamic")]
pub(crate) use input::literal;
use input::{Collected, Input};
use serde::Deserializer;
use serde_json::{Map, Value, map};
use walk::{What, collect};

use crate::{
    form::{FormSchema, Property, choices::RunTimeOptions},
    violation::{InvalidContent, Problem, Violation, Violations},
};

/// The answers to a form, to be read in declaration order.
pub struct Answers<'d> {
    form: &'d FormSchema,
    choices: &'d dyn RunTimeOptions,
    document: Document<'d>,
    /// The index of the property that is read next.
    index: usize,
    violations: Vec<Violation>,
}

/// Where the answers are.
enum Document<'d> {
    /// In an object. Clients keep the order of the schema, so the next of its entries is most often
    /// the next property.
    Object {
        object: &'d Map<String, Value>,
        entries: Peekable<map::Iter<'d>>,
    },
    /// What was collected for each property.
    Collected(Vec<Collected<'d>>),
}

impl Document<'_> {
    /// What is given for the next property, which has this index and this name.
    fn next(&mut self, index: usize, name: &str) -> Input<'_> {
        match self {
            Self::Object { object, entries } => {
                let next = entries.next_if(|(key, _)| *key == name);
                let value = next.map_or_else(|| object.get(name), |(_, value)| Some(value));
                value.map_or(Input::Absent, Input::Value)
            }
            Self::Collected(given) => given.get(index).map_or(Input::Absent, Input::Collected),
        }
    }
}

impl<'d> Answers<'d> {
    fn new(form: &'d FormSchema, choices: &'d dyn RunTimeOptions, document: Document<'d>) -> Self {
        Self {
            form,
            choices,
            document,
            index: 0,
            violations: Vec::new(),
        }
    }

    /// The answers that a value holds.
    #[inline]
    pub(crate) fn from_value(
        form: &'d FormSchema,
        choices: &'d dyn RunTimeOptions,
        value: &'d Value,
    ) -> Result<Self, InvalidContent> {
        let Value::Object(object) = value else {
            return Err(not_an_object());
        };
        let entries = object.iter().peekable();
        let document = Document::Object { object, entries };
        Ok(Self::new(form, choices, document))
    }

    /// The answers in JSON, in UTF-8. The form has no run-time choices.
    pub(crate) fn from_slice(
        form: &'d FormSchema,
        bytes: &'d [u8],
    ) -> Result<Self, InvalidContent> {
        // The parser does not look at the strings that it skips, so this is for all of them.
        match str::from_utf8(bytes) {
            Ok(text) => Self::from_str(form, text),
            Err(error) => Err(syntax_after(bytes.get(..error.valid_up_to()))),
        }
    }

    /// The answers in JSON. The form has no run-time choices.
    pub(crate) fn from_str(form: &'d FormSchema, text: &'d str) -> Result<Self, InvalidContent> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let given = collect(What::Document(form.properties()), &mut deserializer);
        match given.and_then(|given| deserializer.end().map(|()| given)) {
            Ok(given) => Self::from_collected(form, given),
            Err(error) => Err(syntax(error.line(), error.column())),
        }
    }

    /// The answers that a deserializer hands out. The form has no run-time choices.
    pub(crate) fn from_deserializer<D: Deserializer<'d>>(
        form: &'d FormSchema,
        deserializer: D,
    ) -> Result<Self, InvalidContent> {
        match collect(What::Document(form.properties()), deserializer) {
            Ok(given) => Self::from_collected(form, given),
            // The error may quote the document.
            Err(_) => Err(InvalidContent::on_document(Problem::UNREADABLE)),
        }
    }

    fn from_collected(form: &'d FormSchema, given: Collected<'d>) -> Result<Self, InvalidContent> {
        match given {
            Collected::Object(given) => Ok(Self::new(form, &(), Document::Collected(given))),
            _ => Err(not_an_object()),
        }
    }

    /// Reads the answer to the next property. `None` if it is not valid.
    #[inline]
    pub(crate) fn next<T>(&mut self, read: fn(&mut Answer<'_>) -> Option<T>) -> Option<T> {
        // Read where it is: to move what was just written takes longer than to read it.
        match &mut self.next_answer() {
            Some(answer) => read(answer),
            None => None,
        }
    }

    /// The answer to the next property, if there is something to read.
    fn next_answer(&mut self) -> Option<Answer<'_>> {
        let index = self.index;
        self.index += 1;
        let property = self.form.properties().get(index)?;
        let given = self.document.next(index, property.name());
        let choices = self.choices.choices(index);
        Answer::new(property, given, choices, &mut self.violations).settled()
    }

    /// Whether everything that was read is valid.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.violations.is_empty()
    }

    /// Runs the rule across fields.
    ///
    /// # Errors
    ///
    /// What is wrong by that rule, in declaration order.
    pub fn checked<T>(
        &self,
        value: T,
        check: fn(&T) -> Result<(), Violations>,
    ) -> Result<T, InvalidContent> {
        match check(&value) {
            Ok(()) => Ok(value),
            Err(violations) => Err(violations.in_form(self.form)),
        }
    }

    /// Everything that is wrong, in declaration order.
    #[must_use]
    pub fn invalid(&mut self) -> InvalidContent {
        InvalidContent::new(mem::take(&mut self.violations))
    }
}

/// Reads the value of one field, outside of a form.
pub(crate) fn read_alone<'d, T, D: Deserializer<'d>>(
    property: &Property,
    read: fn(&mut Answer<'_>) -> Option<T>,
    deserializer: D,
) -> Result<T, InvalidContent> {
    let given = collect(What::Value, deserializer)
        .map_err(|_| InvalidContent::on_document(Problem::UNREADABLE))?;
    let mut violations = Vec::new();
    let answer = Answer::new(property, Input::Collected(&given), None, &mut violations);
    match answer.read_alone(read) {
        Some(value) if violations.is_empty() => Ok(value),
        _ => Err(InvalidContent::new(violations)),
    }
}

fn not_an_object() -> InvalidContent {
    InvalidContent::on_document(Problem::not_of_type("object"))
}

fn syntax(line: usize, column: usize) -> InvalidContent {
    InvalidContent::on_document(Problem::syntax(line, column))
}

/// A fault right after these bytes. The parser counts lines from 1, and columns in bytes.
fn syntax_after(bytes: Option<&[u8]>) -> InvalidContent {
    let mut lines = bytes.unwrap_or_default().split(|byte| *byte == b'\n');
    let column = 1 + lines.next_back().unwrap_or_default().len();
    syntax(1 + lines.count(), column)
}
