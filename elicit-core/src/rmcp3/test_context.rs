//! The SDK's context of a request, for handlers that take one in a test.

use std::{
    collections::VecDeque,
    convert::Infallible,
    future::{pending, ready},
    sync::Arc,
};

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        ClientCapabilities, ElicitationCapability, ErrorCode, FormElicitationCapability,
        Implementation, InitializeRequestParams, JsonRpcMessage, ProtocolVersion, RequestId,
        UrlElicitationCapability,
    },
    service::{RequestContext, RxJsonRpcMessage, TxJsonRpcMessage, serve_directly},
    transport::Transport,
};

use crate::{adapter::Asker, revision::Revision, runtime::ask::Ask, testing::User};

impl User {
    /// The SDK's context of the request, for a handler that takes one. It has the [`Ask`] in it,
    /// so the handler takes it from there, as in a server.
    ///
    /// Notifications to the client go nowhere, and its answer to any request is "method not
    /// found".
    ///
    /// ```
    /// use elicit_core::{Ask, Revision, testing::{End, User}};
    /// use rmcp::{ErrorData, RoleServer, service::RequestContext};
    /// use serde_json::json;
    ///
    /// async fn delete(ask: Ask, context: RequestContext<RoleServer>) -> Result<String, ErrorData> {
    ///     ask.confirm("sure", "Delete it?").or_end().await?;
    ///     Ok(format!("deleted by request {}", context.id))
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let user = User::new().accepts("sure", json!({"confirm": true}));
    /// let end = user.run(Revision::LATEST, async |ask| {
    ///     let context = user.context(ask);
    ///     delete(Ask::from_context(&context)?, context).await
    /// });
    /// assert_eq!(end.await, End::Returned(Ok("deleted by request 0".to_owned())));
    /// # }
    /// ```
    ///
    /// A whole server is called in the same way, with the arguments of the tool:
    /// `server.call_tool(params, user.context(ask)).await`, where `server` is not wrapped by
    /// [`.elicits(..)`](super::ElicitsExt::elicits).
    ///
    /// # Panics
    ///
    /// Outside of a Tokio runtime, which the SDK needs.
    #[must_use]
    pub fn context(&self, ask: Ask) -> RequestContext<RoleServer> {
        let asker = Asker::with(ask);
        let revision = asker.revision();
        let mut capability = ElicitationCapability::new();
        capability.form = self.form.then(FormElicitationCapability::default);
        capability.url = self.url.then(UrlElicitationCapability::default);
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = (self.form || self.url).then_some(capability);
        let client = Implementation::new("testing::User", "0");
        let version = protocol_version(revision);
        let initialized = revision.has_session().then(|| {
            InitializeRequestParams::new(capabilities.clone(), client.clone())
                .with_protocol_version(version.clone())
        });
        let connection = serve_directly(Idle, NoClient::default(), initialized);
        let mut context = RequestContext::new(RequestId::Number(0), connection.peer().clone());
        if !revision.has_session() {
            context.meta.set_protocol_version(version);
            context.meta.set_client_info(client);
            context.meta.set_client_capabilities(capabilities);
        }
        context.extensions.insert(asker);
        // It is open as long as the context is there.
        context.extensions.insert(Arc::new(connection));
        context
    }
}

fn protocol_version(revision: Revision) -> ProtocolVersion {
    match revision {
        Revision::V2025_06_18 => ProtocolVersion::V_2025_06_18,
        Revision::V2025_11_25 => ProtocolVersion::V_2025_11_25,
        Revision::V2026_07_28 => ProtocolVersion::V_2026_07_28,
    }
}

/// The server of the connection, which gets no requests.
struct Idle;

impl ServerHandler for Idle {}

/// The other end of the connection.
#[derive(Default)]
struct NoClient {
    answers: VecDeque<RxJsonRpcMessage<RoleServer>>,
}

impl Transport<RoleServer> for NoClient {
    type Error = Infallible;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        if let JsonRpcMessage::Request(request) = message {
            let error = ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "no client is there", None);
            self.answers
                .push_back(JsonRpcMessage::error(error, Some(request.id)));
        }
        ready(Ok(()))
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        match self.answers.pop_front() {
            Some(answer) => Some(answer),
            // The SDK calls this again after each message that it sends.
            None => pending().await,
        }
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
