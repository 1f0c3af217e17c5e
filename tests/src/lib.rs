//! Shared pieces of the tests.

pub mod clock;
pub mod domains;
#[cfg(feature = "runtime")]
pub mod drive;
pub mod for_a_model;
pub mod forms;
#[cfg(feature = "runtime")]
pub mod store;
