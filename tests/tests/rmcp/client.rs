//! A client of the SDK, whose user answers from a list.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use elicit_core::{Elicitation, Revision, rmcp3::ElicitsExt};
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient, ServiceExt,
    model::*,
    service::{NotificationContext, RequestContext, RunningService, ServiceError},
};
use serde_json::{Value, json};

use crate::server::Server;

#[derive(Clone)]
pub(crate) struct Client {
    revision: Revision,
    capability: Option<ElicitationCapability>,
    takes: Duration,
    answers: Arc<Mutex<VecDeque<Result<Value, ErrorData>>>>,
    asked: Arc<Mutex<Vec<Value>>>,
    progress: Arc<Mutex<Vec<f64>>>,
    /// How many dialogs are open, and how many were at once.
    open: Arc<(AtomicUsize, AtomicUsize)>,
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it reads better at every call"
)]
pub(crate) fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

pub(crate) fn decline() -> Value {
    json!({"action": "decline"})
}

pub(crate) fn cancel() -> Value {
    json!({"action": "cancel"})
}

/// A server for clients that answer at once: each answer is a person's.
pub(crate) fn at_once() -> Elicitation {
    Elicitation::default()
        .min_decline_time(None)
        .min_agreement_time(None)
}

impl Client {
    pub(crate) fn new(revision: Revision, answers: impl IntoIterator<Item = Value>) -> Self {
        Self {
            revision,
            capability: Some(ElicitationCapability::new()),
            takes: Duration::ZERO,
            answers: Arc::new(Mutex::new(answers.into_iter().map(Ok).collect())),
            asked: Arc::default(),
            progress: Arc::default(),
            open: Arc::default(),
        }
    }

    pub(crate) fn with_capability(self, capability: Option<ElicitationCapability>) -> Self {
        Self { capability, ..self }
    }

    pub(crate) fn failing(self, code: ErrorCode) -> Self {
        self.failing_with(code, "no")
    }

    pub(crate) fn failing_with(self, code: ErrorCode, message: &'static str) -> Self {
        let error = ErrorData::new(code, message, None);
        self.answers.lock().unwrap().push_back(Err(error));
        self
    }

    /// With a user who takes this long for each answer.
    pub(crate) fn takes(self, time: Duration) -> Self {
        Self {
            takes: time,
            ..self
        }
    }

    /// The parameters of each question, in the order in which they came.
    pub(crate) fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }

    /// What was reported. (The SDK may hand it out in any order.)
    pub(crate) fn progress(&self) -> Vec<f64> {
        let mut progress = self.progress.lock().unwrap().clone();
        progress.sort_by(f64::total_cmp);
        progress
    }

    /// How many dialogs were open at once.
    pub(crate) fn most_open(&self) -> usize {
        self.open.1.load(Ordering::SeqCst)
    }

    /// The message of each question.
    pub(crate) fn messages(&self) -> Vec<String> {
        let message = |params: &Value| params["message"].as_str().unwrap().to_owned();
        self.asked().iter().map(message).collect()
    }

    /// Connects to a server.
    pub(crate) async fn connect(
        &self,
        server: &Server,
        elicitation: &Elicitation,
    ) -> RunningService<RoleClient, Self> {
        let (near, far) = tokio::io::duplex(1 << 16);
        let server = server.clone().elicits(elicitation.clone());
        tokio::spawn(async move {
            if let Ok(server) = Box::pin(server.serve(far)).await {
                let _ = server.waiting().await;
            }
        });
        let version: ProtocolVersion =
            serde_json::from_value(json!(self.revision.as_str())).unwrap();
        let lifecycle = if self.revision.asks_in_result() {
            ClientLifecycleMode::Discover {
                preferred_versions: vec![version],
            }
        } else {
            ClientLifecycleMode::Initialize
        };
        let client = self.clone().serve_with_lifecycle(near, lifecycle).await;
        client.unwrap()
    }

    /// Calls one tool of a server.
    pub(crate) async fn call(
        &self,
        server: &Server,
        tool: &str,
    ) -> Result<CallToolResult, ServiceError> {
        let client = self.connect(server, &at_once()).await;
        client.call_tool(request(tool)).await
    }

    /// Calls one tool of a server that returns an ordinary result.
    pub(crate) async fn text(&self, server: &Server, tool: &str) -> String {
        let result = self.call(server, tool).await.unwrap();
        assert_ne!(result.is_error, Some(true), "{result:?}");
        text_of(&result)
    }

    /// Calls one tool of a server, which ends without its result.
    pub(crate) async fn failure(&self, server: &Server, tool: &str) -> String {
        let result = self.call(server, tool).await.unwrap();
        assert_eq!(result.is_error, Some(true), "{result:?}");
        text_of(&result)
    }
}

pub(crate) fn text_of(result: &CallToolResult) -> String {
    result.content[0].as_text().unwrap().text.clone()
}

/// The error of a call.
pub(crate) fn error_of<T: std::fmt::Debug>(result: Result<T, ServiceError>) -> ErrorData {
    match result {
        Err(ServiceError::McpError(error)) => error,
        other => panic!("no JSON-RPC error: {other:?}"),
    }
}

pub(crate) fn request(tool: &str) -> CallToolRequestParams {
    request_with(tool, json!({"service": "web"}))
}

pub(crate) fn request_with(tool: &str, arguments: Value) -> CallToolRequestParams {
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object")
    };
    CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments)
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation.clone_from(&self.capability);
        let version = serde_json::from_value(json!(self.revision.as_str())).unwrap();
        ClientConfig::new(capabilities, Implementation::new("test-client", "0"))
            .with_protocol_version(version)
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.progress.lock().unwrap().push(params.progress);
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.asked
            .lock()
            .unwrap()
            .push(serde_json::to_value(params).unwrap());
        let open = self.open.0.fetch_add(1, Ordering::SeqCst) + 1;
        self.open.1.fetch_max(open, Ordering::SeqCst);
        tokio::time::sleep(self.takes).await;
        self.open.0.fetch_sub(1, Ordering::SeqCst);
        let answer = self.answers.lock().unwrap().pop_front();
        // A panic would leave the question, and so the test, to wait.
        let answer = answer
            .unwrap_or_else(|| Err(ErrorData::internal_error("the script has no answer", None)))?;
        Ok(serde_json::from_value(answer).unwrap())
    }
}
