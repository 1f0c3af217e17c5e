//! A schema that somebody else has written, and an answer to its form.

use elicit_core::{Revision, dynamic::DynamicForm};
use serde_json::Value;

use crate::content::{
    oracle::{Oracle, failures},
    validator,
};

/// The form of a schema is refused, or it asks for the same again, and reads an answer as `jsonschema` does.
pub fn check(schema: &Value, answer: &Value) {
    let form = match DynamicForm::from_schema(schema) {
        Ok(form) => form,
        Err(error) => {
            assert!(!error.faults().is_empty());
            assert!(!error.to_string().contains("help:"));
            return;
        }
    };
    let sent = form.requested_schema(Revision::LATEST);
    for revision in Revision::all() {
        let again = form.requested_schema(revision);
        let again = DynamicForm::from_schema(&again).expect("what is sent is a form");
        assert_eq!(again.dropped_keywords(), [""; 0]);
        assert_eq!(again.requested_schema(Revision::LATEST), sent);
    }
    let ours = form.validate(answer);
    if let Ok(valid) = &ours {
        // As the schema spells it, it is valid, and stays as it is.
        let content = Value::Object(valid.content().clone());
        assert!(validator(&sent).is_valid(&content), "{content}");
        assert_eq!(form.validate(&content).as_ref(), Ok(valid));
    }
    // Tests of their own compare patterns, which are not sent.
    let properties = schema["properties"].as_object();
    let has_pattern = |property: &Value| property.get("pattern").is_some();
    if answer.is_object() && !properties.is_some_and(|all| all.values().any(has_pattern)) {
        let oracle = Oracle::new(form.schema(), |_, _| true, validator, &sent);
        assert_eq!(failures(&ours), oracle.failures(answer), "{ours:?}");
    }
}
