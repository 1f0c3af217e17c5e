//! Schemas parsed into the typed models of the protocol that two other crates
//! publish, and written out again: nothing is lost on the way.

mod rmcp;
mod rust_mcp;

use elicit_core::{NoRunTimeChoices, NoSecrets, Revision};
use elicit_tests::forms::*;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Number, Value};

/// What a model makes of a text that was sent.
#[track_caller]
fn there_and_back<M: DeserializeOwned + Serialize>(sent: &Value) -> Value {
    let model: M = serde_json::from_value(sent.clone())
        .unwrap_or_else(|error| panic!("{}: {error}: {sent}", std::any::type_name::<M>()));
    serde_json::to_value(model).expect("a model can be written")
}

fn sent<T: NoRunTimeChoices + NoSecrets>(revision: Revision) -> Value {
    serde_json::from_str(T::requested_schema(revision)).expect("a schema is JSON")
}

/// Equal, where numbers are numbers however they are spelt.
#[track_caller]
fn assert_same(came_back: &Value, sent: &Value) {
    assert_eq!(with_plain_numbers(came_back), with_plain_numbers(sent));
}

fn with_plain_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            let number = number.as_f64().and_then(Number::from_f64);
            Value::Number(number.expect("a finite number"))
        }
        Value::Array(items) => items.iter().map(with_plain_numbers).collect(),
        Value::Object(members) => {
            let plain =
                |(name, value): (&String, &Value)| (name.clone(), with_plain_numbers(value));
            Value::Object(members.iter().map(plain).collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}

macro_rules! tests {
    ($($name:ident: $form:ident,)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn rmcp_keeps_the_schema() {
                crate::rmcp::keeps::<$form>();
            }

            #[test]
            fn rust_mcp_keeps_the_schema_of_2025_06_18() {
                crate::rust_mcp::v2025_06_18::keeps::<$form>();
            }

            #[test]
            fn rust_mcp_keeps_the_schema_of_2025_11_25() {
                crate::rust_mcp::v2025_11_25::keeps::<$form>();
            }

            #[test]
            fn rust_mcp_keeps_the_schema_of_2026_07_28() {
                crate::rust_mcp::v2026_07_28::keeps::<$form>();
            }
        }
    )*};
}

elicit_tests::for_each_form!(tests);
