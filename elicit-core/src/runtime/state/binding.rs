//! What a sealed state belongs to.

use serde_json::Value;

use super::digest::Fields;
use crate::runtime::run::call::Call;

/// The bytes that the state of a call is sealed with, and that are never sent. To open it, a
/// request has to be the same one again.
pub(in crate::runtime) fn binding(call: &Call, audience: Option<&str>) -> [u8; 32] {
    let fields = Fields::new("elicit-core/v1/state\0")
        .optional(audience)
        .field(call.method.as_bytes())
        .field(call.target.as_bytes());
    let fields = canonical(&call.arguments, fields);
    fields.optional(call.principal.as_deref()).finish()
}

/// A value, in whatever order a client or `serde_json` keeps its keys. Each field says what it is
/// or how many follow, so that no two values are the same bytes. The value can be large, so it is
/// not copied.
fn canonical(value: &Value, fields: Fields) -> Fields {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            fields.field(value.to_string().as_bytes())
        }
        Value::String(text) => fields.field(b"\"").field(text.as_bytes()),
        Value::Array(items) => {
            let fields = fields.field(format!("[{}", items.len()).as_bytes());
            items
                .iter()
                .fold(fields, |fields, item| canonical(item, fields))
        }
        Value::Object(object) => {
            let mut entries: Vec<_> = object.iter().collect();
            entries.sort_unstable_by_key(|(name, _)| name.as_str());
            let fields = fields.field(format!("{{{}", entries.len()).as_bytes());
            let each = entries.into_iter();
            each.fold(fields, |fields, (name, value)| {
                canonical(value, fields.field(name.as_bytes()))
            })
        }
    }
}
