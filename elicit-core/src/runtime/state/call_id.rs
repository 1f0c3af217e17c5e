//! What tells one call from all others.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{digest::Fields, random_token::random_token};
use crate::runtime::error::call_error::CallError;

/// A random name of one call, which every state of the call has in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct CallId(Arc<str>);

impl CallId {
    pub(in crate::runtime) fn draw() -> Result<Self, CallError> {
        let name = random_token().ok_or(CallError::NoRandomness)?;
        Ok(Self(name.into()))
    }

    /// The id of the link that a question sends, for one attempt: `elicitationId`. Each run of the call
    /// has the same.
    pub(in crate::runtime) fn link_id(&self, question: &str, attempt: u8) -> Arc<str> {
        let fields = Fields::new("elicit-core/v1/link\0")
            .field(self.0.as_bytes())
            .field(question.as_bytes())
            .field(&[attempt]);
        fields.text().into()
    }

    /// A key for one effect of the call. Who has it does not know the name of the call.
    pub(in crate::runtime) fn idempotency_key(&self, effect: &str) -> String {
        Fields::new("elicit-core/v1/effect\0")
            .field(self.0.as_bytes())
            .field(effect.as_bytes())
            .text()
    }
}
