//! The entries of the store, encrypted: a name, and a value that only these keys open. (An empty
//! value is a mark that says no more than its name, and is not encrypted.)

use std::{fmt, sync::Arc, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};

use super::{bind::Fields, keys::Keys};
use crate::store::{Entry, Store, StoreError};

/// The format of an entry. It comes before the encrypted part, so that a replica of another
/// version can tell.
const FORMAT: u8 = 1;

/// A store, and what its entries are encrypted with.
#[derive(Clone)]
pub(crate) struct Records {
    pub(super) keys: Keys,
    pub(super) audience: Option<Arc<str>>,
    pub(super) store: Arc<dyn Store>,
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
                "an entry was written by another version, or encrypted with keys that are gone",
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
        let mut name = String::with_capacity(64);
        name.push_str(kind);
        name.push(':');
        BASE64.encode_string(of.finish(), &mut name);
        Self {
            name: name.into(),
            owner,
        }
    }
}

impl Records {
    /// Whether the store is one that everybody sees who has the keys.
    pub(crate) fn are_complete(&self) -> bool {
        self.store.is_shared() || !self.keys.are_shared()
    }

    /// Puts a value unless there is one. Returns the one that is there.
    pub(crate) async fn claim(
        &self,
        name: &RecordName,
        value: &[u8],
        time_to_live: Duration,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let entry = self.entry(name, value, time_to_live)?;
        let found = self.store.claim(entry).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    pub(crate) async fn put(
        &self,
        name: &RecordName,
        value: &[u8],
        time_to_live: Duration,
    ) -> Result<(), RecordError> {
        let entry = self.entry(name, value, time_to_live)?;
        Ok(self.store.put(entry).await?)
    }

    pub(crate) async fn get(&self, name: &RecordName) -> Result<Option<Vec<u8>>, RecordError> {
        let found = self.store.get(&name.name).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    /// Removes an entry. Of two that do, one gets the value.
    pub(crate) async fn take(&self, name: &RecordName) -> Result<Option<Vec<u8>>, RecordError> {
        let found = self.store.take(&name.name).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    fn entry(
        &self,
        name: &RecordName,
        value: &[u8],
        time_to_live: Duration,
    ) -> Result<Entry, RecordError> {
        let mut stored = vec![FORMAT];
        if !value.is_empty() {
            let encrypted = self.keys.encrypt(&self.binding(name), value, &mut stored);
            encrypted.map_err(|_| RecordError::NoRandomness)?;
        }
        let mut entry = Entry::new(Arc::clone(&name.name), stored, time_to_live);
        entry.owner.clone_from(&name.owner);
        Ok(entry)
    }

    fn decrypted(&self, name: &RecordName, value: &[u8]) -> Result<Vec<u8>, RecordError> {
        let plain = match value.split_first() {
            Some((&FORMAT, [])) => Some(Vec::new()),
            Some((&FORMAT, encrypted)) => self.keys.decrypt(&self.binding(name), encrypted),
            _ => None,
        };
        plain.ok_or(RecordError::UnknownFormat)
    }

    fn binding(&self, name: &RecordName) -> [u8; 32] {
        Fields::new("elicit-core/v1/record\0")
            .optional(self.audience.as_deref())
            .field(name.name.as_bytes())
            .finish()
    }
}
