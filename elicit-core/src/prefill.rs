//! The values of a form as the content of an answer.

use serde_json::{Map, Value};

use crate::{field::FieldType, form::Form};

/// Collects the values of a form: the code that the derive writes.
pub struct Prefill {
    form: &'static Form,
    content: Map<String, Value>,
}

impl Prefill {
    /// Nothing yet.
    #[must_use]
    pub fn new(form: &'static Form) -> Self {
        Self {
            form,
            content: Map::new(),
        }
    }

    /// Adds the value of the property at a place, if it is there.
    #[must_use]
    pub fn give<T>(mut self, place: usize, field: &FieldType<T>, value: &T) -> Self {
        if let (Some(property), Some(value)) =
            (self.form.properties().get(place), field.give(value))
        {
            self.content.insert(property.name().to_owned(), value);
        }
        self
    }

    /// The content.
    #[must_use]
    pub fn finish(self) -> Map<String, Value> {
        self.content
    }
}
