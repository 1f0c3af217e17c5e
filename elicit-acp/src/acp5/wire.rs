//! The way to the client of a connection.

use agent_client_protocol::{
    self as acp, Client, UntypedMessage, is_connection_terminated, is_incoming_transport_closed,
    v1::ConnectionTo,
};
use elicit_core::adapter::{Backchannel, BoxFuture, WireError};
use futures_util::{
    FutureExt as _,
    future::{Either, Shared, select},
};
use serde_json::{Map, Value};

/// Completes when the turn is cancelled.
pub(super) type Cancelled = Shared<BoxFuture<'static, ()>>;

pub(super) struct Wire {
    pub(super) connection: ConnectionTo<Client>,
    /// The members of a question that say where it belongs.
    pub(super) scope: Map<String, Value>,
    pub(super) cancelled: Cancelled,
}

impl Backchannel for Wire {
    fn elicit<'a>(
        &'a self,
        _key: &'a str,
        mut params: Value,
    ) -> BoxFuture<'a, Result<Value, WireError>> {
        Box::pin(async move {
            if let Value::Object(params) = &mut params {
                // Which MCP lets a form leave out.
                params.entry("mode").or_insert_with(|| "form".into());
                params.extend(self.scope.clone());
            }
            // As JSON: the SDK's types sort the fields.
            let request =
                UntypedMessage::new("elicitation/create", params).map_err(|e| failed(&e))?;
            // Dropped without an answer, it sends `$/cancel_request`.
            let answer = self.connection.send_request(request).block_task();
            // An answer that comes with the cancellation does not count.
            match select(self.cancelled.clone(), Box::pin(answer)).await {
                Either::Left(_) => Err(WireError::Gone),
                Either::Right((answer, _)) => answer.map_err(|error| failed(&error)),
            }
        })
    }

    fn notify<'a>(
        &'a self,
        method: &'static str,
        params: Value,
    ) -> BoxFuture<'a, Result<(), WireError>> {
        Box::pin(async move {
            let method = method.strip_prefix("notifications/").unwrap_or(method);
            let sent = UntypedMessage::new(method, params)
                .and_then(|notification| self.connection.send_notification(notification));
            sent.map_err(|error| failed(&error))
        })
    }

    fn is_gone(&self) -> bool {
        self.cancelled.clone().now_or_never().is_some()
            || self.connection.is_incoming_closed()
            || self.connection.termination().is_some()
    }
}

fn failed(error: &acp::Error) -> WireError {
    if is_incoming_transport_closed(error) || is_connection_terminated(error) {
        return WireError::Gone;
    }
    WireError::refused(error.code.into(), error.message.clone())
}
