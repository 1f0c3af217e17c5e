//! Forms that are known only at run time: which schemas are refused, and how a form is asked.
//! `differential/dynamic.rs` compares the reading of answers with a validator.
#![cfg(feature = "dynamic")]

#[cfg(feature = "runtime")]
mod asking;
mod building;
mod schema;
