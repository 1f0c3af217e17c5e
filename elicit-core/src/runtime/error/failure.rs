//! An error that a call ends with, before it is put into words.

use std::fmt;

use serde_json::{Value, json};

use super::{AskError, call_error::CallError, rpc_error::RpcError};
use crate::runtime::{run::run_end::Ended, words::Words};

/// Why a call ends with an error.
pub(in crate::runtime) enum Failure {
    Question(AskError),
    Call(CallError),
    /// A page has to be visited first: the parameters of the question that leads there.
    PageRequired(Value),
    /// A question ended the call, and the server has an error of its own for it.
    Own(Box<Ended>, RpcError),
}

impl Failure {
    /// What to do in the code of the server, for the log.
    pub(in crate::runtime) fn help(&self) -> Option<&str> {
        match self {
            Self::Question(error) => error.help(),
            Self::Call(error) => error.help(),
            Self::PageRequired(_) => None,
            Self::Own(ended, _) => ended.error.as_ref().and_then(AskError::help),
        }
    }

    pub(in crate::runtime) fn rpc_error(&self, words: &dyn Words) -> RpcError {
        match self {
            Self::Question(error) => RpcError::from_ask_error(error, words),
            Self::Call(error) => RpcError::from_call_error(error, words),
            Self::PageRequired(params) => {
                RpcError::from_call_error(&CallError::PageRequired, words)
                    .with_data(json!({"elicitations": [params]}))
            }
            Self::Own(_, rpc_error) => rpc_error.clone(),
        }
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        Self::Question(error)
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

/// For the log, in English.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question(error) => error.fmt(f),
            Self::Call(error) => error.fmt(f),
            Self::PageRequired(_) => CallError::PageRequired.fmt(f),
            Self::Own(ended, _) => match &ended.error {
                Some(error) => error.fmt(f),
                None if ended.is_declined => f.write_str("the user declined"),
                None => f.write_str("the question was closed without an answer"),
            },
        }
    }
}
