//! The entries of the store, encrypted: a name, and a value that only these keys open.

use std::{fmt, sync::Arc, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};

use super::{bind::Fields, elicitation::Elicitation};
use crate::store::{Entry, StoreError};

/// The format of an entry. It stands before the encrypted part, so that a replica of another
/// version can tell.
const FORMAT: u8 = 1;

/// Why an entry cannot be put or read.
#[derive(Debug)]
pub(super) enum RecordError {
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
pub(super) struct RecordName {
    pub(super) name: Arc<str>,
    /// For whom it is kept.
    pub(super) owner: Option<Arc<str>>,
}

impl RecordName {
    /// A name of this kind, made of bytes that need not be printable or short.
    pub(super) fn new(kind: &str, of: Fields, owner: Option<Arc<str>>) -> Self {
        let name = format!("{kind}:{}", BASE64.encode(of.finish())).into();
        Self { name, owner }
    }
}

impl Elicitation {
    /// Puts a value unless there is one. Returns the one that is there.
    pub(super) async fn claim_record(
        &self,
        name: &RecordName,
        value: &[u8],
        time_to_live: Duration,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let entry = self.entry(name, value, time_to_live)?;
        let found = self.store.claim(entry).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    pub(super) async fn put_record(
        &self,
        name: &RecordName,
        value: &[u8],
        time_to_live: Duration,
    ) -> Result<(), RecordError> {
        let entry = self.entry(name, value, time_to_live)?;
        Ok(self.store.put(entry).await?)
    }

    pub(super) async fn get_record(
        &self,
        name: &RecordName,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let found = self.store.get(&name.name).await?;
        found.map(|found| self.decrypted(name, &found)).transpose()
    }

    fn entry(
        &self,
        name: &RecordName,
        value: &[u8],
        time_to_live: Duration,
    ) -> Result<Entry, RecordError> {
        let encrypted = self.keys.encrypt(&self.record_binding(name), value);
        let encrypted = encrypted.map_err(|_| RecordError::NoRandomness)?;
        let mut entry = Entry::new(
            Arc::clone(&name.name),
            [&[FORMAT], &*encrypted].concat(),
            time_to_live,
        );
        entry.owner.clone_from(&name.owner);
        Ok(entry)
    }

    fn decrypted(&self, name: &RecordName, value: &[u8]) -> Result<Vec<u8>, RecordError> {
        let plain = match value.split_first() {
            Some((&FORMAT, encrypted)) => self.keys.decrypt(&self.record_binding(name), encrypted),
            _ => None,
        };
        plain.ok_or(RecordError::UnknownFormat)
    }

    fn record_binding(&self, name: &RecordName) -> [u8; 32] {
        Fields::new("elicit-core/v1/record\0")
            .optional(self.audience.as_deref())
            .field(name.name.as_bytes())
            .finish()
    }
}
