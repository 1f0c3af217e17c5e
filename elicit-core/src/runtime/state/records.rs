//! The entries of the store: a name, and a value that only these keys encrypt and open.

use std::{fmt, sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};

use super::{digest::Fields, keys::Keys};
use crate::store::{Entry, Store, StoreError};

/// The format of an entry. It comes before the encrypted part, so that a replica of another
/// version can tell.
const FORMAT: u8 = 1;

/// The longest that an entry lives: ten years. Redis and clocks do not take every time.
const LONGEST: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

/// A store, and what its entries are encrypted with.
#[derive(Clone)]
pub(crate) struct Records {
    pub(crate) keys: Keys,
    pub(in crate::runtime) audience: Option<Arc<str>>,
    pub(in crate::runtime) store: Arc<dyn Store>,
}

/// Why an entry cannot be put or read.
#[derive(Debug)]
pub(crate) enum RecordError {
    Store(StoreError),
    /// Another version of this crate wrote it, or other keys encrypted it.
    UnknownFormat,
    NoRandomness,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(StoreError::Unavailable(error)) => {
                write!(f, "the store cannot be reached: {error}")
            }
            Self::Store(error) => error.fmt(f),
            Self::UnknownFormat => f.write_str(
                "an entry was written by another version, or encrypted with keys that the server \
                 no longer has",
            ),
            Self::NoRandomness => f.write_str("the system has no randomness to encrypt with"),
        }
    }
}

impl From<StoreError> for RecordError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// The name of an entry.
#[derive(Clone)]
pub(crate) struct RecordName(Arc<str>);

impl RecordName {
    /// A name of this kind, made of bytes that need not be printable or short.
    pub(crate) fn new(kind: &str, of: Fields) -> Self {
        Self(format!("{kind}:{}", of.text()).into())
    }
}

/// How an entry is kept.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Lease {
    /// Whose room in the store it takes.
    pub(crate) owner: Option<Arc<str>>,
    /// How long it lives.
    pub(crate) lives: Duration,
    /// Whether an open page needs it.
    #[serde(skip)]
    pub(crate) is_follow_up: bool,
}

impl Lease {
    pub(crate) fn new(owner: Option<Arc<str>>, lives: Duration) -> Self {
        Self {
            owner,
            lives,
            is_follow_up: false,
        }
    }
}

impl Records {
    /// Whether every process that has the keys sees the store.
    pub(crate) fn is_shared_if_keys_are(&self) -> bool {
        self.store.is_shared() || !self.keys.is_shared()
    }

    /// Puts an entry unless there is one. Returns the value that is there.
    pub(crate) async fn claim(
        &self,
        name: &RecordName,
        value: &[u8],
        lease: &Lease,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let entry = self.encrypted(name, value, lease)?;
        let found = self.store.claim(entry).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    pub(crate) async fn put(
        &self,
        name: &RecordName,
        value: &[u8],
        lease: &Lease,
    ) -> Result<(), RecordError> {
        let entry = self.encrypted(name, value, lease)?;
        Ok(self.store.put(entry).await?)
    }

    pub(crate) async fn get(&self, name: &RecordName) -> Result<Option<Vec<u8>>, RecordError> {
        let found = self.store.get(&name.0).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    /// Removes an entry. If two do at once, one gets the value.
    pub(in crate::runtime) async fn take(
        &self,
        name: &RecordName,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let found = self.store.take(&name.0).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    /// Removes an entry, whatever it is.
    pub(crate) async fn remove(&self, name: &RecordName) -> Result<(), RecordError> {
        self.store.take(&name.0).await?;
        Ok(())
    }

    fn encrypted(
        &self,
        name: &RecordName,
        value: &[u8],
        lease: &Lease,
    ) -> Result<Entry, RecordError> {
        let encrypted = self.keys.encrypt(&[FORMAT], &self.binding(name), value);
        let stored = encrypted.map_err(|_| RecordError::NoRandomness)?;
        let mut entry = Entry::new(Arc::clone(&name.0), stored, lease.lives.min(LONGEST));
        entry.owner.clone_from(&lease.owner);
        entry.is_follow_up = lease.is_follow_up;
        Ok(entry)
    }

    fn decrypted(&self, name: &RecordName, value: &[u8]) -> Result<Vec<u8>, RecordError> {
        let plain = match value.split_first() {
            Some((&FORMAT, encrypted)) => self.keys.decrypt(&self.binding(name), encrypted),
            _ => None,
        };
        plain.ok_or(RecordError::UnknownFormat)
    }

    fn binding(&self, name: &RecordName) -> [u8; 32] {
        Fields::new("elicit-core/v1/record\0")
            .optional(self.audience.as_deref())
            .field(name.0.as_bytes())
            .finish()
    }
}
