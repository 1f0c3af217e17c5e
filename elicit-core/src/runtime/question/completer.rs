//! What follows an agreement to open a page.

use std::sync::Arc;

use serde_json::json;

use crate::{
    opaque_debug::opaque_debug,
    runtime::{
        error::AskError,
        run::{
            Run,
            backchannel::{Backchannel, MOMENT},
        },
    },
};

/// The person agreed to open the page. This does **not** mean that anything happened there: only
/// the server knows, and tells it in [`Link::done_when`](crate::runtime::Link::done_when).
///
/// ```
/// use elicit_core::{Agreed, Ask, AskError, Completer};
///
/// async fn pay(ask: Ask) -> Result<Completer, AskError> {
///     let message = "Pay the invoice on our page";
///     let agreed: Agreed = ask.url("pay", "https://example.org/pay", message).or_end().await?;
///     Ok(agreed.completer()) // for whatever hears of the payment
/// }
/// ```
///
/// Protocol: [Response Actions] (2025-11-25, 2026-07-28).
///
/// [Response Actions]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
#[derive(Debug, Clone)]
pub struct Agreed {
    pub(super) completer: Completer,
}

impl Agreed {
    /// Tells the client when the person has finished on the page. It may outlive the call.
    #[must_use]
    pub fn completer(&self) -> Completer {
        self.completer.clone()
    }
}

/// Tells a client that the person has finished in the browser, so that the client may go on:
/// `notifications/elicitation/complete`, which 2025-11-25 has. On other revisions it does nothing;
/// there a retry finds out.
///
/// ```
/// # use elicit_core::{AskError, Completer};
/// async fn paid(completer: Completer) -> Result<(), AskError> {
///     completer.complete().await
/// }
/// ```
///
/// Protocol: [Completion Notifications for URL Mode Elicitation] (2025-11-25).
///
/// [Completion Notifications for URL Mode Elicitation]: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation
#[derive(Clone)]
pub struct Completer {
    to: Option<(Arc<dyn Backchannel>, Arc<str>)>,
}

impl Completer {
    pub(super) fn new(run: &Run, id: &Arc<str>) -> Self {
        let wire = run.wire.clone();
        let wire = wire.filter(|_| run.call.revision.has_url_completion());
        Self {
            to: wire.map(|wire| (wire, Arc::clone(id))),
        }
    }

    /// Sends the notification, if the revision has one. It waits for a second at most.
    ///
    /// # Errors
    ///
    /// [`AskError::Gone`] if the connection is closed; `TimedOut` if the client does not take the
    /// notification within a second; `Refused` if an adapter says so.
    pub async fn complete(&self) -> Result<(), AskError> {
        let Some((wire, id)) = &self.to else {
            return Ok(());
        };
        let params = json!({"elicitationId": &**id});
        let notice = wire.notify("notifications/elicitation/complete", params);
        let sent = wire.within(MOMENT, notice).await;
        sent.map_err(AskError::from)
    }
}

opaque_debug!(Completer);
