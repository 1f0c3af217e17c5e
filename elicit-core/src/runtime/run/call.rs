//! The request in whose handler questions may be asked.

use std::{collections::BTreeMap, fmt};

use serde_json::Value;

use crate::{revision::Revision, runtime::state::call_id::CallId};

/// A request in whose handler questions may be asked.
///
/// Everything that comes from the client is taken as it is; none of it is
/// trusted.
///
/// ```
/// use elicit_core::{Revision, adapter::Call};
/// use serde_json::json;
///
/// let mut call = Call::new(Revision::V2025_11_25, "tools/call", "delete", json!({"id": 7}));
/// call.principal = Some("ann".to_owned());
/// call.form = true;
/// ```
///
/// There is an example with a handler at [`Elicitation::drive`](crate::Elicitation::drive).
///
/// Protocol: [Supported Requests] of *Multi Round-Trip Requests* (2026-07-28).
///
/// [Supported Requests]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#supported-requests
#[derive(Clone)]
#[non_exhaustive]
pub struct Call {
    /// The revision of the protocol that the request is in.
    pub revision: Revision,
    /// `tools/call`, `prompts/get` or `resources/read`.
    pub method: &'static str,
    /// The name of the tool or the prompt, or the URI of the resource.
    pub target: String,
    /// The arguments, or `null`. A carried state is bound to them (2026-07-28), and
    /// [`on_end`](crate::Elicitation::on_end) gets them.
    pub arguments: Value,
    /// Who is calling, if the transport knows. A carried state is valid only for this principal,
    /// and questions are counted for it.
    pub principal: Option<String>,
    /// Whether the client declared form mode; a bare `elicitation: {}` means it.
    pub form: bool,
    /// Whether the client declared URL mode.
    pub url: bool,
    /// `inputResponses` (2026-07-28). Beside a state, those to its questions count. Without one, they
    /// count under [`accept_unsolicited_answers`]. Under [`once`](crate::Elicitation::once), a handler
    /// that asks by results of its own must not get them without a state either.
    ///
    /// [`accept_unsolicited_answers`]: crate::Elicitation::accept_unsolicited_answers
    pub input_responses: BTreeMap<String, Value>,
    /// `requestState` of a retry (2026-07-28).
    pub request_state: Option<String>,
    /// The call that has started this one, as a task of the protocol.
    pub(in crate::runtime) started_by: Option<CallId>,
}

impl Call {
    /// The first request of a call, by an unknown caller, from a client that cannot be asked. Set the
    /// fields for what the request says.
    #[must_use]
    pub fn new(
        revision: Revision,
        method: &'static str,
        target: impl Into<String>,
        arguments: Value,
    ) -> Self {
        Self {
            revision,
            method,
            target: target.into(),
            arguments,
            principal: None,
            form: false,
            url: false,
            input_responses: BTreeMap::new(),
            request_state: None,
            started_by: None,
        }
    }
}

impl fmt::Debug for Call {
    /// Without what the user or the client filled in.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("revision", &self.revision)
            .field("method", &self.method)
            .field("target", &self.target)
            .field("form", &self.form)
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}
