//! Texts that cannot be guessed: for ids, tickets and tokens.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};

/// 128 bits.
const BYTES: usize = 16;

/// How many characters such a text has.
pub(crate) const LENGTH: usize = (BYTES * 4).div_ceil(3);

/// A new one. `None`: the system has no randomness.
pub(crate) fn random_token() -> Option<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).ok()?;
    Some(BASE64.encode(bytes))
}

/// Whether it may be one.
pub(crate) fn may_be_random_token(text: &str) -> bool {
    text.len() == LENGTH && BASE64.decode(text).is_ok()
}
