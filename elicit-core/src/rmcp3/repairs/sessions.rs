//! The sessions of a service, and the callers who opened them.
//!
//! Repairs: the SDK accepts every message with the id of a session, so an answer of another person
//! would count as the user's. The handler of a session knows how to find out who is calling, and
//! `initialize` is the only message that always gets to it. So the handler reports the owner there, and
//! each later request is checked before the SDK gets it. Ends with a release that binds a session to its
//! caller.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use ::http::{StatusCode, request::Parts};
use ::rmcp::{
    ErrorData, Peer, RoleServer, model::RequestId, service::RequestContext,
    transport::streamable_http_server::session::SessionRestoreMarker,
};
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::{
    rmcp3::elicits::Principal,
    runtime::{
        lock::lock,
        log_name::log_name,
        state::digest::{Digest, Fields},
    },
};

/// How often a session is looked at that may have ended without notice.
const LOOK: Duration = Duration::from_secs(60);

/// The open sessions of a service, by their ids.
#[derive(Clone, Default)]
pub(in crate::rmcp3) struct Sessions(Arc<Mutex<HashMap<String, Arc<Owner>>>>);

impl Sessions {
    pub(in crate::rmcp3) fn owner(&self, session: &str) -> Option<Arc<Owner>> {
        lock(&self.0).get(session).cloned()
    }

    /// Notes who opened a session, until the session ends.
    pub(in crate::rmcp3) fn open(&self, session: String, owner: Arc<Owner>) {
        lock(&self.0).insert(session.clone(), Arc::clone(&owner));
        let sessions = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            owner.ended().await;
            let Some(sessions) = sessions.upgrade() else {
                return;
            };
            let mut sessions = lock(&sessions);
            // It may have been restored meanwhile.
            let is_the_same = |now: &Arc<Owner>| Arc::ptr_eq(now, &owner);
            if sessions.get(&session).is_some_and(is_the_same) {
                sessions.remove(&session);
            }
        });
    }
}

/// Who opened a session.
pub(in crate::rmcp3) struct Owner {
    caller: Option<String>,
    principal: Option<Arc<Principal>>,
    peer: Peer<RoleServer>,
    /// Cancelled when the session ends, if it has begun.
    end: CancellationToken,
}

impl Owner {
    /// The owner of a session whose `initialize` is handled.
    fn new(
        context: &RequestContext<RoleServer>,
        parts: &Parts,
        principal: Option<&Arc<Principal>>,
    ) -> Self {
        let mut owner = Self {
            caller: None,
            principal: principal.cloned(),
            peer: context.peer.clone(),
            end: context.ct.clone(),
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
    pub(in crate::rmcp3) fn digest(&self) -> Option<Digest> {
        self.principal.as_ref()?;
        let fields = Fields::new("elicit-core/v1/session-owner\0").optional(self.caller.as_deref());
        Some(fields.digest())
    }

    /// Logs that a request in the session comes from another caller.
    fn log_refusal(&self, parts: &Parts) {
        let client = self.peer.peer_info();
        let client = client.map(|client| log_name(&client.client_info.name));
        warn!(
            target: "elicit_core",
            http_method = log_name(parts.method.as_str()),
            peer = client.as_deref(),
            "refused: the session belongs to another caller"
        );
    }

    pub(in crate::rmcp3) fn is_open(&self) -> bool {
        !self.peer.is_transport_closed()
    }

    /// Waits for the end of the session.
    async fn ended(&self) {
        while self.is_open() {
            // A session that has not begun when it ends cancels nothing.
            let _ = tokio::time::timeout(LOOK, self.end.cancelled()).await;
            if self.end.is_cancelled() {
                break;
            }
        }
    }

    /// Whether a request in the session comes from its owner.
    pub(in crate::rmcp3) fn admits(&self, parts: &Parts) -> bool {
        let is_owner = self.who_sends(parts) == self.caller;
        if !is_owner {
            self.log_refusal(parts);
        }
        is_owner
    }
}

/// What is known of one request over HTTP, in what serves it: the handler and the session store.
#[derive(Default)]
pub(in crate::rmcp3) struct ServedRequest {
    sessions: Sessions,
    /// Whether a session may be restored for it.
    may_restore: bool,
    /// Whether the session store was asked.
    pub(in crate::rmcp3) loaded: AtomicBool,
    /// The owner of the session that it opens.
    pub(in crate::rmcp3) owner: OnceLock<Arc<Owner>>,
    /// The owner of the session that is restored for it, as the store has it.
    pub(in crate::rmcp3) stored: OnceLock<Digest>,
    /// Why it is refused.
    pub(in crate::rmcp3) refused: OnceLock<StatusCode>,
}

tokio::task_local! {
    static SERVED: Arc<ServedRequest>;
}

impl ServedRequest {
    pub(in crate::rmcp3) fn new(sessions: &Sessions, may_restore: bool) -> Arc<Self> {
        Arc::new(Self {
            sessions: sessions.clone(),
            may_restore,
            ..Self::default()
        })
    }

    /// The request that the current task serves.
    pub(in crate::rmcp3) fn current() -> Option<Arc<Self>> {
        SERVED.try_with(Arc::clone).ok()
    }

    /// The request that a request of the protocol came with, through
    /// [`StreamableHttp`](crate::rmcp3::StreamableHttp).
    pub(in crate::rmcp3) fn from_context(
        context: &RequestContext<RoleServer>,
    ) -> Option<(&Parts, &Self)> {
        let parts = context.extensions.get::<Parts>()?;
        let served = parts.extensions.get::<Arc<Self>>()?;
        Some((parts, served))
    }

    /// Serves the request.
    pub(in crate::rmcp3) async fn during<F: Future>(self: &Arc<Self>, served: F) -> F::Output {
        SERVED.scope(Arc::clone(self), served).await
    }

    /// Whether the session store may be asked. Notes that it was.
    pub(in crate::rmcp3) fn may_load(&self) -> bool {
        self.loaded.fetch_or(self.may_restore, Ordering::Relaxed);
        self.may_restore
    }

    /// Notes the owner of a session whose `initialize` is handled. A session that is restored may
    /// belong to another caller.
    pub(in crate::rmcp3) fn opens(
        context: &RequestContext<RoleServer>,
        principal: Option<&Arc<Principal>>,
    ) -> Result<(), ErrorData> {
        let Some((parts, served)) = Self::from_context(context) else {
            return Ok(());
        };
        let owner = Arc::new(Owner::new(context, parts, principal));
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
                    "the session belongs to another caller",
                    None,
                ));
            }
            let session = restored.id.to_string();
            served.sessions.open(session, Arc::clone(&owner));
        }
        let _ = served.owner.set(owner);
        Ok(())
    }
}
