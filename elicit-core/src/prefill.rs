//! The values of a form as the content of an answer.

use serde_json::{Map, Value};

use crate::field::{FieldTypeOf, Member};

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
    pub fn give<T: Member<'static> + ?Sized>(mut self, field: FieldTypeOf<T>, value: &T) -> Self {
        if let Some(value) = T::give(field, value) {
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
