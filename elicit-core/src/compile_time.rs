//! What the compiler learns about a field: its attributes and its role, and why they or its type do
//! not fit.

pub mod assert;
mod attributes;
pub(crate) mod role;
pub(crate) mod unsupported;
