//! The text of an error that a client answered with.

use std::fmt;

/// The text of a client's error: [`AskError::Refused`](crate::AskError::Refused).
///
/// Some clients validate an answer themselves, and quote it in this text. So only the code of the
/// author reads it: it has no `Display`, its `Debug` shows nothing of it, and it is neither in the log nor
/// in what a model reads.
///
/// ```
/// use elicit_core::{AskError, adapter::WireError};
///
/// fn refuses_patterns(error: &AskError) -> bool {
///     matches!(error, AskError::Refused { message, .. } if message.as_str().contains("pattern"))
/// }
///
/// let error = AskError::from(WireError::refused(-32602, "unknown keyword `pattern`"));
/// assert!(refuses_patterns(&error));
/// assert!(!format!("{error} {error:?}").contains("pattern"));
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ClientMessage(String);

impl ClientMessage {
    /// The text as the client sent it. It may be long, and quote what a person typed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for ClientMessage {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for ClientMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientMessage(..)")
    }
}
