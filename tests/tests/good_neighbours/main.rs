//! Valid code that looks almost like a mistake.

#![deny(warnings)]
#![forbid(unsafe_code)]
#![allow(dead_code, reason = "these types have only to compile")]

mod attributes;
mod choices;
mod hygiene;
mod lints;
mod many_options;
mod names;
mod types;
