//! The layer around a server.

use std::{borrow::Cow, fmt, sync::Arc};

use ::rmcp::{
    ErrorData, RoleServer,
    model::{ClientNotification, ClientRequest, ProtocolVersion, ServerConfig, ServerResult},
    service::{MaybeSendFuture, NotificationContext, RequestContext, Service},
};
use tokio_util::either::Either;

use super::{convert, wire::Wire};
use crate::{
    adapter::{Backchannel, Call, Response, RunEnd, Session},
    runtime::elicitation::Elicitation,
};

/// Gives a server's handlers an [`Ask`](crate::Ask). There is an example at
/// [the module](crate::rmcp3).
pub trait ElicitsExt: Served + Sized {
    /// Wraps the server, so that its handlers can ask.
    fn elicits(self, elicitation: Elicitation) -> Elicits<Self> {
        elicitation.report_missing_store();
        Elicits {
            server: self,
            elicitation,
            principal: None,
            session: Session::new(),
        }
    }
}

impl<S: Served> ElicitsExt for S {}

/// A server of this release of the SDK. The SDK's own trait does not explain the error in a program
/// with two releases.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a server of the `rmcp` that `elicit-core` uses",
    label = "not a `ServerHandler` of that `rmcp`",
    note = "wrap the server before it is started: `server.elicits(..).serve(transport)`",
    note = "if it implements `rmcp::ServerHandler`, the program has two versions of `rmcp`: \
            `cargo tree -d` shows which crates require which version, and your manifest must \
            require the version that `elicit-core` uses"
)]
pub trait Served: Service<RoleServer> {}

#[diagnostic::do_not_recommend]
impl<S: Service<RoleServer>> Served for S {}

/// A server whose handlers can ask: [`ElicitsExt::elicits`]. It is `Clone` if the server is.
pub struct Elicits<S> {
    pub(super) server: S,
    pub(super) elicitation: Elicitation,
    pub(super) principal: Option<Arc<Principal>>,
    session: Session,
}

/// [`Elicits::principal`].
pub(super) type Principal = dyn Fn(&RequestContext<RoleServer>) -> Option<String> + Send + Sync;

impl<S> Elicits<S> {
    /// Replaces the [`Elicitation`]. There is still one layer: of two, only the inner one would
    /// ask.
    #[must_use]
    pub fn elicits(mut self, elicitation: Elicitation) -> Self {
        elicitation.report_missing_store();
        self.elicitation = elicitation;
        self
    }

    /// Sets how to find out who is calling: for example the subject of the access token. The
    /// extensions of the HTTP request are in the `Parts` among the extensions of the context.
    ///
    /// The state of a call is then of use to that caller only, and questions are
    /// counted for each caller. Through `StreamableHttp` (feature `rmcp3-http`) a session belongs
    /// to the caller who opened it. For that the function is called with each HTTP request of a
    /// session, and the context has its `Parts`, but no `_meta`: not every HTTP request is a
    /// request of the protocol.
    ///
    /// ```
    /// use elicit_core::{Elicitation, rmcp3::ElicitsExt};
    ///
    /// struct Server;
    /// impl rmcp::ServerHandler for Server {}
    ///
    /// /// What the authorization layer puts among the request's extensions.
    /// #[derive(Clone)]
    /// struct Subject(String);
    ///
    /// let server = Server
    ///     .elicits(Elicitation::default())
    ///     .principal(|context| {
    ///         let parts = context.extensions.get::<http::request::Parts>()?;
    ///         Some(parts.extensions.get::<Subject>()?.0.clone())
    ///     });
    /// ```
    ///
    /// Protocol: [Identifying the User] (2025-11-25, 2026-07-28), [Server Requirements] of
    /// *Multi Round-Trip Requests* (2026-07-28).
    ///
    /// [Identifying the User]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#identifying-the-user
    /// [Server Requirements]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
    #[must_use]
    pub fn principal(
        mut self,
        principal: impl Fn(&RequestContext<RoleServer>) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.principal = Some(Arc::new(principal));
        self
    }

    /// Runs the handler of a request in which questions may be asked.
    ///
    /// This is not an `async fn`, because its future would keep the arguments beside what it passes on,
    /// and so would each future inside of it. Here they are boxed until they are passed on, which saves
    /// kilobytes while a question is open.
    pub(super) fn drive<R, F: Future<Output = R>, W: Response>(
        &self,
        call: Call,
        session: Session,
        context: RequestContext<RoleServer>,
        handler: impl FnOnce(RequestContext<RoleServer>) -> F,
        respond: impl FnOnce(RunEnd<R>) -> W,
    ) -> impl Future<Output = W> {
        let session = match context.client_info() {
            Some(client) => session.named(client.name),
            None => session,
        };
        let wire = Arc::new(Wire::new(&context, convert::has_session(&call, &context)))
            as Arc<dyn Backchannel>;
        let (call, request) = (Box::new(call), Box::new((handler, context)));
        let handler = move |asker| {
            let (handler, mut context) = *request;
            context.extensions.insert(asker);
            handler(context)
        };
        async move {
            self.elicitation
                .drive_once(*call, &session, Some(wire), handler, respond)
                .await
        }
    }
}

impl<S: Service<RoleServer>> Service<RoleServer> for Elicits<S> {
    // Like `drive`, not an `async fn`.
    fn handle_request(
        &self,
        mut request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ServerResult, ErrorData>> + MaybeSendFuture + '_ {
        let Some(call) = convert::call(self, &mut request, &context) else {
            // An `async` block would have a future from outside twice, and `Either` is as large as the
            // larger of its two. A tool waits for longer than this, and takes less room like this.
            let result = Box::pin(self.server.handle_request(request, context));
            return Either::Left(result);
        };
        let (revision, method) = (call.revision, call.method);
        let handler = |context| self.server.handle_request(request, context);
        Either::Right(self.drive(
            call,
            self.session.clone(),
            context,
            handler,
            move |run_end| {
                let tool = (method == "tools/call").then_some(ServerResult::CallToolResult as _);
                let asks = |required| Ok(convert::raw(required));
                let mut result = convert::response(run_end, revision, method, tool, asks)?;
                if !revision.has_result_type() {
                    result.strip_result_type_for_legacy_peer();
                }
                Ok(result)
            },
        ))
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.server.handle_notification(notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        self.server.get_info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.server.supported_protocol_versions()
    }
}

impl<S: Clone> Clone for Elicits<S> {
    /// The same server for another connection: what is known of a client, such as that it
    /// cannot be asked, is not shared.
    fn clone(&self) -> Self {
        Self {
            server: self.server.clone(),
            elicitation: self.elicitation.clone(),
            principal: self.principal.clone(),
            session: Session::new(),
        }
    }
}

impl<S> fmt::Debug for Elicits<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Elicits")
            .field("elicitation", &self.elicitation)
            .finish_non_exhaustive()
    }
}
