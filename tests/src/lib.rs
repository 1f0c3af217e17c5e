//! Shared pieces of the tests.

pub mod domains;
pub mod forms;
