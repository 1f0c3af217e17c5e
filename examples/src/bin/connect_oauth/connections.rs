//! What the users of this server let it do at the provider.

use std::{
    collections::HashMap,
    mem::take,
    time::{Duration, Instant},
};

use elicit_core::Completer;
use oauth2::AccessToken;
use tokio::{sync::watch, time::timeout};
use tracing::debug;

/// How long a link is good, and a client wants to hear of it.
pub(crate) const LIFE: Duration = Duration::from_secs(10 * 60);

/// How long a call waits for the browser before it asks again.
const PATIENCE: Duration = Duration::from_secs(20);

/// The connections of all users, by principal.
///
/// A real server keeps them in a database, encrypted, so that its replicas find them, and it finds
/// them after a restart.
#[derive(Default)]
pub(crate) struct Connections(watch::Sender<HashMap<String, Connection>>);

#[derive(Default)]
struct Connection {
    token: Option<AccessToken>,
    /// The clients that were sent a link, and until when it is good.
    clients: Vec<(Completer, Instant)>,
}

impl Connections {
    /// Tells this client when the user is done.
    pub(crate) fn tell(&self, user: &str, client: Completer) {
        let now = Instant::now();
        self.0.send_modify(|all| {
            let clients = &mut all.entry(user.to_owned()).or_default().clients;
            clients.retain(|(_, until)| now < *until);
            clients.push((client, now + LIFE));
        });
    }

    /// The provider lets this server act for the user.
    pub(crate) fn connect(&self, user: &str, token: AccessToken) {
        let mut clients = Vec::new();
        self.0.send_modify(|all| {
            let connection = all.entry(user.to_owned()).or_default();
            connection.token = Some(token);
            clients = take(&mut connection.clients);
        });
        // The browser need not wait for the clients.
        for (client, _) in clients {
            tokio::spawn(async move {
                if let Err(error) = client.complete().await {
                    debug!(%error, "a client was not told");
                }
            });
        }
    }

    /// The provider does not take this token any more. Meanwhile the user may have another one.
    pub(crate) fn disconnect(&self, user: &str, token: &AccessToken) {
        self.0.send_modify(|all| {
            if let Some(connection) = all.get_mut(user) {
                connection.token.take_if(|kept| kept == token);
            }
        });
    }

    pub(crate) fn token(&self, user: &str) -> Option<AccessToken> {
        self.0.borrow().get(user)?.token.clone()
    }

    /// Whether the user is connected. Waits a while for it.
    pub(crate) async fn connected(&self, user: &str) -> bool {
        let mut all = self.0.subscribe();
        let connected = all.wait_for(|all| all.get(user).is_some_and(|one| one.token.is_some()));
        timeout(PATIENCE, connected).await.is_ok()
    }
}
