//! How what a call carries is named, bound, encrypted and kept.

pub(super) mod binding;
pub(super) mod call_id;
pub(crate) mod digest;
pub(crate) mod json_size;
pub(crate) mod keys;
pub(crate) mod random_token;
pub(crate) mod records;
