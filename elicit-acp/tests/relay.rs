//! The relay of the example `relay`, between a server of one SDK and an editor of another.

#[path = "../examples/relay/relay.rs"]
mod relay;

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use agent_client_protocol::{
    self as acp, Agent, Channel, Client, Responder, V1,
    v1::{
        ConnectionTo,
        schema::{
            ClientCapabilities, CompleteElicitationNotification, CreateElicitationRequest,
            CreateElicitationResponse, ElicitationAcceptAction, ElicitationAction,
            ElicitationCapabilities, ElicitationContentValue, ElicitationFormCapabilities,
            ElicitationMode, ElicitationUrlCapabilities, SessionNotification, SessionUpdate,
            ToolCallStatus,
        },
    },
};
use elicit_acp::acp5::Elicits;
use elicit_core::{Ask, Elicit, Elicitation, rmcp3::ElicitsExt as _};
use proptest::{collection::vec, option, prelude::*, sample::select};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, Service, ServiceError, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock as McpContent,
        CustomNotification, CustomRequest, ErrorCode, Implementation, ProtocolVersion,
        ServerCapabilities, ServerConfig, ServerNotification, ServerRequest,
    },
    service::{ClientLifecycleMode, PeerRequestOptions, RequestContext},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream},
    sync::Notify,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::relay::Relay;

type Content = BTreeMap<String, ElicitationContentValue>;

/// What the person in the editor does with a question.
#[derive(Clone)]
enum Reply {
    Accepts(Content),
    Declines,
    Cancels,
    /// The editor has an error.
    Fails,
    /// The person does nothing.
    Nothing,
}

/// An editor, and what it has shown.
#[derive(Default)]
struct Editor {
    questions: Mutex<Vec<CreateElicitationRequest>>,
    calls: Mutex<Vec<ToolCallStatus>>,
    /// The links whose pages are done.
    completed: Mutex<Vec<String>>,
    asked: Notify,
    taken_back: Notify,
    link_completed: Notify,
    call_ended: Notify,
}

impl Editor {
    async fn serve(
        self: Arc<Self>,
        channel: Channel,
        replies: Vec<Reply>,
    ) -> Result<(), acp::Error> {
        let (asked, showing, completing) = (&self, &self, &self);
        Client
            .v1()
            .on_receive_request(
                async move |question: CreateElicitationRequest,
                            responder: Responder<CreateElicitationResponse, V1>,
                            agent: ConnectionTo<Agent>| {
                    let number = {
                        let mut questions = asked.questions.lock().unwrap();
                        questions.push(question);
                        questions.len()
                    };
                    asked.asked.notify_one();
                    let action = match replies[number - 1].clone() {
                        Reply::Accepts(content) => {
                            ElicitationAcceptAction::new().content(content).into()
                        }
                        Reply::Declines => ElicitationAction::Decline,
                        Reply::Cancels => ElicitationAction::Cancel,
                        Reply::Fails => {
                            return responder.respond_with_error(acp::Error::internal_error());
                        }
                        Reply::Nothing => {
                            let editor = Arc::clone(asked);
                            return agent.spawn(async move {
                                responder.cancellation().cancelled().await;
                                editor.taken_back.notify_one();
                                responder.respond_with_error(acp::Error::request_cancelled())
                            });
                        }
                    };
                    responder.respond(CreateElicitationResponse::new(action))
                },
                acp::on_receive_request!(),
            )
            .on_receive_notification(
                async move |link: CompleteElicitationNotification, _| {
                    let id = link.elicitation_id.to_string();
                    completing.completed.lock().unwrap().push(id);
                    completing.link_completed.notify_one();
                    Ok(())
                },
                acp::on_receive_notification!(),
            )
            .on_receive_notification(
                async move |notification: SessionNotification, _| {
                    let status = match notification.update {
                        SessionUpdate::ToolCall(call) => {
                            assert_eq!(call.title, "ask of `journeys`");
                            call.status
                        }
                        SessionUpdate::ToolCallUpdate(update) => {
                            showing.call_ended.notify_one();
                            update.fields.status.unwrap()
                        }
                        other => panic!("{other:?}"),
                    };
                    showing.calls.lock().unwrap().push(status);
                    Ok(())
                },
                acp::on_receive_notification!(),
            )
            .connect_to(channel)
            .await
    }

    /// The schema of the question with this number, from 0.
    fn schema(&self, number: usize) -> Value {
        let questions = self.questions.lock().unwrap();
        let ElicitationMode::Form(form) = &questions[number].mode else {
            panic!("{questions:?}")
        };
        json!(form.requested_schema)
    }

    fn messages(&self) -> Vec<String> {
        let questions = self.questions.lock().unwrap();
        questions
            .iter()
            .map(|question| question.message.clone())
            .collect()
    }
}

/// What the server does after it has asked.
#[derive(Clone, Copy, PartialEq)]
enum Patience {
    Waits,
    /// Takes the question back, as soon as the editor shows it.
    Cancels,
    /// Closes the connection then.
    Leaves,
    /// Waits, and says then that the page of the link is done.
    Completes,
}

fn journeys() -> ServerConfig {
    ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
        .with_server_info(Implementation::new("journeys", "0.1.0"))
}

/// An MCP server with one tool, which asks this question, whatever the client has declared.
struct Server {
    question: Value,
    patience: Patience,
    editor: Arc<Editor>,
    received: Arc<Mutex<Option<Result<Value, ErrorData>>>>,
    declared: Arc<Mutex<Value>>,
    leaves: Arc<Notify>,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        journeys()
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let client = context.peer.peer_info().unwrap();
        *self.declared.lock().unwrap() = json!(client.capabilities.elicitation);
        let request = CustomRequest::new("elicitation/create", Some(self.question.clone()));
        let request = ServerRequest::CustomRequest(request);
        let options = PeerRequestOptions::no_options();
        let sent = context.peer.send_cancellable_request(request, options);
        let sent = sent.await.unwrap();
        if matches!(self.patience, Patience::Cancels | Patience::Leaves) {
            self.editor.asked.notified().await;
            if self.patience == Patience::Leaves {
                self.leaves.notify_one();
                std::future::pending::<()>().await;
            }
            sent.cancel(Some("it took too long".to_owned()))
                .await
                .unwrap();
            // The question is taken back while the call goes on.
            self.editor.taken_back.notified().await;
            return Ok(CallToolResult::success(vec![McpContent::text("without")]).into());
        }
        let answer = match sent.await_response().await {
            Ok(answer) => Ok(serde_json::to_value(answer).unwrap()),
            Err(ServiceError::McpError(error)) => Err(error),
            Err(error) => panic!("{error}"),
        };
        *self.received.lock().unwrap() = Some(answer);
        if self.patience == Patience::Completes {
            // Of a link that nobody knows, and of the one that was shown.
            for id in [json!("another"), self.question["elicitationId"].clone()] {
                let done = CustomNotification::new(
                    "notifications/elicitation/complete",
                    Some(json!({"elicitationId": id})),
                );
                let done = ServerNotification::CustomNotification(done);
                context.peer.send_notification(done).await.unwrap();
            }
            self.editor.link_completed.notified().await;
        }
        Ok(CallToolResult::success(vec![McpContent::text("done")]).into())
    }
}

fn forms() -> ClientCapabilities {
    let modes = ElicitationCapabilities::new().form(ElicitationFormCapabilities::new());
    ClientCapabilities::new().elicitation(modes)
}

fn links() -> ClientCapabilities {
    let modes = ElicitationCapabilities::new().url(ElicitationUrlCapabilities::new());
    ClientCapabilities::new().elicitation(modes)
}

/// One call of the tool: what the call returned, and what the server received.
struct Relayed {
    editor: Arc<Editor>,
    text: Result<String, String>,
    received: Option<Result<Value, ErrorData>>,
    /// The modes that the server was told of.
    declared: Value,
}

/// Calls the tool `ask` of a server for the user of an editor: the text of its result, or the error.
///
/// When it returns, no question is open.
async fn called(
    server: DuplexStream,
    lifecycle: ClientLifecycleMode,
    editor: &Arc<Editor>,
    client: ClientCapabilities,
    replies: Vec<Reply>,
) -> Result<String, String> {
    let is_left_open = matches!(replies.last(), Some(Reply::Nothing));
    let (here, there) = Channel::duplex();
    let elicitation = Elicitation::default()
        .min_agreement_time(None)
        .min_answer_time(None)
        .min_decline_time(None);
    let showing = Arc::clone(editor).serve(there, replies);
    let agent = Agent
        .v1()
        .connect_with(here, async |connection: ConnectionTo<Client>| {
            let relay = Relay {
                elicits: Elicits::new(elicitation, connection.clone(), &client),
                editor: connection,
                session: "s-1".into(),
                call: "call-1".into(),
                cancelled: CancellationToken::new(),
                open: TaskTracker::new(),
                links: Arc::default(),
            };
            let (reader, writer) = tokio::io::split(server);
            let calling = relay.call_tool(lifecycle, reader, writer, "ask".to_owned());
            let result = calling.await;
            if is_left_open && result.is_err() {
                // The server is gone, and nobody waits for an answer.
                editor.taken_back.notified().await;
            }
            editor.call_ended.notified().await;
            Ok(result)
        });
    let both = async {
        tokio::select! {
            biased;
            done = agent => done.unwrap(),
            ended = showing => panic!("the editor ended: {ended:?}"),
        }
    };
    let result = tokio::time::timeout(Duration::from_secs(60), both)
        .await
        .expect("it ends");
    let text = |result: Option<CallToolResult>| {
        let content = result.expect("it was not cancelled").content;
        let text = content.first().and_then(|block| block.as_text());
        text.map(|text| text.text.clone()).unwrap_or_default()
    };
    result.map(text).map_err(|error| error.to_string())
}

async fn relayed(
    question: Value,
    patience: Patience,
    client: ClientCapabilities,
    replies: Vec<Reply>,
) -> Relayed {
    let editor = Arc::<Editor>::default();
    let (received, declared) = (Arc::default(), Arc::<Mutex<_>>::default());
    let leaves = Arc::new(Notify::new());
    let server = Server {
        question,
        patience,
        editor: Arc::clone(&editor),
        received: Arc::clone(&received),
        declared: Arc::clone(&declared),
        leaves: Arc::clone(&leaves),
    };
    let (to_server, from_client) = tokio::io::duplex(1 << 16);
    let serving = tokio::spawn(async move {
        let running = server.serve(from_client).await.unwrap();
        tokio::select! {
            _ = running.waiting() => {}
            () = leaves.notified() => {}
        }
    });

    let text = called(
        to_server,
        ClientLifecycleMode::Initialize,
        &editor,
        client,
        replies,
    );
    let text = text.await;
    serving.abort();
    let (received, declared) = (
        received.lock().unwrap().take(),
        declared.lock().unwrap().take(),
    );
    Relayed {
        editor,
        text,
        received,
        declared,
    }
}

fn asks(schema: &Value) -> Value {
    json!({"message": "What?", "requestedSchema": schema})
}

fn form(properties: &Value, required: &[&str]) -> Value {
    asks(&json!({"type": "object", "properties": properties, "required": required}))
}

fn replicas() -> Value {
    form(
        &json!({"replicas": {"type": "integer", "title": "Replicas", "minimum": 1, "maximum": 20}}),
        &["replicas"],
    )
}

fn content<const N: usize>(values: [(&str, ElicitationContentValue); N]) -> Reply {
    let values = values.map(|(name, value)| (name.to_owned(), value));
    Reply::Accepts(values.into())
}

/// A property, and an answer to it, in the types of the editor's SDK and in JSON.
type Case = (Value, ElicitationContentValue, Value);

fn texts() -> impl Strategy<Value = Case> {
    // An optional text that is empty is left out.
    ("(?s).{1,20}", any::<bool>()).prop_map(|(text, has_bounds)| {
        let property = if has_bounds {
            json!({"type": "string", "minLength": 1, "maxLength": 20})
        } else {
            json!({"type": "string", "title": "A text"})
        };
        (property, text.clone().into(), text.into())
    })
}

fn formats() -> impl Strategy<Value = Case> {
    select(vec![
        ("email", "ann@example.org"),
        ("uri", "https://example.org/a?b=c#d"),
        ("date", "2027-02-28"),
        ("date-time", "2027-02-28T09:30:00.125+01:00"),
    ])
    .prop_map(|(format, text)| {
        (
            json!({"type": "string", "format": format}),
            text.into(),
            text.into(),
        )
    })
}

fn integers() -> impl Strategy<Value = Case> {
    // The core reads no larger ones: a client in JavaScript would change them.
    let largest = (1_i64 << 53) - 1;
    (-largest..=largest, any::<bool>()).prop_map(|(number, has_bounds)| {
        let property = if has_bounds {
            json!({"type": "integer", "minimum": number, "maximum": number})
        } else {
            json!({"type": "integer"})
        };
        (property, number.into(), number.into())
    })
}

fn numbers() -> impl Strategy<Value = Case> {
    let any = prop_oneof![
        (-1000.0..1000.0_f64),
        prop::num::f64::NORMAL,
        select(vec![0.1, 0.25, 1e-7, 1e21, f64::MAX, f64::MIN_POSITIVE]),
    ];
    any.prop_map(|number| (json!({"type": "number"}), number.into(), number.into()))
}

fn booleans() -> impl Strategy<Value = Case> {
    any::<bool>().prop_map(|ticked| {
        (
            json!({"type": "boolean", "default": !ticked}),
            ticked.into(),
            ticked.into(),
        )
    })
}

const OPTIONS: [&str; 4] = ["eu-west", "us", "Zürich", "a b"];

fn titled() -> Value {
    let titled = OPTIONS.map(|value| json!({"const": value, "title": format!("In {value}")}));
    titled.into_iter().collect()
}

fn choices() -> impl Strategy<Value = Case> {
    (select(OPTIONS.to_vec()), any::<bool>()).prop_map(|(value, has_titles)| {
        let property = if has_titles {
            json!({"type": "string", "oneOf": titled()})
        } else {
            json!({"type": "string", "enum": OPTIONS})
        };
        (property, value.into(), value.into())
    })
}

fn lists() -> impl Strategy<Value = Case> {
    let values = proptest::sample::subsequence(OPTIONS.to_vec(), 1..=OPTIONS.len());
    (values.prop_shuffle(), any::<bool>()).prop_map(|(values, has_titles)| {
        let property = if has_titles {
            json!({"type": "array", "items": {"anyOf": titled()}, "minItems": 1})
        } else {
            json!({"type": "array", "items": {"type": "string", "enum": OPTIONS}})
        };
        let answer = values.iter().map(ToString::to_string).collect::<Vec<_>>();
        (property, answer.into(), json!(values))
    })
}

/// For each property, whether it is required, and its answer, if there is one.
fn cases() -> impl Strategy<Value = Vec<Option<(Case, bool)>>> {
    let case = prop_oneof![
        texts(),
        formats(),
        integers(),
        numbers(),
        booleans(),
        choices(),
        lists(),
    ];
    vec(option::weighted(0.8, (case, any::<bool>())), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// What the person has typed is what the server reads, value by value as text. What they left out is left out.
    #[test]
    fn every_valid_answer_arrives_unchanged(cases in cases()) {
        let (mut properties, mut required) = (json!({}), Vec::new());
        let (mut typed, mut expected) = (Content::new(), BTreeMap::new());
        for (number, case) in cases.into_iter().enumerate() {
            let name = format!("field-{number}");
            if let Some(((property, value, as_json), is_required)) = case {
                properties[&name] = property;
                typed.insert(name.clone(), value);
                expected.insert(name.clone(), as_json.to_string());
                if is_required {
                    required.push(name);
                }
            } else {
                properties[&name] = json!({"type": "string"});
            }
        }
        let question = asks(&json!({
            "type": "object", "properties": properties, "required": required,
        }));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let relayed = runtime.block_on(relayed(
            question,
            Patience::Waits,
            forms(),
            vec![Reply::Accepts(typed)],
        ));
        let answer = relayed.received.unwrap().unwrap();
        prop_assert_eq!(&answer["action"], "accept");
        let content = answer["content"].as_object().unwrap();
        let received: BTreeMap<_, _> = content
            .iter()
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect();
        prop_assert_eq!(received, expected);
        // Nothing of the form is missing in the editor either.
        prop_assert_eq!(&relayed.editor.schema(0)["properties"], &properties);
        prop_assert_eq!(relayed.editor.messages(), ["`journeys` asks: What?"]);
    }
}

#[tokio::test]
async fn an_invalid_answer_is_asked_again_and_never_passed_on() {
    let question = form(
        &json!({
            "branch": {"type": "string", "pattern": "^[a-z]+$"},
            "replicas": {"type": "integer", "maximum": 20},
        }),
        &["branch"],
    );
    let replies = vec![
        content([("branch", "main".into()), ("replicas", 21.into())]),
        content([("branch", "Main".into()), ("replicas", 20.into())]),
        content([("branch", "main".into()), ("replicas", 20.into())]),
    ];
    let relayed = relayed(question, Patience::Waits, forms(), replies).await;
    let answer = relayed.received.unwrap().unwrap();
    assert_eq!(answer["content"], json!({"branch": "main", "replicas": 20}));
    let messages = relayed.editor.messages();
    assert_eq!(messages.len(), 3);
    assert!(messages[1].contains("must be at most 20"), "{messages:?}");
    // No client gets the keyword, and the rule counts.
    assert_eq!(
        relayed.editor.schema(0)["properties"]["branch"],
        json!({"type": "string"})
    );
    assert!(messages[2].contains("must match"), "{messages:?}");
}

/// What the guide says of an answer that is not spelled as the schema spells it.
#[tokio::test]
async fn an_answer_is_spelled_as_the_schema_spells_it() {
    let question = form(
        &json!({
            "share": {"type": "number"},
            "zone": {"type": "string", "oneOf": [{"const": "eu", "title": "Europe"}, {"const": "us", "title": "America"}]},
            "note": {"type": "string"},
            "count": {"type": "integer"},
        }),
        &["share"],
    );
    let answer = |count: ElicitationContentValue| {
        content([
            ("share", 3.0.into()),
            ("zone", "Europe".into()),
            ("note", "".into()),
            ("count", count.clone()),
            ("more", true.into()),
        ])
    };
    let replies = vec![answer((1_i64 << 53).into()), answer(4.0.into())];
    let relayed = relayed(question, Patience::Waits, forms(), replies).await;
    let answer = relayed.received.unwrap().unwrap();
    let expected = r#"{"share":3.0,"zone":"eu","count":4}"#;
    assert_eq!(answer["content"].to_string(), expected);
    assert_eq!(relayed.editor.messages().len(), 2);
}

#[tokio::test]
async fn after_too_many_invalid_answers_the_server_gets_an_error_without_a_value() {
    let replies = vec![content([("replicas", 4711.into())]); 16];
    let relayed = relayed(replicas(), Patience::Waits, forms(), replies).await;
    let error = relayed.received.unwrap().unwrap_err();
    assert_eq!(error.code.0, -32603);
    assert!(error.message.contains("must be at most 20"), "{error:?}");
    assert!(!format!("{error:?}").contains("4711"), "{error:?}");
}

#[tokio::test]
async fn a_question_belongs_to_the_call_that_the_editor_shows() {
    let replies = vec![content([("replicas", 3.into())])];
    let relayed = relayed(replicas(), Patience::Waits, forms(), replies).await;
    let calls = relayed.editor.calls.lock().unwrap().clone();
    assert_eq!(
        calls,
        [ToolCallStatus::InProgress, ToolCallStatus::Completed]
    );
    let question = relayed.editor.questions.lock().unwrap().remove(0);
    let scope = json!(question);
    assert_eq!(
        (&scope["sessionId"], &scope["toolCallId"]),
        (&json!("s-1"), &json!("call-1"))
    );
}

#[tokio::test]
async fn of_many_keywords_that_a_form_does_without_ten_are_named() {
    let mut question = replicas();
    for number in 0..12 {
        question["requestedSchema"][format!("x-{number:02}")] = true.into();
    }
    let replies = vec![content([("replicas", 3.into())])];
    let relayed = relayed(question, Patience::Waits, forms(), replies).await;
    let message = relayed.editor.messages().remove(0);
    assert!(
        message.contains("The form does without: `/x-00`, "),
        "{message}"
    );
    assert!(message.ends_with("`/x-09`, and 2 more."), "{message}");
}

#[tokio::test]
async fn a_no_and_a_closed_form_are_passed_on() {
    for (reply, action) in [(Reply::Declines, "decline"), (Reply::Cancels, "cancel")] {
        let relayed = relayed(replicas(), Patience::Waits, forms(), vec![reply]).await;
        assert_eq!(
            relayed.received.unwrap().unwrap(),
            json!({"action": action})
        );
        assert_eq!(relayed.text.unwrap(), "done");
    }
}

#[tokio::test]
async fn an_editor_that_fails_is_an_error_for_the_server() {
    let relayed = relayed(replicas(), Patience::Waits, forms(), vec![Reply::Fails]).await;
    assert_eq!(relayed.received.unwrap().unwrap_err().code.0, -32603);
}

#[tokio::test]
async fn what_an_editor_cannot_show_is_not_declared_to_the_server() {
    let both = ElicitationCapabilities::new()
        .form(ElicitationFormCapabilities::new())
        .url(ElicitationUrlCapabilities::new());
    let both = ClientCapabilities::new().elicitation(both);
    let bare = ClientCapabilities::new().elicitation(ElicitationCapabilities::new());
    for (client, declared, shows_form, shows_link) in [
        (both, json!({"form": {}, "url": {}}), true, true),
        (forms(), json!({"form": {}}), true, false),
        (links(), json!({"url": {}}), false, true),
        (ClientCapabilities::new(), Value::Null, false, false),
        (bare, Value::Null, false, false),
    ] {
        // This server asks even so.
        let form = (replicas(), content([("replicas", 3.into())]), shows_form);
        let link = (login("https://example.org/login"), content([]), shows_link);
        for (question, reply, is_shown) in [form, link] {
            let relayed = relayed(question, Patience::Waits, client.clone(), vec![reply]).await;
            assert_eq!(relayed.declared, declared);
            let code = relayed.received.unwrap().err().map(|error| error.code.0);
            assert_eq!(code, (!is_shown).then_some(-32602));
            assert_eq!(relayed.editor.messages().len(), usize::from(is_shown));
        }
    }
}

/// A link that the server asks with.
fn login(url: &str) -> Value {
    json!({"mode": "url", "message": "Log in", "url": url, "elicitationId": "link-7"})
}

#[tokio::test]
async fn a_link_is_passed_on_and_so_is_that_its_page_is_done() {
    let question = login("https://example.org/login?for=a%20b");
    let replies = vec![content([])];
    let relayed = relayed(question, Patience::Completes, links(), replies).await;
    assert_eq!(
        relayed.received.unwrap().unwrap(),
        json!({"action": "accept"})
    );
    assert_eq!(relayed.editor.messages(), ["`journeys` asks: Log in"]);
    let shown = json!(relayed.editor.questions.lock().unwrap().remove(0));
    assert_eq!(shown["url"], "https://example.org/login?for=a%20b");
    assert_eq!(
        (&shown["sessionId"], &shown["toolCallId"]),
        (&json!("s-1"), &json!("call-1"))
    );
    let completed = relayed.editor.completed.lock().unwrap().clone();
    assert_eq!(json!(completed), json!([shown["elicitationId"]]));
}

#[tokio::test]
async fn a_no_to_a_link_is_passed_on() {
    for (reply, action) in [(Reply::Declines, "decline"), (Reply::Cancels, "cancel")] {
        let question = login("https://example.org/login");
        let relayed = relayed(question, Patience::Waits, links(), vec![reply]).await;
        assert_eq!(
            relayed.received.unwrap().unwrap(),
            json!({"action": action})
        );
    }
}

/// The person would visit another place than they read, or send what they type in the open.
#[tokio::test]
async fn a_link_that_nobody_should_open_is_refused() {
    for (url, reason) in [
        (json!("http://example.org"), "its address is not `https`"),
        (
            json!("https://ann@example.org"),
            "its address contains user information",
        ),
        (json!("example.org"), "its address is not a valid URI"),
        (json!(null), "its address is not a valid URI"),
    ] {
        let mut question = login("");
        question["url"] = url;
        let relayed = relayed(question, Patience::Waits, links(), Vec::new()).await;
        let error = relayed.received.unwrap().unwrap_err();
        assert_eq!(error.code.0, -32602);
        assert!(error.message.contains(reason), "{error:?}");
        assert!(relayed.editor.messages().is_empty());
    }
}

#[tokio::test]
async fn a_question_that_the_server_takes_back_is_taken_back_in_the_editor() {
    let relayed = relayed(replicas(), Patience::Cancels, forms(), vec![Reply::Nothing]).await;
    assert_eq!(relayed.text.unwrap(), "without");
    assert_eq!(relayed.editor.messages(), ["`journeys` asks: What?"]);
}

// The SDK gives a request that is open some seconds after the end.
#[tokio::test(start_paused = true)]
async fn a_question_of_a_server_that_ends_is_taken_back_in_the_editor() {
    let relayed = relayed(replicas(), Patience::Leaves, forms(), vec![Reply::Nothing]).await;
    assert!(relayed.text.is_err(), "{:?}", relayed.text);
}

#[tokio::test]
async fn a_question_that_cannot_be_shown_is_an_error_that_says_why() {
    let nested = form(
        &json!({"owner": {"type": "object"}, "count": {"type": "integer", "minimum": 5, "maximum": 1}}),
        &[],
    );
    let link = login("https://example.org");
    let mut unknown = replicas();
    unknown["mode"] = "voice".into();
    let secret = form(&json!({"api_key": {"type": "string"}}), &[]);
    let silent =
        json!({"requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}}});
    let mut blank = replicas();
    blank["message"] = " \n".into();
    for (question, reason) in [
        (
            nested,
            "/properties/owner/type: is a nested object, and a form is flat: its properties belong \
          into the form itself; /properties/count/minimum: is too large, so no answer would be valid",
        ),
        (link, "this client shows no links"),
        (unknown, "this client shows forms and links only"),
        (silent, "a question must have a `message`"),
        (blank, "the `message` of a question must not be blank"),
        (
            secret,
            "/properties/api_key: the name asks for a credential",
        ),
        (json!({"message": "What?"}), "/: must be an object"),
    ] {
        let relayed = relayed(question, Patience::Waits, forms(), Vec::new()).await;
        let error = relayed.received.unwrap().unwrap_err();
        assert_eq!(error.code.0, -32602);
        assert!(error.message.starts_with(reason), "{error:?}");
        assert!(relayed.editor.messages().is_empty());
    }
}

#[tokio::test]
async fn the_editor_shows_what_a_form_does_without() {
    let question = asks(&json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "host": {"type": "string", "format": "hostname", "examples": ["a.example"]},
            "seats": {"type": "integer", "minimum": 1, "default": null},
            "extras": {"type": "array", "uniqueItems": true, "items": {"type": "string", "enum": ["a", "b"]}},
        },
        "required": ["host"],
        "additionalProperties": false,
    }));
    let replies = vec![content([("host", "b.example".into())])];
    let relayed = relayed(question, Patience::Waits, forms(), replies).await;
    let without = [
        "/$schema",
        "/additionalProperties",
        "/properties/host/format",
        "/properties/host/examples",
        "/properties/seats/default",
        "/properties/extras/uniqueItems",
    ];
    let without = without.map(|keyword| format!("`{keyword}`")).join(", ");
    assert_eq!(
        relayed.editor.messages(),
        [format!(
            "`journeys` asks: What?\n\nThe form does without: {without}."
        )]
    );
    assert_eq!(
        relayed.editor.schema(0)["properties"],
        json!({
            "host": {"type": "string"},
            "seats": {"type": "integer", "minimum": 1},
            "extras": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
        })
    );
    assert_eq!(
        relayed.received.unwrap().unwrap()["content"],
        json!({"host": "b.example"})
    );
}

/// What a server of 2026-07-28 answers to a call in which it asks.
fn required(questions: &Value, state: Option<&str>) -> Value {
    let mut required = json!({"resultType": "input_required", "inputRequests": {}});
    for (key, question) in questions.as_object().unwrap() {
        required["inputRequests"][key] =
            json!({"method": "elicitation/create", "params": question});
    }
    if let Some(state) = state {
        required["requestState"] = state.into();
    }
    required
}

/// The end of a call.
fn done() -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]})
}

/// A server of 2026-07-28 that answers the calls of its tool with these results, and closes the connection
/// then. It writes JSON, so a schema may have what no type of an SDK has.
async fn results(
    results: Vec<Value>,
    editor: Arc<Editor>,
    calls: Arc<Mutex<Vec<Value>>>,
    stream: DuplexStream,
) {
    let (reader, mut writer) = tokio::io::split(stream);
    let mut lines = BufReader::new(reader).lines();
    let mut results = results.into_iter();
    while let Some(line) = lines.next_line().await.unwrap() {
        let mut request: Value = serde_json::from_str(&line).unwrap();
        let result = match request["method"].as_str() {
            Some("server/discover") => json!({
                "resultType": "complete",
                "supportedVersions": ["2026-07-28"],
                "capabilities": {"tools": {}},
                "ttlMs": 0,
                "cacheScope": "private",
                "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "journeys", "version": "0.1.0"}},
            }),
            Some("tools/call") => {
                calls.lock().unwrap().push(request["params"].take());
                results.next().expect("no more calls")
            }
            _ => continue,
        };
        let response = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
        let line = format!("{response}\n");
        writer.write_all(line.as_bytes()).await.unwrap();
        if result["resultType"] == "input_required" && results.len() == 0 {
            editor.asked.notified().await;
            return;
        }
    }
}

/// Calls the tool of a server that answers with these results: the text of the last one, and the
/// parameters of the calls.
async fn rounds(
    answers: Vec<Value>,
    replies: Vec<Reply>,
) -> (Arc<Editor>, Result<String, String>, Vec<Value>) {
    let editor = Arc::<Editor>::default();
    let calls = Arc::<Mutex<_>>::default();
    let (to_server, from_client) = tokio::io::duplex(1 << 16);
    let serving = results(
        answers,
        Arc::clone(&editor),
        Arc::clone(&calls),
        from_client,
    );
    let serving = tokio::spawn(serving);
    let lifecycle = relay::newest();
    let text = called(to_server, lifecycle, &editor, forms(), replies).await;
    serving.abort();
    let calls = calls.lock().unwrap().drain(..).collect();
    (editor, text, calls)
}

/// The derive's own server, on that revision.
#[tokio::test]
async fn a_server_of_2026_07_28_gets_its_answers_in_the_next_calls() {
    #[derive(Elicit)]
    struct Scale {
        #[elicit(maximum = 20)]
        replicas: u8,
        branch: String,
    }

    struct Scaler;

    impl ServerHandler for Scaler {
        fn get_info(&self) -> ServerConfig {
            journeys()
        }

        fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
            Cow::Borrowed(&[ProtocolVersion::V_2026_07_28])
        }

        async fn call_tool(
            &self,
            _: CallToolRequestParams,
            context: RequestContext<RoleServer>,
        ) -> Result<CallToolResponse, ErrorData> {
            let ask = Ask::from_context(&context)?;
            let scale: Scale = ask.form("scale", "How many?").or_end().await?;
            let link = ask.url("login", "https://example.org/login", "Log in");
            link.or_end().await?;
            let text = format!("{} replicas of {}", scale.replicas, scale.branch);
            Ok(CallToolResult::success(vec![McpContent::text(text)]).into())
        }
    }

    let (to_server, from_client) = tokio::io::duplex(1 << 16);
    let elicitation = Elicitation::default()
        .min_agreement_time(None)
        .min_answer_time(None);
    let serving = tokio::spawn(async move {
        let running = Scaler.elicits(elicitation).serve(from_client).await;
        running.unwrap().waiting().await.unwrap();
    });
    let modes = ElicitationCapabilities::new()
        .form(ElicitationFormCapabilities::new())
        .url(ElicitationUrlCapabilities::new());
    let client = ClientCapabilities::new().elicitation(modes);
    let editor = Arc::<Editor>::default();
    let replies = vec![
        content([("replicas", 21.into()), ("branch", "main".into())]),
        content([("replicas", 3.into()), ("branch", "main".into())]),
        content([]),
    ];
    let text = called(to_server, relay::newest(), &editor, client, replies).await;
    assert_eq!(text.unwrap(), "3 replicas of main");
    let messages = editor.messages();
    assert_eq!(messages[0], "`journeys` asks: How many?");
    assert!(messages[1].contains("must be at most 20"), "{messages:?}");
    assert_eq!(messages[2], "`journeys` asks: Log in");
    assert_eq!(messages.len(), 3);
    serving.abort();
}

#[tokio::test]
async fn the_questions_of_a_result_are_read_as_json_and_answered_together() {
    let mut first = replicas();
    first["requestedSchema"]["properties"]["replicas"]["multipleOf"] = 2.into();
    let second = form(&json!({"branch": {"type": "string"}}), &["branch"]);
    // Every other state is one that is not there.
    let answers = vec![
        required(&json!({"z": first, "a": second}), Some("sealed\u{e9}")),
        required(&json!({}), Some("wait")),
        required(&json!({"z": replicas()}), None),
        done(),
    ];
    let mut replies = vec![
        content([("replicas", 4.into())]),
        content([("branch", "main".into())]),
    ];
    let is_sorted = answers[0]["inputRequests"]
        .as_object()
        .unwrap()
        .keys()
        .next()
        .unwrap()
        == "a";
    if is_sorted {
        replies.reverse();
    }
    replies.push(Reply::Declines);
    let (editor, text, calls) = rounds(answers, replies).await;
    assert_eq!(text.unwrap(), "done");
    let messages = editor.messages();
    assert!(
        messages.contains(
            &"`journeys` asks: What?\n\nThe form does without: \
              `/properties/replicas/multipleOf`."
                .to_owned()
        ),
        "{messages:?}"
    );
    let retries: Vec<_> = calls
        .iter()
        .map(|call| (call.get("requestState"), call.get("inputResponses")))
        .collect();
    let accepted = |content: Value| json!({"action": "accept", "content": content});
    assert_eq!(
        retries,
        [
            (None, None),
            (
                Some(&json!("sealed\u{e9}")),
                Some(&json!({
                    "z": accepted(json!({"replicas": 4})),
                    "a": accepted(json!({"branch": "main"})),
                }))
            ),
            (Some(&json!("wait")), None),
            (None, Some(&json!({"z": {"action": "decline"}}))),
        ]
    );
    let client = "io.modelcontextprotocol/clientCapabilities";
    for call in &calls {
        assert_eq!(call["_meta"][client]["elicitation"], json!({"form": {}}));
    }
}

#[tokio::test]
async fn a_result_that_nobody_can_answer_ends_the_call_and_says_why() {
    let sampling = json!({"resultType": "input_required", "inputRequests": {
        "form": {"method": "elicitation/create", "params": replicas()},
        "text": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 9}},
    }});
    let link = json!({"login": login("https://example.org/login")});
    for (result, reason) in [
        (
            sampling,
            "this client does not answer `sampling/createMessage`",
        ),
        (required(&link, None), "this client shows no links"),
        (json!({"resultType": "later"}), "Unexpected response type"),
    ] {
        let (editor, text, _) = rounds(vec![result, done()], Vec::new()).await;
        assert!(text.as_ref().unwrap_err().contains(reason), "{text:?}");
        assert!(editor.messages().is_empty());
        let calls = editor.calls.lock().unwrap().clone();
        assert_eq!(calls, [ToolCallStatus::InProgress, ToolCallStatus::Failed]);
    }
}

#[tokio::test]
async fn a_question_in_the_result_of_a_server_that_ends_is_taken_back() {
    let question = required(&json!({"replicas": replicas()}), Some("sealed"));
    let (editor, text, _) = rounds(vec![question], vec![Reply::Nothing]).await;
    assert!(text.is_err(), "{text:?}");
    assert_eq!(editor.messages(), ["`journeys` asks: What?"]);
}

/// A server of 2025-11-25, of whose tool a page is the condition.
struct Connecting {
    editor: Arc<Editor>,
    is_connected: Arc<AtomicBool>,
    /// Whether it says that the page is done.
    says_so: bool,
}

impl ServerHandler for Connecting {
    fn get_info(&self) -> ServerConfig {
        journeys()
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ask = Ask::from_context(&context)?;
        let is_connected = Arc::clone(&self.is_connected);
        let link = ask
            .url("connect", "https://example.org/connect", "Connect")
            .done_when(async || is_connected.load(Ordering::SeqCst))
            .or_require();
        if self.says_so {
            let (completer, editor) = (link.completer(), Arc::clone(&self.editor));
            let is_connected = Arc::clone(&self.is_connected);
            tokio::spawn(async move {
                // The person has the link, and takes a moment.
                editor.asked.notified().await;
                tokio::time::sleep(Duration::from_millis(600)).await;
                is_connected.store(true, Ordering::SeqCst);
                completer.complete().await.unwrap();
            });
        }
        link.or_end().await?;
        Ok(CallToolResult::success(vec![McpContent::text("connected")]).into())
    }
}

/// The way to a server, which ends with it.
fn served(server: impl Service<RoleServer>) -> DuplexStream {
    let (to_server, from_client) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let running = server.serve(from_client).await.unwrap();
        let _ = running.waiting().await;
    });
    to_server
}

async fn connecting(says_so: bool, reply: Reply) -> (Arc<Editor>, Result<String, String>) {
    let editor = Arc::<Editor>::default();
    let server = Connecting {
        editor: Arc::clone(&editor),
        is_connected: Arc::default(),
        says_so,
    };
    let to_server = served(server.elicits(Elicitation::default()));
    let lifecycle = ClientLifecycleMode::Initialize;
    let text = called(to_server, lifecycle, &editor, links(), vec![reply]).await;
    (editor, text)
}

#[tokio::test]
async fn a_call_that_needs_a_page_is_made_again_when_the_page_is_done() {
    let (editor, text) = connecting(true, content([])).await;
    assert_eq!(text.unwrap(), "connected");
    assert_eq!(editor.messages(), ["`journeys` asks: Connect"]);
    assert_eq!(editor.completed.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_call_that_needs_a_page_fails_without_it() {
    for reply in [Reply::Declines, Reply::Cancels] {
        let (editor, text) = connecting(false, reply).await;
        let error = text.unwrap_err();
        assert!(error.contains("has not agreed to open the page"), "{error}");
        assert_eq!(editor.messages(), ["`journeys` asks: Connect"]);
    }
}

/// A server that needs a page for its first call, and says the end of none: its link has no id.
struct Nameless(Arc<Mutex<Vec<Instant>>>);

impl ServerHandler for Nameless {
    fn get_info(&self) -> ServerConfig {
        journeys()
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut calls = self.0.lock().unwrap();
        calls.push(Instant::now());
        if calls.len() > 1 {
            return Ok(CallToolResult::success(vec![McpContent::text("connected")]).into());
        }
        let link = json!({"mode": "url", "url": "https://example.org", "message": "Connect"});
        let data = json!({"elicitations": [link]});
        Err(ErrorData::new(
            ErrorCode(-32042),
            "a page first",
            Some(data),
        ))
    }
}

/// An editor that agrees by itself must not make the relay spin.
#[tokio::test]
async fn a_call_is_not_made_again_at_once_if_its_link_has_no_id() {
    let calls = Arc::<Mutex<Vec<Instant>>>::default();
    let (editor, to_server) = (Arc::default(), served(Nameless(Arc::clone(&calls))));
    let lifecycle = ClientLifecycleMode::Initialize;
    let text = called(to_server, lifecycle, &editor, links(), vec![content([])]).await;
    assert_eq!(text.unwrap(), "connected");
    let calls = calls.lock().unwrap();
    let pause = calls[1] - calls[0];
    assert!(pause >= Duration::from_millis(250), "{pause:?}");
}
