//! A store in Redis or Valkey for [`elicit-core`](elicit_core): what the replicas of a server remember
//! between two requests.
//!
//! An MCP server with several replicas needs a shared [`Store`] if it uses
//! [`once`](elicit_core::Elicitation::once) or pages. [`RedisStore`] is one: give it to
//! [`Elicitation::store`](elicit_core::Elicitation::store). The guide of `elicit-core` has a page on
//! replicas.

use std::{fmt, time::Duration};

use elicit_core::store::{BoxFuture, Entry, Store, StoreError};
use redis::{
    Client, ExistenceCheck, FromRedisValue, RedisError, SetExpiry, SetOptions,
    aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig},
    cmd,
};

/// A store in Redis (7.0 or later) or Valkey, which several replicas share.
///
/// It has a connection of its own ([`connect`](Self::connect)), or one that the server uses already
/// ([`from_connection`](Self::from_connection)).
///
/// The server must not evict: its `maxmemory-policy` has to be `noeviction`. Both constructors fail if
/// it is not.
///
/// If the memory of the server is full (`maxmemory`), it accepts no answers to open pages, either. The
/// page says so, and can be sent again later.
///
/// What Redis loses in a fail-over is lost here: replication is asynchronous, so the last writes
/// before a fail-over may be gone, and a claim among them can be made again. The guide's page on
/// replicas says what that means.
///
/// For `rediss://` addresses, add the crate `redis` with a feature for TLS, such as
/// `tokio-rustls-comp`, to your own dependencies.
///
/// ```no_run
/// use elicit_core::{Elicitation, Keys};
/// use elicit_redis::RedisStore;
///
/// # async fn start(secret: [u8; 32]) -> Result<(), Box<dyn std::error::Error>> {
/// let store = RedisStore::connect("redis://127.0.0.1").await?;
/// let elicitation = Elicitation::with_keys(Keys::new([secret])?).store(store);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RedisStore<C = ConnectionManager>(C);

/// How long an operation may take.
const LONGEST: Duration = Duration::from_secs(2);

/// In front of each name, since others may use the same database.
const PREFIX: &str = "elicit:";

impl RedisStore {
    /// Connects to the server with this address.
    ///
    /// A lost connection is made anew by itself. An operation that takes longer than 2 seconds is
    /// [`StoreError::Unavailable`].
    ///
    /// # Errors
    ///
    /// - [`StoreError::Unavailable`]: the address is not valid, or the server cannot be reached, or it
    ///   accepts no writes, such as a replica.
    /// - [`StoreError::Unsuitable`]: the server evicts entries, or is too old.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(LONGEST))
            .set_response_timeout(Some(LONGEST))
            .set_number_of_retries(1);
        let client = Client::open(url).map_err(error)?;
        let connection = client.get_connection_manager_with_config(config).await;
        Self::from_connection(connection.map_err(error)?).await
    }
}

impl<C: ConnectionLike + Clone + Send + Sync + 'static> RedisStore<C> {
    /// Uses a connection that the server has already, such as a [`ConnectionManager`] or a
    /// [`MultiplexedConnection`](redis::aio::MultiplexedConnection).
    ///
    /// Each operation uses a clone of it. Its own configuration says how long an operation may take,
    /// and whether a lost connection is made anew: set a response timeout of a few seconds, since a
    /// request of a client waits for the store.
    ///
    /// # Errors
    ///
    /// As [`connect`](RedisStore::connect).
    ///
    /// ```no_run
    /// use elicit_core::Elicitation;
    /// use elicit_redis::RedisStore;
    ///
    /// # async fn start(client: redis::Client) -> Result<(), Box<dyn std::error::Error>> {
    /// let connection = client.get_multiplexed_async_connection().await?;
    /// let elicitation = Elicitation::default().store(RedisStore::from_connection(connection).await?);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn from_connection(connection: C) -> Result<Self, StoreError> {
        let store = Self(connection);
        store.examine().await?;
        Ok(store)
    }

    /// Whether the server keeps what it is given, and knows the commands.
    async fn examine(&self) -> Result<(), StoreError> {
        let mut info = cmd("INFO");
        info.arg("memory");
        let info: String = info.query_async(&mut self.0.clone()).await.map_err(error)?;
        let policy = info
            .lines()
            .find_map(|line| line.trim_end().strip_prefix("maxmemory_policy:"));
        match policy {
            Some("noeviction") => {}
            Some(policy) => {
                return Err(StoreError::Unsuitable(format!(
                    "its `maxmemory-policy` is `{policy}`, which may drop an entry before it \
                     expires; set it to `noeviction`"
                )));
            }
            None => {
                let reason = "it does not report its `maxmemory-policy`";
                return Err(StoreError::Unsuitable(reason.to_owned()));
            }
        }
        let probe = Entry::new("probe", "", Duration::from_millis(1));
        let claimed: Result<Option<Vec<u8>>, _> = self.set(probe, claim()).await;
        claimed.map(drop).map_err(|refused| match refused.code() {
            Some("ERR") => StoreError::Unsuitable(
                "it does not support `SET` with `NX` and `GET`, which Redis has since \
                 7.0"
                .to_owned(),
            ),
            // A replica, or a node of a cluster, says so itself.
            _ => error(refused),
        })
    }

    async fn set<T: FromRedisValue>(
        &self,
        entry: Entry,
        options: SetOptions,
    ) -> Result<T, RedisError> {
        let milliseconds = u64::try_from(entry.time_to_live.as_millis()).unwrap_or(u64::MAX);
        let options = options.with_expiration(SetExpiry::PX(milliseconds.max(1)));
        let mut set = cmd("SET");
        set.arg(name(&entry.name)).arg(entry.value).arg(options);
        set.query_async(&mut self.0.clone()).await
    }

    async fn query(&self, command: &str, of: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let mut query = cmd(command);
        query.arg(name(of));
        query.query_async(&mut self.0.clone()).await.map_err(error)
    }
}

/// Puts an entry unless there is one, which is returned.
fn claim() -> SetOptions {
    SetOptions::default()
        .conditional_set(ExistenceCheck::NX)
        .get(true)
}

fn name(name: &str) -> String {
    format!("{PREFIX}{name}")
}

fn error(error: RedisError) -> StoreError {
    // There is no room under `maxmemory`.
    if error.code() == Some("OOM") {
        StoreError::Full
    } else {
        StoreError::unavailable(error)
    }
}

impl<C: ConnectionLike + Clone + Send + Sync + 'static> Store for RedisStore<C> {
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(async move { self.set(entry, claim()).await.map_err(error) })
    }

    fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let put = self.set(entry, SetOptions::default()).await;
            put.map_err(error)
        })
    }

    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(self.query("GET", name))
    }

    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(self.query("GETDEL", name))
    }

    fn is_shared(&self) -> bool {
        true
    }
}

impl<C> fmt::Debug for RedisStore<C> {
    /// Without the connection, whose address may have a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisStore").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::RedisStore;

    #[test]
    fn debug_shows_no_password() {
        let store = RedisStore("redis://:canary@localhost");
        assert_eq!(format!("{store:?}"), "RedisStore { .. }");
    }
}
