//! Why a visitor does not get any further.

use std::fmt::Display;

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use elicit_core::TicketError;
use tower_sessions::session;
use tracing::error;

/// A status, and what the visitor reads.
pub(crate) struct Refused(StatusCode, &'static str);

impl Refused {
    pub(crate) fn forbidden(text: &'static str) -> Self {
        Self(StatusCode::FORBIDDEN, text)
    }

    /// Something other than the visitor has failed. What it was is for the log: `Display` of the
    /// errors of `oauth2` has no token in it, and `Debug` may have one.
    pub(crate) fn failed(error: &impl Display) -> Self {
        error!(%error, "a page has failed");
        Self(StatusCode::BAD_GATEWAY, "This does not work at the moment.")
    }
}

impl From<TicketError> for Refused {
    /// Somebody else's link is like one that was never sent: nobody learns whether it was.
    fn from(error: TicketError) -> Self {
        match error {
            TicketError::NotOpen | TicketError::AnotherVisitor => Self::forbidden(
                "This link is not yours, or it was used, or it is too old. If it came from your \
                 assistant, ask for another. If somebody else has sent it to you, do not open it.",
            ),
            error => Self::failed(&error),
        }
    }
}

impl From<session::Error> for Refused {
    fn from(error: session::Error) -> Self {
        Self::failed(&error)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}
