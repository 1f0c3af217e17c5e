//! The answer to a form that is known only at run time.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// A valid answer to a [`DynamicForm`](super::DynamicForm): the content, as the schema spells it.
///
/// ```
/// use elicit_core::dynamic::DynamicForm;
/// use serde_json::json;
///
/// let form = DynamicForm::from_schema(&json!({
///     "type": "object",
///     "properties": {
///         "share": {"type": "number"},
///         "notify": {"type": "boolean"},
///         "zones": {"type": "array", "items": {"type": "string", "enum": ["a", "b", "c"]}},
///     },
/// }))?;
/// let answer = form.validate(&json!({"share": 0.5, "notify": true, "zones": ["a", "c"]})).unwrap();
///
/// assert_eq!((answer.number("share"), answer.boolean("notify")), (Some(0.5), Some(true)));
/// assert_eq!(answer.items("zones").collect::<Vec<_>>(), ["a", "c"]);
/// assert_eq!(answer.into_content().len(), 3);
/// # Ok::<(), elicit_core::dynamic::SchemaError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct DynamicAnswer(Map<String, Value>);

impl DynamicAnswer {
    pub(super) const fn new(values: Map<String, Value>) -> Self {
        Self(values)
    }

    /// The text, or the value of the option that was chosen.
    #[must_use]
    pub fn text(&self, property: &str) -> Option<&str> {
        self.0.get(property)?.as_str()
    }

    /// The whole number.
    #[must_use]
    pub fn integer(&self, property: &str) -> Option<i64> {
        self.0.get(property)?.as_i64()
    }

    /// The number, rounded to the nearest `f64`.
    #[must_use]
    pub fn number(&self, property: &str) -> Option<f64> {
        self.0.get(property)?.as_f64()
    }

    /// Whether the box is ticked. `None`: nothing was sent for it.
    #[must_use]
    pub fn boolean(&self, property: &str) -> Option<bool> {
        self.0.get(property)?.as_bool()
    }

    /// The values of the options that were chosen.
    pub fn items(&self, property: &str) -> impl Iterator<Item = &str> {
        let items = self.0.get(property).and_then(Value::as_array);
        items.into_iter().flatten().filter_map(Value::as_str)
    }

    /// The content, to be sent on.
    #[must_use]
    pub fn content(&self) -> &Map<String, Value> {
        &self.0
    }

    /// The content, to be sent on.
    #[must_use]
    pub fn into_content(self) -> Map<String, Value> {
        self.0
    }
}

impl Serialize for DynamicAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// The names of the properties: a person typed the values.
impl fmt::Debug for DynamicAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
