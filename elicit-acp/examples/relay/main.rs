//! An agent over stdio that passes the questions of an MCP server on to the user of an editor.
//!
//! Start it from an editor that speaks the Agent Client Protocol: `relay COMMAND ARGUMENTS..`, with the command
//! that starts the server. A prompt is the name of a tool, which the agent calls. Without a command, the server
//! is `server.rs`, with its tool `book`. [`relay`] is all that a relay needs besides an agent.

mod relay;
mod server;

use std::{
    collections::{HashMap, hash_map::Entry},
    env::{args_os, current_exe},
    error::Error,
    ffi::OsString,
    pin::pin,
    process::Stdio,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use agent_client_protocol::{
    self as acp, Agent, Client,
    v1::{
        ConnectionTo, Responder,
        schema::{
            CancelNotification, ContentBlock, ContentChunk, InitializeRequest, InitializeResponse,
            NewSessionRequest, NewSessionResponse, PromptRequest, PromptResponse, SessionId,
            SessionNotification, SessionUpdate, StopReason,
        },
    },
};
use elicit_acp::acp5::Elicits;
use elicit_core::Elicitation;
use rmcp::{
    model::CallToolResult,
    service::{ClientInitializeError, ClientLifecycleMode},
};
use tokio::{process::Command, time::timeout};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::relay::{Failure, Relay};

/// How long a server may clean up after its input was closed.
const CLEAN_UP: Duration = Duration::from_secs(2);

struct RelayAgent {
    /// Starts the server.
    command: Vec<OsString>,
    /// Since `initialize`.
    elicits: OnceLock<Elicits>,
    /// How many names of sessions and of calls there are.
    names: AtomicU64,
    /// What cancels the turn of a session.
    turns: Mutex<HashMap<SessionId, CancellationToken>>,
}

impl RelayAgent {
    fn new_name(&self, kind: &str) -> String {
        format!("{kind}-{}", 1 + self.names.fetch_add(1, Ordering::Relaxed))
    }

    /// Begins a turn of a session, which the next message of the editor may cancel. `None`: another turn
    /// of it is open.
    fn begin(&self, session: &SessionId) -> Option<CancellationToken> {
        match self.turns().entry(session.clone()) {
            Entry::Vacant(entry) => Some(entry.insert(CancellationToken::new()).clone()),
            Entry::Occupied(_) => None,
        }
    }

    /// Calls the tool that the prompt names. The server lives as long as the turn, so each of its questions
    /// belongs to this turn.
    async fn call(
        &self,
        prompt: &PromptRequest,
        editor: ConnectionTo<Client>,
        cancelled: CancellationToken,
    ) -> Result<Option<CallToolResult>, Failure> {
        let elicits = self.elicits.get().ok_or("`initialize` comes first")?;
        let tool = prompt.prompt.iter().find_map(|block| match block {
            ContentBlock::Text(text) => Some(text.text.trim().to_owned()),
            _ => None,
        });
        let tool = tool.unwrap_or_default();
        let relay = Relay {
            elicits: elicits.clone(),
            editor,
            session: prompt.session_id.clone(),
            call: self.new_name("call").into(),
            cancelled,
            open: TaskTracker::new(),
            links: Arc::default(),
        };
        let lifecycle = ClientLifecycleMode::Initialize;
        let result = self.serve(relay.clone(), lifecycle, tool.clone()).await;
        let Err(error) = &result else { return result };
        let error = error.downcast_ref::<ClientInitializeError>();
        if !matches!(error, Some(ClientInitializeError::JsonRpcError(_))) {
            return result;
        }
        // It may know 2026-07-28 alone. Met in that way at first, some older servers end, or are silent.
        self.serve(relay, relay::newest(), tool).await.or(result)
    }

    /// Calls the tool of a server that is started for it.
    async fn serve(
        &self,
        relay: Relay,
        lifecycle: ClientLifecycleMode,
        tool: String,
    ) -> Result<Option<CallToolResult>, Failure> {
        let (program, arguments) = self.command.split_first().ok_or("there is no command")?;
        let mut server = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (output, input) = server
            .stdout
            .take()
            .zip(server.stdin.take())
            .ok_or("the server has no input or no output")?;
        let result = relay.call_tool(lifecycle, output, input, tool).await;
        // Its input is closed. If it is still there after that, it is killed.
        let _ = timeout(CLEAN_UP, server.wait()).await;
        result
    }

    async fn turn(
        &self,
        prompt: PromptRequest,
        responder: Responder<PromptResponse>,
        editor: ConnectionTo<Client>,
        cancelled: CancellationToken,
    ) -> Result<(), acp::Error> {
        let session = prompt.session_id.clone();
        let request = responder.cancellation();
        let mut call = pin!(self.call(&prompt, editor.clone(), cancelled.clone()));
        let result = tokio::select! {
            result = &mut call => result,
            () = request.cancelled() => {
                cancelled.cancel();
                call.await
            }
        };
        self.turns().remove(&session);
        let text = match result {
            Ok(Some(result)) => {
                let texts = result.content.iter().filter_map(|block| block.as_text());
                let texts: Vec<_> = texts.map(|text| text.text.as_str()).collect();
                texts.join("\n")
            }
            Ok(None) => return responder.respond(PromptResponse::new(StopReason::Cancelled)),
            Err(error) => format!("The call has failed: {error}"),
        };
        let update = SessionUpdate::AgentMessageChunk(ContentChunk::new(text.into()));
        editor.send_notification(SessionNotification::new(session, update))?;
        responder.respond(PromptResponse::new(StopReason::EndTurn))
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<SessionId, CancellationToken>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut command: Vec<_> = args_os().skip(1).collect();
    if command.first().is_some_and(|first| first == "--serve") {
        return server::serve().await;
    }
    if command.is_empty() {
        command = vec![current_exe()?.into(), "--serve".into()];
    }
    let agent = &*Box::leak(Box::new(RelayAgent {
        command,
        elicits: OnceLock::new(),
        names: AtomicU64::new(0),
        turns: Mutex::default(),
    }));
    let connection = Agent
        .v1()
        .name("relay")
        .on_receive_request(
            async |initialize: InitializeRequest, responder, editor: ConnectionTo<Client>| {
                let client = &initialize.client_capabilities;
                // The server judges how fast a person says no, or that they open a link.
                let elicitation = Elicitation::default()
                    .min_agreement_time(None)
                    .min_decline_time(None);
                let elicits = Elicits::new(elicitation, editor, client);
                // A second `initialize` on a connection changes nothing.
                let _ = agent.elicits.set(elicits);
                responder.respond(InitializeResponse::new(initialize.protocol_version))
            },
            acp::on_receive_request!(),
        )
        .on_receive_request(
            async |_: NewSessionRequest, responder, _| {
                responder.respond(NewSessionResponse::new(agent.new_name("session")))
            },
            acp::on_receive_request!(),
        )
        .on_receive_request(
            async |prompt: PromptRequest, responder, editor: ConnectionTo<Client>| {
                let Some(cancelled) = agent.begin(&prompt.session_id) else {
                    return responder.respond_with_error(acp::Error::invalid_request());
                };
                // In a task: the connection reads no answer while it is in here.
                editor.spawn(agent.turn(prompt, responder, editor.clone(), cancelled))
            },
            acp::on_receive_request!(),
        )
        .on_receive_notification(
            async |cancel: CancelNotification, _| {
                if let Some(turn) = agent.turns().get(&cancel.session_id) {
                    turn.cancel();
                }
                Ok(())
            },
            acp::on_receive_notification!(),
        );
    Ok(connection.connect_to(acp::Stdio::new()).await?)
}
