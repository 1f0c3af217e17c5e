//! The text of a schema, to the letter.

mod attributes;
mod fields;
mod hints;
mod names;
mod size;
mod spelling;

use elicit_core::{NoRunTimeChoices, NoSecrets, Revision};

/// The schema of a form whose text is the same on every revision, and so is one
/// constant.
#[track_caller]
fn schema<T: NoRunTimeChoices + NoSecrets>() -> &'static str {
    let oldest = T::requested_schema(Revision::V2025_06_18);
    for text in Revision::all().map(T::requested_schema) {
        assert!(std::ptr::eq(oldest, text), "{oldest}\n{text}");
    }
    oldest
}

/// The schema of each property, in the order in which they stand, and the names of
/// those that are required.
#[track_caller]
fn parts(schema: &str) -> (&str, &str) {
    let inner = schema
        .strip_prefix(r#"{"type":"object","properties":{"#)
        .and_then(|rest| rest.strip_suffix('}'))
        .expect(schema);
    let (properties, required) = inner.rsplit_once('}').expect(schema);
    (
        properties,
        required.strip_prefix(r#","required":"#).unwrap_or(required),
    )
}
