//! The outcome of a question.

use serde::{Deserialize, Serialize};

use crate::names::named_enum;

/// The outcome of a question: accepted, declined or cancelled.
///
/// These are the three actions of the protocol. If a client cannot be asked, or no answer comes in
/// time, that is an [`AskError`](crate::AskError). For the value alone, write `.or_end()` before
/// the `.await`.
///
/// ```
/// use elicit_core::Outcome;
///
/// fn greet(name: Outcome<String>) -> String {
///     match name {
///         Outcome::Accepted(name) => format!("Hello, {name}"),
///         Outcome::Declined => "As you like".to_owned(),
///         // No decision: nothing may be assumed.
///         Outcome::Cancelled => "Another time".to_owned(),
///     }
/// }
/// assert_eq!(greet(Outcome::Declined), "As you like");
/// ```
///
/// Protocol: [Response Actions] (each revision).
///
/// [Response Actions]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use = "the person may have declined: `.or_end()` before `.await` ends the call then"]
pub enum Outcome<T> {
    /// The valid answer to the question: `accept`.
    Accepted(T),
    /// The person said no: `decline`.
    Declined,
    /// The question was closed without an answer: `cancel`. The person dismissed it, or the client
    /// closed it by itself, as some do after a time.
    Cancelled,
}

impl<T> Outcome<T> {
    /// The answer, if there is one: for code that treats "no" and "no decision"
    /// alike.
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(value) => Some(value),
            Self::Declined | Self::Cancelled => None,
        }
    }

    /// Whether there is an answer.
    ///
    /// ```
    /// use elicit_core::Outcome;
    ///
    /// assert!(Outcome::Accepted(3).is_accepted());
    /// assert!(!Outcome::<u8>::Declined.is_accepted());
    /// ```
    #[must_use]
    pub const fn is_accepted(&self) -> bool {
        matches!(self, Self::Accepted(_))
    }

    /// The same outcome around a reference to its value.
    ///
    /// ```
    /// use elicit_core::Outcome;
    ///
    /// let branch = Outcome::Accepted("main".to_owned());
    /// assert_eq!(branch.as_ref().map(String::len), Outcome::Accepted(4));
    /// assert!(branch.is_accepted());
    /// ```
    pub const fn as_ref(&self) -> Outcome<&T> {
        match self {
            Self::Accepted(value) => Outcome::Accepted(value),
            Self::Declined => Outcome::Declined,
            Self::Cancelled => Outcome::Cancelled,
        }
    }

    /// The same outcome around another value.
    ///
    /// ```
    /// use elicit_core::Outcome;
    ///
    /// assert_eq!(Outcome::Accepted(3).map(|replicas| replicas * 2), Outcome::Accepted(6));
    /// assert_eq!(Outcome::Accepted(3).accepted(), Some(3));
    /// assert_eq!(Outcome::<u8>::Cancelled.accepted(), None);
    /// ```
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Self::Accepted(value) => Outcome::Accepted(change(value)),
            Self::Declined => Outcome::Declined,
            Self::Cancelled => Outcome::Cancelled,
        }
    }
}

/// Who answered a question: [`Ask::answered_by`](crate::Ask::answered_by).
///
/// ```
/// use elicit_core::AnsweredBy;
///
/// assert_eq!(AnsweredBy::Argument.as_str(), "argument");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnsweredBy {
    /// The person in front of the client, as far as a server can tell.
    Person,
    /// An argument of the tool, since the client cannot ask: a model has written it.
    Argument,
    /// The client, with the first request of the call, before anything was asked. Whether a person
    /// has seen the question is not known. Such an answer counts only under
    /// [`Elicitation::accept_unsolicited_answers`](crate::Elicitation::accept_unsolicited_answers).
    Unsolicited,
}

named_enum! {
    AnsweredBy, "who answers a question",
    "The name as the log spells it.",
    Person => "person",
    Argument => "argument",
    Unsolicited => "unsolicited",
}

/// The word of the protocol for an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Action {
    Accept,
    Decline,
    Cancel,
}

impl Action {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Decline => "decline",
            Self::Cancel => "cancel",
        }
    }
}

/// In which way a client shows a question: `mode` of the protocol. It is the parameter of
/// [`Ask::supports`](crate::Ask::supports).
///
/// ```
/// use elicit_core::Mode;
///
/// assert_eq!(Mode::Url.as_str(), "url");
/// ```
///
/// Protocol: [Elicitation Requests] (2025-11-25, 2026-07-28).
///
/// [Elicitation Requests]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#elicitation-requests
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// A form that the client renders: every revision.
    Form,
    /// A link that the person opens in a browser: 2025-11-25 and later, and clients of
    /// 2025-06-18 that declare it.
    Url,
}

named_enum! {
    Mode, "a mode of elicitation",
    "The mode as the protocol spells it.",
    Form => "form",
    Url => "url",
}
