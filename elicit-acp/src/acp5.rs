//! Asks over the SDK [`agent-client-protocol`](agent_client_protocol) 5.
//!
//! An agent makes an [`Elicits`] for each connection, after `initialize`. Each turn takes a scope from it
//! and runs with an [`Ask`]: see [`Elicits`] for an example.
//!
//! Questions are sent in place: the protocol has no retries, so the handler waits where it asks. Run it
//! outside of the SDK's dispatch loop (`connection.spawn`), or the answer is never read.
//!
//! On the wire a form has its fields in the order of the struct. A client in Rust that reads it with the
//! SDK's own types sorts them by name. As in MCP, no `pattern` is sent; it is checked when the answer is there.
//!
//! Protocol: [Elicitation] of ACP.
//!
//! [Elicitation]: https://agentclientprotocol.com/protocol/v1/elicitation

mod error;
mod wire;

use std::{fmt, sync::Arc};

use agent_client_protocol::{
    Client,
    v1::{
        ConnectionTo,
        schema::{ClientCapabilities, ElicitationCapabilities, ElicitationScope},
    },
};
use elicit_core::{
    Ask, Elicitation, Mode, Revision,
    adapter::{Call, RunEnd, Session},
};
use futures_util::{
    FutureExt as _,
    future::{pending, select},
};
use serde_json::{Map, Value};

pub use self::error::Error;
use self::wire::{Cancelled, Wire};

/// What an agent asks with on one connection.
///
/// What the user is known to answer or not to answer, and how often the user was asked, is kept for the
/// connection. A clone shares it.
///
/// ```
/// use agent_client_protocol::{
///     self as acp, Client,
///     v1::{ConnectionTo, schema::{ClientCapabilities, ElicitationSessionScope, PromptRequest}},
/// };
/// use elicit_acp::acp5::{Elicits, Error};
/// use elicit_core::{Ask, Elicitation};
///
/// /// After `initialize`, in which the client has sent its capabilities.
/// fn elicits(connection: ConnectionTo<Client>, client: &ClientCapabilities) -> Elicits {
///     Elicits::new(Elicitation::default(), connection, client)
/// }
///
/// /// A turn, in a task of its own: `connection.spawn(..)`.
/// async fn turn(elicits: Elicits, prompt: PromptRequest) -> Result<bool, acp::Error> {
///     let asking = elicits.scope(ElicitationSessionScope::new(prompt.session_id));
///     let is_deleted = asking.run(async |ask: Ask| {
///         ask.confirm("sure", "Delete the branch?").or_end().await?;
///         Ok::<_, Error>(true)
///     });
///     Ok(is_deleted.await?)
/// }
/// ```
///
/// Protocol: [Checking support] of *Elicitation*.
///
/// [Checking support]: https://agentclientprotocol.com/protocol/v1/elicitation#checking-support
#[derive(Clone)]
pub struct Elicits {
    elicitation: Elicitation,
    session: Session,
    connection: ConnectionTo<Client>,
    form: bool,
    url: bool,
}

impl Elicits {
    /// Asks on this connection, in the modes that the client has declared.
    ///
    /// A bare `elicitation: {}` declares none. In MCP it means forms.
    #[must_use]
    pub fn new(
        elicitation: Elicitation,
        connection: ConnectionTo<Client>,
        capabilities: &ClientCapabilities,
    ) -> Self {
        let modes = capabilities.elicitation.as_ref();
        Self {
            elicitation,
            session: Session::new(),
            connection,
            form: modes.is_some_and(ElicitationCapabilities::supports_form),
            url: modes.is_some_and(ElicitationCapabilities::supports_url),
        }
    }

    /// Whether the client has declared this mode.
    ///
    /// A question in a mode that it has not declared is not sent:
    /// [`AskError::Unsupported`](elicit_core::AskError::Unsupported). An agent that passes the questions of an
    /// MCP server on declares no others to that server.
    ///
    /// ```
    /// use elicit_acp::acp5::Elicits;
    /// use elicit_core::Mode;
    ///
    /// fn can_log_in(elicits: &Elicits) -> bool {
    ///     elicits.declares(Mode::Url)
    /// }
    /// ```
    ///
    /// Protocol: [Checking support] of *Elicitation*.
    ///
    /// [Checking support]: https://agentclientprotocol.com/protocol/v1/elicitation#checking-support
    #[must_use]
    pub fn declares(&self, mode: Mode) -> bool {
        match mode {
            Mode::Form => self.form,
            Mode::Url => self.url,
            // A later mode of MCP.
            _ => false,
        }
    }

    /// Asks in this scope: a session, a tool call of it, or a request outside of a session.
    ///
    /// ```
    /// use agent_client_protocol::v1::{
    ///     Responder,
    ///     schema::{ElicitationRequestScope, ElicitationSessionScope, SessionId},
    /// };
    /// use elicit_acp::acp5::{Asking, Elicits};
    ///
    /// fn of_tool_call(elicits: &Elicits, session: SessionId) -> Asking {
    ///     elicits.scope(ElicitationSessionScope::new(session).tool_call_id("call-7"))
    /// }
    ///
    /// /// At login, or while a session is made.
    /// fn of_request(elicits: &Elicits, responder: &Responder) -> Asking {
    ///     elicits.scope(ElicitationRequestScope::new(responder.id().clone()))
    /// }
    /// ```
    ///
    /// Protocol: [Elicitation] of ACP.
    ///
    /// [Elicitation]: https://agentclientprotocol.com/protocol/v1/elicitation
    pub fn scope(&self, scope: impl Into<ElicitationScope>) -> Asking {
        let scope = scope.into();
        let method = match scope {
            ElicitationScope::Session(_) => "session/prompt",
            _ => "elicitation/create",
        };
        let scope = match serde_json::to_value(&scope) {
            Ok(Value::Object(scope)) => scope,
            _ => Map::new(),
        };
        Asking {
            elicits: self.clone(),
            method,
            scope,
            cancelled: pending().boxed().shared(),
        }
    }
}

impl fmt::Debug for Elicits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Elicits")
            .field("form", &self.form)
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}

/// What one turn or one request asks with: [`Elicits::scope`].
#[must_use = "nothing is asked until it runs"]
pub struct Asking {
    elicits: Elicits,
    method: &'static str,
    scope: Map<String, Value>,
    cancelled: Cancelled,
}

impl Asking {
    /// Takes the open question back when this future completes, and sends no other one.
    ///
    /// The question then ends with [`AskError::Gone`](elicit_core::AskError::Gone), and
    /// [`Error::is_cancelled`] tells it from other errors. Call it for each way in which the turn can be
    /// cancelled: `session/cancel`, which the agent receives, and `$/cancel_request`, which the SDK does.
    ///
    /// ```
    /// use agent_client_protocol::{
    ///     self as acp,
    ///     v1::{Responder, schema::{ElicitationSessionScope, PromptRequest, PromptResponse, StopReason}},
    /// };
    /// use elicit_acp::acp5::{Elicits, Error};
    /// use elicit_core::Ask;
    ///
    /// async fn prompt(
    ///     elicits: Elicits,
    ///     prompt: PromptRequest,
    ///     responder: Responder<PromptResponse>,
    ///     session_cancelled: impl Future<Output = ()> + Send + 'static,
    /// ) -> Result<(), acp::Error> {
    ///     let request = responder.cancellation();
    ///     let turn = elicits
    ///         .scope(ElicitationSessionScope::new(prompt.session_id))
    ///         .cancelled_by(session_cancelled)
    ///         .cancelled_by(async move { request.cancelled().await })
    ///         .run(async |ask: Ask| {
    ///             ask.confirm("sure", "Delete the branch?").or_end().await?;
    ///             Ok::<_, Error>(StopReason::EndTurn)
    ///         });
    ///     match turn.await {
    ///         Ok(stop_reason) => responder.respond(PromptResponse::new(stop_reason)),
    ///         // As the protocol demands after `session/cancel`.
    ///         Err(error) if error.is_cancelled() => {
    ///             responder.respond(PromptResponse::new(StopReason::Cancelled))
    ///         }
    ///         Err(error) => responder.respond_with_error(error.into()),
    ///     }
    /// }
    /// ```
    ///
    /// Protocol: [Cancellation] of *Prompt Turn*.
    ///
    /// [Cancellation]: https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation
    pub fn cancelled_by(mut self, cancelled: impl Future<Output = ()> + Send + 'static) -> Self {
        let either = select(self.cancelled, cancelled.boxed());
        self.cancelled = either.map(drop).boxed().shared();
        self
    }

    /// Runs the handler, which asks while it runs.
    ///
    /// # Errors
    ///
    /// What the handler returns. Under `or_end`, the end of the question ([`Error::Ended`]); if the handler
    /// panics, [`Error::Rpc`].
    pub async fn run<T>(
        self,
        handler: impl AsyncFnOnce(Ask) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Elicits {
            elicitation,
            session,
            connection,
            form,
            url,
        } = self.elicits;
        let scope = Value::Object(self.scope.clone());
        let mut call = Call::new(Revision::V2025_11_25, self.method, "", scope);
        call.form = form;
        call.url = url;
        let wire = Arc::new(Wire {
            connection,
            scope: self.scope,
            cancelled: self.cancelled,
        });
        let run_end = elicitation.drive_in_place(call, &session, wire, async |asker| {
            handler(asker.take().map_err(Error::Rpc)?).await
        });
        match run_end.await {
            RunEnd::Returned(returned) => returned,
            // What the handler has made of it: the protocol demands no error.
            RunEnd::Unsupported(unsupported) => unsupported.resolve(|_| None)?,
            RunEnd::Ended(ended) => Err(Error::Ended(Box::new(ended))),
            RunEnd::Error(rpc_error) => Err(rpc_error.into()),
            RunEnd::InputRequired(never) => match never {},
        }
    }
}

impl fmt::Debug for Asking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking").finish_non_exhaustive()
    }
}
