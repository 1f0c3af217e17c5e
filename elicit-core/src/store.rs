//! Where a server keeps what it has to remember between two requests.
//!
//! [`Elicitation::store`](crate::Elicitation::store) takes a [`Store`]. There are two:
//! [`MemoryStore`], for one process, and `RedisStore` (feature `redis`), for several. Whoever has a
//! database with a unique index writes a third; [`testing::check_store`](crate::testing::check_store)
//! tests it.
//!
//! The values are encrypted with the [`Keys`](crate::Keys) of the [`Elicitation`](crate::Elicitation)
//! before they get here. (While a handler runs under [`once`](crate::Elicitation::once), the value of
//! its claim says nothing, and is not encrypted.)

mod memory;
#[cfg(feature = "redis")]
mod redis;

use std::{error::Error, fmt, pin::Pin, sync::Arc, time::Duration};

pub use memory::MemoryStore;
#[cfg(feature = "redis")]
pub use redis::RedisStore;

/// A future on the heap that may move between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A place for small values, each with a name and a time to live.
///
/// A store must not drop a value before its time: a value that is gone may mean that an effect
/// happens twice. If there is no room, it refuses new values ([`StoreError::Full`]).
///
/// ```
/// use std::time::Duration;
/// use elicit_core::store::{Entry, MemoryStore, Store};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), elicit_core::store::StoreError> {
/// let store = MemoryStore::new(1 << 20);
/// let entry = |value: &str| Entry::new("a name", value, Duration::from_secs(60));
/// assert_eq!(store.claim(entry("first")).await?, None);
/// assert_eq!(store.claim(entry("second")).await?.as_deref(), Some(&b"first"[..]));
/// # Ok(())
/// # }
/// ```
pub trait Store: Send + Sync + 'static {
    /// Puts an entry unless there is one of this name. Returns the value that is there already, or
    /// `None` if this one was put.
    ///
    /// It is atomic: if several callers put an entry of one name at the same time, from any number
    /// of processes, exactly one gets `None`.
    ///
    /// # Errors
    ///
    /// The store is full, or cannot be reached. After an error, the store must not have put the
    /// entry. If it cannot know that, it returns [`StoreError::Unavailable`].
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>>;

    /// Puts an entry, also in place of another.
    ///
    /// # Errors
    ///
    /// As [`claim`](Self::claim).
    fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The value of this name, unless its time is over.
    ///
    /// # Errors
    ///
    /// The store cannot be reached.
    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>>;

    /// Removes the value of this name and returns it. If two do at once, one gets it.
    ///
    /// # Errors
    ///
    /// The store cannot be reached.
    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>>;

    /// Whether other processes see what is put here, also after a restart of this one.
    fn is_shared(&self) -> bool;
}

/// What is put into a [`Store`].
#[derive(Clone)]
#[non_exhaustive]
pub struct Entry {
    /// Its name: ASCII letters, digits, `-`, `_` and `:`, at most 128 bytes.
    pub name: Arc<str>,
    /// The value: bytes.
    pub value: Vec<u8>,
    /// How long it lives. A store may keep it a little longer. (Entries of this crate live for ten years
    /// at most.)
    pub time_to_live: Duration,
    /// Its owner, as a digest, if there is one. If a store limits its own size, it gives no owner
    /// all of its room.
    pub owner: Option<Arc<str>>,
    /// Whether a person who was already asked needs it: the answer to an open page, or which browser
    /// the page is open in. If a store limits its own size, it has room left for such entries.
    pub is_follow_up: bool,
}

impl Entry {
    /// An entry that is kept for nobody in particular.
    #[must_use]
    pub fn new(
        name: impl Into<Arc<str>>,
        value: impl Into<Vec<u8>>,
        time_to_live: Duration,
    ) -> Self {
        Self {
            name: name.into(),
            value: value.into(),
            time_to_live,
            owner: None,
            is_follow_up: false,
        }
    }

    /// The same entry, kept for this owner.
    #[must_use]
    pub fn owned_by(self, owner: impl Into<Arc<str>>) -> Self {
        Self {
            owner: Some(owner.into()),
            ..self
        }
    }
}

impl fmt::Debug for Entry {
    /// Without the value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("name", &self.name)
            .field("time_to_live", &self.time_to_live)
            .finish_non_exhaustive()
    }
}

/// Why a [`Store`] did not do what it was asked for.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no room for another entry, or none for this owner.
    Full,
    /// It cannot be reached, or it failed. It may have done what it was asked for.
    Unavailable(Arc<dyn Error + Send + Sync>),
    /// The store cannot be used for this; the text says why. For example, replicas do not share it,
    /// or it may drop an entry before its time.
    Unsuitable(String),
}

impl StoreError {
    /// The store failed with this error.
    pub fn unavailable(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Unavailable(error.into().into())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("the store is full"),
            Self::Unavailable(_) => f.write_str("the store cannot be reached"),
            Self::Unsuitable(reason) => write!(f, "the store is not suitable: {reason}"),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unavailable(error) => Some(&**error),
            Self::Full | Self::Unsuitable(_) => None,
        }
    }
}
