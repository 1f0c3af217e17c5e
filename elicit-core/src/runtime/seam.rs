//! For adapters: between an SDK and the asking logic.
//!
//! Nothing in here knows an SDK or an executor. An adapter
//!
//! 1. reads a request into a [`Call`],
//! 2. implements [`Backchannel`], for the revisions in which a server sends its
//!    questions (and keeps the timers and the tasks that this takes),
//! 3. calls [`Elicitation::drive`] with the server's handler, handing the
//!    [`Asker`] to it by whatever way the SDK has, and
//! 4. makes a response of the [`Driven`] that it gets.
//!
//! `elicit_core::rmcp` is one adapter, [`testing::User`](crate::testing::User)
//! another.
//!
//! The values that are exchanged are JSON objects. With the feature
//! `preserve-order` (on with `rmcp`) their keys are in the order that matters,
//! declaration order first of all; without it `serde_json` sorts them, and an
//! adapter that needs the order turns the feature on.

use std::{
    collections::BTreeMap,
    fmt,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::{Map, Value};

use super::{Mode, ask::Ask, audit, rate::Who, run::Run};
use crate::Revision;

pub use super::refusal::{Refusal, Telling};
#[doc(no_inline)]
pub use crate::Elicitation;

/// A future on the heap that may move between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A request in whose handler questions may be asked.
///
/// Everything that comes from the client is taken as it is; none of it is
/// trusted.
///
/// ```
/// use elicit_core::{Revision, seam::Call};
/// use serde_json::json;
///
/// let call = Call {
///     revision: Revision::V2025_11_25,
///     method: "tools/call",
///     target: "deploy".to_owned(),
///     arguments: json!({"branch": "main"}),
///     principal: None,
///     form: true,
///     url: false,
///     input_responses: [].into(),
///     request_state: None,
/// };
/// assert!(!format!("{call:?}").contains("main")); // nothing that the client filled in
/// ```
///
/// Protocol: [Supported Requests] of *Multi Round-Trip Requests* (2026-07-28).
///
/// [Supported Requests]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#supported-requests
#[derive(Clone)]
pub struct Call {
    /// The revision of the protocol that the request is in.
    pub revision: Revision,
    /// `tools/call`, `prompts/get` or `resources/read`.
    pub method: &'static str,
    /// The name of the tool or the prompt, or the URI of the resource.
    pub target: String,
    /// The arguments, or `null`. They are looked at on 2026-07-28 only, so an
    /// adapter may leave them out before it.
    pub arguments: Value,
    /// Who is calling, if the transport knows. A carried state is of use to them
    /// only, and questions are counted for them.
    pub principal: Option<String>,
    /// Whether the client declared form mode; a bare `elicitation: {}` means it.
    pub form: bool,
    /// Whether the client declared URL mode.
    pub url: bool,
    /// `inputResponses` (2026-07-28). Beside a state, those to its questions count;
    /// without one, all do.
    pub input_responses: BTreeMap<String, Value>,
    /// `requestState` of a retry (2026-07-28).
    pub request_state: Option<String>,
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

/// The way back to the client of a call, on the revisions before 2026-07-28.
///
/// ```
/// use std::time::Duration;
/// use elicit_core::seam::{Backchannel, BoxFuture, WireError};
/// use serde_json::Value;
///
/// /// Of a client that is gone.
/// struct Closed;
///
/// impl Backchannel for Closed {
///     fn elicit<'a>(
///         &'a self,
///         _: &'a str,
///         _: Value,
///         _: Duration,
///     ) -> BoxFuture<'a, Result<Value, WireError>> {
///         Box::pin(async { Err(WireError::Gone) })
///     }
///
///     fn notify<'a>(
///         &'a self,
///         _: &'static str,
///         _: Value,
///     ) -> BoxFuture<'a, Result<(), WireError>> {
///         Box::pin(async { Err(WireError::Gone) })
///     }
/// }
/// ```
///
/// Protocol: [Elicitation Requests] (2025-11-25; before it *Creating Elicitation
/// Requests*).
///
/// [Elicitation Requests]: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#elicitation-requests
pub trait Backchannel: Send + Sync + 'static {
    /// Sends `elicitation/create` with these parameters and waits for the result.
    ///
    /// `key` is the question's key in the server's code, which is not sent. When
    /// `timeout` passes, and when the future is dropped before it is done, the
    /// client is to be told by `notifications/cancelled`.
    ///
    /// # Errors
    ///
    /// A [`WireError`], which the handler gets as an [`AskError`](crate::AskError).
    fn elicit<'a>(
        &'a self,
        key: &'a str,
        params: Value,
        timeout: Duration,
    ) -> BoxFuture<'a, Result<Value, WireError>>;

    /// Sends a notification. It may be sent after the call has ended.
    ///
    /// # Errors
    ///
    /// A [`WireError`], which the caller of
    /// [`Completer::complete`](crate::Completer::complete) gets.
    fn notify<'a>(
        &'a self,
        method: &'static str,
        params: Value,
    ) -> BoxFuture<'a, Result<(), WireError>>;
}

/// Why no result of `elicitation/create` came back.
///
/// ```
/// use elicit_core::seam::WireError;
///
/// let refused = WireError::Refused { code: -32601, message: "Method not found".to_owned() };
/// assert_ne!(refused, WireError::Gone);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// The time-out passed.
    TimedOut,
    /// The connection is closed, or was never able to carry it.
    Gone,
    /// The client answered with a JSON-RPC error. `-32601` counts as a client that cannot
    /// be asked in this mode, on this connection; `-32602` to a form as a schema that it
    /// refused.
    Refused {
        /// Its code.
        code: i64,
        /// Its text.
        message: String,
    },
}

/// What there is to know of one connection. Clones share it.
///
/// ```
/// use elicit_core::seam::Session;
///
/// let session = Session::new().named("an-editor"); // as `clientInfo` says
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    peer: Option<Arc<str>>,
    connection: Arc<Connection>,
}

#[derive(Debug)]
struct Connection {
    id: u64,
    /// The client answered "method not found" to a question of this mode.
    cannot_form: AtomicBool,
    cannot_url: AtomicBool,
}

impl Session {
    /// A new connection.
    ///
    /// Questions are counted by it where there is no principal. An adapter for a
    /// transport without connections makes one for each request, and then there
    /// is no limit for callers without a principal.
    #[must_use]
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self {
            peer: None,
            connection: Arc::new(Connection {
                id: NEXT.fetch_add(1, Ordering::Relaxed),
                cannot_form: AtomicBool::new(false),
                cannot_url: AtomicBool::new(false),
            }),
        }
    }

    /// The same connection, under the name that the client goes by in the log, where a
    /// long one is cut.
    #[must_use]
    pub fn named(&self, peer: impl AsRef<str>) -> Self {
        Self {
            peer: Some(audit::name(peer.as_ref())),
            connection: Arc::clone(&self.connection),
        }
    }

    pub(super) fn peer(&self) -> Option<&str> {
        self.peer.as_deref()
    }

    pub(super) fn who(&self) -> Who {
        Who::Connection(self.connection.id)
    }

    pub(super) fn cannot(&self, mode: Mode) -> &AtomicBool {
        match mode {
            Mode::Form => &self.connection.cannot_form,
            Mode::Url => &self.connection.cannot_url,
        }
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

/// Takes the one [`Ask`] of a run through an SDK to the handler.
///
/// ```
/// use elicit_core::{Ask, seam::{Asker, Refusal}};
///
/// // In an SDK whose requests carry values by their type:
/// fn ask_of(asker: Option<&Asker>) -> Option<Result<Ask, Refusal>> {
///     // `None`: the server was started without a layer that asks.
///     asker.map(Asker::take)
/// }
/// ```
#[derive(Clone)]
pub struct Asker(pub(super) Arc<Run>);

impl Asker {
    /// The [`Ask`], the first time.
    ///
    /// # Errors
    ///
    /// It was taken before, or the request has a `requestState` that was not sealed
    /// for it. The latter ends the run as well, whatever becomes of the error.
    pub fn take(&self) -> Result<Ask, Refusal> {
        Ask::take(&self.0)
    }
}

impl fmt::Debug for Asker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asker").finish_non_exhaustive()
    }
}

/// How a run of a handler ended.
///
/// ```
/// use elicit_core::{Revision, seam::{Driven, Telling}};
/// use serde_json::{Value, json};
///
/// /// The response to `tools/call`: a result, or the code and the text of an error.
/// fn response(driven: Driven<Value>, revision: Revision) -> Result<Value, (i32, String)> {
///     let text = |text: &str, is_error: bool| {
///         json!({"content": [{"type": "text", "text": text}], "isError": is_error})
///     };
///     match driven {
///         Driven::Done(result) => Ok(result),
///         Driven::Ended(ended) => Ok(text(ended.text(), false)),
///         Driven::InputRequired(required) => Ok(json!({
///             "resultType": "input_required",
///             "inputRequests": required.requests,
///             "requestState": required.state,
///         })),
///         Driven::Refused(refusal) => match refusal.told(revision, "tools/call") {
///             Telling::Error(refusal) => Err((refusal.code, refusal.message.into_owned())),
///             Telling::ToolError(words) => Ok(text(&words, true)),
///         },
///     }
/// }
/// ```
#[derive(Debug)]
#[must_use = "the client waits for a response"]
pub enum Driven<R> {
    /// The handler is done, and this is what it returned.
    Done(R),
    /// The person declined or dismissed a question that ends the call. The
    /// handler was dropped. A tool returns [`Ended::text`] as an ordinary result,
    /// a prompt or a resource [`Ended::refusal`].
    Ended(Ended),
    /// The client has to ask before the call can go on (2026-07-28). The handler
    /// was dropped.
    InputRequired(InputRequired),
    /// The call ends with an error, which [`Refusal::told`] puts in the words of
    /// the revision.
    Refused(Refusal),
}

/// What goes into an `InputRequiredResult`.
///
/// There is an example at [`Driven`].
///
/// Protocol: [InputRequiredResult] of *Multi Round-Trip Requests* (2026-07-28).
///
/// [InputRequiredResult]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequiredresult
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct InputRequired {
    /// `inputRequests`: the questions by their keys, in the order in which they
    /// were asked.
    pub requests: Map<String, Value>,
    /// `requestState`: sealed, at most 48 KiB of text.
    pub state: String,
}

impl fmt::Debug for InputRequired {
    /// The keys only: a form that is asked again has the user's values in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.requests.keys()).finish()
    }
}

/// A call that its user ended.
///
/// ```
/// use elicit_core::seam::Ended;
///
/// let ended = Ended { key: "sure".to_owned(), declined: true };
/// assert_eq!(ended.text(), "The user declined to answer.");
/// assert_eq!(ended.refusal().code, -1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// The key of the question that ended it.
    pub key: String,
    /// Whether it was declined; otherwise it was dismissed.
    pub declined: bool,
}

impl Ended {
    /// What to tell the model.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        if self.declined {
            "The user declined to answer."
        } else {
            "The user dismissed the question."
        }
    }

    /// The error of a prompt or a resource, which have no other result for it: code `-1`,
    /// as the protocol shows for a user who rejects a sampling request.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal::new(Refusal::USER_REJECTED, self.text())
    }
}
