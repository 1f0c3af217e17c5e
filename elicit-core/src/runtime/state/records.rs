//! The entries of the store: a name, and a value that only these keys encrypt and open.
//!
//! A mark is an entry without a value. It says no more than that its name is taken, so it is not
//! encrypted. Anyone who can write to the store could put one in place of any value, so only
//! [`Records::mark`] and [`Records::get_marked`] accept it.

use std::{fmt, sync::Arc, time::Duration};

use super::{
    digest::Fields,
    keys::{Keys, OVERHEAD},
};
use crate::store::{Entry, Store, StoreError};

/// The format of an entry. It comes before the encrypted part, so that a replica of another
/// version can tell.
const FORMAT: u8 = 1;

/// The longest that an entry lives: ten years. Redis and clocks do not take every time.
const LONGEST: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

/// An entry without a value. It is as long as an encrypted value of one byte, which therefore has
/// room in its place where the store is full.
const MARK: &[u8] = &{
    let mut mark = [0; 1 + OVERHEAD + 1];
    mark[0] = FORMAT;
    mark
};

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
pub(crate) struct RecordName {
    name: Arc<str>,
    /// Who needs it.
    owner: Option<Arc<str>>,
}

impl RecordName {
    /// A name of this kind, made of bytes that need not be printable or short.
    pub(crate) fn new(kind: &str, of: Fields, owner: Option<Arc<str>>) -> Self {
        Self {
            name: format!("{kind}:{}", of.text()).into(),
            owner,
        }
    }
}

impl Records {
    /// Whether every process that has the keys sees the store.
    pub(crate) fn is_shared_if_keys_are(&self) -> bool {
        self.store.is_shared() || !self.keys.is_shared()
    }

    /// Puts what an open page needs, unless it is there. Returns the one that is there.
    #[cfg(feature = "pages")]
    pub(crate) async fn claim(
        &self,
        name: &RecordName,
        value: &[u8],
        time_to_live: Duration,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let mut entry = self.encrypted(name, value, time_to_live)?;
        entry.is_follow_up = true;
        let found = self.store.claim(entry).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    pub(crate) async fn put(
        &self,
        name: &RecordName,
        value: &[u8],
        time_to_live: Duration,
    ) -> Result<(), RecordError> {
        let entry = self.encrypted(name, value, time_to_live)?;
        Ok(self.store.put(entry).await?)
    }

    pub(crate) async fn get(&self, name: &RecordName) -> Result<Option<Vec<u8>>, RecordError> {
        let found = self.store.get(&name.name).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    /// Removes an entry. If two do at once, one gets the value.
    pub(in crate::runtime) async fn take(
        &self,
        name: &RecordName,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let found = self.store.take(&name.name).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    /// Removes an entry, whatever it is.
    pub(crate) async fn remove(&self, name: &RecordName) -> Result<(), RecordError> {
        self.store.take(&name.name).await?;
        Ok(())
    }

    /// Puts a mark unless there is an entry. Returns the value that is there, which is empty for a
    /// mark.
    pub(in crate::runtime) async fn mark(
        &self,
        name: &RecordName,
        time_to_live: Duration,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let found = self.store.claim(entry(name, MARK.to_vec(), time_to_live));
        let found = found.await?;
        found.map(|found| self.marked(name, &found)).transpose()
    }

    /// The value of a name that was marked, which is empty for a mark.
    pub(in crate::runtime) async fn get_marked(
        &self,
        name: &RecordName,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let found = self.store.get(&name.name).await?;
        found.map(|found| self.marked(name, &found)).transpose()
    }

    fn encrypted(
        &self,
        name: &RecordName,
        value: &[u8],
        time_to_live: Duration,
    ) -> Result<Entry, RecordError> {
        let encrypted = self.keys.encrypt(&[FORMAT], &self.binding(name), value);
        let stored = encrypted.map_err(|_| RecordError::NoRandomness)?;
        Ok(entry(name, stored, time_to_live))
    }

    fn decrypted(&self, name: &RecordName, value: &[u8]) -> Result<Vec<u8>, RecordError> {
        let plain = match value.split_first() {
            Some((&FORMAT, encrypted)) => self.keys.decrypt(&self.binding(name), encrypted),
            _ => None,
        };
        plain.ok_or(RecordError::UnknownFormat)
    }

    fn marked(&self, name: &RecordName, value: &[u8]) -> Result<Vec<u8>, RecordError> {
        if value == MARK {
            return Ok(Vec::new());
        }
        self.decrypted(name, value)
    }

    fn binding(&self, name: &RecordName) -> [u8; 32] {
        Fields::new("elicit-core/v1/record\0")
            .optional(self.audience.as_deref())
            .field(name.name.as_bytes())
            .finish()
    }
}

fn entry(name: &RecordName, value: Vec<u8>, time_to_live: Duration) -> Entry {
    let mut entry = Entry::new(Arc::clone(&name.name), value, time_to_live.min(LONGEST));
    entry.owner.clone_from(&name.owner);
    entry
}
