//! The way back to clients of the revisions before 2026-07-28.

use std::time::Duration;

use ::rmcp::{
    Peer, RoleServer,
    model::{
        CancelledNotification, CancelledNotificationParam, ClientResult, CustomNotification,
        CustomRequest, RequestId, ServerNotification, ServerRequest,
    },
    service::{OriginatingRequestId, PeerRequestOptions, RequestContext, ServiceError},
};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::seam::{Backchannel, BoxFuture, WireError};

/// The peer, and the request that its questions belong to.
pub(super) struct Wire {
    peer: Peer<RoleServer>,
    request: RequestId,
    /// Tells that the client does not wait for the request any more.
    cancelled: CancellationToken,
}

impl Wire {
    pub(super) fn new(context: &RequestContext<RoleServer>) -> Self {
        Self {
            peer: context.peer.clone(),
            request: context.id.clone(),
            cancelled: context.ct.clone(),
        }
    }

    async fn ask(&self, params: Value, timeout: Duration) -> Result<Value, WireError> {
        let mut request = CustomRequest::new("elicitation/create", Some(params));
        // The SDK finds the request by the task, which may be another one.
        let origin = OriginatingRequestId(self.request.clone());
        request.extensions.insert(origin);
        let request = ServerRequest::CustomRequest(request);
        let options = PeerRequestOptions::with_timeout(timeout);
        let handle = self
            .peer
            .send_request_with_option(request, options)
            .await
            .map_err(error)?;
        let mut waiting = Waiting {
            peer: &self.peer,
            question: Some(handle.id.clone()),
        };
        let result = handle.await_response().await;
        // Answered, or withdrawn by the SDK because of the time-out.
        waiting.question = None;
        match result.map_err(error)? {
            ClientResult::ElicitResult(result) => {
                // The content may be large, and written as a part of the result it would be
                // copied.
                let action = serde_json::to_value(result.action).unwrap_or_default();
                let content = result.content.unwrap_or_default();
                let members = [
                    ("action".to_owned(), action),
                    ("content".to_owned(), content),
                ];
                Ok(members.into_iter().collect())
            }
            ClientResult::CustomResult(result) => Ok(result.0),
            _ => Ok(Value::Null),
        }
    }
}

impl Backchannel for Wire {
    fn elicit<'a>(
        &'a self,
        _key: &'a str,
        params: Value,
        timeout: Duration,
    ) -> BoxFuture<'a, Result<Value, WireError>> {
        Box::pin(async move {
            let answer = self.ask(params, timeout);
            let answer = self.cancelled.run_until_cancelled(answer).await;
            answer.unwrap_or(Err(WireError::Gone))
        })
    }

    fn notify<'a>(
        &'a self,
        method: &'static str,
        params: Value,
    ) -> BoxFuture<'a, Result<(), WireError>> {
        let notification = CustomNotification::new(method, Some(params));
        let notification = ServerNotification::CustomNotification(notification);
        Box::pin(async move {
            self.peer
                .send_notification(notification)
                .await
                .map_err(error)
        })
    }
}

/// A question that is out. Dropped before its answer is in, it tells the client.
struct Waiting<'a> {
    peer: &'a Peer<RoleServer>,
    question: Option<RequestId>,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        // Outside of the executor there is nobody left to tell.
        let (Some(question), Ok(executor)) = (self.question.take(), Handle::try_current()) else {
            return;
        };
        let peer = self.peer.clone();
        let reason = "the answer is not needed any more".to_owned();
        let params = CancelledNotificationParam::new(Some(question), Some(reason));
        let notification = CancelledNotification::new(params);
        executor.spawn(async move {
            let notification = ServerNotification::CancelledNotification(notification);
            // A client that is gone needs no telling.
            let _ = peer.send_notification(notification).await;
        });
    }
}

fn error(error: ServiceError) -> WireError {
    match error {
        ServiceError::Timeout { .. } => WireError::TimedOut,
        ServiceError::McpError(error) => WireError::Refused {
            code: error.code.0.into(),
            message: error.message.into_owned(),
        },
        _ => WireError::Gone,
    }
}
