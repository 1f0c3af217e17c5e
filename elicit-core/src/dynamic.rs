//! Forms that are known only at run time, made from a `requestedSchema` or field by field.
//!
//! A gateway, a client of a database or an agent that passes on another server's question has a schema and
//! no struct. A [`DynamicForm`] keeps the same promise as a derived form: it is flat, it has nothing that a
//! client cannot render, and an answer is valid by all of its rules or is refused.
//!
//! ```
//! use elicit_core::{Revision, dynamic::DynamicForm};
//! use serde_json::json;
//!
//! let form = DynamicForm::from_schema(&json!({
//!     "type": "object",
//!     "properties": {
//!         "branch": {"type": "string", "title": "Branch", "maxLength": 80},
//!         "replicas": {"type": "integer", "minimum": 1, "maximum": 20, "default": 2},
//!     },
//!     "required": ["branch"],
//! }))?;
//!
//! let answer = form.validate(&json!({"branch": "main", "replicas": 3})).unwrap();
//! assert_eq!((answer.text("branch"), answer.integer("replicas")), (Some("main"), Some(3)));
//!
//! let invalid = form.validate(&json!({"replicas": 21})).unwrap_err();
//! assert_eq!(invalid.to_string(), "branch: is required; replicas: must be at most 20");
//!
//! // Everything that no client could render is found at once.
//! let found = DynamicForm::from_schema(&json!({
//!     "type": "object",
//!     "properties": {
//!         "author": {"type": "object", "properties": {"name": {"type": "string"}}},
//!         "count": {"type": "integer", "minimum": 5, "maximum": 1},
//!     },
//! }));
//! let found = found.unwrap_err();
//! let paths: Vec<_> = found.faults().iter().map(|fault| fault.path()).collect();
//! assert_eq!(paths, ["/properties/author/type", "/properties/count/minimum"]);
//! # Ok::<(), elicit_core::dynamic::SchemaError>(())
//! ```
//!
//! Where there is no schema either, [`DynamicForm::builder`] makes a form field by field.
//!
//! A server asks such a form by `Ask::dynamic` (feature `runtime`). A client validates a schema before it
//! shows it, and the person's answer before it sends it.
//!
//! # What is read
//!
//! The schemas of the protocol's three revisions, and `pattern`, which is validated and not sent on.
//! Whatever else a schema says is [dropped](DynamicForm::dropped_keywords), and named: the form asks without it. So
//! whoever wrote the schema may still refuse a valid answer for that keyword. A title, a description or a name that a
//! derived form must not have is an error: a blank or invisible one, a link, a request for a credential. So is the
//! format `password`.
//!
//! An answer is read as that of a derived form (see [`Field`](crate::Field)), where a property that is not
//! in `required` is an `Option`.
//!
//! # Limits
//!
//! A schema comes from outside. It may have 64 KiB of JSON, 100 properties, 1000 options in a
//! property, and patterns of 1000 bytes together; a pattern is matched in one step for each character, and its
//! table has at most 64 KiB. All patterns of a form together may take as much work to compile as one of a derived
//! form.
//!
//! Protocol: [Requested Schema] (2025-11-25, 2026-07-28).
//!
//! [Requested Schema]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema

mod answer;
mod builder;
mod error;
mod found;
mod options;
mod property;
mod source;

use std::{fmt, sync::Arc};

use serde_json::{Map, Value};

use self::found::Found;
pub use self::{
    answer::DynamicAnswer,
    builder::{DynamicField, DynamicFormBuilder},
    error::{SchemaError, SchemaFault},
};
use crate::{
    form::{
        FormSchema,
        choices::{Choices, RunTimeOptions},
    },
    reading::Answers,
    revision::Revision,
    schema::{
        declared::Declared,
        value::{RunTimeTexts, requested_schema},
    },
    violation::InvalidContent,
};

/// The keywords of an object in a schema.
type Keywords = Map<String, Value>;

/// A form that is known only at run time ([example](crate::dynamic)). It is cheap to clone.
#[derive(Clone)]
pub struct DynamicForm(Arc<Parts>);

struct Parts {
    schema: FormSchema,
    /// The schema without options, which each revision spells in its own way.
    declared: Arc<Declared>,
    /// Those of each property, if it is a choice.
    options: Arc<[Option<Choices>]>,
    dropped: Vec<String>,
}

impl DynamicForm {
    /// Makes a form from a `requestedSchema` of any revision.
    ///
    /// # Errors
    ///
    /// Everything in the schema that a client could not render, and every rule that no answer could keep.
    pub fn from_schema(schema: &Value) -> Result<Self, SchemaError> {
        source::read(schema, Found::default()).map(Self::new)
    }

    /// Makes a form field by field, with the same checks ([example](DynamicFormBuilder)).
    pub fn builder() -> DynamicFormBuilder {
        DynamicFormBuilder::default()
    }

    fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// The properties, in the order of the schema (with `serde_json/preserve_order`, else by name).
    /// Options are those of run time: [`options`](Self::options).
    #[must_use]
    pub fn schema(&self) -> &FormSchema {
        &self.0.schema
    }

    /// The options of a property, if it is a choice.
    #[must_use]
    pub fn options(&self, property: &str) -> Option<&Choices> {
        self.0.options.choices(self.0.schema.index_of(property)?)
    }

    /// The schema as it is sent to a client of this revision: what was read of it, and nothing else.
    #[must_use]
    pub fn requested_schema(&self, revision: Revision) -> Value {
        let Parts {
            schema,
            declared,
            options,
            ..
        } = &*self.0;
        let texts = RunTimeTexts::default();
        requested_schema(declared, schema, options, texts, revision, |_| None)
    }

    /// The keywords that the form does without, as JSON pointers: `/properties/branch/examples`.
    #[must_use]
    pub fn dropped_keywords(&self) -> &[String] {
        &self.0.dropped
    }

    /// Validates the `content` of an answer, and returns it as the schema spells it: an integer as `3` for
    /// `3.0`, and the value of an option for its title. What the form does not have is left out.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the answer. No message has a value of it.
    pub fn validate(&self, content: &Value) -> Result<DynamicAnswer, InvalidContent> {
        self.read(content, &self.0.options)
    }

    /// The schema without options.
    #[cfg(feature = "runtime")]
    pub(crate) fn declared(&self) -> Arc<Declared> {
        Arc::clone(&self.0.declared)
    }

    #[cfg(feature = "runtime")]
    pub(crate) fn run_time_options(&self) -> impl RunTimeOptions + use<> {
        self.0.options.clone()
    }

    pub(crate) fn read(
        &self,
        content: &Value,
        options: &dyn RunTimeOptions,
    ) -> Result<DynamicAnswer, InvalidContent> {
        let mut answers = Answers::from_value(&self.0.schema, options, content)?;
        let mut values = Map::new();
        for property in self.0.schema.properties() {
            #[expect(
                clippy::redundant_closure_for_method_calls,
                reason = "the method is one of a lifetime, and the closure of all"
            )]
            if let Some(value) = answers.next(|answer| answer.json()) {
                values.insert(property.name().to_owned(), value);
            }
        }
        if answers.is_valid() {
            Ok(DynamicAnswer::new(values))
        } else {
            Err(answers.invalid())
        }
    }
}

impl fmt::Debug for DynamicForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicForm")
            .field("schema", &self.0.schema)
            .field("dropped", &self.0.dropped)
            .finish_non_exhaustive()
    }
}
