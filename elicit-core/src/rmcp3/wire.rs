//! The way back to the client of a request.

use std::{collections::HashMap, sync::Mutex};

use ::rmcp::{
    Peer, RoleServer,
    model::{
        CancelledNotification, CancelledNotificationParam, ClientResult, CustomNotification,
        CustomRequest, ProgressNotification, ProgressToken, RequestId, ServerNotification,
        ServerRequest,
    },
    service::{OriginatingRequestId, PeerRequestOptions, RequestContext, ServiceError},
};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::{
    adapter::{Backchannel, BoxFuture, WireError},
    runtime::lock::lock,
};

/// The peer, and the request that its questions belong to.
pub(super) struct Wire {
    peer: Peer<RoleServer>,
    request: RequestId,
    progress_token: Option<ProgressToken>,
    has_session: bool,
    /// The client does not wait for the response any more.
    cancelled: CancellationToken,
    /// The questions that are out, by their keys.
    sent: Mutex<HashMap<String, RequestId>>,
}

impl Wire {
    pub(super) fn new(context: &RequestContext<RoleServer>, has_session: bool) -> Self {
        Self {
            peer: context.peer.clone(),
            request: context.id.clone(),
            progress_token: context.meta.get_progress_token(),
            has_session,
            cancelled: context.ct.clone(),
            sent: Mutex::default(),
        }
    }

    async fn ask(&self, key: &str, params: Value) -> Result<Value, WireError> {
        let mut request = CustomRequest::new("elicitation/create", Some(params));
        // The SDK finds the request by the task, which may be another one.
        let origin = OriginatingRequestId(self.request.clone());
        request.extensions.insert(origin);
        let request = ServerRequest::CustomRequest(request);
        let options = PeerRequestOptions::no_options();
        let handle = self
            .peer
            .send_request_with_option(request, options)
            .await
            .map_err(error)?;
        lock(&self.sent).insert(key.to_owned(), handle.id.clone());
        let result = handle.await_response().await;
        lock(&self.sent).remove(key);
        match result.map_err(error)? {
            ClientResult::ElicitResult(result) => {
                // The content may be large, and written as a part of the result it would be
                // copied.
                let mut answer = json!({"action": result.action});
                answer["content"] = result.content.unwrap_or_default();
                if let Some(meta) = result.meta {
                    answer["_meta"] = meta.0.into();
                }
                Ok(answer)
            }
            ClientResult::CustomResult(result) => Ok(result.0),
            _ => Ok(Value::Null),
        }
    }
}

impl Backchannel for Wire {
    fn elicit<'a>(
        &'a self,
        key: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, WireError>> {
        Box::pin(self.ask(key, params))
    }

    fn has_session(&self) -> bool {
        self.has_session
    }

    fn notify<'a>(
        &'a self,
        method: &'static str,
        params: Value,
    ) -> BoxFuture<'a, Result<(), WireError>> {
        let notification = notification(method, params);
        Box::pin(async move {
            self.peer
                .send_notification(notification)
                .await
                .map_err(error)
        })
    }

    fn withdraw(&self, key: &str, reason: &str) {
        // Outside of the executor nothing can be sent.
        let (Some(question), Ok(executor)) = (lock(&self.sent).remove(key), Handle::try_current())
        else {
            return;
        };
        let params = CancelledNotificationParam::new(Some(question), Some(reason.to_owned()));
        let notification = CancelledNotification::new(params);
        let notification = ServerNotification::CancelledNotification(notification);
        let peer = self.peer.clone();
        // In a task of its own, since the client may be gone, or may not be reading.
        executor.spawn(async move { peer.send_notification(notification).await });
    }

    fn is_gone(&self) -> bool {
        self.cancelled.is_cancelled() || self.peer.is_transport_closed()
    }

    fn progress_token(&self) -> Option<Value> {
        serde_json::to_value(self.progress_token.as_ref()?).ok()
    }
}

/// Progress has a type of the SDK's, by which its HTTP service finds the stream of the request.
fn notification(method: &'static str, params: Value) -> ServerNotification {
    if method == "notifications/progress"
        && let Ok(params) = serde_json::from_value(params.clone())
    {
        return ServerNotification::ProgressNotification(ProgressNotification::new(params));
    }
    let notification = CustomNotification::new(method, Some(params));
    ServerNotification::CustomNotification(notification)
}

fn error(error: ServiceError) -> WireError {
    match error {
        ServiceError::Timeout { .. } => WireError::TimedOut,
        ServiceError::McpError(error) => WireError::refused(error.code.0, error.message),
        _ => WireError::Gone,
    }
}
