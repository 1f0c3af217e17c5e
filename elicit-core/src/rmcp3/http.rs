//! The SDK's Streamable HTTP service around a server that asks.

use std::{
    convert::Infallible,
    fmt::{self, Display},
    io,
    sync::{Arc, Mutex, OnceLock},
    task::{Context, Poll},
};

use ::http::{HeaderMap, Method, Request, Response, StatusCode, header, request::Parts};
use ::rmcp::{
    ServerHandler,
    transport::streamable_http_server::{
        SessionManager, StreamableHttpServerConfig, StreamableHttpService,
    },
};
use http_body::Body;
use http_body_util::BodyExt as _;
use tower_service::Service;

use super::{
    elicits::Elicits,
    handler::Handler,
    repairs::{
        event_ids::{EventIds, FindKeys},
        questions::Restored,
        restoring::restoring,
        session_store::OwnedStore,
        sessions::{Found, Owner, ServedRequest, Sessions},
    },
};
use crate::{
    adapter::BoxFuture,
    response_body::ResponseBody,
    revision::Revision,
    runtime::{lock::lock, state::keys::Keys},
};

type HttpResponse = Response<ResponseBody>;

/// The SDK's `StreamableHttpService`, which sends questions as they are written.
///
/// It is made like that one, and is a `tower` service like that one:
///
/// ```
/// use elicit_core::{Elicitation, rmcp3::{ElicitsExt, Handler, StreamableHttp}};
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
/// The SDK's service requires a `ServerHandler`, which returns questions in a type that sorts them by
/// their keys. So they are put beside it, and this one writes them into the response in the order in
/// which they were asked, also where an event store hands it out again.
///
/// For a `ServerHandler` that has a [`Handler`] inside, there is
/// `StreamableHttp::from(StreamableHttpService::new(..))`. It has to pass `initialize` on.
///
/// # Sessions
///
/// Clients before 2026-07-28 have sessions. With [`Elicits::principal`], a session belongs to the
/// caller who opened it. If another caller sends a message with its id, listens to one of its
/// streams or deletes it, the response is 403, and the log has a warning. Without a principal,
/// everybody who has the id of a session can use it.
///
/// With a `session_store`, a digest of the caller is stored with each session, and a session that is
/// restored belongs to that caller alone. One that was stored without it is not found, so its client
/// opens another.
///
/// A session is known to the service that opened or restored it, and to clones of that service. Another
/// service answers 404, even if both have the same session manager.
///
/// # Events
///
/// A client that lost its connection gets the events that it missed by naming the last one that it
/// has. An event can be named only in the session in which it was sent; otherwise the response
/// is 403. To this end each id leaves with a tag that the [`Keys`](crate::Keys) of the
/// [`Elicitation`](crate::Elicitation) make. An event store that several processes share, or that
/// outlives one, needs keys of your own ([`Keys::new`](crate::Keys::new)).
///
/// Clients of 2026-07-28 have no sessions. There everybody who has the id of an event can name it, and ids
/// cannot be guessed.
pub struct StreamableHttp<H, M> {
    service: StreamableHttpService<H, M>,
    sessions: Sessions,
    keys: Arc<FindKeys>,
}

impl<S: ServerHandler, M: SessionManager> StreamableHttp<Handler<S>, M> {
    /// Like `StreamableHttpService::new`, for a server that is wrapped by
    /// [`.elicits(..)`](super::ElicitsExt::elicits).
    ///
    /// The server is made anew for each session or request: make the
    /// [`Elicitation`](crate::Elicitation) once and clone it there.
    pub fn new<W: Wrapped<Server = S>>(
        server: impl Fn() -> Result<W, io::Error> + Send + Sync + 'static,
        sessions: Arc<M>,
        config: StreamableHttpServerConfig,
    ) -> Self {
        let servers = Arc::new(Servers {
            factory: Box::new(move || server().map(Wrapped::wrapped)),
            spare: Mutex::new(None),
            keys: OnceLock::new(),
        });
        let handler = {
            let servers = Arc::clone(&servers);
            move || servers.make()
        };
        Self {
            keys: Arc::new(move || servers.keys()),
            ..StreamableHttpService::new(handler, sessions, config).into()
        }
    }
}

/// A server that is wrapped by [`.elicits(..)`](super::ElicitsExt::elicits): what
/// [`StreamableHttp::new`] accepts. Do not implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a server that asks",
    label = "not wrapped",
    note = "wrap it: `Ok(server.elicits(elicitation.clone()))`"
)]
pub trait Wrapped {
    /// What is wrapped.
    type Server: ServerHandler;

    /// As a `ServerHandler`.
    #[doc(hidden)]
    fn wrapped(self) -> Handler<Self::Server>;
}

impl<S: ServerHandler> Wrapped for Elicits<S> {
    type Server = S;

    fn wrapped(self) -> Handler<S> {
        self.into_handler()
    }
}

impl<S: ServerHandler> Wrapped for Handler<S> {
    type Server = S;

    fn wrapped(self) -> Self {
        self
    }
}

/// Makes the servers, and knows the keys of those that were made.
struct Servers<S> {
    factory: Box<dyn Fn() -> Result<Handler<S>, io::Error> + Send + Sync>,
    /// A server that was made before there was a request for it.
    spare: Mutex<Option<Handler<S>>>,
    keys: OnceLock<Keys>,
}

impl<S> Servers<S> {
    fn make(&self) -> Result<Handler<S>, io::Error> {
        if let Some(spare) = lock(&self.spare).take() {
            return Ok(spare);
        }
        let handler = (self.factory)()?;
        self.keys.get_or_init(|| {
            let elicitation = &handler.layer.elicitation;
            elicitation.warn_of_local_pages();
            elicitation.records.keys.clone()
        });
        Ok(handler)
    }

    /// The keys. If an event of an earlier process is named before there is a server, one is made for
    /// the next request.
    fn keys(&self) -> Option<Keys> {
        if self.keys.get().is_none() {
            let server = self.make().ok()?;
            *lock(&self.spare) = Some(server);
        }
        self.keys.get().cloned()
    }
}

impl<H: ServerHandler, M: SessionManager> StreamableHttp<H, M> {
    /// Answers one request, as `StreamableHttpService::handle` does.
    pub async fn handle<B>(&self, request: Request<B>) -> Response<ResponseBody>
    where
        B: Body<Error: Display> + Send + 'static,
    {
        let (mut parts, body) = request.into_parts();
        let session = session(&parts.headers);
        if let Some(session) = &session
            && let Some(refused) = self.refuses(session, &mut parts).await
        {
            return refused;
        }
        let session = session.filter(|_| self.has_sessions(&parts));
        if !self.event_ids(session.clone()).admits(&mut parts) {
            return refusal(StatusCode::FORBIDDEN);
        }
        let (served, response) = self.serve(parts, body).await;
        let opened = self::session(response.headers());
        if let (Some(session), Some(owner)) = (&opened, served.owner()) {
            self.sessions.open(session.clone(), Arc::clone(owner));
        }
        let content_type = response.headers().get(header::CONTENT_TYPE);
        let has_events = content_type.is_some_and(|kind| kind == "text/event-stream");
        let event_ids = has_events.then(|| self.event_ids(opened.or(session)));
        let (parts, body) = response.into_parts();
        let is_whole = body.size_hint().exact().is_some();
        let body = Restored::new(body, event_ids);
        let body = if is_whole {
            // So it is sent with its length as well.
            let Ok(message) = body.collect().await;
            ResponseBody::full(message.to_bytes())
        } else {
            ResponseBody::new(body.boxed())
        };
        Response::from_parts(parts, body)
    }

    /// The response to a request in a session that is not the caller's, or is not there.
    async fn refuses(&self, session: &str, parts: &mut Parts) -> Option<HttpResponse> {
        let has_sessions = self.has_sessions(parts);
        let may_restore = has_sessions && self.service.config.session_store.is_some();
        let owner = match self.sessions.find(session, may_restore) {
            Found::Open(owner) => owner,
            Found::Restoring(waiting) => {
                let restore = || Box::pin(self.restore(session, parts.clone()));
                match waiting.restored.get_or_try_init(restore).await {
                    Ok(Ok(owner)) => Arc::clone(owner),
                    Ok(Err(status)) => return Some(refusal(*status)),
                    Err(response) => return Some(response),
                }
            }
            Found::Unknown if has_sessions => return Some(refusal(StatusCode::NOT_FOUND)),
            Found::Unknown => {
                // The SDK ignores it, unless its body says otherwise than its headers.
                parts.headers.remove(SESSION);
                return None;
            }
        };
        (!owner.admits(parts)).then(|| refusal(StatusCode::FORBIDDEN))
    }

    /// Has the SDK restore a session, for all requests that wait for it. An error is the response to a
    /// request that does not get that far.
    async fn restore(
        &self,
        session: &str,
        parts: Parts,
    ) -> Result<Result<Arc<Owner>, StatusCode>, HttpResponse> {
        let (parts, body) = restoring(parts);
        let (_, response) = self.serve(parts, body).await;
        match response.status() {
            status if status.is_success() => {
                Ok(self.sessions.owner(session).ok_or(StatusCode::NOT_FOUND))
            }
            status @ (StatusCode::NOT_FOUND | StatusCode::INTERNAL_SERVER_ERROR) => {
                // The SDK forgets in a task of its own that it tried.
                tokio::task::yield_now().await;
                Ok(Err(status))
            }
            _ => Err(response),
        }
    }

    /// Whether the request is one of a client with sessions.
    fn has_sessions(&self, parts: &Parts) -> bool {
        self.service.config.legacy_session_mode && !is_stateless(parts)
    }

    /// The ids of the events of a session.
    fn event_ids(&self, session: Option<String>) -> EventIds {
        EventIds::new(&self.keys, session)
    }

    /// Lets the SDK answer a request.
    async fn serve(
        &self,
        mut parts: Parts,
        body: impl Body<Error: Display> + Send + 'static,
    ) -> (Arc<ServedRequest>, HttpResponse) {
        let served = ServedRequest::new(&self.sessions);
        parts.extensions.insert(Arc::clone(&served));
        let request = Request::from_parts(parts, body);
        let response = served.during(self.service.handle(request)).await;
        let response = match served.refusal() {
            Some(refused) => refusal(refused),
            None => response.map(ResponseBody::new),
        };
        (served, response)
    }
}

impl<B, H, M> Service<Request<B>> for StreamableHttp<H, M>
where
    B: Body<Data: Send, Error: Display> + Send + 'static,
    H: ServerHandler,
    M: SessionManager,
{
    type Response = Response<ResponseBody>;
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
    fn from(mut service: StreamableHttpService<H, M>) -> Self {
        let store = &mut service.config.session_store;
        *store = store.take().map(|store| Arc::new(OwnedStore(store)) as _);
        Self {
            service,
            sessions: Sessions::default(),
            keys: Arc::new(|| Some(Keys::for_process())),
        }
    }
}

impl<H, M> Clone for StreamableHttp<H, M> {
    fn clone(&self) -> Self {
        Self {
            service: self.service.clone(),
            sessions: self.sessions.clone(),
            keys: Arc::clone(&self.keys),
        }
    }
}

impl<H, M> fmt::Debug for StreamableHttp<H, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamableHttp").finish_non_exhaustive()
    }
}

const SESSION: &str = "mcp-session-id";

/// The session that a request or a response names.
fn session(headers: &HeaderMap) -> Option<String> {
    Some(headers.get(SESSION)?.to_str().ok()?.to_owned())
}

/// Whether the SDK ignores the session of a request.
fn is_stateless(parts: &Parts) -> bool {
    let revision = parts.headers.get("mcp-protocol-version");
    let revision = revision.and_then(|revision| revision.to_str().ok()?.parse::<Revision>().ok());
    revision.is_some_and(|revision| !revision.has_session()) && parts.method != Method::DELETE
}

fn refusal(status: StatusCode) -> HttpResponse {
    let text = match status {
        StatusCode::FORBIDDEN => {
            "Forbidden: the session belongs to another caller, or the event belongs to another \
             session"
        }
        StatusCode::NOT_FOUND => "Not Found: Session not found",
        _ => "Internal Server Error: the session cannot be restored",
    };
    let mut response = Response::new(ResponseBody::full(text));
    *response.status_mut() = status;
    response
}
