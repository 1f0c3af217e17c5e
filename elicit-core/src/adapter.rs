//! For adapters: the interface between an SDK and the asking side, which is independent of both
//! SDK and executor.
//!
//! An adapter reads a request into a [`Call`], implements [`Backchannel`] for the revisions in
//! which a server sends its questions, runs the server's handler, and makes a response of the
//! [`RunEnd`] that it gets. It runs the handler under
//!
//! - [`Elicitation::drive_once`], which keeps the responses to retries as JSON for
//!   [`Elicitation::once`] ([`Response`]); such an adapter does not drop a run whose client goes away;
//! - [`Elicitation::drive`], if it keeps none;
//! - [`Elicitation::drive_in_place`], if its protocol has no retries.
//!
//! The page *Writing an adapter* of the guide shows a whole one.
//!
//! The values that are exchanged are JSON objects. With `serde_json/preserve_order`, the fields of a
//! form are in declaration order. Without it, `serde_json` sorts the keys of each object.

pub use crate::runtime::{
    ask::Asker,
    error::rpc_error::{ErrorResponse, RpcError},
    run::{
        backchannel::{Backchannel, WireError},
        call::Call,
        once::Response,
        run_end::{Ended, InputRequired, RunEnd, Unsupported},
        session::Session,
    },
};
#[doc(no_inline)]
pub use crate::{runtime::elicitation::Elicitation, store::BoxFuture};
