//! The questions that an [`Ask`](crate::Ask) makes, as types.
//!
//! Asking is independent of any SDK and executor. What an adapter provides, timers included, is
//! in [`seam`](crate::seam).

pub(crate) mod address;
mod all;
pub(crate) mod argument;
pub(crate) mod ask;
pub(crate) mod asker;
mod audit;
pub(crate) mod backchannel;
mod binding;
pub(crate) mod call;
pub(crate) mod call_error;
mod call_id;
pub(crate) mod completer;
mod confirm;
mod current_words;
pub(crate) mod digest;
mod drive;
pub(crate) mod driven;
mod elicit_result;
pub(crate) mod elicitation;
pub(crate) mod error;
mod failure;
mod flow;
mod form_question;
pub(crate) mod json_size;
pub(crate) mod keys;
mod link;
pub(crate) mod link_tickets;
pub(crate) mod lock;
pub(crate) mod log_name;
mod needed_argument;
pub(crate) mod once;
pub(crate) mod one_value;
mod or_end;
pub(crate) mod outcome;
#[cfg(feature = "pages")]
mod page;
mod question;
pub(crate) mod quoted;
pub(crate) mod rate;
pub(crate) mod records;
pub(crate) mod refusal;
mod report;
mod run;
pub(crate) mod session;
pub(crate) mod settled;
mod state;
pub(crate) mod unguessable;
pub(crate) mod words;

pub use all::{All, Askable};
pub use argument::{Argument, Json, Typed};
pub use confirm::Confirm;
pub use form_question::{ChoicesOf, Declared, Form, Given, OptionsOf};
pub use link::Link;
pub use needed_argument::NeededArgument;
pub use one_value::{OneValue, PickOptions};
pub use or_end::OrEnd;
pub use report::Progress;
