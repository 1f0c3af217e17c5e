//! For adapters: between an SDK and the asking logic.
//!
//! The core is independent of any SDK and executor. An adapter
//!
//! 1. reads a request into a [`Call`],
//! 2. implements [`Backchannel`], for the revisions in which a server sends its
//!    questions,
//! 3. calls [`Elicitation::drive`] with the server's handler, handing the
//!    [`Asker`] to it by whatever way the SDK has, and
//! 4. makes a response of the [`Driven`] that it gets.
//!
//! `elicit_core::rmcp` is one adapter, [`testing::User`](crate::testing::User)
//! another.
//!
//! The values that are exchanged are JSON objects. With the feature
//! `preserve-order` (on with `rmcp`) their keys are in the order that matters,
//! declaration order first of all; without it `serde_json` sorts them, and an
//! adapter that needs the order turns the feature on.

#[doc(no_inline)]
pub use crate::runtime::elicitation::Elicitation;
pub use crate::runtime::{
    asker::Asker,
    backchannel::{Backchannel, BoxFuture, WireError},
    call::Call,
    driven::{Driven, Ended, InputRequired},
    refusal::{Refusal, Telling},
    session::Session,
};
