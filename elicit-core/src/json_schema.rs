//! The schema of a form as that of a tool's arguments.

use schemars::Schema;
use serde_json::Value;

use crate::{elicit::Elicit, revision::Revision};

/// The schema that is sent to clients of the newest revision.
#[must_use]
pub fn json_schema<T: Elicit>() -> Schema {
    let text = T::texts().of(Revision::LATEST);
    let schema = serde_json::from_str::<Value>(text).ok();
    // It is an object of JSON, unless the form has errors.
    schema
        .and_then(|schema| schema.try_into().ok())
        .unwrap_or_default()
}
