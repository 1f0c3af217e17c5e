//! The adapter for the `rmcp` SDK.
//!
//! A server is wrapped once, where it is started, and its handlers take an
//! [`Ask`](crate::Ask):
//!
//! ```no_run
//! use elicit_core::{Ask, Elicit, Elicitation, rmcp3::ElicitsExt};
//! use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt, model::*, service::RequestContext};
//!
//! #[derive(Elicit)]
//! struct Scale {
//!     #[elicit(minimum = 1, maximum = 20)]
//!     replicas: u8,
//! }
//!
//! struct Server;
//!
//! impl ServerHandler for Server {
//!     // With `#[tool]` functions, a parameter `ask: Ask` does the same.
//!     async fn call_tool(
//!         &self,
//!         _: CallToolRequestParams,
//!         context: RequestContext<RoleServer>,
//!     ) -> Result<CallToolResponse, ErrorData> {
//!         let ask = Ask::from_context(&context)?;
//!         let scale = ask.form::<Scale>("scale", "How many?").or_end().await?;
//!         let text = format!("scaled to {}", scale.replicas);
//!         Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
//!     }
//! }
//!
//! # async fn start(transport: (tokio::io::DuplexStream, tokio::io::DuplexStream)) {
//! let server = Server.elicits(Elicitation::default());
//! server.serve(transport).await;
//! # }
//! ```
//!
//! The layer runs the handlers of `tools/call`, `prompts/get` and `resources/read`, and passes everything
//! else through. Questions leave as raw JSON and not through the SDK's own types, which sort them by their
//! keys. (In a task of the protocol they are sorted.)
//!
//! A handler without an `Ask` may return the SDK's `InputRequiredResult`, for example for sampling. The
//! layer passes its results on, and the answers and the state come back to the handler unread. One
//! call asks in one way: if a handler has an `Ask`, a state that the layer has not sealed for this call
//! ends the call with `-32602`.
//!
//! **Over Streamable HTTP**, `StreamableHttp` (feature `rmcp3-http`) replaces the SDK's service. That
//! service requires a `ServerHandler`, whose types sort the questions of a round.
//! Clients of 2026-07-28 work with and without sessions. Clients of earlier revisions need a session,
//! because the server sends the question through it: with `legacy_session_mode` off, each question to
//! them is [`AskError::NoSession`](crate::AskError::NoSession).
//!
//! [`Elicits::principal`] says who is calling. Without it, everybody who has the state of a call or the
//! id of a session can use it, and over HTTP without sessions questions are not limited.
//!
//! In an HTTP service other than `StreamableHttp`, everybody who has the id of a session can use it,
//! also with a principal: an answer of another person counts as the user's.

mod ask;
mod convert;
mod elicits;
#[cfg(feature = "rmcp3-http")]
mod handler;
#[cfg(feature = "rmcp3-http")]
mod http;
mod once;
#[cfg(feature = "rmcp3-http")]
mod repairs;
mod task;
#[cfg(feature = "testing")]
mod test_context;
mod wire;

pub use elicits::{Elicits, ElicitsExt};
#[cfg(feature = "rmcp3-http")]
pub use handler::Handler;
#[cfg(feature = "rmcp3-http")]
pub use http::StreamableHttp;
pub use task::InTask;
