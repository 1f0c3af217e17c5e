//! The questions that an [`Ask`](crate::Ask) makes, as types.
//!
//! Asking is independent of any SDK and executor. What an adapter provides, timers included, is
//! in [`adapter`](crate::adapter).

// What server authors use.
pub(crate) mod ask;
pub(crate) mod elicitation;
pub(crate) mod link_tickets;
pub(crate) mod outcome;
pub(crate) mod quoted;

// The kinds of questions, what is sent, and what comes back.
pub(crate) mod question;

// One run of a handler, with its connection, its questions and its end.
pub(crate) mod run;

// What a client answers, its limits, and the argument of a tool that takes the place of an answer.
pub(crate) mod limits;
pub(crate) mod needed_argument;
mod received_answer;

// What is known of a call and its questions, and how it travels between the rounds; what the store keeps.
mod ledger;
mod pauses;
pub(crate) mod state;

// Why a question or a call fails.
pub(crate) mod error;

// The sentences of run time, which a server can translate.
pub(crate) mod words;

pub(crate) mod lock;
pub(crate) mod log_name;

pub use error::client_message::ClientMessage;
pub use needed_argument::NeededArgument;
pub use question::{
    all::{All, Askable},
    confirm::Confirm,
    form_question::Form,
    link::Link,
    one_value::OneValue,
    or_end::OrEnd,
};
pub use run::report::Progress;
