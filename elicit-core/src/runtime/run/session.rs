//! One connection of a client.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use super::{call::Call, rate::RateKey};
use crate::runtime::{log_name::log_name, outcome::Mode, state::digest::Fields};

/// What is known about one connection. Clones share it.
///
/// ```
/// use elicit_core::adapter::Session;
///
/// let session = Session::new().named("an-editor"); // as `clientInfo` says
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    peer: Option<Arc<str>>,
    connection: Arc<Connection>,
}

#[derive(Debug)]
struct Connection {
    id: u64,
    /// The client answered "method not found" to a question of this mode.
    cannot_form: AtomicBool,
    cannot_url: AtomicBool,
}

impl Session {
    /// A new connection.
    ///
    /// Questions are counted by it where there is no principal. An adapter for a
    /// transport without connections makes one for each request, and then there
    /// is no limit for callers without a principal.
    #[must_use]
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self {
            peer: None,
            connection: Arc::new(Connection {
                id: NEXT.fetch_add(1, Ordering::Relaxed),
                cannot_form: AtomicBool::new(false),
                cannot_url: AtomicBool::new(false),
            }),
        }
    }

    /// The same connection, with the name of the client for the log. A long name is cut.
    #[must_use]
    pub fn named(&self, peer: impl AsRef<str>) -> Self {
        Self {
            peer: Some(log_name(peer.as_ref()).into()),
            connection: Arc::clone(&self.connection),
        }
    }

    pub(in crate::runtime) fn peer(&self) -> Option<&str> {
        self.peer.as_deref()
    }

    pub(super) fn who(&self) -> RateKey {
        RateKey::Connection(self.connection.id)
    }

    /// The owner of entries in the store: the caller, else the connection.
    pub(in crate::runtime) fn owner(&self, call: &Call) -> Arc<str> {
        if let Some(principal) = &call.principal {
            return owner_of(principal);
        }
        let connection = self.connection.id.to_be_bytes();
        owner_fields(None).field(&connection).text().into()
    }

    pub(super) fn cannot(&self, mode: Mode) -> &AtomicBool {
        match mode {
            Mode::Form => &self.connection.cannot_form,
            Mode::Url => &self.connection.cannot_url,
        }
    }
}

/// The owner of entries in the store, if the caller is known.
pub(in crate::runtime) fn owner_of(principal: &str) -> Arc<str> {
    owner_fields(Some(principal)).text().into()
}

fn owner_fields(principal: Option<&str>) -> Fields {
    Fields::new("elicit-core/v1/entry-owner\0").optional(principal)
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}
