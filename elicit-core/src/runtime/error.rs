//! Why a question could not be answered.

pub(crate) mod call_error;
pub(crate) mod client_message;
pub(super) mod failure;
pub(crate) mod rpc_error;

use std::{borrow::Cow, error::Error, fmt, sync::Arc, time::Duration};

use super::{
    log_name::log_name, outcome::Mode, question::async_check::CheckFailure,
    run::backchannel::WireError, words::current_words,
};
use crate::{opaque_debug::opaque_debug, violation::InvalidContent};
use client_message::ClientMessage;

/// Why a question could not be answered.
///
/// None of these says anything about what the person wants; what the person does
/// is an [`Outcome`](crate::Outcome). Under the `rmcp3` feature each converts into
/// an `ErrorData` with the JSON-RPC code named below, so `?` does the right thing
/// in a handler that returns one. A `#[tool]` can also return `Result<_, AskError>`. Under
/// [`or_end`](crate::runtime::OrEnd) some of them end the call instead.
///
/// ```
/// use elicit_core::{Ask, AskError, Outcome};
///
/// async fn notify(ask: &Ask) -> Result<bool, AskError> {
///     match ask.confirm("notify", "Tell the customers?").await {
///         Ok(Outcome::Accepted(())) => Ok(true),
///         Ok(Outcome::Declined | Outcome::Cancelled) => Ok(false),
///         // The client cannot be asked, or no answer came: go on without.
///         Err(AskError::Unsupported(_) | AskError::TimedOut) => Ok(false),
///         Err(error) => Err(error),
///     }
/// }
/// ```
///
/// Protocol: [Error Handling] (2025-11-25), [Error Codes] (2026-07-28).
///
/// [Error Handling]: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#error-handling
/// [Error Codes]: https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum AskError {
    /// The client did not declare this mode among its capabilities, or answered this question or an
    /// earlier one with "method not found". The person has seen nothing.
    ///
    /// Go on without the answer, or say what the server needs. The code is
    /// `-32021` on 2026-07-28, whose clients know it; before it a tool ends with
    /// an ordinary error result.
    Unsupported(Mode),
    /// The server has no session with the client, which revisions before 2026-07-28 require for a
    /// question: over HTTP, its configuration switches sessions off. The person has seen nothing.
    /// Code `-32603`.
    ///
    /// As with a client that cannot be asked, an [argument](crate::runtime::Form::or_argument) is
    /// the answer.
    NoSession,
    /// No answer came before the time-out. Code `-32603`.
    ///
    /// - Before 2026-07-28 the call waits. The question was withdrawn from the client, or its page
    ///   was closed.
    /// - On 2026-07-28 only a [page](crate::Ask::page), and a question in a task of the protocol, can time
    ///   out.
    TimedOut,
    /// The client disconnected, or cancelled the call. What the handler returns now is not sent.
    /// Code `-32603`.
    Gone,
    /// The answer came sooner than a person can give one, so the client has answered by itself and
    /// has not shown the question. Code `-32603`.
    ///
    /// [`Elicitation::min_decline_time`](crate::Elicitation::min_decline_time) says what is too fast
    /// for a decline or a cancel, and
    /// [`Elicitation::min_answer_time`](crate::Elicitation::min_answer_time) for any answer.
    ///
    /// For a decline or a cancel, as with a client that cannot be asked, an
    /// [argument](crate::runtime::Form::or_argument) is the answer. An accept is always this error,
    /// and so is a decline or a cancel that follows an accept of the same question.
    TooFast,
    /// The client accepted, declined or dismissed a link sooner than a person can, so it has not shown
    /// the link. Code `-32603`, and the text has the link, for the model to give to the user.
    ///
    /// See [`Elicitation::min_agreement_time`](crate::Elicitation::min_agreement_time). As with a client
    /// that cannot be asked, an [argument](crate::runtime::Form::or_argument) is the answer.
    #[non_exhaustive]
    LinkNotShown {
        /// The address of the page. A [page of the server](crate::Ask::page) stays open for the next
        /// call.
        link: UnshownLink,
    },
    /// The answer was not valid, and neither were the earlier ones, up to the number of attempts.
    /// Code `-32602`, the violations in `data`.
    ///
    /// An answer that has only unknown properties ends the question at once.
    Invalid(InvalidContent),
    /// The form requires something, and each answer was accepted without any of its fields, up to
    /// the number of attempts. So the client may be unable to show this form: some ask only whether
    /// to approve it. Code `-32602`, the violations of the last answer in `data`.
    ///
    /// As with a client that cannot be asked, an [argument](crate::runtime::Form::or_argument) is
    /// the answer.
    Empty(InvalidContent),
    /// The client cannot be asked, and the argument in the place of an answer
    /// ([`Form::or_argument`](crate::runtime::Form::or_argument)) is missing (`None`), or not
    /// valid. The call ends with this error whatever the handler does. So a handler never gets it,
    /// but [`Elicitation::on_end`](crate::Elicitation::on_end) does. Code `-32602`.
    ArgumentNeeded(Option<InvalidContent>),
    /// More questions than [`Elicitation::rate_limit`](crate::Elicitation::rate_limit) allows. Nothing was sent.
    /// Code `-32603`, with the `reason` `too_many_questions` in `data`.
    #[non_exhaustive]
    RateLimited {
        /// How long to wait until the next question may be sent.
        retry_after: Duration,
    },
    /// More answers to a check than [`Elicitation::rate_limit`](crate::Elicitation::rate_limit) allows. The answer
    /// was not checked.
    /// Code `-32603`, with the `reason` `too_many_answers` in `data`.
    #[non_exhaustive]
    TooManyAnswers {
        /// How long to wait until the next answer may be checked.
        retry_after: Duration,
    },
    /// A check that awaits something failed
    /// ([`Form::check_async`](crate::runtime::Form::check_async)), so nobody knows whether the answer is
    /// valid. Code `-32603`.
    NotChecked(CheckFailure),
    /// The client refused the schema of the question. Code `-32603`.
    ///
    /// The schema has what the revision of the client does not, and the client answered with one of
    /// the codes for a request that it cannot read: `-32602`, `-32700`, `-32600` or `-32603`. The
    /// person has seen nothing.
    #[non_exhaustive]
    SchemaRefused {
        /// What the revision does not have.
        reason: Cow<'static, str>,
    },
    /// The question was not sent, because of an error in the server: the question itself is
    /// wrong, or the server was started without a layer that asks.
    /// Code `-32603`.
    #[non_exhaustive]
    BadQuestion {
        /// The key of the question, as in the log: escaped, and cut after 100 characters.
        key: String,
        /// What is wrong. A second line, which begins with `help: `, says what to do in the code of the
        /// server. It is neither in the `Display` of the error nor in what a model reads.
        reason: Cow<'static, str>,
    },
    /// The client answered with a JSON-RPC error of its own. Code `-32603`.
    ///
    /// With `-32602` it may have refused the question, or the answer: some clients validate what
    /// the person has typed, and fail.
    #[non_exhaustive]
    Refused {
        /// The code it gave.
        code: i32,
        /// The text it gave. It may quote what the person typed, so it is only here: not in the log,
        /// and not in what a model reads.
        message: ClientMessage,
    },
    /// The client's results had no action that can be read. Code `-32603`.
    ///
    /// The question was asked as often as [`Elicitation::rounds`](crate::Elicitation::rounds) allows;
    /// on 2026-07-28, up to the last round of the call.
    Unreadable,
    /// The person agreed to open the page, but did not finish there.
    ///
    /// The page was still not [done](crate::runtime::Link::done_when) after
    /// [`Elicitation::rounds`](crate::Elicitation::rounds) rounds. Under
    /// [`or_end`](crate::runtime::Link::or_end) the call ends with this error. Without `or_end` the
    /// call ends with `-32603`, because it has come to its last round. No handler gets this error.
    Unfinished,
    /// The page of the question could not be opened or read ([`Ask::page`](crate::Ask::page)): the
    /// store is full or cannot be reached, or the server can neither listen nor open a browser, or
    /// the person did not use the browser that it opened. If the person has answered already,
    /// the answer is not known. Code `-32603`.
    #[non_exhaustive]
    NoPage {
        /// Why, for a person or a model, with what the system says: `Address already in use`.
        reason: Cow<'static, str>,
    },
    /// The question was asked after its handler had ended. Code `-32603`, if a response can still
    /// be sent.
    ///
    /// It was asked in another task than the handler, which had ended. The task is one of the executor, or
    /// one of the protocol (`io.modelcontextprotocol/tasks`), whose handler returns when the task begins.
    /// In a task of the protocol, ask with `Ask::in_task` (feature `rmcp3`). In one of the executor,
    /// ask before it is started.
    Suspended,
}

/// The address of a page that the client has not shown: [`AskError::LinkNotShown`]. Its `Debug` hides it,
/// because whoever has the link may open the page.
///
/// ```
/// use elicit_core::AskError;
///
/// fn advice(error: &AskError) -> Option<String> {
///     match error {
///         AskError::LinkNotShown { link, .. } => Some(format!("Open {link}")),
///         _ => None,
///     }
/// }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct UnshownLink {
    address: Arc<str>,
    is_awaited: bool,
}

impl UnshownLink {
    pub(in crate::runtime) fn new(address: impl Into<Arc<str>>, is_awaited: bool) -> Self {
        Self {
            address: address.into(),
            is_awaited,
        }
    }

    /// Whether the next call finds out what the person has done there: on a page of the server, or by
    /// [`done_when`](crate::runtime::Link::done_when). Otherwise the same call ends in the same way.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        self.is_awaited
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.address
    }
}

impl fmt::Display for UnshownLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

opaque_debug!(UnshownLink);

/// Before the violations of [`AskError::Invalid`].
pub(super) const INVALID: &str = "the answer was not valid";

/// Before the violations of [`AskError::Empty`].
pub(super) const EMPTY: &str =
    "each answer was empty, so the client may be unable to show this form";

/// For the tests of a server's [`Words`](crate::Words) and of its
/// [`on_end`](crate::Elicitation::on_end): the errors whose variants can get more fields.
/// [`WireError::refused`] converts into [`AskError::Refused`].
///
/// ```
/// use std::time::Duration;
/// use elicit_core::{AskError, English, Words};
///
/// let error = AskError::rate_limited(Duration::from_secs(2));
/// let text = "There were too many questions in a short time; try again in 2 seconds.";
/// assert_eq!(English.failed(&error), text);
/// ```
impl AskError {
    /// Returns a [`RateLimited`](Self::RateLimited).
    #[must_use]
    pub fn rate_limited(retry_after: Duration) -> Self {
        Self::RateLimited { retry_after }
    }

    /// Returns a [`TooManyAnswers`](Self::TooManyAnswers).
    #[must_use]
    pub fn too_many_answers(retry_after: Duration) -> Self {
        Self::TooManyAnswers { retry_after }
    }

    /// Returns a [`SchemaRefused`](Self::SchemaRefused).
    #[must_use]
    pub fn schema_refused(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::SchemaRefused {
            reason: reason.into(),
        }
    }

    /// Returns a [`BadQuestion`](Self::BadQuestion), with the key as the log has it.
    #[must_use]
    pub fn bad_question(key: &str, reason: impl Into<Cow<'static, str>>) -> Self {
        Self::BadQuestion {
            key: log_name(key),
            reason: reason.into(),
        }
    }

    /// Returns a [`NoPage`](Self::NoPage).
    #[must_use]
    pub fn no_page(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::NoPage {
            reason: reason.into(),
        }
    }
}

impl AskError {
    /// What to do in the code of the server, for the log. A model reads no setting.
    pub(super) fn help(&self) -> Option<&str> {
        match self {
            Self::BadQuestion { reason, .. } => split_help(reason).1,
            Self::TooFast => Some(
                "`Elicitation::min_decline_time` and `Elicitation::min_answer_time` set what is too fast",
            ),
            Self::LinkNotShown { .. } => Some(
                "`Elicitation::min_agreement_time` and `Elicitation::min_decline_time` set what is too fast",
            ),
            Self::TimedOut => Some("`Elicitation::timeout` sets how long a question waits"),
            Self::RateLimited { .. } | Self::TooManyAnswers { .. } => {
                Some("`Elicitation::rate_limit` sets the limit")
            }
            Self::Suspended => Some("in a task of the protocol, ask with `Ask::in_task`"),
            _ => None,
        }
    }
}

impl From<WireError> for AskError {
    fn from(error: WireError) -> Self {
        match error {
            WireError::TimedOut => Self::TimedOut,
            WireError::Gone => Self::Gone,
            WireError::Refused { code, message } => Self::Refused { code, message },
        }
    }
}

/// Before what the author of a server has to do, in a text that says what is wrong.
pub(crate) const HELP: &str = "\nhelp: ";

/// What is wrong, and what the author of the server has to do.
pub(super) fn split_help(reason: &str) -> (&str, Option<&str>) {
    match reason.split_once(HELP) {
        Some((reason, help)) => (reason, Some(help)),
        None => (reason, None),
    }
}

/// For people and models: no item of Rust is named.
impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(mode) => write!(
                f,
                "this client cannot be asked: `{}` elicitation is not available",
                mode.as_str(),
            ),
            Self::NoSession => f.write_str(
                "the server runs without sessions, and before 2026-07-28 a question requires one",
            ),
            Self::TimedOut => f.write_str("no answer came in time"),
            Self::Gone => f.write_str("the client disconnected or cancelled before it answered"),
            Self::TooFast => f.write_str(
                "the client answered by itself, sooner than a person can, and did not show the \
                 question; ask the user in the chat",
            ),
            // Without the link: this is for the log, too.
            Self::LinkNotShown { .. } => f.write_str(
                "the client answered a link by itself, sooner than a person can, and did not show it",
            ),
            Self::Invalid(invalid) => write!(f, "{INVALID}: {invalid}"),
            Self::Empty(invalid) => write!(f, "{EMPTY}: {invalid}"),
            Self::ArgumentNeeded(None) => {
                f.write_str("the client cannot ask, and no argument has the answer")
            }
            Self::ArgumentNeeded(Some(invalid)) => write!(
                f,
                "the client cannot ask, and the argument was not valid: {invalid}"
            ),
            Self::RateLimited { retry_after } | Self::TooManyAnswers { retry_after } => {
                let what = match self {
                    Self::TooManyAnswers { .. } => "answers were checked",
                    _ => "questions",
                };
                let seconds = whole_seconds(*retry_after);
                let noun = if seconds == 1 { "second" } else { "seconds" };
                write!(
                    f,
                    "too many {what} in a short time; try again in {seconds} {noun}"
                )
            }
            Self::NotChecked(_) => f.write_str(
                "the server could not check the answer; make the call again later",
            ),
            Self::SchemaRefused { reason } => {
                write!(f, "the client refused the schema of the question: {reason}")
            }
            Self::BadQuestion { key, reason } => {
                write!(f, "question `{key}`: {}", split_help(reason).0)
            }
            Self::Refused { code, .. } => write!(
                f,
                "the client answered the question with an error ({code}); ask the user in the chat \
                 how to go on"
            ),
            Self::Unreadable => f.write_str("the client's answer could not be read"),
            Self::Unfinished => f.write_str("the page was not finished"),
            Self::NoPage { reason } => write!(f, "the page could not be opened: {reason}"),
            Self::Suspended => f.write_str("the question was asked after its handler had ended"),
        }
    }
}

/// How long to wait, rounded up.
pub(super) fn whole_seconds(time: Duration) -> u64 {
    let seconds = time.as_millis().div_ceil(1000).max(1);
    u64::try_from(seconds).unwrap_or(u64::MAX)
}

impl From<AskError> for String {
    /// For handlers that return texts as errors, in the [words](crate::Words) of the server. (In
    /// another task than the handler's it is in English.) What the error is for a program is lost:
    /// the code, and which violations there were. With `or_end`, the call still ends with them.
    ///
    /// ```
    /// use elicit_core::Ask;
    ///
    /// async fn delete(ask: Ask) -> Result<String, String> {
    ///     ask.confirm("sure", "Delete it?").or_end().await?;
    ///     Ok("deleted".to_owned())
    /// }
    /// ```
    fn from(error: AskError) -> Self {
        current_words::with(|words| words.ask_error(&error).into_owned())
    }
}

/// What is wrong with an answer is in the text. The error of a check is no `source`: what prints an error with
/// its causes would show what it quotes of a person.
impl Error for AskError {}
