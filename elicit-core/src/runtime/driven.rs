//! How a run of a handler ended.

use std::fmt;

use serde_json::{Map, Value};

use super::{log_name::log_name, refusal::Refusal, words::Words};

/// How a run of a handler ended.
///
/// ```
/// use elicit_core::{Revision, seam::{Driven, Telling}};
/// use serde_json::{Value, json};
///
/// /// The response to `tools/call`: a result, or the code and the text of an error.
/// fn response(driven: Driven<Value>, revision: Revision) -> Result<Value, (i32, String)> {
///     let text = |text: &str, is_error: bool| {
///         json!({"content": [{"type": "text", "text": text}], "isError": is_error})
///     };
///     match driven {
///         // This handler returns no errors.
///         Driven::Done(result) | Driven::Unsupported(result, _) => Ok(result),
///         Driven::Ended(ended) => Ok(text(ended.text(), false)),
///         Driven::InputRequired(required) => Ok(json!({
///             "resultType": "input_required",
///             "inputRequests": required.requests,
///             "requestState": required.state,
///         })),
///         Driven::Refused(refusal) => match refusal.told(revision, "tools/call") {
///             Telling::Error(refusal) => Err((refusal.code, refusal.message.into_owned())),
///             Telling::ToolError(words) => Ok(text(&words, true)),
///         },
///     }
/// }
/// ```
#[derive(Debug)]
#[must_use = "the client waits for a response"]
pub enum Driven<R> {
    /// The handler is done, and this is what it returned.
    Done(R),
    /// The handler is done, and was told that this client cannot be asked
    /// ([`AskError::Unsupported`](crate::AskError::Unsupported)). If it returned that error (an
    /// SDK's error with the [`code`](Refusal::code) of the refusal), the call ends as with
    /// [`Refused`](Self::Refused); otherwise what it returned is the response.
    Unsupported(R, Refusal),
    /// The person declined or dismissed a question that ends the call. The
    /// handler was dropped. A tool returns [`Ended::text`] as an ordinary result,
    /// a prompt or a resource [`Ended::refusal`].
    Ended(Ended),
    /// The client has to ask before the call can go on (2026-07-28). The handler
    /// was dropped.
    InputRequired(InputRequired),
    /// The call ends with an error, which [`Refusal::told`] puts in the words of
    /// the revision.
    Refused(Refusal),
}

/// What goes into an `InputRequiredResult`.
///
/// Protocol: [InputRequiredResult] of *Multi Round-Trip Requests* (2026-07-28).
///
/// [InputRequiredResult]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequiredresult
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct InputRequired {
    /// `inputRequests`: the questions by their keys, in the order in which they
    /// were asked.
    pub requests: Map<String, Value>,
    /// `requestState`: sealed, at most 48 KiB of text.
    pub state: String,
}

impl fmt::Debug for InputRequired {
    /// The keys only: a form that is asked again has the user's values in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.requests.keys().map(|key| log_name(key));
        f.debug_list().entries(keys).finish()
    }
}

/// A call that its user ended.
///
/// ```
/// use elicit_core::{Ask, Revision, testing::{End, User}};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let delete = async |ask: Ask| ask.confirm("sure", "Delete it?").or_end().await;
/// let end = User::new().declines("sure").run(Revision::LATEST, delete).await;
/// let End::Ended(ended) = end else { unreachable!() };
/// assert!(ended.declined);
/// assert_eq!(ended.text(), "The user declined to answer.");
/// assert_eq!(ended.refusal().code, -1);
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ended {
    /// The key of the question that ended it.
    pub key: String,
    /// Whether it was declined; otherwise it was dismissed.
    pub declined: bool,
    text: String,
}

impl Ended {
    pub(super) fn declined(key: &str, words: &dyn Words) -> Self {
        Self {
            key: key.to_owned(),
            declined: true,
            text: words.declined().into_owned(),
        }
    }

    pub(super) fn dismissed(key: &str, words: &dyn Words) -> Self {
        Self {
            key: key.to_owned(),
            declined: false,
            text: words.dismissed().into_owned(),
        }
    }

    /// The text for the model, in the [words](crate::Words) of the server.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The error of a prompt or a resource, which have no other result for it: code `-1`,
    /// as the protocol shows for a user who rejects a sampling request.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal::new(Refusal::USER_REJECTED, self.text.clone())
    }
}
