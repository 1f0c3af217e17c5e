//! The values of a form as the content of an answer.

use serde_json::{Map, Value};

use super::FieldType;

/// Collects the values of a form: the code that the derive writes.
#[derive(Default)]
pub struct Prefill(Map<String, Value>);

impl Prefill {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the value of a field, if it is there.
    #[must_use]
    pub fn give<T>(mut self, field: FieldType<T>, value: &T) -> Self {
        if let Some(value) = field.give(value) {
            self.0.insert(field.property.name.to_owned(), value);
        }
        self
    }

    /// The content.
    #[must_use]
    pub fn finish(self) -> Map<String, Value> {
        self.0
    }
}
