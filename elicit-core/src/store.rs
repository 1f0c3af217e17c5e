//! What a server remembers between two requests.
//!
//! [`Elicitation::store`](crate::Elicitation::store) sets the [`Store`] of a server. There are two:
//! [`MemoryStore`], for one process, and `RedisStore` of the crate
//! [`elicit-redis`](https://docs.rs/elicit-redis), for several. You can implement another one with any
//! database that has unique indexes; test it with [`testing::check_store`](crate::testing::check_store).
//!
//! The values are encrypted with the [`Keys`](crate::Keys) of the [`Elicitation`](crate::Elicitation)
//! before the store gets them.

mod memory;

use std::{error::Error, fmt, pin::Pin, sync::Arc, time::Duration};

pub use memory::MemoryStore;

/// A future on the heap that may move between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A place for small values, each with a name and a time to live.
///
/// A store must not drop a value before it expires, because a lost value may cause an effect to happen
/// twice. If there is no room, the store refuses new values ([`StoreError::Full`]).
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
    /// Puts an entry unless there is one with this name. Returns the existing value, or `None` if the
    /// new one was put.
    ///
    /// It is atomic: if several callers put an entry with one name at the same time, from any number
    /// of processes, exactly one gets `None`.
    ///
    /// # Errors
    ///
    /// The store is full, or cannot be reached. After an error, the store must not have put the
    /// entry. If it cannot know that, it returns [`StoreError::Unavailable`].
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>>;

    /// Puts an entry. It replaces an existing one with this name.
    ///
    /// # Errors
    ///
    /// As [`claim`](Self::claim).
    fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The value with this name, unless it has expired.
    ///
    /// # Errors
    ///
    /// The store cannot be reached.
    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>>;

    /// Removes the value with this name and returns it. If two callers do so at once, one gets it.
    ///
    /// # Errors
    ///
    /// The store cannot be reached.
    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>>;

    /// Whether other processes see the entries, also after a restart of this one.
    fn is_shared(&self) -> bool;
}

macro_rules! impl_store_for_pointer {
    ($($pointer:ident)*) => {$(
        impl<S: Store + ?Sized> Store for $pointer<S> {
            fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
                (**self).claim(entry)
            }

            fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>> {
                (**self).put(entry)
            }

            fn get<'a>(
                &'a self,
                name: &'a str,
            ) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
                (**self).get(name)
            }

            fn take<'a>(
                &'a self,
                name: &'a str,
            ) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
                (**self).take(name)
            }

            fn is_shared(&self) -> bool {
                (**self).is_shared()
            }
        }
    )*};
}

// For a store that configuration chooses: `Box<dyn Store>`.
impl_store_for_pointer! { Arc Box }

/// A value for a [`Store`], with its name and its time to live.
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
    /// A digest of its owner, if it has one. A store that limits its own size gives no owner all of its
    /// room.
    pub owner: Option<Arc<str>>,
    /// Whether it belongs to a page that is already open: the answer, or the browser that opened the
    /// page. A store that limits its own size keeps room for such entries.
    pub is_follow_up: bool,
}

impl Entry {
    /// An entry without an owner.
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

    /// The same entry with this owner.
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

/// Why a request to a [`Store`] failed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum StoreError {
    /// The store has no room for another entry, or none for this owner.
    Full,
    /// The store cannot be reached, or it failed. It may have carried out the request.
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
