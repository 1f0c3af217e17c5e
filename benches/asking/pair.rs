//! A server and a client of the SDK, over a pipe in memory.

use std::{
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use elicit_benches::forms::{Form, L, M, S};
use elicit_core::{Ask, Elicitation, NoRunTimeChoices, NoSecrets, Revision, rmcp3::ElicitsExt};
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, Peer, RoleClient, RoleServer,
    ServiceExt,
    model::{
        CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
        ElicitationAction, ElicitationCapability, Implementation, ProtocolVersion,
    },
    service::{ElicitationSafe, RequestContext, RunningService},
    tool, tool_router,
};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

/// A connection on one revision, and the executor that both ends of it are on.
pub(crate) struct Pair {
    runtime: Runtime,
    client: RunningService<RoleClient, Client>,
    questions: Arc<AtomicUsize>,
}

impl Pair {
    pub(crate) fn new(revision: Revision) -> Self {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("an executor");
        let client = Client::new(revision);
        let questions = Arc::clone(&client.questions);
        let client = runtime.block_on(client.connect());
        Self {
            runtime,
            client,
            questions,
        }
    }

    /// Calls a tool. Whether it asked is for [`Pair::asks`] to tell.
    pub(crate) fn call(&self, tool: &'static str) {
        let call = self.client.call_tool(CallToolRequestParams::new(tool));
        let result = self.runtime.block_on(call).expect("the call is answered");
        assert_ne!(result.is_error, Some(true), "{tool}: {result:?}");
    }

    /// How many questions a call of this tool asks.
    pub(crate) fn asks(&self, tool: &'static str) -> usize {
        let before = self.questions.load(Ordering::Relaxed);
        self.call(tool);
        self.questions.load(Ordering::Relaxed) - before
    }
}

#[derive(Clone)]
struct Server;

#[tool_router(server_handler)]
impl Server {
    #[tool(name = "nothing")]
    async fn nothing(&self) -> String {
        String::new()
    }

    #[tool(name = "S by ask")]
    async fn ask_s(&self, ask: Ask) -> Result<String, ErrorData> {
        by_ask::<S>(ask).await
    }

    #[tool(name = "M by ask")]
    async fn ask_m(&self, ask: Ask) -> Result<String, ErrorData> {
        by_ask::<M>(ask).await
    }

    #[tool(name = "L by ask")]
    async fn ask_l(&self, ask: Ask) -> Result<String, ErrorData> {
        by_ask::<L>(ask).await
    }

    #[tool(name = "S by elicit")]
    async fn elicit_s(&self, peer: Peer<RoleServer>) -> Result<String, ErrorData> {
        by_elicit::<S>(peer).await
    }

    #[tool(name = "M by elicit")]
    async fn elicit_m(&self, peer: Peer<RoleServer>) -> Result<String, ErrorData> {
        by_elicit::<M>(peer).await
    }

    #[tool(name = "L by elicit")]
    async fn elicit_l(&self, peer: Peer<RoleServer>) -> Result<String, ErrorData> {
        by_elicit::<L>(peer).await
    }
}

async fn by_ask<T: Form + NoRunTimeChoices + NoSecrets>(ask: Ask) -> Result<String, ErrorData> {
    let _: T = ask.form("form", T::NAME).or_end().await?;
    Ok(String::new())
}

async fn by_elicit<T: Form + ElicitationSafe>(peer: Peer<RoleServer>) -> Result<String, ErrorData> {
    match peer.elicit::<T>(T::NAME).await {
        Ok(Some(_)) => Ok(String::new()),
        Ok(None) => Err(ErrorData::internal_error("no answer", None)),
        Err(error) => Err(ErrorData::internal_error(error.to_string(), None)),
    }
}

/// Its user answers at once.
#[derive(Clone)]
struct Client {
    revision: Revision,
    answers: [(&'static str, Value); 3],
    questions: Arc<AtomicUsize>,
}

impl Client {
    fn new(revision: Revision) -> Self {
        fn answer<T: Form>() -> (&'static str, Value) {
            let answer = serde_json::from_str(T::VALID);
            (T::NAME, answer.expect("the answer is JSON"))
        }

        Self {
            revision,
            answers: [answer::<S>(), answer::<M>(), answer::<L>()],
            questions: Arc::default(),
        }
    }

    async fn connect(self) -> RunningService<RoleClient, Self> {
        let (near, far) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            // All of these questions are one caller's.
            let elicitation = Elicitation::default().rate_limit(None::<NonZeroU32>);
            let server = Box::pin(Server.elicits(elicitation).serve(far)).await;
            let server = server.expect("the client connects");
            // It ends with the process.
            let _ = server.waiting().await;
        });
        let lifecycle = if self.revision.asks_in_result() {
            ClientLifecycleMode::Discover {
                preferred_versions: vec![self.version()],
            }
        } else {
            ClientLifecycleMode::Initialize
        };
        let client = self.serve_with_lifecycle(near, lifecycle).await;
        client.expect("the server answers")
    }

    fn version(&self) -> ProtocolVersion {
        let version = Value::from(self.revision.as_str());
        serde_json::from_value(version).expect("the SDK knows the revision")
    }
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(ElicitationCapability::new());
        ClientConfig::new(capabilities, Implementation::new("benchmark", "0"))
            .with_protocol_version(self.version())
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.questions.fetch_add(1, Ordering::Relaxed);
        let ElicitRequestParams::FormElicitationParams { message, .. } = params else {
            return Err(ErrorData::invalid_params("not a form", None));
        };
        let answer = self.answers.iter().find(|(form, _)| *form == message);
        let (_, answer) = answer.ok_or_else(|| ErrorData::invalid_params(message, None))?;
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(answer.clone()))
    }
}
