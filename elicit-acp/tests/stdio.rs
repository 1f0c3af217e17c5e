//! The example agents, each in a process of its own, with an editor made of the SDK.

use std::{
    future::pending,
    path::PathBuf,
    process::Stdio,
    sync::{Arc, Mutex},
    time::Duration,
};

use agent_client_protocol::{
    self as acp, Agent, ByteStreams, Client,
    schema::ProtocolVersion,
    v1::{
        ConnectionTo, Responder,
        schema::{
            CancelNotification, ClientCapabilities, CompleteElicitationNotification, ContentBlock,
            CreateElicitationRequest, CreateElicitationResponse, ElicitationAcceptAction,
            ElicitationAction, ElicitationCapabilities, ElicitationFormCapabilities,
            ElicitationMode, ElicitationUrlCapabilities, InitializeRequest, NewSessionRequest,
            PromptRequest, SessionNotification, SessionUpdate, StopReason,
        },
    },
};
use tokio::{process::Command, sync::Notify, time::sleep};
use tokio_util::compat::{TokioAsyncReadCompatExt as _, TokioAsyncWriteCompatExt as _};

/// What the person does in a turn.
#[derive(Clone, Copy, PartialEq)]
enum Person {
    Answers,
    SaysNo,
    /// Leaves the form open, and cancels the turn of the session.
    Cancels,
    /// Leaves the form open, and cancels the request of the turn.
    CancelsRequest,
}

/// What the editor has shown, line by line.
type Shown = Arc<Mutex<Vec<String>>>;

/// Cargo builds the examples of a package for its tests.
fn agent(example: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(|deps| deps.parent()).unwrap();
    let agent = target
        .join("examples")
        .join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    assert!(
        agent.exists(),
        "`cargo build -p elicit-acp --examples` builds the agent"
    );
    agent
}

async fn answer(
    person: Person,
    question: CreateElicitationRequest,
    responder: Responder<CreateElicitationResponse>,
) -> Result<(), acp::Error> {
    // A person takes a moment.
    sleep(Duration::from_secs(2)).await;
    let accept = match &question.mode {
        _ if person == Person::SaysNo => {
            return responder.respond(CreateElicitationResponse::new(ElicitationAction::Decline));
        }
        ElicitationMode::Form(form) => {
            let mut content = std::collections::BTreeMap::new();
            for name in form.requested_schema.properties.keys() {
                let value = match &**name {
                    "target" => "Production".into(),
                    "replicas" => 3.into(),
                    "confirm" => "yes".into(),
                    "passenger" => "Ann".into(),
                    "station" => "ZRH".into(),
                    "day" => "2027-02-28".into(),
                    "seats" => 2.into(),
                    "budget" => 49.5.into(),
                    "class" => "2".into(),
                    "extras" => vec!["meal".to_owned(), "bike".to_owned()].into(),
                    "return" => true.into(),
                    other => panic!("{other}"),
                };
                content.insert(name.clone(), value);
            }
            ElicitationAcceptAction::new().content(content)
        }
        _ => ElicitationAcceptAction::new(),
    };
    responder.respond(CreateElicitationResponse::new(accept))
}

/// One turn of an example with this person: how it ends, and what the editor has shown.
async fn turn(example: &str, prompt: &str, person: Person) -> (StopReason, Vec<String>) {
    let mut agent = Command::new(agent(example))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let to_agent = agent.stdin.take().unwrap().compat_write();
    let from_agent = agent.stdout.take().unwrap().compat();
    let shown = Shown::default();
    let (questions, links, texts) = (shown.clone(), shown.clone(), shown.clone());
    let is_asked = Arc::new(Notify::new());
    let asked = is_asked.clone();
    let client = Client
        .v1()
        .on_receive_request(
            async move |question: CreateElicitationRequest,
                        responder,
                        agent: ConnectionTo<Agent>| {
                questions.lock().unwrap().push(question.message.clone());
                if matches!(person, Person::Cancels | Person::CancelsRequest) {
                    if person == Person::Cancels {
                        agent.send_notification(CancelNotification::new("session-1"))?;
                    } else {
                        asked.notify_one();
                    }
                    // The question is left open: the agent takes it back.
                    let cancelled = responder.cancellation();
                    let shown = questions.clone();
                    return agent.spawn(async move {
                        cancelled.cancelled().await;
                        shown.lock().unwrap().push("taken back".to_owned());
                        responder.respond_with_error(acp::Error::request_cancelled())
                    });
                }
                agent.spawn(answer(person, question, responder))
            },
            acp::on_receive_request!(),
        )
        .on_receive_notification(
            async move |_: CompleteElicitationNotification, _| {
                links.lock().unwrap().push("link completed".to_owned());
                Ok(())
            },
            acp::on_receive_notification!(),
        )
        .on_receive_notification(
            async move |notification: SessionNotification, _| {
                if let SessionUpdate::AgentMessageChunk(chunk) = notification.update
                    && let ContentBlock::Text(text) = chunk.content
                {
                    texts.lock().unwrap().push(text.text);
                }
                Ok(())
            },
            acp::on_receive_notification!(),
        )
        .connect_with(ByteStreams::new(to_agent, from_agent), async |agent| {
            let modes = ElicitationCapabilities::new()
                .form(ElicitationFormCapabilities::new())
                .url(ElicitationUrlCapabilities::new());
            let initialize = InitializeRequest::new(ProtocolVersion::V1)
                .client_capabilities(ClientCapabilities::new().elicitation(modes));
            agent.send_request(initialize).block_task().await?;
            let session = NewSessionRequest::new(std::env::current_dir().unwrap());
            let session = agent.send_request(session).block_task().await?.session_id;
            let prompt = PromptRequest::new(session, vec![prompt.into()]);
            let sent = agent.send_request(prompt);
            let request = sent.cancellation_handle();
            let cancelled = async {
                is_asked.notified().await;
                // `$/cancel_request`, beside which the response is still awaited.
                request.cancel().unwrap();
                pending::<()>().await;
            };
            let stop_reason = tokio::select! {
                response = sent.block_task() => response?.stop_reason,
                () = cancelled => unreachable!("it goes on until there is a response"),
            };
            // The question that was taken back arrives before or after the end of the turn.
            sleep(Duration::from_millis(200)).await;
            Ok(stop_reason)
        });
    let client = tokio::time::timeout(Duration::from_secs(60), client);
    let stop_reason = client.await.expect("it ends").unwrap();
    let shown = shown.lock().unwrap().clone();
    (stop_reason, shown)
}

#[tokio::test]
async fn the_agent_asks_for_a_target_for_consent_and_shows_a_link() {
    let (stop_reason, shown) = turn("deployer", "Deploy it.", Person::Answers).await;
    assert_eq!(stop_reason, StopReason::EndTurn);
    let expected = [
        "What should be deployed?",
        "Deploy 3 replicas to production?",
        "Log in to the cluster",
        "link completed",
        "Deployed 3 replicas to production.",
    ];
    assert_eq!(shown, expected);
}

#[tokio::test]
async fn the_agent_says_why_it_did_not_deploy() {
    let (stop_reason, shown) = turn("deployer", "Deploy it.", Person::SaysNo).await;
    assert_eq!(stop_reason, StopReason::EndTurn);
    assert_eq!(
        shown,
        ["What should be deployed?", "The user declined to answer."]
    );
}

#[tokio::test]
async fn an_agent_ends_a_cancelled_turn_as_the_protocol_demands() {
    for cancels in [Person::Cancels, Person::CancelsRequest] {
        let (stop_reason, shown) = turn("deployer", "Deploy it.", cancels).await;
        assert_eq!(stop_reason, StopReason::Cancelled);
        assert_eq!(shown, ["What should be deployed?", "taken back"]);

        let (stop_reason, shown) = turn("relay", "book", cancels).await;
        assert_eq!(stop_reason, StopReason::Cancelled);
        assert_eq!(shown.last_chunk().unwrap(), &["Which train?", "taken back"]);
    }
}

#[tokio::test]
async fn the_relay_says_what_a_form_does_without_and_the_server_gets_the_answer() {
    let (stop_reason, shown) = turn("relay", "book", Person::Answers).await;
    assert_eq!(stop_reason, StopReason::EndTurn);
    let (received, shown) = shown.split_last().unwrap();
    let without = [
        "/$schema",
        "/additionalProperties",
        "/properties/passenger/examples",
        "/properties/seats/default",
        "/properties/budget/multipleOf",
        "/properties/extras/uniqueItems",
    ];
    let without = without.map(|keyword| format!("`{keyword}`")).join(", ");
    let note = format!("The form is shown without 6 keywords: {without}\n");
    assert_eq!(shown, [note.as_str(), "Which train?"]);
    let content =
        r#"{"passenger":"Ann","station":"ZRH","day":"2027-02-28","seats":2,"budget":49.5,"#;
    let others = r#""class":"2","extras":["meal","bike"],"return":true}"#;
    assert_eq!(
        received,
        &format!(r#"{{"action":"accept","content":{content}{others}}}"#)
    );
}

#[tokio::test]
async fn the_relay_passes_a_no_on() {
    let (stop_reason, shown) = turn("relay", "book", Person::SaysNo).await;
    assert_eq!(stop_reason, StopReason::EndTurn);
    assert_eq!(shown.last().unwrap(), r#"{"action":"decline"}"#);
}
