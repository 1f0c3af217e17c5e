//! The way back to the client while a call runs.

use std::{
    error::Error,
    fmt,
    future::{poll_fn, ready},
    pin::pin,
    task::Poll,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{runtime::error::client_message::ClientMessage, store::BoxFuture};

/// Between two looks whether the client is gone.
const PAUSE: Duration = Duration::from_secs(1);

/// The way back to the client of a call. Since 2026-07-28 only progress goes through it, unless the run
/// asks [in place](crate::Elicitation::drive_in_place), as in a task of the protocol.
///
/// Two methods have to be written; with the feature `tokio`, one. The others have a default for what an
/// SDK cannot do.
///
/// The guide has an example in *Writing an adapter*.
///
/// Protocol: [Elicitation Requests] (2025-11-25; before it *Creating Elicitation
/// Requests*).
///
/// [Elicitation Requests]: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#elicitation-requests
pub trait Backchannel: Send + Sync + 'static {
    /// Sends `elicitation/create` with these parameters and waits for the result.
    ///
    /// `key` is the question's key in the server's code, which is not sent. The future is dropped
    /// when the time-out passes, and when the answer is no longer awaited.
    ///
    /// # Errors
    ///
    /// A [`WireError`], which the handler gets as an [`AskError`](crate::AskError).
    fn elicit<'a>(&'a self, key: &'a str, params: Value)
    -> BoxFuture<'a, Result<Value, WireError>>;

    /// Whether the server can send a request to the client. Over HTTP without a session it cannot:
    /// before 2026-07-28 each question is then [`AskError::NoSession`](crate::AskError::NoSession).
    fn has_session(&self) -> bool {
        true
    }

    /// Withdraws the question with this key, if it was sent: `notifications/cancelled` with this
    /// reason.
    ///
    /// It is called after the future of [`elicit`](Self::elicit) was dropped without a result. It
    /// must not wait for the client, which may not be reading.
    ///
    /// By default, nothing is withdrawn: dropping the future may do so, or the SDK cannot.
    fn withdraw(&self, key: &str, reason: &str) {
        let _ = (key, reason);
    }

    /// Sends a notification; by default, none. `notifications/elicitation/complete` may be sent after the call has
    /// ended. The response is sent after the future of a `notifications/progress` is done, so
    /// that must be when nothing that is sent later can overtake the notification. Such a future
    /// is awaited for a second at most, because the client may not be reading. It is polled on until it
    /// is done, or until the run has ended.
    ///
    /// # Errors
    ///
    /// A [`WireError`], which the caller of
    /// [`Completer::complete`](crate::Completer::complete) gets.
    fn notify<'a>(
        &'a self,
        method: &'static str,
        params: Value,
    ) -> BoxFuture<'a, Result<(), WireError>> {
        let _ = (method, params);
        Box::pin(ready(Ok(())))
    }

    /// Whether the client has cancelled the call or closed the connection: `false`, if the adapter does
    /// not know.
    ///
    /// This is called before a question is sent, and every second while a question or a
    /// [page](crate::Ask::page) is open. If it is `true`, the question ends with
    /// [`AskError::Gone`](crate::AskError::Gone). (Under [`once`](crate::Elicitation::once) a retry waits
    /// for its page, also one that was cancelled: the client can send it again and gets its response.)
    fn is_gone(&self) -> bool {
        false
    }

    /// `progressToken` in the `_meta` of the request, if it has one. Without, nothing is reported.
    fn progress_token(&self) -> Option<Value> {
        None
    }

    /// Completes when [`now`](Self::now) has advanced by this time. With the feature `tokio`, its timer
    /// is the default.
    #[cfg(not(feature = "tokio"))]
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;

    /// Completes when [`now`](Self::now) has advanced by this time. With the feature `tokio`, its timer
    /// is the default.
    #[cfg(feature = "tokio")]
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(time))
    }

    /// The time that time-outs are measured with: that of [`sleep`](Self::sleep). This is
    /// [`Instant::now`], unless `sleep` is faster than the system's clock, as in a test.
    #[cfg(not(feature = "tokio"))]
    fn now(&self) -> Instant {
        Instant::now()
    }

    /// The time that time-outs are measured with: that of [`sleep`](Self::sleep). With the feature `tokio`,
    /// its clock is the default.
    #[cfg(feature = "tokio")]
    fn now(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }
}

/// How long a notification is waited for. A client may not be reading.
pub(in crate::runtime) const MOMENT: Duration = Duration::from_secs(1);

impl dyn Backchannel {
    /// How much time has passed.
    pub(in crate::runtime) fn since(&self, begun: Instant) -> Duration {
        self.now().saturating_duration_since(begun)
    }

    /// What is left of this time since then, if anything.
    pub(in crate::runtime) fn left(&self, time: Duration, begun: Instant) -> Option<Duration> {
        let left = time.saturating_sub(self.since(begun));
        Some(left).filter(|left| !left.is_zero())
    }

    /// The result, unless the client goes away before.
    pub(in crate::runtime) async fn unless_gone<T>(
        &self,
        result: impl Future<Output = Result<T, WireError>>,
    ) -> Result<T, WireError> {
        let mut result = pin!(result);
        let mut pause = None;
        poll_fn(|context| {
            if let Poll::Ready(result) = result.as_mut().poll(context) {
                return Poll::Ready(result);
            }
            let pause = pause.get_or_insert_with(|| self.sleep(PAUSE));
            while pause.as_mut().poll(context).is_ready() {
                if self.is_gone() {
                    return Poll::Ready(Err(WireError::Gone));
                }
                *pause = self.sleep(PAUSE);
            }
            Poll::Pending
        })
        .await
    }

    /// The result, unless it takes longer than this.
    pub(in crate::runtime) async fn within<T>(
        &self,
        time: Duration,
        result: impl Future<Output = Result<T, WireError>>,
    ) -> Result<T, WireError> {
        let mut result = pin!(result);
        // An SDK's timer may want its own executor, and what is done at once needs no timer.
        let mut sleep = None;
        poll_fn(|context| match result.as_mut().poll(context) {
            Poll::Ready(result) => Poll::Ready(result),
            Poll::Pending => sleep
                .get_or_insert_with(|| self.sleep(time))
                .as_mut()
                .poll(context)
                .map(|()| Err(WireError::TimedOut)),
        })
        .await
    }
}

/// Why no result of `elicitation/create` came back.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// The time-out passed.
    TimedOut,
    /// The connection is closed, or was never able to carry it.
    Gone,
    /// The client answered with a JSON-RPC error. `-32601` counts as a client that cannot
    /// be asked in this mode, on this connection. An adapter makes it with [`WireError::refused`].
    #[non_exhaustive]
    Refused {
        /// Its code.
        code: i32,
        /// Its text, which may quote what a person typed.
        message: ClientMessage,
    },
}

impl WireError {
    /// Returns a [`Refused`](Self::Refused): the code and the text of the client's error.
    ///
    /// ```
    /// use elicit_core::adapter::WireError;
    ///
    /// let error = WireError::refused(-32602, "unknown keyword `pattern`");
    /// assert_eq!(error.to_string(), "the client answered with an error (-32602)");
    /// ```
    #[must_use]
    pub fn refused(code: i32, message: impl Into<String>) -> Self {
        let message = message.into().into();
        Self::Refused { code, message }
    }
}

/// Without the client's text, which may quote what a person typed.
impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut => f.write_str("no answer came in time"),
            Self::Gone => f.write_str("the client disconnected or cancelled before it answered"),
            Self::Refused { code, .. } => {
                write!(f, "the client answered with an error ({code})")
            }
        }
    }
}

impl Error for WireError {}
