//! What can go wrong: an exit status and a message.

use std::{fmt::Display, process::ExitCode};

use rmcp::ServiceError;
use serde_json::Value;

use crate::print;

/// Why there is no result.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The answer stayed invalid.
    Invalid {
        /// The message of the server's error.
        message: String,
        /// A sentence for each violation that is not in the message.
        violations: Vec<String>,
    },
    /// The result of the tool says that it failed.
    Tool(String),
    /// Everything else.
    Other(String),
}

impl Failure {
    /// Prints it on standard error.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Invalid {
                message,
                violations,
            } => {
                print::note(&format!("error: the server ended the call: {message}"));
                for violation in violations {
                    print::note(violation);
                }
                ExitCode::from(1)
            }
            Self::Tool(words) => {
                print::note(&format!("error: the tool failed: {words}"));
                ExitCode::from(2)
            }
            Self::Other(words) => {
                print::note(&format!("error: {words}"));
                ExitCode::from(2)
            }
        }
    }

    /// The failure of a tool call.
    pub(crate) fn of_call(error: ServiceError) -> Self {
        match error {
            ServiceError::McpError(error) => match violations(error.data.as_ref()) {
                Some(violations) => Self::Invalid {
                    message: error.message.into_owned(),
                    violations,
                },
                None => Self::Other(format!(
                    "the server answered with error {}: {}",
                    error.code.0, error.message
                )),
            },
            other => other.into(),
        }
    }
}

impl<E: Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Other(error.to_string())
    }
}

/// `{"violations": [{"property": .., "keyword": .., "message": ..}, ..]}`; one
/// without a property is about the whole form.
fn violations(data: Option<&Value>) -> Option<Vec<String>> {
    let violations = data?.get("violations")?.as_array()?;
    let sentences = violations.iter().map(|violation| {
        let word = |key| violation.get(key).and_then(Value::as_str);
        let message = word("message")
            .or(word("keyword"))
            .unwrap_or("is not valid");
        match word("property") {
            Some(property) => format!("{property}: {message}"),
            None => message.to_owned(),
        }
    });
    let sentences: Vec<String> = sentences.collect();
    (!sentences.is_empty()).then_some(sentences)
}
