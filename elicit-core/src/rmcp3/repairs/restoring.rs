//! Restoring a session before a request gets into it.
//!
//! Repairs: while the SDK restores a session from a store, it lets other requests into it, and only
//! then it is known whose the session is. So a session is restored first, by a message without any
//! other effect, one at a time. Ends with a release that lets no request in until then.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use ::http::{HeaderValue, Method, header, request::Parts};
use bytes::Bytes;
use http_body_util::Full;
use tokio::sync::Mutex as AsyncMutex;

use crate::runtime::lock::lock;

/// The sessions that are being restored, each with a lock.
#[derive(Clone, Default)]
pub(in crate::rmcp3) struct Restoring(Arc<Mutex<HashMap<String, Arc<AsyncMutex<()>>>>>);

impl Restoring {
    /// The lock of a session. It is removed when no request restores the session any more.
    pub(in crate::rmcp3) fn turn(&self, session: &str) -> Turn {
        let mut turns = lock(&self.0);
        let turn = turns.entry(session.to_owned()).or_default();
        Turn {
            lock: Arc::clone(turn),
            session: session.to_owned(),
            turns: self.clone(),
        }
    }
}

/// A lock. Its holder may have the session restored.
pub(in crate::rmcp3) struct Turn {
    pub(in crate::rmcp3) lock: Arc<AsyncMutex<()>>,
    session: String,
    turns: Restoring,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut turns = lock(&self.turns.0);
        // One is in the map, and one is this.
        if Arc::strong_count(&self.lock) == 2 {
            turns.remove(&self.session);
        }
    }
}

/// A message whose only effect is that the SDK restores the session: a response to a request that was
/// not sent.
pub(in crate::rmcp3) fn restoring(mut parts: Parts) -> (Parts, Full<Bytes>) {
    let message = r#"{"jsonrpc":"2.0","id":"elicit-core","result":{}}"#;
    parts.method = Method::POST;
    let headers = &mut parts.headers;
    for of_the_original in ["mcp-protocol-version", "content-length", "content-encoding"] {
        headers.remove(of_the_original);
    }
    for (name, value) in [
        (header::ACCEPT, "application/json, text/event-stream"),
        (header::CONTENT_TYPE, "application/json"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    (parts, Full::from(message))
}
