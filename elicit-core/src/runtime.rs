//! Asking: questions, outcomes, and what carries a call from one round to the next.
//!
//! A handler asks through [`Ask`], which an adapter such as `elicit_core::rmcp`
//! hands to it. Nothing in here knows an SDK or an executor; what an adapter
//! provides, timers included, is in [`seam`].

mod answer;
mod ask;
mod audit;
mod bind;
mod confirm;
mod drive;
mod elicitation;
mod error;
mod flow;
mod form;
mod guard;
mod keys;
mod lazy;
mod limited;
mod link;
mod or_end;
mod outcome;
mod question;
mod rate;
mod refusal;
mod run;
pub mod seam;
mod settled;
mod state;

pub use ask::Ask;
pub use confirm::Confirm;
pub use elicitation::Elicitation;
pub use error::AskError;
pub use form::{Declared, Form, Given, OptionsOf};
pub use keys::{KeyError, Keys};
pub use link::{Agreed, Completer, Link};
pub use or_end::OrEnd;
pub use outcome::{Mode, Outcome};
pub use settled::Settled;
