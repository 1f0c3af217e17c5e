//! The SDK's Streamable HTTP service around a server that asks.

mod restore;

use std::{
    convert::Infallible,
    fmt::{self, Display},
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use ::http::{Method, Request, Response, request::Parts};
use ::rmcp::{
    RoleServer, ServerHandler,
    model::{InputRequests, InputRequiredResult, MetaObject},
    service::RequestContext,
    transport::streamable_http_server::{
        SessionManager, StreamableHttpServerConfig, StreamableHttpService,
    },
};
use bytes::Bytes;
use http_body::Body;
use http_body_util::{BodyExt, combinators::BoxBody};
use tower_service::Service;

use super::{handler::Handler, service::Elicits};
use crate::seam::{BoxFuture, InputRequired};

/// The SDK's `StreamableHttpService`, with questions that leave as they are written.
///
/// It is made like that one, and is a `tower` service like that one:
///
/// ```
/// use elicit_core::{Elicitation, rmcp::{ElicitsExt, Handler, StreamableHttp}};
/// use rmcp::transport::streamable_http_server::{
///     StreamableHttpServerConfig, session::local::LocalSessionManager,
/// };
///
/// # struct Server;
/// # impl rmcp::ServerHandler for Server {}
/// fn service(elicitation: Elicitation) -> StreamableHttp<Handler<Server>, LocalSessionManager> {
///     StreamableHttp::new(
///         move || Ok(Server.elicits(elicitation.clone())),
///         LocalSessionManager::default().into(),
///         StreamableHttpServerConfig::default(),
///     )
/// }
///
/// let http = service(Elicitation::default());
/// // axum::Router::new().nest_service("/mcp", http)
/// # let _ = http;
/// ```
///
/// The SDK's service takes a `ServerHandler`, which returns questions in types that
/// have no `pattern`. So the question is put beside them, and this one writes it into
/// the response, also where an event store hands it out again.
///
/// For a `ServerHandler` that has a [`Handler`] inside, there is
/// `StreamableHttp::from(StreamableHttpService::new(..))`.
pub struct StreamableHttp<H, M>(StreamableHttpService<H, M>);

impl<S: ServerHandler, M: SessionManager> StreamableHttp<Handler<S>, M> {
    /// As `StreamableHttpService::new`, of a server that is wrapped by
    /// [`.elicits(..)`](super::ElicitsExt::elicits).
    ///
    /// The server is made anew for each session or request: make the
    /// [`Elicitation`](crate::Elicitation) once and clone it there.
    pub fn new(
        server: impl Fn() -> Result<Elicits<S>, io::Error> + Send + Sync + 'static,
        sessions: Arc<M>,
        config: StreamableHttpServerConfig,
    ) -> Self {
        let handler = move || server().map(Elicits::into_handler);
        StreamableHttpService::new(handler, sessions, config).into()
    }
}

impl<H: ServerHandler, M: SessionManager> StreamableHttp<H, M> {
    /// Answers one request, as `StreamableHttpService::handle` does.
    pub async fn handle<B>(&self, mut request: Request<B>) -> Response<BoxBody<Bytes, Infallible>>
    where
        B: Body<Error: Display> + Send + 'static,
    {
        // What is handed out by GET was asked before.
        let asked = Asked::new(request.method() == Method::GET);
        request.extensions_mut().insert(asked.clone());
        let response = self.0.handle(request).await;
        response.map(|body| restore::Restored::new(body, asked).boxed())
    }
}

impl<B, H, M> Service<Request<B>> for StreamableHttp<H, M>
where
    B: Body<Data: Send, Error: Display> + Send + 'static,
    H: ServerHandler,
    M: SessionManager,
{
    type Response = Response<BoxBody<Bytes, Infallible>>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move { Ok(service.handle(request).await) })
    }
}

impl<H, M> From<StreamableHttpService<H, M>> for StreamableHttp<H, M> {
    fn from(service: StreamableHttpService<H, M>) -> Self {
        Self(service)
    }
}

impl<H, M> Clone for StreamableHttp<H, M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<H, M> fmt::Debug for StreamableHttp<H, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamableHttp").finish_non_exhaustive()
    }
}

/// Where questions are, in the `_meta` of a result, until they are restored.
const QUESTIONS: &str = "elicit-core/questions";

/// Whether there is a question in the response to an HTTP request. Goes to the
/// handler among the extensions of the request, and says to it that questions are
/// restored.
#[derive(Clone)]
pub(super) struct Asked(Arc<AtomicBool>);

impl Asked {
    fn new(asked: bool) -> Self {
        Self(Arc::new(asked.into()))
    }

    /// That of the request, if it came through [`StreamableHttp`].
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Option<Self> {
        let parts = context.extensions.get::<Parts>()?;
        parts.extensions.get().cloned()
    }

    /// A question in the SDK's types, beside which it is as it is.
    pub(super) fn carried(&self, required: InputRequired) -> InputRequiredResult {
        self.0.store(true, Ordering::Release);
        let mut meta = MetaObject::new();
        meta.0
            .insert(QUESTIONS.to_owned(), required.requests.into());
        InputRequiredResult::new(Some(InputRequests::new()), Some(required.state)).with_meta(meta)
    }

    fn is_so(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
