//! What reading an answer, asking and compiling cost, beside the other ways.

#![expect(
    missing_docs,
    reason = "it is for the programs beside it; and on a field, a doc comment is a description"
)]

pub mod callgrind;
mod case;
pub mod forms;
pub mod reading;
pub mod rounds;

pub use case::{Case, ratio};
