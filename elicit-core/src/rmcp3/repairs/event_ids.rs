//! The ids of events, each of use in the session in which it was sent.
//!
//! Repairs: if a request names the id of an event, the SDK hands out what follows the event, in every
//! session. So an id leaves with a tag, which is bound to the session. An id that comes back without
//! its tag does not get to the SDK. Ends with a release whose event store knows the session.

use std::sync::Arc;

use ::http::{HeaderName, HeaderValue, request::Parts};
use tracing::warn;

use crate::runtime::state::{digest::Fields, keys::Keys};

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Finds the keys of a service. It is called for each event, because a server has them, and there may
/// be no server yet.
pub(in crate::rmcp3) type FindKeys = dyn Fn() -> Option<Keys> + Send + Sync;

/// The ids of the events of one session, or of those that are sent without one.
pub(in crate::rmcp3) struct EventIds {
    keys: Arc<FindKeys>,
    session: Option<String>,
}

impl EventIds {
    pub(in crate::rmcp3) fn new(keys: &Arc<FindKeys>, session: Option<String>) -> Self {
        let keys = Arc::clone(keys);
        Self { keys, session }
    }

    /// The id under which an event leaves. Without keys it has none.
    pub(in crate::rmcp3) fn sent(&self, id: &str) -> Option<String> {
        let tag = (self.keys)()?.tag(&self.digest(id))?;
        Some(format!("{id}.{tag}"))
    }

    /// Replaces the id that a request names by the SDK's own. Returns whether the event was sent in
    /// this session.
    pub(in crate::rmcp3) fn admits(&self, parts: &mut Parts) -> bool {
        let Some(named) = parts.headers.get(LAST_EVENT_ID) else {
            return true;
        };
        let id = named.to_str().ok().and_then(|named| self.received(named));
        let Some(Ok(id)) = id.map(HeaderValue::from_str) else {
            warn!(target: "elicit_core", "refused: the event was not sent in this session");
            return false;
        };
        parts.headers.insert(LAST_EVENT_ID, id);
        true
    }

    fn received<'a>(&self, named: &'a str) -> Option<&'a str> {
        let (id, tag) = named.rsplit_once('.')?;
        let is_sent = (self.keys)()?.is_tag(&self.digest(id), tag);
        is_sent.then_some(id)
    }

    fn digest(&self, id: &str) -> [u8; 32] {
        Fields::new("elicit-core/v1/event\0")
            .optional(self.session.as_deref())
            .field(id.as_bytes())
            .finish()
    }
}
