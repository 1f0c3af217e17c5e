//! Sessions that outlive a process, with their owners.
//!
//! Repairs: a session that the SDK stores does not say whose it is. Ends with a release whose
//! `SessionState` does, and with the release that ends [`sessions`](super::sessions).

use std::sync::Arc;

use ::rmcp::transport::streamable_http_server::session::{
    SessionState, SessionStore, SessionStoreError,
};
use async_trait::async_trait;

use super::sessions::{Owner, ServedRequest};

/// Where the owner of a session is, in the `_meta` of its stored `initialize`.
const OWNER: &str = "elicit-core/owner";

/// A session store that keeps with each session whose it is, as a digest.
pub(in crate::rmcp3) struct OwnedStore(pub(in crate::rmcp3) Arc<dyn SessionStore>);

#[async_trait]
impl SessionStore for OwnedStore {
    async fn load(&self, session: &str) -> Result<Option<SessionState>, SessionStoreError> {
        // Only if no other request can get into the session meanwhile.
        let Some(served) = ServedRequest::current().filter(|served| served.may_load()) else {
            return Ok(None);
        };
        let mut state = self.0.load(session).await?;
        let params = state.as_mut().map(|state| &mut state.initialize_params);
        if let Some(params) = params
            && let Some(meta) = &mut params.meta
        {
            let owner = meta.0.0.remove(OWNER);
            if let Some(Ok(owner)) = owner.map(serde_json::from_value) {
                let _ = served.stored.set(owner);
            }
            if meta.0.0.is_empty() {
                params.meta = None;
            }
        }
        Ok(state)
    }

    async fn store(&self, session: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        let mut state = state.clone();
        let meta = &mut state.initialize_params.meta;
        // A client may have written one.
        if let Some(meta) = meta {
            meta.0.0.remove(OWNER);
        }
        let served = ServedRequest::current();
        let owner = served.as_ref().and_then(|served| served.owner.get());
        if let Some(owner) = owner.and_then(|owner| Owner::digest(owner)) {
            let owner = serde_json::to_value(owner)?;
            let meta = meta.get_or_insert_default();
            meta.0.0.insert(OWNER.to_owned(), owner);
        }
        self.0.store(session, &state).await
    }

    async fn delete(&self, session: &str) -> Result<(), SessionStoreError> {
        self.0.delete(session).await
    }
}
