//! The way back to the client while a call runs.

use std::{pin::Pin, time::Duration};

use serde_json::Value;

/// A future on the heap that may move between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The way back to the client of a call, on the revisions before 2026-07-28.
///
/// ```
/// use std::time::Duration;
/// use elicit_core::seam::{Backchannel, BoxFuture, WireError};
/// use serde_json::Value;
///
/// /// Of a client that is gone.
/// struct Closed;
///
/// impl Backchannel for Closed {
///     fn elicit<'a>(
///         &'a self,
///         _: &'a str,
///         _: Value,
///         _: Duration,
///     ) -> BoxFuture<'a, Result<Value, WireError>> {
///         Box::pin(async { Err(WireError::Gone) })
///     }
///
///     fn notify<'a>(
///         &'a self,
///         _: &'static str,
///         _: Value,
///     ) -> BoxFuture<'a, Result<(), WireError>> {
///         Box::pin(async { Err(WireError::Gone) })
///     }
/// }
/// ```
///
/// Protocol: [Elicitation Requests] (2025-11-25; before it *Creating Elicitation
/// Requests*).
///
/// [Elicitation Requests]: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#elicitation-requests
pub trait Backchannel: Send + Sync + 'static {
    /// Sends `elicitation/create` with these parameters and waits for the result.
    ///
    /// `key` is the question's key in the server's code, which is not sent. When
    /// `timeout` passes, and when the future is dropped before it is done, the
    /// client is to be told by `notifications/cancelled`.
    ///
    /// # Errors
    ///
    /// A [`WireError`], which the handler gets as an [`AskError`](crate::AskError).
    fn elicit<'a>(
        &'a self,
        key: &'a str,
        params: Value,
        timeout: Duration,
    ) -> BoxFuture<'a, Result<Value, WireError>>;

    /// Sends a notification. It may be sent after the call has ended.
    ///
    /// # Errors
    ///
    /// A [`WireError`], which the caller of
    /// [`Completer::complete`](crate::Completer::complete) gets.
    fn notify<'a>(
        &'a self,
        method: &'static str,
        params: Value,
    ) -> BoxFuture<'a, Result<(), WireError>>;
}

/// Why no result of `elicitation/create` came back.
///
/// ```
/// use elicit_core::seam::WireError;
///
/// let refused = WireError::Refused { code: -32601, message: "Method not found".to_owned() };
/// assert_ne!(refused, WireError::Gone);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// The time-out passed.
    TimedOut,
    /// The connection is closed, or was never able to carry it.
    Gone,
    /// The client answered with a JSON-RPC error. `-32601` counts as a client that cannot
    /// be asked in this mode, on this connection; `-32602` to a form as a schema that it
    /// refused.
    Refused {
        /// Its code.
        code: i64,
        /// Its text.
        message: String,
    },
}
