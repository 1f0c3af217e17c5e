//! Documents that are parsed already.

use serde_json::Value;

use super::{
    answers::{Read, Source, Walk},
    cursor::Cursor,
    given::Given,
};
use crate::violation::{Problem, Violation};

impl Source for &Value {
    #[inline]
    fn each(self, walk: &mut Walk<'_, '_>, read: &mut impl Read) {
        let Value::Object(properties) = self else {
            return walk.refuse(Violation::of_document(Problem::Type("object")));
        };
        // Without the feature an object is sorted by name. Where another crate has turned it
        // on, the cursor finds out.
        let mut cursor = Cursor::new(walk.form(), !cfg!(feature = "preserve-order"));
        for (name, value) in properties {
            if let Some(property) = cursor.find(name)
                && walk.expects(property)
            {
                walk.put(property, &mut Given::of_value(value), read);
            }
        }
        walk.end(read);
    }
}

impl<'v> Given<'v> {
    #[inline]
    pub(super) fn of_value(value: &'v Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(boolean) => Self::Boolean(*boolean),
            Value::Number(number) => Self::number(number),
            Value::String(text) => Self::Text(text),
            Value::Array(items) => Self::Values(items),
            Value::Object(_) => Self::Object,
        }
    }
}
