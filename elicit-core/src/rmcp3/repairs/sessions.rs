//! The sessions of a service, and the callers who opened them.
//!
//! Repairs: the SDK accepts every message with the id of a session, so an answer of another person
//! would count as the user's. The handler of a session knows how to find out who is calling, and
//! `initialize` is the only message that always gets to it. So the handler reports the owner there, and
//! each later request is checked before the SDK gets it. Ends with a release that binds a session to its
//! caller.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

use ::http::{StatusCode, request::Parts};
use ::rmcp::{
    ErrorData, Peer, RoleServer,
    model::{InitializeRequestParams, RequestId},
    service::RequestContext,
    transport::streamable_http_server::session::SessionRestoreMarker,
};
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use super::session_store::take_owner;
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

/// The sessions of a service, by their ids. A session that is not here is unknown.
#[derive(Clone, Default)]
pub(in crate::rmcp3) struct Sessions(Arc<Mutex<HashMap<String, Session>>>);

enum Session {
    Restoring(Arc<Restored>),
    Open(Arc<Owner>),
}

/// Whose a session is that was restored, or why it was not. The first request that asks has it restored,
/// and the others wait for that. If the first one is dropped meanwhile, the next one goes on.
type Restored = OnceCell<Result<Arc<Owner>, StatusCode>>;

/// What a request finds of the session that it names.
pub(in crate::rmcp3) enum Found {
    Unknown,
    Restoring(Waiting),
    Open(Arc<Owner>),
}

impl Sessions {
    /// Finds the session that a request names. With `may_restore`, one that is not open is restored.
    pub(in crate::rmcp3) fn find(&self, session: &str, may_restore: bool) -> Found {
        let mut sessions = lock(&self.0);
        let restored = match sessions.get(session) {
            Some(Session::Open(owner)) if !may_restore || owner.is_open() => {
                return Found::Open(Arc::clone(owner));
            }
            _ if !may_restore => return Found::Unknown,
            Some(Session::Restoring(restored)) => Arc::clone(restored),
            _ => {
                let restored = Arc::default();
                let restoring = Session::Restoring(Arc::clone(&restored));
                sessions.insert(session.to_owned(), restoring);
                restored
            }
        };
        Found::Restoring(Waiting {
            restored,
            session: session.to_owned(),
            sessions: self.clone(),
        })
    }

    /// Who opened a session.
    pub(in crate::rmcp3) fn owner(&self, session: &str) -> Option<Arc<Owner>> {
        match lock(&self.0).get(session) {
            Some(Session::Open(owner)) => Some(Arc::clone(owner)),
            _ => None,
        }
    }

    /// Notes who opened a session, until the session ends.
    pub(in crate::rmcp3) fn open(&self, session: String, owner: Arc<Owner>) {
        lock(&self.0).insert(session.clone(), Session::Open(Arc::clone(&owner)));
        let sessions = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            owner.ended().await;
            let Some(sessions) = sessions.upgrade() else {
                return;
            };
            // It may be restored meanwhile.
            Sessions(sessions).remove(
                &session,
                |now| matches!(now, Session::Open(now) if Arc::ptr_eq(now, &owner)),
            );
        });
    }

    fn remove(&self, session: &str, is_the_same: impl FnOnce(&Session) -> bool) {
        let mut sessions = lock(&self.0);
        if sessions.get(session).is_some_and(is_the_same) {
            sessions.remove(session);
        }
    }
}

/// A request that waits for a session to be restored.
pub(in crate::rmcp3) struct Waiting {
    pub(in crate::rmcp3) restored: Arc<Restored>,
    session: String,
    sessions: Sessions,
}

impl Drop for Waiting {
    /// Forgets a session that was not restored.
    fn drop(&mut self) {
        // One is in the map, and one is this.
        self.sessions.remove(&self.session, |now| match now {
            Session::Restoring(restored) => {
                let is_over = restored.initialized() || Arc::strong_count(restored) == 2;
                is_over && Arc::ptr_eq(restored, &self.restored)
            }
            Session::Open(_) => false,
        });
    }
}

/// Who opened a session.
pub(in crate::rmcp3) struct Owner {
    /// As a digest, which a session store keeps, too. `None`: there is no way to tell callers apart.
    caller: Option<Digest>,
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
    fn who_sends(&self, parts: &Parts) -> Option<Digest> {
        let principal = self.principal.as_ref()?;
        let mut context = RequestContext::new(RequestId::Number(0), self.peer.clone());
        context.extensions.insert(parts.clone());
        let caller = principal(&context);
        let fields = Fields::new("elicit-core/v1/session-owner\0").optional(caller.as_deref());
        Some(fields.digest())
    }

    pub(in crate::rmcp3) fn caller(&self) -> Option<&Digest> {
        self.caller.as_ref()
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

/// One request over HTTP, for what serves it: the handler and the session store.
pub(in crate::rmcp3) struct ServedRequest {
    sessions: Sessions,
    /// What the handler says of the session that the request opens: whose it is, or why not.
    opened: OnceLock<Result<Arc<Owner>, StatusCode>>,
}

tokio::task_local! {
    static SERVED: Arc<ServedRequest>;
}

impl ServedRequest {
    pub(in crate::rmcp3) fn new(sessions: &Sessions) -> Arc<Self> {
        Arc::new(Self {
            sessions: sessions.clone(),
            opened: OnceLock::new(),
        })
    }

    /// Whose the session is that the request opens.
    pub(in crate::rmcp3) fn owner(&self) -> Option<&Arc<Owner>> {
        self.opened.get()?.as_ref().ok()
    }

    /// Why the session is not opened.
    pub(in crate::rmcp3) fn refusal(&self) -> Option<StatusCode> {
        self.opened.get()?.as_ref().err().copied()
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

    /// Notes the owner of a session whose `initialize` is handled. A session that is restored belongs to
    /// the caller who opened it.
    pub(in crate::rmcp3) fn opens(
        initialize: &mut InitializeRequestParams,
        context: &RequestContext<RoleServer>,
        principal: Option<&Arc<Principal>>,
    ) -> Result<(), ErrorData> {
        let Some((parts, served)) = Self::from_context(context) else {
            return Ok(());
        };
        let mut owner = Owner::new(context, parts, principal);
        let restored = context.extensions.get::<SessionRestoreMarker>();
        if restored.is_some() {
            let stored = take_owner(initialize);
            if owner.caller.is_some() && stored.is_none() {
                // It was opened when callers were not told apart. The client opens another.
                let _ = served.opened.set(Err(StatusCode::NOT_FOUND));
                let reason = "the session was stored without its owner";
                return Err(ErrorData::invalid_request(reason, None));
            }
            owner.caller = owner.caller.and(stored);
        }
        let owner = Arc::new(owner);
        if let Some(restored) = restored {
            served
                .sessions
                .open(restored.id.to_string(), Arc::clone(&owner));
        }
        let _ = served.opened.set(Ok(owner));
        Ok(())
    }
}
