//! Why a turn that asks has no result.

use std::fmt;

use agent_client_protocol as acp;
use elicit_core::{
    AskError, Revision,
    adapter::{Ended, ErrorResponse, RpcError},
};

/// MCP 2025-11-25: a page has to be visited before the call can succeed.
const PAGE_REQUIRED: i32 = -32042;
const INTERNAL_ERROR: i32 = -32603;

/// Why a turn that asks has no result.
///
/// `?` makes it of an [`AskError`] and of an error of the SDK, and turns it into the latter. Its code is then
/// `-32800` if [it was cancelled](Self::is_cancelled), and otherwise that of the error. None of ours is
/// one that the protocol uses for something else, as `-32000`, which is "Authentication required".
///
/// ```
/// use agent_client_protocol as acp;
/// use elicit_acp::acp5::Error;
/// use elicit_core::{AskError, Mode};
///
/// let error: acp::Error = Error::from(AskError::Unsupported(Mode::Form)).into();
/// assert_eq!(i32::from(error.code), -32603);
/// let error: acp::Error = Error::from(AskError::Gone).into();
/// assert_eq!(i32::from(error.code), -32800);
/// ```
///
/// Protocol: [Error Handling] of *Overview*.
///
/// [Error Handling]: https://agentclientprotocol.com/protocol/v1/overview#error-handling
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The question has no answer.
    #[non_exhaustive]
    Ask {
        /// Why.
        error: AskError,
        /// The same for the client, in the [words](elicit_core::Words) of the agent.
        rpc_error: RpcError,
    },
    /// The turn ended at a question under `or_end`: the person said no, or the question failed.
    /// [`Ended::text`] says it in the [words](elicit_core::Words) of the agent. The code is `-1`, unless
    /// [`on_end`](elicit_core::Elicitation::on_end) gives another error.
    Ended(Box<Ended>),
    /// The run was refused, or its handler panicked.
    Rpc(RpcError),
    /// An error of the SDK.
    Acp(acp::Error),
}

impl Error {
    /// Whether the turn was cancelled, or its client is gone.
    ///
    /// After `session/cancel`, the agent ends the turn with the stop reason `cancelled` and no error.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        match self {
            Self::Ask { error, .. } => *error == AskError::Gone,
            Self::Ended(ended) => ended.error == Some(AskError::Gone),
            Self::Rpc(_) => false,
            Self::Acp(error) => error.code == acp::Error::request_cancelled().code,
        }
    }
}

impl From<AskError> for Error {
    /// In the words of the agent, in its handler. In another task it is in English.
    fn from(error: AskError) -> Self {
        let rpc_error = error.clone().into();
        Self::Ask { error, rpc_error }
    }
}

impl From<acp::Error> for Error {
    fn from(error: acp::Error) -> Self {
        Self::Acp(error)
    }
}

impl From<RpcError> for Error {
    fn from(rpc_error: RpcError) -> Self {
        Self::Rpc(rpc_error)
    }
}

impl From<Error> for acp::Error {
    fn from(error: Error) -> Self {
        if error.is_cancelled() {
            return Self::request_cancelled();
        }
        let rpc_error = match error {
            Error::Acp(error) => return error,
            Error::Ended(ended) => ended.rpc_error(),
            Error::Ask { rpc_error, .. } | Error::Rpc(rpc_error) => rpc_error,
        };
        // Two codes mean something in MCP alone.
        match rpc_error.into_response(Revision::V2025_11_25, "session/prompt") {
            ErrorResponse::Error(rpc_error) => {
                let code = match rpc_error.code {
                    PAGE_REQUIRED => INTERNAL_ERROR,
                    code => code,
                };
                Self::new(code, rpc_error.message).data(rpc_error.data)
            }
            ErrorResponse::ToolError(text) => Self::new(INTERNAL_ERROR, text),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ask { rpc_error, .. } | Self::Rpc(rpc_error) => f.write_str(&rpc_error.message),
            Self::Ended(ended) => f.write_str(ended.text()),
            Self::Acp(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
