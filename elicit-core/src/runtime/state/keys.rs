//! The keys that seal carried state, and the sealing itself.
//!
//! A sealed state is `e1.` and then, in unpadded base64url, the key's id (4
//! bytes), a random nonce (24), the ciphertext, and the tag (16). A nonce of this
//! length may be drawn at random on any number of replicas without counting.

use std::{
    error::Error,
    fmt,
    sync::{Arc, OnceLock},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::json_size;
use crate::runtime::error::call_error::CallError;

const PREFIX: &str = "e1.";
const SHORTEST_SECRET: usize = 32;
const ID: usize = 4;
const NONCE: usize = 24;
const TAG: usize = 16;

/// How much longer a text is when it is encrypted, in bytes.
const OVERHEAD: usize = ID + NONCE + TAG;

/// The largest sealed state that is sent, or looked at when it comes back.
const LARGEST: usize = 48 * 1024;

/// The largest state that is no larger than that when it is sealed. Four letters are three bytes.
pub(in crate::runtime) const LARGEST_PLAIN: usize = (LARGEST - PREFIX.len()) * 3 / 4 - OVERHEAD;

/// The keys for the state that travels through clients of 2026-07-28: the first one seals, and each
/// of them can open.
///
/// What the protocol asks of a `requestState` is in [Server Requirements] of *Multi
/// Round-Trip Requests*.
///
/// [Server Requirements]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
///
/// One process needs none: [`Elicitation::default`](crate::Elicitation) draws a
/// key when it starts. Several replicas that may each see a retry share secrets.
/// To rotate, add the new secret at the end on every replica, then put it first, and
/// remove the old one when all that it has sealed is
/// [expired](crate::Elicitation::expiry).
///
/// ```
/// use elicit_core::{Elicitation, Keys};
///
/// # let (new, old) = ([1; 32], [2; 32]);
/// // 32 random bytes each, from wherever the deployment keeps its secrets
/// let keys = Keys::new([new, old])?;
/// let elicitation = Elicitation::with_keys(keys).audience("deploy-server");
/// # Ok::<(), elicit_core::KeyError>(())
/// ```
#[derive(Clone)]
pub struct Keys {
    ring: Arc<[Key]>,
    /// Whether they are made of secrets, which other processes may have as well.
    is_shared: bool,
}

struct Key {
    id: [u8; ID],
    cipher: XChaCha20Poly1305,
}

/// Why a list of secrets cannot become keys.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The list is empty.
    Empty,
    /// A secret has fewer than 32 bytes. Draw them at random; a passphrase is not random enough,
    /// however long it is.
    TooShort {
        /// Its place in the list.
        index: usize,
    },
    /// A secret is in the list twice.
    Duplicate {
        /// The place of the second.
        index: usize,
    },
}

impl Keys {
    /// One new random key: only a clone of this value can open what it seals. If the system has no
    /// randomness, each call that asks ends with `-32603`.
    #[must_use]
    pub fn random() -> Self {
        let mut secret = [0; SHORTEST_SECRET];
        // An empty ring seals nothing, which is an error of each call that asks, and opens nothing.
        let is_random = getrandom::fill(&mut secret).is_ok();
        Self {
            ring: is_random
                .then(|| Key::derive(&secret))
                .into_iter()
                .collect(),
            is_shared: false,
        }
    }

    /// Keys made of secrets of at least 32 random bytes. The first one seals, and each of them can
    /// open.
    ///
    /// # Errors
    ///
    /// There is no secret, or one is too short, or twice in the list.
    pub fn new<K: AsRef<[u8]>>(secrets: impl IntoIterator<Item = K>) -> Result<Self, KeyError> {
        let mut ring: Vec<Key> = Vec::new();
        for (index, secret) in secrets.into_iter().enumerate() {
            let secret = secret.as_ref();
            if secret.len() < SHORTEST_SECRET {
                return Err(KeyError::TooShort { index });
            }
            let key = Key::derive(secret);
            if ring.iter().any(|other| other.id == key.id) {
                return Err(KeyError::Duplicate { index });
            }
            ring.push(key);
        }
        if ring.is_empty() {
            return Err(KeyError::Empty);
        }
        Ok(Self {
            ring: ring.into(),
            is_shared: true,
        })
    }

    /// Whether other processes, or this one after a restart, may have the same keys.
    pub(super) fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The key of this process.
    pub(crate) fn for_process() -> Self {
        static KEYS: OnceLock<Keys> = OnceLock::new();
        KEYS.get_or_init(Self::random).clone()
    }

    /// Seals `state` as JSON, bound to `associated`, which is not part of the result.
    pub(in crate::runtime) fn seal(
        &self,
        associated: &[u8],
        state: &impl Serialize,
    ) -> Result<String, CallError> {
        // A state that is too large is not written at all.
        if !json_size::fits(state, LARGEST_PLAIN) {
            return Err(CallError::StateTooLarge);
        }
        let plain = serde_json::to_vec(state).map_err(|_| CallError::StateTooLarge)?;
        let mut token = PREFIX.to_owned();
        BASE64.encode_string(self.encrypt(&[], associated, &plain)?, &mut token);
        Ok(token)
    }

    /// Opens what one of these keys sealed, bound to `associated`.
    pub(in crate::runtime) fn open(&self, associated: &[u8], token: &str) -> Option<Vec<u8>> {
        if token.len() > LARGEST {
            return None;
        }
        let bytes = BASE64.decode(token.strip_prefix(PREFIX)?).ok()?;
        self.decrypt(associated, &bytes)
    }

    /// Encrypts with the first key, bound to `associated`. The result begins with `prefix`.
    pub(super) fn encrypt(
        &self,
        prefix: &[u8],
        associated: &[u8],
        plain: &[u8],
    ) -> Result<Vec<u8>, CallError> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|_| CallError::NoRandomness)?;
        self.encrypt_with(nonce, prefix, associated, plain)
    }

    fn encrypt_with(
        &self,
        nonce: [u8; NONCE],
        prefix: &[u8],
        associated: &[u8],
        plain: &[u8],
    ) -> Result<Vec<u8>, CallError> {
        let key = self.ring.first().ok_or(CallError::NoRandomness)?;
        let payload = Payload {
            msg: plain,
            aad: &[&key.id, associated].concat(),
        };
        let sealed = key.cipher.encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| CallError::StateTooLarge)?;
        Ok([prefix, &key.id, &nonce, &sealed].concat())
    }

    /// Decrypts what one of these keys encrypted, bound to `associated`.
    pub(super) fn decrypt(&self, associated: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
        let (id, rest) = bytes.split_first_chunk::<ID>()?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE>()?;
        let key = self.ring.iter().find(|key| key.id == *id)?;
        let payload = Payload {
            msg: sealed,
            aad: &[id, associated].concat(),
        };
        key.cipher.decrypt(&XNonce::from(*nonce), payload).ok()
    }

    /// Proof that a digest was seen here. It hides nothing, and is the same each time: each digest
    /// has a nonce of its own, the beginning of it.
    #[cfg(feature = "rmcp3-http")]
    pub(crate) fn tag(&self, digest: &[u8; 32]) -> Option<String> {
        let tag = self.encrypt_with(*digest.first_chunk()?, &[], digest, &[]);
        Some(BASE64.encode(tag.ok()?))
    }

    /// Whether one of these keys has made the tag.
    #[cfg(feature = "rmcp3-http")]
    pub(crate) fn is_tag(&self, digest: &[u8; 32], tag: &str) -> bool {
        let tag = BASE64.decode(tag).ok();
        tag.is_some_and(|tag| {
            self.decrypt(digest, &tag)
                .is_some_and(|plain| plain.is_empty())
        })
    }
}

impl Key {
    fn derive(secret: &[u8]) -> Self {
        let key = Sha256::new()
            .chain_update(b"elicit-core/v1/key\0")
            .chain_update(secret)
            .finalize();
        let digest = Sha256::new()
            .chain_update(b"elicit-core/v1/kid\0")
            .chain_update(key)
            .finalize();
        let mut id = [0; ID];
        id.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
        Self {
            id,
            cipher: XChaCha20Poly1305::new(&key),
        }
    }
}

impl fmt::Debug for Keys {
    /// How many there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keys({})", self.ring.len())
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the list of secrets is empty"),
            Self::TooShort { index } => {
                write!(f, "secret {index} has fewer than {SHORTEST_SECRET} bytes")
            }
            Self::Duplicate { index } => write!(f, "secret {index} is in the list twice"),
        }
    }
}

impl Error for KeyError {}
