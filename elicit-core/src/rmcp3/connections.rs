//! The connections that one handler serves.

use std::sync::{Arc, Mutex, Weak};

use ::rmcp::{
    RoleServer,
    model::{InitializeRequestParams, ProtocolVersion},
    service::RequestContext,
};

use super::sweeping::Sweeping;
use crate::{runtime::lock::lock, seam::Session};

/// What is known of each connection. As an `Arc<Handler<S>>`, a handler may serve several.
#[derive(Clone)]
pub(super) struct Connections(Arc<Mutex<Sweeping<usize, KnownClient>>>);

/// A handshake, and what is known of the client.
type KnownClient = (Weak<InitializeRequestParams>, Session);

impl Connections {
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(Sweeping::new())))
    }

    /// What is known of the connection that a request came on.
    ///
    /// The SDK has no name for a connection. The handshake of each is a value of its own, whose
    /// address nothing else gets as long as it is remembered here.
    pub(super) fn session(&self, context: &RequestContext<RoleServer>) -> Session {
        let mut known = lock(&self.0);
        let handshake = handshake(context);
        let address = Arc::as_ptr(&handshake).addr();
        if let Some((_, session)) = known.get(&address) {
            return session.clone();
        }
        let session = Session::new();
        let entry = (Arc::downgrade(&handshake), session.clone());
        known.insert(address, entry, |(handshake, _)| {
            handshake.strong_count() > 0
        });
        session
    }
}

/// The handshake of a connection. If the revision has none, each request has the same data, and
/// that of the first is kept as the handshake.
fn handshake(context: &RequestContext<RoleServer>) -> Arc<InitializeRequestParams> {
    loop {
        if let Some(handshake) = context.peer.peer_info() {
            return handshake;
        }
        let capabilities = context.client_capabilities().unwrap_or_default();
        let client = context.client_info().unwrap_or_default();
        let version = context.protocol_version();
        let said = InitializeRequestParams::new(capabilities, client)
            .with_protocol_version(version.unwrap_or(ProtocolVersion::LATEST));
        context.peer.set_peer_info(said);
    }
}
