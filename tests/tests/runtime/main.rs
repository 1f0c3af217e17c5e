//! Asking without an SDK: the scripted user, and the seam beneath it.

mod all;
mod attempts;
mod audit;
mod bad_questions;
mod check;
mod choices;
mod credentials;
mod early;
mod forms;
mod kit;
mod link;
mod log;
mod panic;
mod prefill;
mod quoted;
mod rate;
mod remember;
mod schema;
mod seal;
mod seam;
mod size;
mod texts;
mod too_fast;
mod without_layer;
mod words;
