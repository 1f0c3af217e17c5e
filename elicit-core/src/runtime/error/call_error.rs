//! Why a call that asks ends with an error, if no question failed.

use std::{error::Error, fmt};

/// Why a call that asks ends with an error, if no question failed.
///
/// A handler never gets one: the call ends by itself. [`Words::call_error`](crate::Words::call_error)
/// has the sentence for the client.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The person has to visit a page first
    /// ([`or_require`](crate::runtime::Link::or_require), 2025-11-25). Code `-32042`.
    PageRequired,
    /// The call asked in more rounds than [`Elicitation::rounds`](crate::Elicitation::rounds)
    /// allows. Code `-32603`.
    #[non_exhaustive]
    TooManyRounds {
        /// How many rounds are allowed.
        rounds: u8,
    },
    /// The questions, answers and remembered values are too large to travel through the client, or
    /// leave no room for the answers to the questions. Code `-32603`.
    StateTooLarge,
    /// The system has no randomness, which every call that asks requires. Code `-32603`.
    NoRandomness,
    /// The `requestState` was not sealed by this server, or not for this call. Code `-32602`.
    ForeignState,
    /// The `requestState` has expired
    /// ([`Elicitation::once`](crate::Elicitation::once)). Code `-32602`.
    StateExpired,
    /// The `requestState` has expired again and again: the person takes longer for an answer than
    /// [`Elicitation::expiry`](crate::Elicitation::expiry). Code `-32603`.
    #[non_exhaustive]
    TooManyRestarts {
        /// How often a call may start over: [`Elicitation::rounds`](crate::Elicitation::rounds).
        restarts: u8,
    },
    /// The call was carried out before, and its response cannot be sent again
    /// ([`Elicitation::once`](crate::Elicitation::once)). Code `-32603`.
    AlreadyDone,
    /// The call was started before, and the server does not know whether it was carried out
    /// ([`Elicitation::once`](crate::Elicitation::once)). Code `-32603`.
    OutcomeUnknown,
    /// The record of the call cannot be read: another version of this server wrote it, or one with
    /// other keys, or it is damaged ([`Elicitation::once`](crate::Elicitation::once)). The call may
    /// still run. Code `-32603`.
    UnknownRecord,
    /// The [store](crate::Elicitation::store) has no room for the state. The handler did not run for
    /// this request. Code `-32603`.
    StoreFull,
    /// The [store](crate::Elicitation::store) cannot be reached. The handler did not run for this
    /// request. It is not known whether it ran for an earlier one. Code `-32603`.
    StoreUnavailable,
    /// The [store](crate::Elicitation::store) is not shared by all servers that have the keys
    /// ([`Elicitation::once`](crate::Elicitation::once)). The handler did not run for this request.
    /// Code `-32603`.
    StoreNotShared,
    /// The adapter keeps no responses, which [`Elicitation::once`](crate::Elicitation::once) requires.
    /// The handler did not run for this request. Code `-32603`.
    NotKept,
    /// The [`Ask`](crate::Ask) of the request was taken twice. Code `-32603`.
    AskTaken,
    /// The types of the SDK do not hold the schema of the question, and there is no other way to
    /// send it. Code `-32603`.
    UntypedSchema,
    /// The handler panicked. Code `-32603`.
    Panicked,
}

/// For the tests of a server's [`Words`](crate::Words): the errors whose variants can get more fields.
///
/// ```
/// use elicit_core::{CallError, English, Words};
///
/// let error = CallError::too_many_rounds(10);
/// assert_eq!(English.call_error(&error), "the call asked in more than 10 rounds");
/// ```
impl CallError {
    /// Returns a [`TooManyRounds`](Self::TooManyRounds).
    #[must_use]
    pub fn too_many_rounds(rounds: u8) -> Self {
        Self::TooManyRounds { rounds }
    }

    /// Returns a [`TooManyRestarts`](Self::TooManyRestarts).
    #[must_use]
    pub fn too_many_restarts(restarts: u8) -> Self {
        Self::TooManyRestarts { restarts }
    }
}

impl CallError {
    /// What to do in the code of the server, for the log. A model reads no setting.
    pub(super) fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::TooManyRounds { .. } => {
                "`Ask::all` asks many questions in one round; `Elicitation::rounds` sets the limit"
            }
            Self::StateTooLarge => {
                "remember less, ask fewer questions, or limit the length of the texts that you ask for"
            }
            Self::StateExpired | Self::TooManyRestarts { .. } => {
                "`Elicitation::expiry` sets how long a person can take; set a longer one"
            }
            Self::StoreNotShared => {
                "with `Keys::new`, `Elicitation::once` requires a store shared by all replicas; see \
                 `Elicitation::store`"
            }
            Self::NotKept => {
                "`Elicitation::once` requires an adapter that calls `Elicitation::drive_once`"
            }
            _ => return None,
        })
    }
}

/// For people and models: no item of Rust is named.
impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PageRequired => "a page has to be visited first",
            Self::TooManyRounds { rounds } => {
                return write!(f, "the call asked in more than {rounds} rounds");
            }
            Self::StateTooLarge => {
                "the questions, answers and remembered values of the call are too large for the \
                 state; make the call again, with fewer questions or shorter answers"
            }
            Self::NoRandomness => "the system has no randomness",
            // One text for every reason, so that it helps nobody to forge a state.
            Self::ForeignState => "invalid requestState",
            Self::StateExpired => {
                "the requestState has expired, because the answer took too long; make the call again \
                 from the beginning"
            }
            Self::TooManyRestarts { restarts } => {
                return write!(
                    f,
                    "the call has started over {restarts} times, because an answer took too long; \
                     make it again when the user is there"
                );
            }
            Self::AlreadyDone => {
                "the call was carried out before; its response cannot be sent again"
            }
            Self::OutcomeUnknown => {
                "the call was started before, and the server does not know whether it was carried \
                 out; find out before you call again"
            }
            Self::UnknownRecord => {
                "the call was started before, and its record cannot be read: another version of \
                 the server wrote it, or one with other keys, or it is damaged; find out whether \
                 the call was carried out before you call again"
            }
            Self::StoreFull => {
                "this request did nothing: the server has no room to remember the call; try again \
                 later"
            }
            Self::StoreUnavailable => {
                "this request did nothing: the server cannot find out whether it has carried out \
                 the call before; try again later"
            }
            Self::StoreNotShared => {
                "this request did nothing: the store is not shared by all processes of the server"
            }
            Self::NotKept => "this request did nothing: the server cannot keep its response",
            Self::AskTaken => {
                "the server took its way to ask the user twice in one request; this is an error in the \
                 server"
            }
            Self::UntypedSchema => "the SDK has no type for the schema of the question",
            Self::Panicked => "the handler panicked",
        })
    }
}

impl Error for CallError {}
