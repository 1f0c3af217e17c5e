//! How a call ended.

use crate::adapter::{Ended, RpcError};

/// How a call ended: [`User::run`](super::User::run).
///
/// ```
/// use elicit_core::{Ask, AskError, Revision, testing::{End, User}};
///
/// async fn delete(ask: Ask) -> Result<(), AskError> {
///     ask.confirm("sure", "Delete it?").or_end().await
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let end = User::new().cancels("sure").run(Revision::LATEST, delete).await;
/// let End::Ended(ended) = end else { unreachable!() };
/// assert!(!ended.is_declined);
///
/// let end = User::new().run(Revision::LATEST, delete).await;
/// assert_eq!(end, End::Unanswered); // the script is empty
/// # }
/// ```
#[derive(Debug, PartialEq)]
#[must_use = "compare it with what the call should come to"]
pub enum End<R> {
    /// The handler returned this.
    Returned(R),
    /// A question with `or_end` ended the call: it was declined or dismissed, or it failed.
    Ended(Ended),
    /// The call ended with an error, whatever the handler returned: a client that cannot be asked
    /// at a question with `or_end`, a mistake of the server, or the error of
    /// [`Elicitation::on_end`](crate::Elicitation::on_end).
    Refused(RpcError),
    /// There was no answer in the script to a question; [`User::asked`](super::User::asked) has it.
    Unanswered,
}
