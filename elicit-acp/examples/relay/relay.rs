//! Puts the questions of an MCP server to the user of an editor.

use std::{
    collections::HashMap,
    error::Error,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use agent_client_protocol::{
    Client,
    v1::{
        ConnectionTo,
        schema::{
            ElicitationSessionScope, SessionId, SessionNotification, SessionUpdate, ToolCall,
            ToolCallId, ToolCallStatus, ToolCallUpdate, ToolCallUpdateFields,
        },
    },
};
use elicit_acp::acp5::{self, Elicits};
use elicit_core::{Ask, AskError, Completer, Mode, Outcome, dynamic::DynamicForm, quoted};
use futures_util::{StreamExt as _, future::ready};
use rmcp::{
    ClientHandler, ErrorData, RoleClient, ServiceError,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientConfig,
        CustomNotification, CustomRequest, CustomResult, ElicitationCapability, ErrorCode,
        Implementation, InputResponses, JsonRpcMessage, ProtocolVersion, ServerPeerInfo,
        ServerRequest,
    },
    service::{
        ClientLifecycleMode, ClientServiceExt as _, NotificationContext, Peer, RequestContext,
        RxJsonRpcMessage,
    },
    transport::async_rw::JsonRpcMessageCodec,
};
use serde_json::{Value, from_str, from_value, json};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::{sleep, timeout},
};
use tokio_util::{
    codec::{FramedRead, FramedWrite, LinesCodec},
    sync::CancellationToken,
    task::TaskTracker,
};

const QUESTION: &str = "elicitation/create";
const PAGE_IS_DONE: &str = "notifications/elicitation/complete";
/// In bytes. The SDK has the same limit.
const LONGEST_LINE: usize = 16 << 20;
/// Between two calls without a question, and two looks at a connection.
const PAUSE: Duration = Duration::from_millis(250);
/// How long a person may take for a page that a call needs.
const LONGEST_VISIT: Duration = Duration::from_secs(10 * 60);
/// A call that needs pages first: 2025-11-25.
const PAGES_FIRST: ErrorCode = ErrorCode(-32042);
/// How many keywords are named that a form does without. A hostile schema may have thousands.
const MOST_NAMED: usize = 10;

pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// A client of an MCP server for one call of a tool. It passes the server's questions on, and valid answers
/// back.
#[derive(Clone)]
pub(crate) struct Relay {
    pub(crate) elicits: Elicits,
    pub(crate) editor: ConnectionTo<Client>,
    pub(crate) session: SessionId,
    /// The call, as the editor shows it.
    pub(crate) call: ToolCallId,
    /// The end of the turn before its time.
    pub(crate) cancelled: CancellationToken,
    /// The questions that are open.
    pub(crate) open: TaskTracker,
    /// What tells the editor that the page of a link is done, by the server's `elicitationId`.
    pub(crate) links: Arc<Mutex<HashMap<String, Completer>>>,
}

impl Relay {
    /// Calls a tool of the server, which may ask meanwhile. `None`: the turn was cancelled. When this returns,
    /// no question is open, and the server's input is closed.
    pub(crate) async fn call_tool(
        self,
        lifecycle: ClientLifecycleMode,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        tool: String,
    ) -> Result<Option<CallToolResult>, Failure> {
        let lines = FramedRead::new(reader, LinesCodec::new_with_max_length(LONGEST_LINE));
        // A line that is too long, or a message that cannot be read, ends the connection.
        let received = lines
            .map(|line| message(&line?))
            .take_while(|message| ready(message.is_ok()))
            .filter_map(|message| ready(message.ok().flatten()));
        let sent = FramedWrite::new(writer, JsonRpcMessageCodec::default());
        let (cancelled, open) = (self.cancelled.clone(), self.open.clone());
        let relay = self.clone();
        let connecting = Box::pin(relay.serve_with_lifecycle((sent, received), lifecycle));
        let Some(server) = cancelled.run_until_cancelled(connecting).await else {
            return Ok(None);
        };
        let mut server = server?;
        let title = format!("{tool} of {}", name(server.peer_info().as_deref()));
        let call = ToolCall::new(self.call.clone(), title).status(ToolCallStatus::InProgress);
        self.show(SessionUpdate::ToolCall(call))?;
        let calling = self.rounds(server.peer(), tool);
        let result = cancelled.run_until_cancelled(calling).await;
        // Takes back what is open, also if the server has not waited for an answer.
        let _ = server.close().await;
        open.close();
        open.wait().await;
        let is_done = matches!(&result, Some(Ok(result)) if result.is_error != Some(true));
        let status = if is_done {
            ToolCallStatus::Completed
        } else {
            ToolCallStatus::Failed
        };
        let fields = ToolCallUpdateFields::new().status(status);
        let update = ToolCallUpdate::new(self.call.clone(), fields);
        self.show(SessionUpdate::ToolCallUpdate(update))?;
        result.transpose()
    }

    /// Calls the tool. On 2026-07-28 a question is a part of the result, and the answer of the next call.
    ///
    /// The SDK would put such a question to the handler in its own types, and answer it after the turn, too.
    async fn rounds(
        &self,
        server: &Peer<RoleClient>,
        tool: String,
    ) -> Result<CallToolResult, Failure> {
        let mut params = CallToolRequestParams::new(tool);
        loop {
            let required = match server.call_tool_once(params.clone()).await {
                Ok(CallToolResponse::Complete(result)) => return Ok(result),
                Ok(CallToolResponse::InputRequired(required)) => required,
                Ok(_) => return Err("the server has answered with a task".into()),
                Err(ServiceError::McpError(error)) if error.code == PAGES_FIRST => {
                    self.visit(error, server).await?;
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let questions = required.meta.as_ref().and_then(|meta| meta.get(QUESTION));
            let questions = questions.and_then(Value::as_object).into_iter().flatten();
            // Before the person answers anything.
            if let Some((_, other)) = questions.clone().find(|(_, it)| it["method"] != QUESTION) {
                let method = quoted(other["method"].as_str().unwrap_or_default()).to_string();
                return Err(format!("this client does not answer {method}").into());
            }
            let mut answers = InputResponses::new();
            for (key, question) in questions {
                let ended = ended(server.clone());
                let answer = self.answer(&question["params"], server, ended).await?;
                answers.insert(key.clone(), answer);
            }
            if answers.is_empty() {
                sleep(PAUSE).await;
            }
            params.input_responses = Some(answers).filter(|answers| !answers.is_empty());
            params.request_state = required.request_state;
        }
    }

    /// Asks with the links of an error of 2025-11-25, and waits until the server says that all of their pages
    /// are done.
    async fn visit(&self, error: ErrorData, server: &Peer<RoleClient>) -> Result<(), Failure> {
        let links = error.data.as_ref().map(|data| &data["elicitations"]);
        let links = links.and_then(Value::as_array).cloned().unwrap_or_default();
        // To call again without a page would come to the same.
        if links.is_empty() {
            return Err(error.into());
        }
        for link in &links {
            let answer = self.answer(link, server, ended(server.clone())).await?;
            if answer["action"] != "accept" {
                return Err("the user has not agreed to open the page that the call needs".into());
            }
        }
        let is_open = || {
            let open = self.links.lock().unwrap_or_else(PoisonError::into_inner);
            let mut ids = links
                .iter()
                .filter_map(|link| link["elicitationId"].as_str());
            ids.any(|id| open.contains_key(id))
        };
        let done = async {
            // A link without an id is never open here, and an editor may agree to it by itself.
            sleep(PAUSE).await;
            while is_open() && !server.is_transport_closed() {
                sleep(PAUSE).await;
            }
        };
        // A server need not say it.
        let done = timeout(LONGEST_VISIT, done).await;
        done.map_err(|_| "the server has not said in time that the page is done".into())
    }

    /// The answer to a question of the server, until it is taken back.
    async fn answer(
        &self,
        question: &Value,
        server: &Peer<RoleClient>,
        taken_back: impl Future<Output = ()> + Send + 'static,
    ) -> Result<Value, ErrorData> {
        let mode = match question.get("mode").map(Value::as_str) {
            None | Some(Some("form")) => Mode::Form,
            Some(Some("url")) => Mode::Url,
            _ => return Err(invalid("this client shows forms and links only")),
        };
        // The server may ask in a mode that was not declared to it.
        if !self.elicits.declares(mode) {
            let questions = if mode == Mode::Url { "links" } else { "forms" };
            return Err(invalid(format!("this client shows no {questions}")));
        }
        let Some(message) = question["message"].as_str().map(str::trim) else {
            return Err(invalid("a question must have a `message`"));
        };
        if message.is_empty() {
            return Err(invalid("the `message` of a question must not be blank"));
        }
        let server = name(server.peer_info().as_deref());
        let mut message = format!("{server} asks: {message}");
        let form = if mode == Mode::Form {
            let form = DynamicForm::from_schema(&question["requestedSchema"])
                .map_err(|error| invalid(error.to_string()))?;
            message += &without(&form);
            Some(form)
        } else {
            None
        };
        let outcome = self
            .elicits
            .scope(
                ElicitationSessionScope::new(self.session.clone()).tool_call_id(self.call.clone()),
            )
            .cancelled_by(taken_back)
            .run(async |ask: Ask| {
                if let Some(form) = &form {
                    let outcome = ask.dynamic("question", message, form).await?;
                    return Ok(outcome.map(|answer| json!({"action": "accept", "content": answer})));
                }
                let outcome = self.link(&ask, question, message).await?;
                Ok(outcome.map(|()| json!({"action": "accept"})))
            });
        match outcome.await {
            Ok(Outcome::Accepted(answer)) => Ok(answer),
            Ok(Outcome::Declined) => Ok(json!({"action": "decline"})),
            Ok(Outcome::Cancelled) => Ok(json!({"action": "cancel"})),
            Err(error) if error.is_cancelled() => Ok(json!({"action": "cancel"})),
            // Such as a link with an address that nobody should open.
            Err(acp5::Error::Ask {
                error: AskError::BadQuestion { reason, .. },
                ..
            }) => Err(invalid(reason)),
            // The text says why there is no answer, and has no value of a person.
            Err(error) => Err(ErrorData::internal_error(error.to_string(), None)),
        }
    }

    /// Asks with a link, and keeps what says that its page is done.
    async fn link(
        &self,
        ask: &Ask,
        question: &Value,
        message: String,
    ) -> Result<Outcome<()>, AskError> {
        let url = question["url"].as_str().unwrap_or_default();
        let link = ask.url("question", url, message);
        if let Some(id) = question["elicitationId"].as_str() {
            let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
            links.insert(id.to_owned(), link.completer());
        }
        Ok(link.await?.map(drop))
    }

    fn show(&self, update: SessionUpdate) -> Result<(), Failure> {
        let notification = SessionNotification::new(self.session.clone(), update);
        Ok(self.editor.send_notification(notification)?)
    }
}

impl ClientHandler for Relay {
    /// Declares what the editor shows.
    ///
    /// The revision is the last one that begins with `initialize`.
    fn get_info(&self) -> ClientConfig {
        let mut modes = ElicitationCapability::new();
        modes.form = self.elicits.declares(Mode::Form).then(Default::default);
        modes.url = self.elicits.declares(Mode::Url).then(Default::default);
        let mut capabilities = ClientCapabilities::default();
        // A bare `{}` means forms.
        capabilities.elicitation =
            Some(modes).filter(|modes| modes.form.is_some() || modes.url.is_some());
        ClientConfig::new(capabilities, Implementation::new("relay", "0.1.0"))
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }

    async fn on_custom_notification(
        &self,
        notification: CustomNotification,
        _: NotificationContext<RoleClient>,
    ) {
        if notification.method != PAGE_IS_DONE {
            return;
        }
        let params = notification.params.unwrap_or_default();
        let id = params["elicitationId"].as_str().unwrap_or_default();
        let link = self
            .links
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(id);
        if let Some(link) = link {
            // If the editor is gone, nobody waits for the page.
            let _ = link.complete().await;
        }
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
        let _open = self.open.token();
        let question = request.params.unwrap_or_default();
        // The server has cancelled its request, or the turn has ended.
        let taken_back = context.ct.cancelled_owned();
        let answer = self.answer(&question, &context.peer, taken_back).await;
        answer.map(CustomResult::new)
    }
}

/// Completes when the connection of the server is closed. The SDK has nothing to wait for.
async fn ended(server: Peer<RoleClient>) {
    while !server.is_transport_closed() {
        sleep(PAUSE).await;
    }
}

/// How a server is met that knows 2026-07-28 alone.
pub(crate) fn newest() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    }
}

/// A message of the server. `None`: it is no JSON, such as the line of a log.
///
/// A question is kept as JSON: the SDK's types drop some keywords silently, and refuse others. If it is a part
/// of a result, it waits in `_meta`.
fn message(line: &str) -> Result<Option<RxJsonRpcMessage<RoleClient>>, Failure> {
    let Ok(mut message) = from_str::<Value>(line) else {
        return Ok(None);
    };
    // Of the server's own `_meta` the relay reads nothing.
    if message["result"]["resultType"] == "input_required" {
        let questions = message["result"]["inputRequests"].take();
        message["result"]["inputRequests"] = json!({});
        message["result"]["_meta"] = json!({QUESTION: questions});
    }
    if message["method"] != QUESTION {
        return Ok(from_value(message)?);
    }
    let question = CustomRequest::new(QUESTION, Some(message["params"].take()));
    let request = ServerRequest::CustomRequest(question);
    let id = from_value(message["id"].take())?;
    Ok(Some(JsonRpcMessage::request(request, id)))
}

/// The name of the server, which the protocol demands to show beside its question.
fn name(server: Option<&ServerPeerInfo>) -> String {
    match server.and_then(|server| server.server_info.as_ref()) {
        Some(server) => quoted(&server.name).to_string(),
        None => "a server".to_owned(),
    }
}

/// What a form does without, below its message.
fn without(form: &DynamicForm) -> String {
    let dropped = form.dropped_keywords();
    if dropped.is_empty() {
        return String::new();
    }
    let named = dropped.iter().take(MOST_NAMED);
    let mut named: Vec<_> = named.map(|keyword| quoted(keyword).to_string()).collect();
    if let Some(more @ 1..) = dropped.len().checked_sub(MOST_NAMED) {
        named.push(format!("and {more} more"));
    }
    format!("\n\nThe form does without: {}.", named.join(", "))
}

fn invalid(reason: impl Into<String>) -> ErrorData {
    ErrorData::invalid_params(reason.into(), None)
}
