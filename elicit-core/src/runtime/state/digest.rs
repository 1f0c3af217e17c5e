//! Digests of lists of fields: names, tags and bindings.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Hashes a list of fields. Each has its length before it, so that no two lists are the same bytes.
///
/// The label says what the list is for, so that a digest for one purpose is not valid for another.
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

    /// All of the SHA-256.
    pub(crate) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }

    /// All of the SHA-256, as text.
    pub(in crate::runtime) fn text(self) -> String {
        BASE64.encode(self.finish())
    }

    /// The first half of the SHA-256, as text.
    pub(crate) fn digest(self) -> Digest {
        Digest(BASE64.encode(&self.0.finalize()[..16]))
    }
}

/// A short digest, to recognise what was seen before: a question, a form, who opened a session.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Digest(String);

#[cfg(feature = "pages")]
impl Digest {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
