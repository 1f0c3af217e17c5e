//! JSON-RPC errors, and which error is which code.

use std::{borrow::Cow, error::Error, fmt};

use serde_json::{Value, json};

use super::{AskError, UnshownLink, call_error::CallError, whole_seconds};
use crate::{
    revision::Revision,
    runtime::words::{Words, current_words},
};

/// A JSON-RPC error that ends the call.
///
/// ```
/// use elicit_core::{AskError, Mode, Revision, adapter::{ErrorResponse, RpcError}};
///
/// let rpc_error = RpcError::from(AskError::Unsupported(Mode::Form));
/// assert_eq!(rpc_error.code, RpcError::MISSING_CAPABILITY);
///
/// // Clients of 2026-07-28 know the code; the model of an older one reads a text.
/// let response = rpc_error.clone().into_response(Revision::V2026_07_28, "tools/call");
/// assert_eq!(response, ErrorResponse::Error(rpc_error.clone()));
/// let response = rpc_error.into_response(Revision::V2025_11_25, "tools/call");
/// assert!(matches!(response, ErrorResponse::ToolError(_)));
/// ```
///
/// Protocol: [Error Handling] (2025-11-25), [Error Codes] (2026-07-28).
///
/// [Error Handling]: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#error-handling
/// [Error Codes]: https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct RpcError {
    /// The code.
    pub code: i32,
    /// The text, without anything a user typed.
    pub message: Cow<'static, str>,
    /// Data for the program of the client.
    pub data: Option<Value>,
    /// What `Debug` and `Display` hide of the text.
    hidden: Option<Box<UnshownLink>>,
}

/// How an [`RpcError`] is sent. An adapter handles each variant, so there will be no other.
#[derive(Debug, Clone, PartialEq)]
pub enum ErrorResponse {
    /// As a JSON-RPC error.
    Error(RpcError),
    /// As the result of the tool, with `isError` and this text.
    ToolError(String),
}

impl RpcError {
    /// 2026-07-28: the client lacks a capability that the request needs.
    pub const MISSING_CAPABILITY: i32 = -32021;
    /// 2025-11-25: a page has to be visited before the request can succeed.
    pub(in crate::runtime) const URL_REQUIRED: i32 = -32042;
    pub(in crate::runtime) const INVALID_PARAMS: i32 = -32602;
    pub(in crate::runtime) const INTERNAL_ERROR: i32 = -32603;
    /// What the protocol shows for a user who rejects a sampling request; it has
    /// no code for one who declines a question.
    pub(in crate::runtime) const USER_REJECTED: i32 = -1;

    /// An error with this code and this text, for [`Elicitation::on_end`](crate::Elicitation::on_end).
    #[must_use]
    pub fn new(code: i32, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
            hidden: None,
        }
    }

    /// The same error with this `data`.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    /// The same code, with the text of the server's own error, and with its data beside that of
    /// the protocol. Clients read the latter.
    pub(in crate::runtime) fn restated(self, own: Self) -> Self {
        let data = match (own.data, self.data) {
            (Some(Value::Object(mut own)), Some(Value::Object(protocol))) => {
                own.extend(protocol);
                Some(own.into())
            }
            (own, protocol) => protocol.or(own),
        };
        Self {
            code: self.code,
            message: own.message,
            data,
            hidden: own.hidden.or(self.hidden),
        }
    }

    /// The error of a question.
    pub(in crate::runtime) fn from_ask_error(error: &AskError, words: &dyn Words) -> Self {
        let rpc_error = |code| Self::new(code, words.ask_error(error).into_owned());
        match error {
            AskError::Unsupported(mode) => {
                // An object, as capabilities are everywhere.
                let required = json!({"elicitation": {mode.as_str(): {}}});
                rpc_error(Self::MISSING_CAPABILITY)
                    .with_data(json!({"requiredCapabilities": required}))
            }
            AskError::Invalid(invalid) | AskError::Empty(invalid) => {
                let violations = invalid.violations().iter().map(|violation| {
                    json!({
                        "property": violation.property(),
                        "keyword": violation.keyword(),
                        "message": words.violation(violation),
                    })
                });
                let violations: Vec<_> = violations.collect();
                rpc_error(Self::INVALID_PARAMS).with_data(json!({"violations": violations}))
            }
            AskError::LinkNotShown { link } => Self {
                hidden: Some(Box::new(link.clone())),
                ..rpc_error(Self::INTERNAL_ERROR)
            },
            AskError::ArgumentNeeded(_) => rpc_error(Self::INVALID_PARAMS),
            AskError::RateLimited { retry_after } | AskError::TooManyAnswers { retry_after } => {
                let reason = match error {
                    AskError::TooManyAnswers { .. } => "too_many_answers",
                    _ => "too_many_questions",
                };
                let seconds = whole_seconds(*retry_after);
                rpc_error(Self::INTERNAL_ERROR)
                    .with_data(json!({"reason": reason, "retryAfterSeconds": seconds}))
            }
            _ => rpc_error(Self::INTERNAL_ERROR),
        }
    }

    /// The error of a call whose questions did not fail.
    pub(crate) fn from_call_error(error: &CallError, words: &dyn Words) -> Self {
        let (code, reason) = match error {
            CallError::PageRequired => (Self::URL_REQUIRED, None),
            CallError::ForeignState => (Self::INVALID_PARAMS, Some("invalid_request_state")),
            CallError::StateExpired => (Self::INVALID_PARAMS, Some("request_state_expired")),
            CallError::AlreadyDone => (Self::INTERNAL_ERROR, Some("already_done")),
            CallError::TooManyRestarts { .. } => {
                (Self::INTERNAL_ERROR, Some("request_state_expired"))
            }
            CallError::OutcomeUnknown | CallError::UnknownRecord => {
                (Self::INTERNAL_ERROR, Some("outcome_unknown"))
            }
            CallError::StoreFull
            | CallError::StoreUnavailable
            | CallError::StoreNotShared
            | CallError::NotKept => (Self::INTERNAL_ERROR, Some("nothing_done")),
            _ => (Self::INTERNAL_ERROR, None),
        };
        Self {
            data: reason.map(|reason| json!({"reason": reason})),
            ..Self::new(code, words.call_error(error).into_owned())
        }
    }

    /// The form of the error that a client of this revision understands.
    ///
    /// The code `-32021` is known since 2026-07-28. A tool called by an older
    /// client ends with an ordinary error result instead, which its model can
    /// read; prompts and resources have none, and end with `-32603`.
    #[must_use]
    pub fn into_response(self, revision: Revision, method: &str) -> ErrorResponse {
        if self.code != Self::MISSING_CAPABILITY || revision.has_missing_capability_error() {
            ErrorResponse::Error(self)
        } else if method == "tools/call" {
            ErrorResponse::ToolError(self.message.into_owned())
        } else {
            ErrorResponse::Error(Self::new(Self::INTERNAL_ERROR, self.message))
        }
    }
}

impl RpcError {
    /// The text for a log: whoever reads it must not get into a page by its link.
    fn shown(&self) -> Cow<'_, str> {
        match &self.hidden {
            Some(link) => self.message.replace(link.as_str(), "(hidden)").into(),
            None => Cow::Borrowed(&self.message),
        }
    }
}

/// The text, without the code and the data. The address of [`AskError::LinkNotShown`] is hidden.
impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown())
    }
}

/// Hides the address of [`AskError::LinkNotShown`], and `data`: it has what a client's program needs, such
/// as the link of a page.
impl fmt::Debug for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RpcError")
            .field("code", &self.code)
            .field("message", &self.shown())
            .finish_non_exhaustive()
    }
}

impl Error for RpcError {}

impl From<AskError> for RpcError {
    /// In the [words](crate::Words) of the server, in its handler. In another task it is in English.
    fn from(error: AskError) -> Self {
        current_words::with(|words| Self::from_ask_error(&error, words))
    }
}
