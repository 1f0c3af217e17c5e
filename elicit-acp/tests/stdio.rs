//! The example agents, each in a process of its own, with an editor made of the SDK.

use std::{
    future::pending,
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
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    sync::Notify,
    time::{sleep, timeout},
};
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

/// Starts an example with its arguments. Cargo builds those of a package for its tests.
fn start(example: &str, arguments: &[&str]) -> Child {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(|deps| deps.parent()).unwrap();
    let agent = target
        .join("examples")
        .join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    assert!(
        agent.exists(),
        "`cargo build -p elicit-acp --examples` builds the agent"
    );
    Command::new(agent)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
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
    turn_with(example, &[], prompt, person).await
}

async fn turn_with(
    example: &str,
    arguments: &[&str],
    prompt: &str,
    person: Person,
) -> (StopReason, Vec<String>) {
    let mut agent = start(example, arguments);
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
            Ok(stop_reason)
        });
    let client = timeout(Duration::from_secs(60), client);
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
        assert_eq!(shown.len(), 2);
        assert!(shown[0].starts_with("`journeys` asks: Which train?"));
        assert_eq!(shown[1], "taken back");
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
    let question = format!("`journeys` asks: Which train?\n\nThe form does without: {without}.");
    assert_eq!(shown, [question]);
    let content =
        r#"{"passenger":"Ann","station":"ZRH","day":"2027-02-28","seats":2,"budget":49.5,"#;
    let others = r#""class":"2","extras":["meal","bike"],"return":true}"#;
    assert_eq!(
        received,
        &format!(r#"{{"action":"accept","content":{content}{others}}}"#)
    );
}

#[tokio::test]
async fn the_relay_passes_on_a_decline() {
    let (stop_reason, shown) = turn("relay", "book", Person::SaysNo).await;
    assert_eq!(stop_reason, StopReason::EndTurn);
    assert_eq!(shown.last().unwrap(), r#"{"action":"decline"}"#);
}

/// A server of 2026-07-28 alone. It ends where it is not met as such.
#[cfg(unix)]
const NEWEST: &str = r#"
read -r request
case $request in
*server/discover*) ;;
*)
  echo '{"jsonrpc":"2.0","id":0,"error":{"code":-32022,"message":"Unsupported protocol version"}}'
  exit
  ;;
esac
echo '{"jsonrpc":"2.0","id":0,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}'
read -r request
echo '{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"day":{"method":"elicitation/create","params":{"message":"When?","requestedSchema":{"type":"object","properties":{"day":{"type":"string","format":"date"}},"required":["day"]}}}},"requestState":"sealed"}}'
read -r request
case $request in
*2027-02-28*) echo '{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[{"type":"text","text":"booked"}]}}' ;;
esac
read -r request
"#;

#[cfg(unix)]
#[tokio::test]
async fn the_relay_starts_a_server_of_2026_07_28_again_and_asks_what_its_result_asks() {
    let (stop_reason, shown) =
        turn_with("relay", &["sh", "-c", NEWEST], "book", Person::Answers).await;
    assert_eq!(stop_reason, StopReason::EndTurn);
    assert_eq!(shown, ["a server asks: When?", "booked"]);

    for cancels in [Person::Cancels, Person::CancelsRequest] {
        let turn = turn_with("relay", &["sh", "-c", NEWEST], "book", cancels);
        let (stop_reason, shown) = turn.await;
        assert_eq!(stop_reason, StopReason::Cancelled);
        assert_eq!(shown, ["a server asks: When?", "taken back"]);
    }
}

/// What it says is what the person reads, and not that another way has failed as well.
#[cfg(unix)]
#[tokio::test]
async fn the_relay_says_why_a_server_refuses_it() {
    const REFUSES: &str = r#"
read -r request
echo '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"the licence has expired"}}'
read -r request
"#;
    let (_, shown) = turn_with("relay", &["sh", "-c", REFUSES], "book", Person::Answers).await;
    assert_eq!(shown.len(), 1);
    assert!(shown[0].contains("the licence has expired"), "{shown:?}");
}

/// An agent whose editor writes the lines itself.
struct Lined {
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    _agent: Child,
}

impl Lined {
    /// An agent with the session `session-1`.
    async fn start(example: &str) -> Self {
        let mut agent = start(example, &[]);
        let mut lined = Self {
            input: agent.stdin.take().unwrap(),
            output: BufReader::new(agent.stdout.take().unwrap()).lines(),
            _agent: agent,
        };
        let client = json!({"elicitation": {"form": {}, "url": {}}});
        let initialize = json!({"protocolVersion": 1, "clientCapabilities": client});
        let session = json!({"cwd": "/", "mcpServers": []});
        lined.write(&[request(1, "initialize", &initialize)]).await;
        lined.response(1).await;
        lined.write(&[request(2, "session/new", &session)]).await;
        assert_eq!(lined.response(2).await["result"]["sessionId"], "session-1");
        lined
    }

    /// Writes the messages at once.
    async fn write(&mut self, messages: &[Value]) {
        let lines: Vec<_> = messages.iter().map(ToString::to_string).collect();
        let lines = lines.join("\n") + "\n";
        self.input.write_all(lines.as_bytes()).await.unwrap();
    }

    async fn read_until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        let read = async {
            loop {
                let line = self.output.next_line().await.unwrap().expect("it goes on");
                let message = serde_json::from_str(&line).unwrap();
                if is_it(&message) {
                    return message;
                }
            }
        };
        timeout(Duration::from_secs(60), read)
            .await
            .expect("it is sent")
    }

    async fn response(&mut self, id: u64) -> Value {
        self.read_until(|message| message["id"] == id && message.get("method").is_none())
            .await
    }
}

fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn prompt(id: u64) -> Value {
    let prompt = json!([{"type": "text", "text": "book"}]);
    let params = json!({"sessionId": "session-1", "prompt": prompt});
    request(id, "session/prompt", &params)
}

fn cancel() -> Value {
    let params = json!({"sessionId": "session-1"});
    json!({"jsonrpc": "2.0", "method": "session/cancel", "params": params})
}

#[tokio::test]
async fn a_turn_that_is_cancelled_at_once_ends() {
    for example in ["deployer", "relay"] {
        let mut agent = Lined::start(example).await;
        agent.write(&[prompt(3), cancel()]).await;
        let response = agent.response(3).await;
        assert_eq!(response["result"]["stopReason"], "cancelled", "{example}");
    }
}

#[tokio::test]
async fn a_second_turn_of_a_session_is_refused_and_the_first_goes_on() {
    for example in ["deployer", "relay"] {
        let mut agent = Lined::start(example).await;
        agent.write(&[prompt(3), prompt(4)]).await;
        assert_eq!(
            agent.response(4).await["error"]["code"],
            -32600,
            "{example}"
        );
        agent
            .read_until(|message| message["method"] == "elicitation/create")
            .await;
        agent.write(&[cancel()]).await;
        let response = agent.response(3).await;
        assert_eq!(response["result"]["stopReason"], "cancelled", "{example}");
        // The next turn asks.
        agent.write(&[prompt(5)]).await;
        agent
            .read_until(|message| message["method"] == "elicitation/create")
            .await;
    }
}
