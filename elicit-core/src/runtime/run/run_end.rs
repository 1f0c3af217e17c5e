//! How a run of a handler ended.

use std::{borrow::Cow, fmt};

use serde_json::{Map, Value};

use crate::{
    runtime::{
        error::{AskError, rpc_error::RpcError},
        log_name::log_name,
        needed_argument::NeededArgument,
        words::Words,
    },
    violation::InvalidContent,
};

/// How a run of a handler ended.
///
/// ```
/// use elicit_core::{Revision, adapter::{RunEnd, ErrorResponse}};
/// use serde_json::{Value, json};
///
/// /// The response to `tools/call`: a result, or the code and the text of an error.
/// fn response(run_end: RunEnd<Value>, revision: Revision) -> Result<Value, (i32, String)> {
///     let failed = |text: &str| {
///         json!({"content": [{"type": "text", "text": text}], "isError": true})
///     };
///     let rpc_error = match run_end {
///         RunEnd::Returned(result) => return Ok(result),
///         // This handler returns results only.
///         RunEnd::Unsupported(unsupported) => match unsupported.resolve(|_| None) {
///             Ok(result) => return Ok(result),
///             Err(rpc_error) => rpc_error,
///         },
///         RunEnd::Ended(ended) => return Ok(failed(ended.text())),
///         RunEnd::InputRequired(required) => return Ok(json!({
///             "resultType": "input_required",
///             "inputRequests": required.requests,
///             "requestState": required.state,
///         })),
///         RunEnd::Error(rpc_error) => rpc_error,
///     };
///     match rpc_error.into_response(revision, "tools/call") {
///         ErrorResponse::Error(rpc_error) => Err((rpc_error.code, rpc_error.message.into_owned())),
///         ErrorResponse::ToolError(words) => Ok(failed(&words)),
///     }
/// }
/// ```
///
/// `I` is [`InputRequired`], or a type without values where no call ends with a question
/// ([`Elicitation::drive_in_place`](crate::Elicitation::drive_in_place)).
#[derive(Debug)]
#[must_use = "the client waits for a response"]
pub enum RunEnd<R, I = InputRequired> {
    /// The handler is done, and this is what it returned.
    Returned(R),
    /// The handler is done, and found that this client cannot be asked.
    Unsupported(Unsupported<R>),
    /// A question that ends the call has no answer. The handler was dropped. A tool returns
    /// [`Ended::text`] as its result, with `isError`: a tool with an output schema must return
    /// what the schema describes, or an error. A prompt or a resource returns [`Ended::rpc_error`].
    Ended(Ended),
    /// The client has to ask before the call can go on (2026-07-28). The handler
    /// was dropped.
    InputRequired(I),
    /// The call ends with an error, which [`RpcError::into_response`] puts in the words of
    /// the revision.
    Error(RpcError),
}

/// What a handler returned after it found that this client cannot be asked.
///
/// It may have passed [`AskError::Unsupported`](crate::AskError::Unsupported) on, as an error of the
/// SDK, or may have gone on without an answer. Only the adapter can tell.
#[derive(Debug)]
pub struct Unsupported<R> {
    pub(crate) returned: R,
    pub(super) rpc_error: RpcError,
}

impl<R> Unsupported<R> {
    /// The response. `error` reads what the handler returned as an error of JSON-RPC, if it is one.
    ///
    /// # Errors
    ///
    /// The call ends as with [`RunEnd::Error`], because the handler passed the error on. The text
    /// is that of the handler, and `data` has what the protocol demands.
    pub fn resolve(self, error: impl FnOnce(&R) -> Option<RpcError>) -> Result<R, RpcError> {
        match error(&self.returned) {
            Some(own) if own.code == self.rpc_error.code => Err(self.rpc_error.restated(own)),
            _ => Ok(self.returned),
        }
    }
}

/// What goes into an `InputRequiredResult`.
///
/// Protocol: [InputRequiredResult] of *Multi Round-Trip Requests* (2026-07-28).
///
/// [InputRequiredResult]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequiredresult
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct InputRequired {
    /// `inputRequests`: the questions by their keys, in the order in which they
    /// were asked. There is none while a person fills in a page: the client retries with the state
    /// alone.
    pub requests: Map<String, Value>,
    /// `requestState`: sealed, at most 48 KiB of text.
    pub state: String,
}

impl fmt::Debug for InputRequired {
    /// The keys only: a form that is asked again has the user's values in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.requests.keys().map(|key| log_name(key));
        f.debug_list().entries(keys).finish()
    }
}

/// A call that ended at a question: it was declined, closed without an answer, or it failed.
///
/// ```
/// use elicit_core::{Ask, Revision, testing::{End, User}};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let delete = async |ask: Ask| ask.confirm("sure", "Delete it?").or_end().await;
/// let end = User::new().declines("sure").run(Revision::LATEST, delete).await;
/// let End::Ended(ended) = end else { unreachable!() };
/// assert!(ended.is_declined && ended.error.is_none());
/// assert_eq!(ended.text(), "The user declined to answer.");
/// assert_eq!(ended.rpc_error().code, -1);
/// # }
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Ended {
    /// The key of the question that ended it.
    pub key: String,
    /// Whether the person said no: declined, or did not agree to a [`confirm`](crate::Ask::confirm).
    /// Otherwise the question was closed without an answer, or failed.
    pub is_declined: bool,
    /// Why the question failed, if it did.
    pub error: Option<AskError>,
    rpc_error: RpcError,
}

impl Ended {
    pub(in crate::runtime) fn failed(key: &str, error: AskError, words: &dyn Words) -> Self {
        let mut ended = Self::new(key, false, words.failed(&error));
        ended.rpc_error.data = RpcError::from_ask_error(&error, words).data;
        ended.error = Some(error);
        ended
    }

    /// The end of a call that needs these arguments, of which there is one at least.
    pub(super) fn arguments_needed(needed: &[NeededArgument], words: &dyn Words) -> Self {
        let key = needed.first().map_or("", |first| &first.key);
        let mut ended = Self::new(key, false, words.arguments_needed(needed));
        ended.rpc_error.code = RpcError::INVALID_PARAMS;
        let violations = needed.iter().flat_map(NeededArgument::violations);
        let violations: Vec<_> = violations.cloned().collect();
        let invalid = (!violations.is_empty()).then(|| InvalidContent::new(violations));
        ended.error = Some(AskError::ArgumentNeeded(invalid));
        ended
    }

    /// The end at this question, with the text for the model.
    pub(in crate::runtime) fn new(key: &str, is_declined: bool, text: Cow<'_, str>) -> Self {
        Self {
            key: key.to_owned(),
            is_declined,
            error: None,
            rpc_error: RpcError::new(RpcError::USER_REJECTED, text.into_owned()),
        }
    }

    /// The text for the model, in the [words](crate::Words) of the server.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.rpc_error.message
    }

    /// The error of a prompt or a resource, which have no other result for it: code `-1`,
    /// as the protocol shows for a user who rejects a sampling request. For an invalid answer,
    /// `data` has the violations.
    #[must_use]
    pub fn rpc_error(&self) -> RpcError {
        self.rpc_error.clone()
    }
}

impl fmt::Debug for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ended")
            .field("key", &log_name(&self.key))
            .field("is_declined", &self.is_declined)
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}
