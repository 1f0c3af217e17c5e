//! Makes a form without a schema, field by field.

use std::collections::HashSet;

use elicit_text::Format;
use serde_json::{Map, Value, json};

use super::{DynamicForm, SchemaError, error::Path, found::Found, source};
use crate::form::choices::{ChoiceOption, Choices};

/// Makes a form field by field, where there is neither a schema nor a struct, as for the columns of a table.
///
/// ```
/// use elicit_core::{
///     Revision,
///     dynamic::{DynamicField, DynamicForm},
/// };
/// use serde_json::json;
///
/// let form = DynamicForm::builder()
///     .field("branch", DynamicField::text().title("Branch").max_length(80))
///     .field("replicas", DynamicField::integer().minimum(1).maximum(20).default(2))
///     .field("zone", DynamicField::choice([("eu", "Europe"), ("us", "America")]).optional())
///     .build()?;
///
/// assert_eq!(
///     form.requested_schema(Revision::LATEST),
///     json!({
///         "type": "object",
///         "properties": {
///             "branch": {"type": "string", "title": "Branch", "maxLength": 80},
///             "replicas": {"type": "integer", "minimum": 1, "maximum": 20, "default": 2},
///             "zone": {"type": "string", "oneOf": [
///                 {"const": "eu", "title": "Europe"},
///                 {"const": "us", "title": "America"},
///             ]},
///         },
///         "required": ["branch", "replicas"],
///     })
/// );
/// # Ok::<(), elicit_core::dynamic::SchemaError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[must_use = "it is no form yet: call `build`"]
pub struct DynamicFormBuilder {
    fields: Vec<(String, DynamicField)>,
}

impl DynamicFormBuilder {
    /// Adds a field after the others. The name is that of the property in an answer.
    pub fn field(mut self, name: impl Into<String>, field: DynamicField) -> Self {
        self.fields.push((name.into(), field));
        self
    }

    /// Makes the form.
    ///
    /// # Errors
    ///
    /// All that [`DynamicForm::from_schema`] reports, with the path that it has in the schema. A rule that a
    /// field of its kind does not have is an error here, and so is a name that two fields have.
    pub fn build(self) -> Result<DynamicForm, SchemaError> {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        let mut found = Found::strict();
        let mut names = HashSet::new();
        for (name, field) in &self.fields {
            if !names.insert(name) {
                let reason = "is the name of two fields";
                found.fault(&Path::Root.at("properties").at(name), reason);
            }
            if field.is_required() {
                required.push(name.as_str());
            }
            properties.insert(name.clone(), field.keywords());
        }
        let schema = json!({"type": "object", "properties": properties, "required": required});
        source::read(&schema, found).map(DynamicForm::new)
    }
}

/// One field of a form that is [built](DynamicFormBuilder).
///
/// One type for all kinds, since the kind is often known only at run time. A rule of another kind is an error
/// of [`build`](DynamicFormBuilder::build).
///
/// As in a derived form, a field is required unless it is [`optional`](Self::optional). A boolean and a
/// multi-select without [`min_items`](Self::min_items) are never required, because a client leaves out
/// a box that is not ticked.
///
/// ```
/// use elicit_core::dynamic::{DynamicField, DynamicForm};
///
/// // The columns of a table.
/// let columns = [("name", "varchar"), ("size", "int"), ("active", "bool")];
/// let form = columns.into_iter().fold(DynamicForm::builder(), |form, (name, of_type)| {
///     let field = match of_type {
///         "int" => DynamicField::integer(),
///         "bool" => DynamicField::boolean(),
///         _ => DynamicField::text(),
///     };
///     form.field(name, field.title(name.to_uppercase()))
/// });
/// assert!(form.build().is_ok());
///
/// let form = DynamicForm::builder().field("size", DynamicField::integer().max_length(3));
/// let error = form.build().unwrap_err();
/// assert_eq!(error.to_string(), "/properties/size/maxLength: has no effect on this field");
/// ```
#[derive(Debug, Clone)]
pub struct DynamicField {
    kind: Kind,
    rules: Map<String, Value>,
    is_optional: bool,
}

#[derive(Debug, Clone)]
enum Kind {
    Text,
    Integer,
    Number,
    Boolean,
    Choice(Choices),
    MultiSelect(Choices),
}

impl DynamicField {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            rules: Map::new(),
            is_optional: false,
        }
    }

    /// A text.
    #[must_use]
    pub fn text() -> Self {
        Self::new(Kind::Text)
    }

    /// A whole number.
    #[must_use]
    pub fn integer() -> Self {
        Self::new(Kind::Integer)
    }

    /// A number.
    #[must_use]
    pub fn number() -> Self {
        Self::new(Kind::Number)
    }

    /// A box to tick.
    #[must_use]
    pub fn boolean() -> Self {
        Self::new(Kind::Boolean)
    }

    /// One of these options: values, or values with titles.
    #[must_use]
    pub fn choice(options: impl Into<Choices>) -> Self {
        Self::new(Kind::Choice(options.into()))
    }

    /// Some of these options: values, or values with titles.
    #[must_use]
    pub fn multi_select(options: impl Into<Choices>) -> Self {
        Self::new(Kind::MultiSelect(options.into()))
    }

    /// The label. Without it, clients show the name.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        self.with("title", title.into())
    }

    /// A longer text beside the field.
    #[must_use]
    pub fn description(self, description: impl Into<String>) -> Self {
        self.with("description", description.into())
    }

    /// An answer may leave it out.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }

    /// What the form shows first. It is never filled in for an answer that leaves it out. A boolean that
    /// is not optional has `false`.
    #[must_use]
    pub fn default(self, default: impl Into<Value>) -> Self {
        self.with("default", default)
    }

    /// The least number.
    #[must_use]
    pub fn minimum(self, minimum: impl Into<Value>) -> Self {
        self.with("minimum", minimum)
    }

    /// The largest number.
    #[must_use]
    pub fn maximum(self, maximum: impl Into<Value>) -> Self {
        self.with("maximum", maximum)
    }

    /// The least number of characters in a text.
    #[must_use]
    pub fn min_length(self, characters: u64) -> Self {
        self.with("minLength", characters)
    }

    /// The largest number of characters in a text.
    #[must_use]
    pub fn max_length(self, characters: u64) -> Self {
        self.with("maxLength", characters)
    }

    /// The format of a text.
    #[must_use]
    pub fn format(self, format: Format) -> Self {
        self.with("format", format.as_str())
    }

    /// What a text must match. It is not sent to clients, so say it in the description too.
    #[must_use]
    pub fn pattern(self, pattern: impl Into<String>) -> Self {
        self.with("pattern", pattern.into())
    }

    /// The least number of options that are chosen.
    #[must_use]
    pub fn min_items(self, options: u64) -> Self {
        self.with("minItems", options)
    }

    /// The largest number of options that are chosen.
    #[must_use]
    pub fn max_items(self, options: u64) -> Self {
        self.with("maxItems", options)
    }

    fn with(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.rules.insert(keyword.to_owned(), value.into());
        self
    }

    fn is_required(&self) -> bool {
        let can_be_left_out = match self.kind {
            Kind::Boolean => true,
            Kind::MultiSelect(_) => self.rules.get("minItems").and_then(Value::as_u64) < Some(1),
            _ => false,
        };
        !(self.is_optional || can_be_left_out)
    }

    /// The property, as a schema spells it.
    fn keywords(&self) -> Value {
        let mut property = match &self.kind {
            Kind::Text => json!({"type": "string"}),
            Kind::Integer => json!({"type": "integer"}),
            Kind::Number => json!({"type": "number"}),
            Kind::Boolean if self.is_optional => json!({"type": "boolean"}),
            Kind::Boolean => json!({"type": "boolean", "default": false}),
            Kind::Choice(choices) => {
                let mut property = json!({"type": "string"});
                let (keyword, options) = options(choices, "oneOf");
                property[keyword] = options;
                property
            }
            Kind::MultiSelect(choices) => {
                let (keyword, options) = options(choices, "anyOf");
                json!({"type": "array", "items": {keyword: options}})
            }
        };
        if let Value::Object(keywords) = &mut property {
            keywords.extend(self.rules.clone());
        }
        property
    }
}

/// The keyword and its value: `titled`, if an option has a title.
fn options(choices: &Choices, titled: &'static str) -> (&'static str, Value) {
    let options = choices.options().iter();
    if choices
        .options()
        .iter()
        .all(|option| option.title().is_none())
    {
        return ("enum", options.map(ChoiceOption::value).collect());
    }
    let titled_option = |option: &ChoiceOption| match option.title() {
        Some(title) => json!({"const": option.value(), "title": title}),
        None => json!({"const": option.value()}),
    };
    (titled, options.map(titled_option).collect())
}
