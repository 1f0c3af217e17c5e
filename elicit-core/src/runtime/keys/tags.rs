//! Proofs that a digest was seen here. They hide nothing, and are the same each time.

use base64::Engine as _;
use chacha20poly1305::{
    XNonce,
    aead::{Aead as _, Payload},
};

use super::{BASE64, ID, Key, Keys, NONCE};

impl Keys {
    /// A tag that only the first key makes.
    pub(crate) fn tag(&self, digest: &[u8; 32]) -> Option<String> {
        let key = self.ring.first()?;
        Some(BASE64.encode([&key.id[..], &key.tag(digest)?].concat()))
    }

    /// Whether one of these keys has made the tag.
    pub(crate) fn is_tag(&self, digest: &[u8; 32], tag: &str) -> bool {
        let Ok(bytes) = BASE64.decode(tag) else {
            return false;
        };
        let Some((id, tag)) = bytes.split_first_chunk::<ID>() else {
            return false;
        };
        let key = self.ring.iter().find(|key| key.id == *id);
        key.is_some_and(|key| key.made(tag, digest))
    }
}

impl Key {
    /// Encrypts nothing, which leaves the authentication tag. Each digest has a nonce of its own,
    /// the beginning of it.
    fn tag(&self, digest: &[u8; 32]) -> Option<Vec<u8>> {
        let (nonce, _) = digest.split_first_chunk::<NONCE>()?;
        let payload = Payload {
            msg: &[],
            aad: &[&self.id, &digest[..]].concat(),
        };
        self.cipher.encrypt(&XNonce::from(*nonce), payload).ok()
    }

    /// In a time that says nothing of the right tag.
    fn made(&self, tag: &[u8], digest: &[u8; 32]) -> bool {
        let Some((nonce, _)) = digest.split_first_chunk::<NONCE>() else {
            return false;
        };
        let payload = Payload {
            msg: tag,
            aad: &[&self.id, &digest[..]].concat(),
        };
        let plain = self.cipher.decrypt(&XNonce::from(*nonce), payload);
        plain.is_ok_and(|plain| plain.is_empty())
    }
}
