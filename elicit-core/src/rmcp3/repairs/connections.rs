//! The connections that one handler serves.
//!
//! Repairs: the SDK gives a handler no name of the connection, and one handler may serve several, as an
//! `Arc<Handler<S>>` does. What is known of one client must not count for another. Ends with a release
//! whose `RequestContext` names the connection.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, Weak},
};

use ::rmcp::{
    RoleServer,
    model::{InitializeRequestParams, ProtocolVersion},
    service::RequestContext,
};

use crate::{adapter::Session, runtime::lock::lock};

/// What is known of each connection, by the address of its handshake.
#[derive(Clone, Default)]
pub(in crate::rmcp3) struct Connections(Arc<Mutex<BTreeMap<usize, KnownClient>>>);

/// A handshake, and what is known of the client.
type KnownClient = (Weak<InitializeRequestParams>, Session);

impl Connections {
    /// What is known of the connection that a request came on.
    ///
    /// The handshake of each connection is a value of its own, whose address nothing else gets as long
    /// as it is remembered here. It ends with its connection.
    pub(in crate::rmcp3) fn session(&self, context: &RequestContext<RoleServer>) -> Session {
        let mut known = lock(&self.0);
        let handshake = handshake(context);
        let address = Arc::as_ptr(&handshake).addr();
        if let Some((_, session)) = known.get(&address) {
            return session.clone();
        }
        known.retain(|_, (handshake, _)| handshake.strong_count() > 0);
        let session = Session::new();
        known.insert(address, (Arc::downgrade(&handshake), session.clone()));
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
