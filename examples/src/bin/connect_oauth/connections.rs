//! What the users of this server let it do at the provider.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use elicit_core::Completer;
use oauth2::{AccessToken, CsrfToken};
use tokio::{sync::watch, time::timeout};
use tracing::debug;

use crate::refused::Refused;

/// How long a link is good.
const LIFE: Duration = Duration::from_secs(10 * 60);

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
    ticket: Option<Ticket>,
}

/// What is secret in the link that a user was sent.
struct Ticket {
    secret: String,
    until: Instant,
    clients: Vec<Completer>,
}

impl Ticket {
    fn new() -> Self {
        Self {
            secret: CsrfToken::new_random().into_secret(),
            until: Instant::now() + LIFE,
            clients: Vec::new(),
        }
    }

    fn is_good(&self) -> bool {
        Instant::now() < self.until
    }
}

impl Connections {
    /// The secret of the link for this user. It is the same in each round of a call, and in other
    /// calls, as long as it is good.
    pub(crate) fn ticket(&self, user: &str) -> String {
        let mut secret = String::new();
        self.0.send_modify(|all| {
            let ticket = &mut all.entry(user.to_owned()).or_default().ticket;
            ticket.take_if(|ticket| !ticket.is_good());
            secret.clone_from(&ticket.get_or_insert_with(Ticket::new).secret);
        });
        secret
    }

    /// Tells this client when the user is done.
    pub(crate) fn tell(&self, user: &str, client: Completer) {
        self.0.send_modify(|all| {
            if let Some(ticket) = all.get_mut(user).and_then(|one| one.ticket.as_mut()) {
                ticket.clients.push(client);
            }
        });
    }

    /// Whether a visitor may go on. Somebody else's link is like one that was never sent: nobody
    /// learns whose it is.
    pub(crate) fn verify(&self, visitor: &str, secret: &str) -> Result<(), Refused> {
        let all = self.0.borrow();
        let ticket = all.get(visitor).and_then(|one| one.ticket.as_ref());
        if ticket.is_some_and(|ticket| ticket.is_good() && ticket.secret == secret) {
            return Ok(());
        }
        Err(Refused::forbidden(
            "This link is not yours, or it was used, or it is too old. If it came from your \
             assistant, ask for another. If somebody else has sent it to you, do not open it.",
        ))
    }

    /// The provider lets this server act for the user. The link is used up.
    pub(crate) fn connect(&self, user: &str, token: AccessToken) {
        let mut ticket = None;
        self.0.send_modify(|all| {
            let connection = all.entry(user.to_owned()).or_default();
            connection.token = Some(token);
            ticket = connection.ticket.take();
        });
        // The browser need not wait for the clients.
        for client in ticket.map(|ticket| ticket.clients).unwrap_or_default() {
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
