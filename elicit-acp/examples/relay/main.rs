//! An agent over stdio that passes the questions of an MCP server on to the user of an editor.
//!
//! Start it from an editor that speaks the Agent Client Protocol: `relay COMMAND ARGUMENTS..`, with the command
//! that starts the server. A prompt is the name of a tool, which the agent calls. Without a command, the server
//! is `server.rs`, with its tool `book`. [`relay`] is all that a relay needs besides an agent.

mod relay;
mod server;

use std::{
    collections::HashMap,
    env::{args_os, current_exe},
    error::Error,
    ffi::OsString,
    process::Stdio,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
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
use tokio::{process::Command, sync::oneshot};

use crate::relay::Relay;

struct Turns {
    /// Starts the server.
    command: Vec<OsString>,
    /// Since `initialize`.
    elicits: OnceLock<Elicits>,
    sessions: Mutex<u64>,
    /// What cancels the turn of a session.
    open: Mutex<HashMap<SessionId, oneshot::Sender<()>>>,
}

impl Turns {
    /// Calls the tool that the prompt names. The server lives as long as the turn, so each of its questions
    /// belongs to this turn.
    async fn call(
        &self,
        prompt: &PromptRequest,
        editor: ConnectionTo<Client>,
    ) -> Result<String, Box<dyn Error + Send + Sync>> {
        let elicits = self.elicits.get().ok_or("`initialize` comes first")?;
        let tool = prompt.prompt.iter().find_map(|block| match block {
            ContentBlock::Text(text) => Some(text.text.trim().to_owned()),
            _ => None,
        });
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
        let relay = Relay {
            elicits: elicits.clone(),
            editor,
            session: prompt.session_id.clone(),
        };
        let result = relay.call_tool(output, input, tool.unwrap_or_default());
        let content = result.await?.content;
        let texts = content.iter().filter_map(|block| block.as_text());
        Ok(texts.map(|text| text.text.as_str()).collect())
    }

    async fn turn(
        &self,
        prompt: PromptRequest,
        responder: Responder<PromptResponse>,
        editor: ConnectionTo<Client>,
    ) -> Result<(), acp::Error> {
        let session = prompt.session_id.clone();
        let (cancel, cancelled) = oneshot::channel::<()>();
        self.open().insert(session.clone(), cancel);
        let request = responder.cancellation();
        let result = tokio::select! {
            result = self.call(&prompt, editor.clone()) => Some(result),
            _ = cancelled => None,
            () = request.cancelled() => None,
        };
        self.open().remove(&session);
        let Some(result) = result else {
            return responder.respond(PromptResponse::new(StopReason::Cancelled));
        };
        let text = result.unwrap_or_else(|error| format!("The server cannot be used: {error}"));
        let update = SessionUpdate::AgentMessageChunk(ContentChunk::new(text.into()));
        editor.send_notification(SessionNotification::new(session, update))?;
        responder.respond(PromptResponse::new(StopReason::EndTurn))
    }

    fn open(&self) -> MutexGuard<'_, HashMap<SessionId, oneshot::Sender<()>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
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
    let turns = &*Box::leak(Box::new(Turns {
        command,
        elicits: OnceLock::new(),
        sessions: Mutex::default(),
        open: Mutex::default(),
    }));
    let agent = Agent
        .v1()
        .name("relay")
        .on_receive_request(
            async |initialize: InitializeRequest, responder, editor: ConnectionTo<Client>| {
                let client = &initialize.client_capabilities;
                let elicits = Elicits::new(Elicitation::default(), editor, client);
                // A second `initialize` on a connection changes nothing.
                let _ = turns.elicits.set(elicits);
                responder.respond(InitializeResponse::new(initialize.protocol_version))
            },
            acp::on_receive_request!(),
        )
        .on_receive_request(
            async |_: NewSessionRequest, responder, _| {
                let mut sessions = turns
                    .sessions
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                *sessions += 1;
                responder.respond(NewSessionResponse::new(format!("session-{sessions}")))
            },
            acp::on_receive_request!(),
        )
        .on_receive_request(
            // In a task: the connection reads no answer while it is in here.
            async |prompt: PromptRequest, responder, editor: ConnectionTo<Client>| {
                let turn = turns.turn(prompt, responder, editor.clone());
                editor.spawn(turn)
            },
            acp::on_receive_request!(),
        )
        .on_receive_notification(
            async |cancel: CancelNotification, _| {
                if let Some(turn) = turns.open().remove(&cancel.session_id) {
                    let _ = turn.send(());
                }
                Ok(())
            },
            acp::on_receive_notification!(),
        );
    Ok(agent.connect_to(acp::Stdio::new()).await?)
}
