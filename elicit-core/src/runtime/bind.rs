//! What a sealed state belongs to, and what a question is known by.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::call::Call;

/// The bytes that a state is sealed with but that are never sent: to open it, a
/// request has to be the same one again.
pub(super) fn state(call: &Call, audience: Option<&str>) -> [u8; 32] {
    let mut arguments = Sha256::new();
    canonical(&call.arguments, &mut arguments);
    let fields = Fields::new("elicit-core/v1/state\0")
        .optional(audience)
        .field(call.method.as_bytes())
        .field(call.target.as_bytes())
        .field(&arguments.finalize())
        .optional(call.principal.as_deref());
    fields.finish()
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

/// A value, in whatever order a client or `serde_json` keeps its keys. Each part says what it is
/// and how long, so that no two values are the same bytes.
fn canonical(value: &Value, out: &mut Sha256) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => part("1", &value.to_string(), out),
        Value::String(text) => part("\"", text, out),
        Value::Array(items) => {
            length("[", items.len(), out);
            for item in items {
                canonical(item, out);
            }
        }
        Value::Object(object) => {
            let mut entries: Vec<_> = object.iter().collect();
            entries.sort_unstable_by_key(|(name, _)| name.as_str());
            length("{", entries.len(), out);
            for (name, value) in entries {
                part("\"", name, out);
                canonical(value, out);
            }
        }
    }
}

fn part(what: &str, text: &str, out: &mut Sha256) {
    length(what, text.len(), out);
    out.update(text);
}

fn length(what: &str, length: usize, out: &mut Sha256) {
    out.update(what);
    out.update((length as u64).to_be_bytes());
}
