//! What the compiler reports of a field: why its type, its attributes or its role do not fit.

pub mod assert;
pub(crate) mod role;
pub(crate) mod unsupported;
