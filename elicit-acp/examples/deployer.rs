//! An agent over stdio that deploys: it asks for the target and for consent, and shows a link.
//!
//! Start it from an editor that speaks the Agent Client Protocol, and write it any prompt.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use agent_client_protocol::{
    self as acp, Agent, Client, Stdio,
    v1::{
        ConnectionTo, Responder,
        schema::{
            CancelNotification, ContentChunk, ElicitationSessionScope, InitializeRequest,
            InitializeResponse, NewSessionRequest, NewSessionResponse, PromptRequest,
            PromptResponse, SessionId, SessionNotification, SessionUpdate, StopReason,
        },
    },
};
use elicit_acp::acp5::{Elicits, Error};
use elicit_core::{Ask, Elicit, Elicitation};
use tokio_util::sync::CancellationToken;

#[derive(Elicit)]
enum Target {
    /// Staging
    Staging,
    /// Production
    Production,
}

#[derive(Elicit)]
struct Deploy {
    target: Target,
    #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
    replicas: u8,
}

/// What the agent does in a turn.
async fn deploy(ask: Ask) -> Result<String, Error> {
    let deploy: Deploy = ask
        .form("deploy", "What should be deployed?")
        .or_end()
        .await?;
    let (target, replicas) = match deploy.target {
        Target::Staging => ("staging", deploy.replicas),
        Target::Production => ("production", deploy.replicas),
    };
    let message = format!("Deploy {replicas} replicas to {target}?");
    ask.confirm("sure", message).or_end().await?;
    let page = ask.url(
        "login",
        "https://example.org/login",
        "Log in to the cluster",
    );
    let agreed = page.or_end().await?;
    // A real agent waits until the page says that the user is there.
    agreed.completer().complete().await?;
    Ok(format!("Deployed {replicas} replicas to {target}."))
}

#[derive(Default)]
struct Deployer {
    /// Since `initialize`.
    elicits: OnceLock<Elicits>,
    sessions: Mutex<u64>,
    /// What cancels the turn of a session.
    turns: Mutex<HashMap<SessionId, CancellationToken>>,
}

impl Deployer {
    /// Begins a turn of a session, which the next message of the editor may cancel. `None`: another turn
    /// of it is open.
    fn begin(&self, session: &SessionId) -> Option<CancellationToken> {
        match self.turns().entry(session.clone()) {
            Entry::Vacant(entry) => Some(entry.insert(CancellationToken::new()).clone()),
            Entry::Occupied(_) => None,
        }
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<SessionId, CancellationToken>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn turn(
        &self,
        prompt: PromptRequest,
        responder: Responder<PromptResponse>,
        connection: ConnectionTo<Client>,
        elicits: &Elicits,
        cancelled: CancellationToken,
    ) -> Result<(), acp::Error> {
        let session = prompt.session_id;
        let request = responder.cancellation();
        let turn = elicits
            .scope(ElicitationSessionScope::new(session.clone()))
            .cancelled_by(cancelled.cancelled_owned())
            .cancelled_by(async move { request.cancelled().await })
            .run(deploy);
        let turn = turn.await;
        self.turns().remove(&session);
        let text = match turn {
            Ok(text) => text,
            Err(error) if error.is_cancelled() => {
                return responder.respond(PromptResponse::new(StopReason::Cancelled));
            }
            // The user said no, or could not be asked.
            Err(Error::Ended(ended)) => ended.text().to_owned(),
            Err(error) => return responder.respond_with_error(error.into()),
        };
        let chunk = ContentChunk::new(text.into());
        let update = SessionUpdate::AgentMessageChunk(chunk);
        connection.send_notification(SessionNotification::new(session, update))?;
        responder.respond(PromptResponse::new(StopReason::EndTurn))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), acp::Error> {
    let agent = &*Box::leak(Box::<Deployer>::default());
    Agent
        .v1()
        .name("deployer")
        .on_receive_request(
            async |initialize: InitializeRequest, responder, connection: ConnectionTo<Client>| {
                let client = &initialize.client_capabilities;
                let elicits = Elicits::new(Elicitation::default(), connection, client);
                // A second `initialize` on a connection changes nothing.
                let _ = agent.elicits.set(elicits);
                responder.respond(InitializeResponse::new(initialize.protocol_version))
            },
            acp::on_receive_request!(),
        )
        .on_receive_request(
            async |_: NewSessionRequest, responder, _| {
                let mut sessions = agent
                    .sessions
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                *sessions += 1;
                responder.respond(NewSessionResponse::new(format!("session-{sessions}")))
            },
            acp::on_receive_request!(),
        )
        .on_receive_request(
            async |prompt: PromptRequest, responder, connection: ConnectionTo<Client>| {
                // A turn begins after `initialize`, and only one of a session at a time.
                let Some(elicits) = agent.elicits.get() else {
                    return responder.respond_with_error(acp::Error::invalid_request());
                };
                let Some(cancelled) = agent.begin(&prompt.session_id) else {
                    return responder.respond_with_error(acp::Error::invalid_request());
                };
                let turn = agent.turn(prompt, responder, connection.clone(), elicits, cancelled);
                // In a task: the connection reads no answer while it is in here.
                connection.spawn(turn)
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
        )
        .connect_to(Stdio::new())
        .await
}
