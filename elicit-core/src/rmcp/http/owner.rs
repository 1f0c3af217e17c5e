//! Whose a session is: of the caller who opened it.
//!
//! The SDK takes every message with the id of a session for the client's, and an answer that
//! somebody else sends would count as the user's. The handler of a session knows how to find out
//! who is calling, and no message but `initialize` has to get to it. So it says so there, and each
//! later request is looked at before the SDK gets it.

use std::sync::{
    Arc, Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use ::http::{StatusCode, request::Parts};
use ::rmcp::{
    ErrorData, Peer, RoleServer, model::RequestId, service::RequestContext,
    transport::streamable_http_server::session::SessionRestoreMarker,
};
use tokio::sync::Mutex as AsyncMutex;
use tracing::warn;

use crate::{
    rmcp::{elicits::Principal, sweeping::Sweeping},
    runtime::{
        digest::{Digest, Fields},
        log_name::log_name,
    },
};

/// A session: the manager that has it, and its id.
pub(super) type SessionKey = (usize, String);

/// The sessions of this process: a manager may serve several services.
static SESSIONS: Mutex<Sweeping<SessionKey, Arc<Owner>>> = Mutex::new(Sweeping::new());

/// A panic elsewhere leaves nothing half done in here.
fn sessions() -> MutexGuard<'static, Sweeping<SessionKey, Arc<Owner>>> {
    SESSIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Who opened a session.
pub(super) struct Owner {
    caller: Option<String>,
    principal: Option<Arc<Principal>>,
    peer: Peer<RoleServer>,
}

impl Owner {
    /// That of a session whose `initialize` is handled.
    fn of(
        context: &RequestContext<RoleServer>,
        parts: &Parts,
        principal: Option<&Arc<Principal>>,
    ) -> Self {
        let mut owner = Self {
            caller: None,
            principal: principal.cloned(),
            peer: context.peer.clone(),
        };
        owner.caller = owner.who_sends(parts);
        owner
    }

    /// Who sends a request, as far as HTTP tells. Not all requests have more: a response and a GET
    /// have no context of their own.
    fn who_sends(&self, parts: &Parts) -> Option<String> {
        let principal = self.principal.as_ref()?;
        let mut context = RequestContext::new(RequestId::Number(0), self.peer.clone());
        context.extensions.insert(parts.clone());
        principal(&context)
    }

    /// What a session store keeps of the owner, if there is a way to tell callers apart.
    pub(super) fn digest(&self) -> Option<Digest> {
        self.principal.as_ref()?;
        let fields = Fields::new("elicit-core/v1/session-owner\0").optional(self.caller.as_deref());
        Some(fields.digest())
    }

    /// Writes down that a request in the session comes from somebody else.
    fn refuses(&self, parts: &Parts) {
        let client = self.peer.peer_info();
        let client = client.map(|client| log_name(&client.client_info.name));
        warn!(
            target: "elicit_core",
            http_method = parts.method.as_str(),
            peer = client.as_deref(),
            "refused: the session belongs to another caller"
        );
    }

    fn is_open(&self) -> bool {
        !self.peer.is_transport_closed()
    }
}

/// Whose turn it is to have a session restored: that of whoever holds the lock.
pub(super) fn turn(session: &SessionKey) -> Arc<AsyncMutex<()>> {
    static TURNS: Mutex<Sweeping<SessionKey, Arc<AsyncMutex<()>>>> = Mutex::new(Sweeping::new());
    let mut turns = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
    let turn = turns.get(session).cloned().unwrap_or_default();
    // Nobody waits for those that are here alone.
    turns.insert(session.clone(), Arc::clone(&turn), |turn| {
        Arc::strong_count(turn) > 1
    });
    turn
}

/// Whether a session is known and goes on.
pub(super) fn is_open(session: &SessionKey) -> bool {
    sessions().get(session).is_some_and(|owner| owner.is_open())
}

/// Notes who opened a session.
pub(super) fn opened(session: SessionKey, owner: Arc<Owner>) {
    sessions().insert(session, owner, |owner| owner.is_open());
}

/// Whether a request in a session comes from its owner. A session that no handler of ours serves
/// has none.
pub(super) fn admits(session: &SessionKey, parts: &Parts) -> bool {
    let owner = sessions().get(session).cloned();
    let Some(owner) = owner.filter(|owner| owner.who_sends(parts) != owner.caller) else {
        return true;
    };
    owner.refuses(parts);
    false
}

/// One request over HTTP, in what serves it: the handler and the session store.
#[derive(Clone)]
pub(in crate::rmcp) struct ServedRequest(pub(super) Arc<RequestNotes>);

#[derive(Default)]
pub(super) struct RequestNotes {
    /// Whether a session may be restored for it.
    restores: bool,
    /// Whether the session store was asked.
    pub(super) loaded: AtomicBool,
    /// The manager of the sessions.
    manager: usize,
    /// Of the session that it opens.
    pub(super) owner: OnceLock<Arc<Owner>>,
    /// Of the session that is restored for it, as the store has it.
    pub(super) stored: OnceLock<Digest>,
    /// Why it is refused.
    pub(super) refused: OnceLock<StatusCode>,
}

tokio::task_local! {
    static SERVED: ServedRequest;
}

impl ServedRequest {
    pub(super) fn new(manager: usize, restores: bool) -> Self {
        Self(Arc::new(RequestNotes {
            restores,
            manager,
            ..RequestNotes::default()
        }))
    }

    /// That of the request that is being served.
    pub(super) fn current() -> Option<Self> {
        SERVED.try_with(Self::clone).ok()
    }

    /// That which a request of the protocol came with, through
    /// [`StreamableHttp`](super::StreamableHttp).
    pub(in crate::rmcp) fn of(context: &RequestContext<RoleServer>) -> Option<(&Parts, &Self)> {
        let parts = context.extensions.get::<Parts>()?;
        Some((parts, parts.extensions.get()?))
    }

    /// Serves the request.
    pub(super) async fn during<F: Future>(&self, served: F) -> F::Output {
        SERVED.scope(self.clone(), served).await
    }

    /// Whether the session store may be asked; notes that it was.
    pub(super) fn loads(&self) -> bool {
        self.0.loaded.fetch_or(self.0.restores, Ordering::Relaxed);
        self.0.restores
    }

    /// Has the owner of a session known, whose `initialize` is handled. A session that is restored
    /// may belong to another caller.
    pub(in crate::rmcp) fn opens(
        context: &RequestContext<RoleServer>,
        principal: Option<&Arc<Principal>>,
    ) -> Result<(), ErrorData> {
        let Some((parts, Self(notes))) = Self::of(context) else {
            return Ok(());
        };
        let owner = Arc::new(Owner::of(context, parts, principal));
        if let Some(restored) = context.extensions.get::<SessionRestoreMarker>() {
            let refused = match (notes.stored.get(), owner.digest()) {
                (_, None) => None,
                // It was opened when callers were not told apart. The client opens another.
                (None, Some(_)) => Some(StatusCode::NOT_FOUND),
                (Some(stored), Some(owner)) => (*stored != owner).then_some(StatusCode::FORBIDDEN),
            };
            if let Some(refused) = refused {
                owner.refuses(parts);
                let _ = notes.refused.set(refused);
                return Err(ErrorData::invalid_request(
                    "the session is not the caller's",
                    None,
                ));
            }
            let session = (notes.manager, restored.id.to_string());
            opened(session, Arc::clone(&owner));
        }
        let _ = notes.owner.set(owner);
        Ok(())
    }
}
