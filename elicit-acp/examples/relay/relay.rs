//! Puts the questions of an MCP server to the user of an editor.

use std::error::Error;

use agent_client_protocol::{
    self as acp, Client,
    v1::{
        ConnectionTo,
        schema::{
            ContentChunk, ElicitationSessionScope, SessionId, SessionNotification, SessionUpdate,
        },
    },
};
use elicit_acp::acp5::Elicits;
use elicit_core::{Ask, Mode, Outcome, dynamic::DynamicForm, quoted};
use futures_util::{StreamExt as _, future::ready};
use rmcp::{
    ClientHandler, ErrorData, RoleClient, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, CustomRequest,
        CustomResult, ElicitationCapability, ErrorCode, FormElicitationCapability, Implementation,
        JsonRpcMessage, ProtocolVersion, ServerRequest,
    },
    service::{RequestContext, RxJsonRpcMessage},
    transport::async_rw::JsonRpcMessageCodec,
};
use serde_json::{Value, from_str, from_value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::codec::{FramedRead, FramedWrite, LinesCodec};

const QUESTION: &str = "elicitation/create";
/// In bytes, as in the SDK.
const LONGEST_LINE: usize = 16 << 20;
/// Keywords of a form that the editor shows. A hostile schema may have thousands.
const MOST_NAMED: usize = 10;

/// A client of an MCP server for one turn. It passes the server's questions on, and valid answers back.
pub(crate) struct Relay {
    pub(crate) elicits: Elicits,
    pub(crate) editor: ConnectionTo<Client>,
    pub(crate) session: SessionId,
}

impl Relay {
    /// Calls a tool of the server, which may ask meanwhile. Dropped, it takes the open questions back.
    pub(crate) async fn call_tool(
        self,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        tool: String,
    ) -> Result<CallToolResult, Box<dyn Error + Send + Sync>> {
        let lines = FramedRead::new(reader, LinesCodec::new_with_max_length(LONGEST_LINE));
        let received = lines.filter_map(|line| ready(line.ok().and_then(|line| message(&line))));
        let sent = FramedWrite::new(writer, JsonRpcMessageCodec::default());
        let server = self.serve((sent, received)).await?;
        Ok(server.call_tool(CallToolRequestParams::new(tool)).await?)
    }

    /// The response to a question of the server. `context` is that of its request.
    async fn answer(
        &self,
        question: &Value,
        context: RequestContext<RoleClient>,
    ) -> Result<Value, ErrorData> {
        // What was declared to the server, which may forget it.
        if question.get("mode").is_some_and(|mode| mode != "form") {
            return Err(invalid("this client shows forms only"));
        }
        let Some(message) = question["message"].as_str() else {
            return Err(invalid("a question must have a `message`"));
        };
        let form = DynamicForm::from_schema(&question["requestedSchema"])
            .map_err(|error| invalid(error.to_string()))?;
        let dropped = form.dropped_keywords();
        if !dropped.is_empty() {
            let named = dropped.iter().take(MOST_NAMED);
            let named: Vec<_> = named.map(|place| quoted(place).to_string()).collect();
            let (count, named) = (dropped.len(), named.join(", "));
            let note = format!("The form is shown without {count} keywords: {named}\n");
            self.say(note).map_err(internal)?;
        }
        let outcome = self
            .elicits
            .scope(ElicitationSessionScope::new(self.session.clone()))
            // The server has cancelled its request, or the turn has ended.
            .cancelled_by(context.ct.cancelled_owned())
            .run(async |ask: Ask| Ok(ask.dynamic("question", message, &form).await?));
        match outcome.await {
            Ok(Outcome::Accepted(answer)) => {
                Ok(json!({"action": "accept", "content": answer.into_content()}))
            }
            Ok(Outcome::Declined) => Ok(json!({"action": "decline"})),
            Ok(Outcome::Cancelled) => Ok(json!({"action": "cancel"})),
            Err(error) if error.is_cancelled() => Ok(json!({"action": "cancel"})),
            // No answer was valid, or none came in time: the text says which, and has no value.
            Err(error) => Err(internal(error)),
        }
    }

    /// Shows a text in the editor.
    fn say(&self, text: String) -> Result<(), acp::Error> {
        let update = SessionUpdate::AgentMessageChunk(ContentChunk::new(text.into()));
        self.editor
            .send_notification(SessionNotification::new(self.session.clone(), update))
    }
}

impl ClientHandler for Relay {
    /// Declares to the server what the editor has declared to the agent.
    ///
    /// The revision is one on which a question is a request. On 2026-07-28 it is a part of a result.
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        if self.elicits.supports(Mode::Form) {
            let mut modes = ElicitationCapability::new();
            modes.form = Some(FormElicitationCapability::default());
            capabilities.elicitation = Some(modes);
        }
        ClientConfig::new(capabilities, Implementation::new("relay", "0.1.0"))
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleClient>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method != QUESTION {
            let code = ErrorCode::METHOD_NOT_FOUND;
            return Err(ErrorData::new(code, request.method, None));
        }
        let question = request.params.unwrap_or_default();
        self.answer(&question, context).await.map(CustomResult::new)
    }
}

/// A message of the server. A question is one that the SDK does not read: its types have no place for some
/// keywords, so nobody would learn that they are missing, and refuse others.
fn message(line: &str) -> Option<RxJsonRpcMessage<RoleClient>> {
    let mut message: Value = from_str(line).ok()?;
    if message["method"] != QUESTION {
        return from_value(message).ok();
    }
    let question = CustomRequest::new(QUESTION, Some(message["params"].take()));
    let id = from_value(message["id"].take()).ok()?;
    Some(JsonRpcMessage::request(
        ServerRequest::CustomRequest(question),
        id,
    ))
}

fn invalid(reason: impl Into<String>) -> ErrorData {
    ErrorData::invalid_params(reason.into(), None)
}

fn internal(error: impl Error) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
