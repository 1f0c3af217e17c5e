//! Whose a session is: of the caller who opened it.
//!
//! The SDK takes every message with the id of a session for the client's, and an answer that
//! somebody else sends would count as the user's. The handler of a session knows how to find out
//! who is calling, and no message but `initialize` has to get to it. So it says so there, and each
//! later request is looked at before the SDK gets it.

use std::sync::{
    Arc, Mutex, OnceLock,
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
    rmcp3::{elicits::Principal, sweeping::Sweeping},
    runtime::{
        lock::lock,
        log_name::log_name,
        state::digest::{Digest, Fields},
    },
};

/// A session: the manager that has it, and its id.
pub(super) type SessionKey = (usize, String);

/// The sessions of this process: a manager may serve several services.
static SESSIONS: Mutex<Sweeping<SessionKey, Arc<Owner>>> = Mutex::new(Sweeping::new());

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

    /// Logs that a request in the session comes from somebody else.
    fn log_refusal(&self, parts: &Parts) {
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

/// A lock for each session: whoever holds it may have the session restored.
pub(super) fn turn(session: &SessionKey) -> Arc<AsyncMutex<()>> {
    static TURNS: Mutex<Sweeping<SessionKey, Arc<AsyncMutex<()>>>> = Mutex::new(Sweeping::new());
    let mut turns = lock(&TURNS);
    let turn = turns.get(session).cloned().unwrap_or_default();
    // Nobody uses a lock that is only in here.
    turns.insert(session.clone(), Arc::clone(&turn), |turn| {
        Arc::strong_count(turn) > 1
    });
    turn
}

/// Whether a session is known and goes on.
pub(super) fn is_open(session: &SessionKey) -> bool {
    lock(&SESSIONS)
        .get(session)
        .is_some_and(|owner| owner.is_open())
}

/// Notes who opened a session.
pub(super) fn opened(session: SessionKey, owner: Arc<Owner>) {
    lock(&SESSIONS).insert(session, owner, |owner| owner.is_open());
}

/// Whether a request in a session comes from its owner. A session that no handler of ours serves
/// has none.
pub(super) fn admits(session: &SessionKey, parts: &Parts) -> bool {
    let owner = lock(&SESSIONS).get(session).cloned();
    let Some(owner) = owner.filter(|owner| owner.who_sends(parts) != owner.caller) else {
        return true;
    };
    owner.log_refusal(parts);
    false
}

/// What is known of one request over HTTP, in what serves it: the handler and the session store.
pub(in crate::rmcp3) struct ServedRequest {
    /// The manager of the sessions.
    manager: usize,
    /// Whether a session may be restored for it.
    may_restore: bool,
    /// Whether the session store was asked.
    pub(super) loaded: AtomicBool,
    /// The owner of the session that it opens.
    pub(super) owner: OnceLock<Arc<Owner>>,
    /// The owner of the session that is restored for it, as the store has it.
    pub(super) stored: OnceLock<Digest>,
    /// Why it is refused.
    pub(super) refused: OnceLock<StatusCode>,
}

tokio::task_local! {
    static SERVED: Arc<ServedRequest>;
}

impl ServedRequest {
    pub(super) fn new(manager: usize, may_restore: bool) -> Arc<Self> {
        Arc::new(Self {
            manager,
            may_restore,
            loaded: AtomicBool::new(false),
            owner: OnceLock::new(),
            stored: OnceLock::new(),
            refused: OnceLock::new(),
        })
    }

    /// The request that the current task serves.
    pub(super) fn current() -> Option<Arc<Self>> {
        SERVED.try_with(Arc::clone).ok()
    }

    /// The request that a request of the protocol came with, through
    /// [`StreamableHttp`](super::StreamableHttp).
    pub(in crate::rmcp3) fn of(context: &RequestContext<RoleServer>) -> Option<(&Parts, &Self)> {
        let parts = context.extensions.get::<Parts>()?;
        let served = parts.extensions.get::<Arc<Self>>()?;
        Some((parts, served))
    }

    /// Serves the request.
    pub(super) async fn during<F: Future>(self: &Arc<Self>, served: F) -> F::Output {
        SERVED.scope(Arc::clone(self), served).await
    }

    /// Whether the session store may be asked. Notes that it was.
    pub(super) fn may_load(&self) -> bool {
        self.loaded.fetch_or(self.may_restore, Ordering::Relaxed);
        self.may_restore
    }

    /// Notes the owner of a session whose `initialize` is handled. A session that is restored may
    /// belong to another caller.
    pub(in crate::rmcp3) fn opens(
        context: &RequestContext<RoleServer>,
        principal: Option<&Arc<Principal>>,
    ) -> Result<(), ErrorData> {
        let Some((parts, served)) = Self::of(context) else {
            return Ok(());
        };
        let owner = Arc::new(Owner::of(context, parts, principal));
        if let Some(restored) = context.extensions.get::<SessionRestoreMarker>() {
            let refused = match (served.stored.get(), owner.digest()) {
                (_, None) => None,
                // It was opened when callers were not told apart. The client opens another.
                (None, Some(_)) => Some(StatusCode::NOT_FOUND),
                (Some(stored), Some(owner)) => (*stored != owner).then_some(StatusCode::FORBIDDEN),
            };
            if let Some(refused) = refused {
                owner.log_refusal(parts);
                let _ = served.refused.set(refused);
                return Err(ErrorData::invalid_request(
                    "the session is not the caller's",
                    None,
                ));
            }
            let session = (served.manager, restored.id.to_string());
            opened(session, Arc::clone(&owner));
        }
        let _ = served.owner.set(owner);
        Ok(())
    }
}
