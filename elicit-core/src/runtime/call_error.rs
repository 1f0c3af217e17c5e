//! Why a call ends that asks, if no question failed.

use std::{error::Error, fmt};

/// Why a call that asks ends with an error, if no question failed.
///
/// A handler never gets one: the call ends by itself. [`Words::call_error`](crate::Words::call_error)
/// has the sentence for the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The person has to visit a page first
    /// ([`or_require`](crate::runtime::Link::or_require), 2025-11-25). Code `-32042`.
    PageRequired,
    /// The call asked in more rounds than [`Elicitation::rounds`](crate::Elicitation::rounds)
    /// allows. Code `-32603`.
    TooManyRounds {
        /// How many rounds are allowed.
        rounds: u8,
    },
    /// The answers and remembered values are too large to travel through the client. Code
    /// `-32603`.
    StateTooLarge,
    /// The system has no randomness to seal the state with. Code `-32603`.
    NoRandomness,
    /// The `requestState` was not sealed by this server, or not for this call. Code `-32602`.
    ForeignState,
    /// The [`Ask`](crate::Ask) of the request was taken twice. Code `-32603`.
    AskTaken,
    /// The handler panicked. Code `-32603`.
    Panicked,
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PageRequired => "a page has to be visited first",
            Self::TooManyRounds { rounds } => {
                return write!(
                    f,
                    "the call asked in more than {rounds} rounds; see `Elicitation::rounds`"
                );
            }
            Self::StateTooLarge => {
                "the answers and remembered values of the call are too large to be carried; \
                 remember less, or bound the texts that are asked for"
            }
            Self::NoRandomness => "the system has no randomness to seal state with",
            // One text for every reason, so that it helps nobody to forge a state.
            Self::ForeignState => "invalid requestState",
            Self::AskTaken => "the `Ask` of this request was taken twice; take it once and lend it",
            Self::Panicked => "the handler panicked",
        })
    }
}

impl Error for CallError {}
