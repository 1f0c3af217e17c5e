//! What the compiler learns about a field: its attributes, and why they or its type do not fit.

pub mod assert;
mod attributes;
pub(crate) mod unsupported;
