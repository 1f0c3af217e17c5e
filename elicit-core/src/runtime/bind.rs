//! What a sealed state belongs to, and what a question is known by.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::call::Call;

/// The bytes that a state is sealed with but that are never sent: to open it, a
/// request has to be the same one again.
pub(super) fn state(call: &Call, audience: Option<&str>) -> [u8; 32] {
    let fields = Fields::new("elicit-core/v1/state\0")
        .optional(audience)
        .field(call.method.as_bytes())
        .field(call.target.as_bytes());
    let fields = canonical(&call.arguments, fields);
    fields.optional(call.principal.as_deref()).finish()
}

/// A value, in whatever order a client or `serde_json` keeps its keys. Each field says what it is
/// or how many follow, so that no two values are the same bytes.
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

/// The digest of fields one after the other, each with its length in front, so that no two
/// lists of fields are the same bytes.
pub(crate) struct Fields(Sha256);

impl Fields {
    pub(crate) fn new(label: &str) -> Self {
        Self(Sha256::new().chain_update(label))
    }

    pub(crate) fn field(self, bytes: &[u8]) -> Self {
        let length = (bytes.len() as u64).to_be_bytes();
        let before = self.0.chain_update([1]).chain_update(length);
        Self(before.chain_update(bytes))
    }

    pub(crate) fn optional(self, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.field(text.as_bytes()),
            None => Self(self.0.chain_update([0])),
        }
    }

    pub(crate) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }

    /// Half a SHA-256: enough to tell questions of one server apart.
    pub(crate) fn digest(self) -> Digest {
        Digest(BASE64.encode(&self.0.finalize()[..16]))
    }
}

/// What tells a question from another one under the same key.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Digest(String);
