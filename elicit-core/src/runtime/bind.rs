//! What a sealed state belongs to, and what a question is known by.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::seam::Call;

/// The bytes that a state is sealed with but that are never sent: to open it, a
/// request has to be the same one again.
pub(super) fn state(call: &Call, audience: Option<&str>) -> Vec<u8> {
    let mut arguments = Sha256::new();
    canonical(&call.arguments, &mut arguments);
    Fields::new(b"elicit-core/v1/state\0")
        .optional(audience)
        .field(call.method.as_bytes())
        .field(call.target.as_bytes())
        .field(&arguments.finalize())
        .optional(call.principal.as_deref())
        .0
}

/// Fields behind one another, each with its length in front, so that no two lists
/// of fields are the same bytes.
pub(super) struct Fields(Vec<u8>);

impl Fields {
    pub(super) fn new(label: &[u8]) -> Self {
        Self(label.to_vec())
    }

    pub(super) fn field(mut self, bytes: &[u8]) -> Self {
        self.0.push(1);
        self.0.extend((bytes.len() as u64).to_be_bytes());
        self.0.extend_from_slice(bytes);
        self
    }

    pub(super) fn optional(mut self, text: Option<&str>) -> Self {
        if let Some(text) = text {
            return self.field(text.as_bytes());
        }
        self.0.push(0);
        self
    }

    /// Half a SHA-256: enough to tell questions of one server apart.
    pub(super) fn digest(self) -> [u8; 16] {
        let mut digest = [0; 16];
        let whole = Sha256::digest(self.0);
        digest
            .iter_mut()
            .zip(whole)
            .for_each(|(to, from)| *to = from);
        digest
    }
}

/// JSON with its keys sorted, whatever order a client or `serde_json` keeps.
fn canonical(value: &Value, out: &mut Sha256) {
    match value {
        Value::Object(object) => {
            let mut entries: Vec<_> = object.iter().collect();
            entries.sort_unstable_by_key(|(name, _)| name.as_str());
            out.update("{");
            for (name, value) in entries {
                out.update(Value::from(name.as_str()).to_string());
                out.update(":");
                canonical(value, out);
                out.update(",");
            }
            out.update("}");
        }
        Value::Array(items) => {
            out.update("[");
            for item in items {
                canonical(item, out);
                out.update(",");
            }
            out.update("]");
        }
        scalar => out.update(scalar.to_string()),
    }
}
