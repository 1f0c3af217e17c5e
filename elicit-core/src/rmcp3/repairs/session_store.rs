//! Sessions that outlive a process, with their owners.
//!
//! Repairs: a session that the SDK stores does not say whose it is. Ends with a release whose
//! `SessionState` does, and with the release that ends [`sessions`](super::sessions).

use std::sync::Arc;

use ::rmcp::{
    model::InitializeRequestParams,
    transport::streamable_http_server::session::{SessionState, SessionStore, SessionStoreError},
};
use async_trait::async_trait;

use super::sessions::ServedRequest;
use crate::runtime::state::digest::Digest;

/// Where the owner of a session is, in the `_meta` of its stored `initialize`.
const OWNER: &str = "elicit-core/owner";

/// Takes the digest of the owner out of the `initialize` of a session that is restored.
pub(super) fn take_owner(initialize: &mut InitializeRequestParams) -> Option<Digest> {
    let meta = initialize.meta.as_mut()?;
    let owner = meta.0.0.remove(OWNER);
    if meta.0.0.is_empty() {
        initialize.meta = None;
    }
    serde_json::from_value(owner?).ok()
}

/// A session store that keeps with each session whose it is, as a digest.
pub(in crate::rmcp3) struct OwnedStore(pub(in crate::rmcp3) Arc<dyn SessionStore>);

#[async_trait]
impl SessionStore for OwnedStore {
    async fn load(&self, session: &str) -> Result<Option<SessionState>, SessionStoreError> {
        self.0.load(session).await
    }

    async fn store(&self, session: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        let mut state = state.clone();
        let meta = &mut state.initialize_params.meta;
        // A client may have written one.
        if let Some(meta) = meta {
            meta.0.0.remove(OWNER);
        }
        let served = ServedRequest::current();
        let owner = served.as_ref().and_then(|served| served.owner());
        if let Some(caller) = owner.and_then(|owner| owner.caller()) {
            let owner = serde_json::to_value(caller)?;
            let meta = meta.get_or_insert_default();
            meta.0.0.insert(OWNER.to_owned(), owner);
        }
        self.0.store(session, &state).await
    }

    async fn delete(&self, session: &str) -> Result<(), SessionStoreError> {
        self.0.delete(session).await
    }
}
