//! An agent asks an editor: both sides of the SDK, in one process.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use agent_client_protocol::{
    self as acp, Agent, Channel, Client, Responder, UntypedMessage, V1,
    v1::{
        ConnectionTo,
        schema::{
            ClientCapabilities, CreateElicitationRequest, CreateElicitationResponse,
            ElicitationCapabilities, ElicitationFormCapabilities, ElicitationRequestScope,
            ElicitationSchema, ElicitationScope, ElicitationSessionScope,
            ElicitationUrlCapabilities, RequestId,
        },
    },
};
use elicit_acp::acp5::{Asking, Elicits, Error};
use elicit_core::{Ask, AskError, Elicit, Elicitation, Keys, Mode, Outcome, from_value};
use serde_json::{Value, json};
use tokio::sync::Notify;

/// What the editor does with a question.
enum Reply {
    Result(Value),
    Error(i32),
    /// The person does nothing.
    Silence,
}

/// An editor, and what it has seen.
#[derive(Default)]
struct Editor {
    questions: Mutex<Vec<Value>>,
    notifications: Mutex<Vec<(String, Value)>>,
    /// Questions that the person leaves open.
    open: Mutex<Vec<Responder<Value, V1>>>,
    asked: Notify,
    notified: Notify,
}

impl Editor {
    fn questions(&self) -> Vec<Value> {
        self.questions.lock().unwrap().clone()
    }

    /// Waits for the notification of this method.
    async fn notification(&self, method: &str) -> Value {
        loop {
            let notified = self.notified.notified();
            {
                let notifications = self.notifications.lock().unwrap();
                if let Some((_, params)) = notifications.iter().find(|(name, _)| name == method) {
                    return params.clone();
                }
            }
            notified.await;
        }
    }

    async fn serve(
        self: Arc<Self>,
        channel: Channel,
        replies: impl Fn(usize) -> Reply + Send + Sync,
    ) -> Result<(), acp::Error> {
        let (asked, notified) = (&self, &self);
        Client
            .v1()
            .on_receive_request(
                async move |question: UntypedMessage, responder: Responder<Value, V1>, _| {
                    assert_eq!(question.method(), "elicitation/create");
                    let params = question.params().clone();
                    // The SDK's own type reads it.
                    let read: CreateElicitationRequest =
                        serde_json::from_value(params.clone()).unwrap();
                    assert_eq!(serde_json::to_value(read).unwrap(), params);
                    let number = {
                        let mut questions = asked.questions.lock().unwrap();
                        questions.push(params);
                        questions.len()
                    };
                    asked.asked.notify_one();
                    match replies(number) {
                        Reply::Result(result) => {
                            let read: CreateElicitationResponse =
                                serde_json::from_value(result.clone()).unwrap();
                            responder.respond(serde_json::to_value(read).unwrap())
                        }
                        Reply::Error(code) => {
                            responder.respond_with_error(acp::Error::new(code, "no"))
                        }
                        Reply::Silence => {
                            asked.open.lock().unwrap().push(responder);
                            Ok(())
                        }
                    }
                },
                acp::on_receive_request!(),
            )
            .on_receive_notification(
                async move |notification: UntypedMessage, _| {
                    notified
                        .notifications
                        .lock()
                        .unwrap()
                        .push(notification.into_parts());
                    notified.notified.notify_one();
                    Ok(())
                },
                acp::on_receive_notification!(),
            )
            .connect_to(channel)
            .await
    }
}

fn forms_and_links() -> ClientCapabilities {
    let modes = ElicitationCapabilities::new()
        .form(ElicitationFormCapabilities::new())
        .url(ElicitationUrlCapabilities::new());
    ClientCapabilities::new().elicitation(modes)
}

fn elicitation() -> Elicitation {
    Elicitation::default()
        .min_answer_time(None)
        .min_decline_time(None)
        .min_agreement_time(None)
}

/// Runs an agent until it is done, with an editor that replies so.
async fn run<R>(
    editor: &Arc<Editor>,
    elicitation: Elicitation,
    client: ClientCapabilities,
    replies: impl Fn(usize) -> Reply + Send + Sync,
    agent: impl AsyncFnOnce(Elicits) -> R,
) -> R {
    let (here, there) = Channel::duplex();
    let editor = Arc::clone(editor).serve(there, replies);
    let agent = Agent
        .v1()
        .connect_with(here, async |connection: ConnectionTo<Client>| {
            Ok(agent(Elicits::new(elicitation, connection, &client)).await)
        });
    let both = async {
        tokio::select! {
            biased;
            done = agent => done.unwrap(),
            ended = editor => panic!("the editor ended: {ended:?}"),
        }
    };
    tokio::time::timeout(Duration::from_secs(60), both)
        .await
        .expect("it ends")
}

fn in_session(elicits: &Elicits) -> Asking {
    elicits.scope(ElicitationSessionScope::new("s-1"))
}

/// Asks in a session with the usual client.
async fn asked<T>(
    replies: impl Fn(usize) -> Reply + Send + Sync,
    handler: impl AsyncFnOnce(Ask) -> Result<T, Error>,
) -> (Result<T, Error>, Vec<Value>) {
    let editor = Arc::default();
    let result = run(
        &editor,
        elicitation(),
        forms_and_links(),
        replies,
        async |elicits| in_session(&elicits).run(handler).await,
    );
    (result.await, editor.questions())
}

fn accepts(content: &Value) -> Reply {
    Reply::Result(json!({"action": "accept", "content": content}))
}

fn code(error: Error) -> i32 {
    acp::Error::from(error).code.into()
}

#[derive(Elicit, Debug, PartialEq, Clone, Copy)]
enum Target {
    /// Staging (Ireland)
    Staging,
    /// Production (Ireland)
    Production,
}

#[derive(Elicit, Debug, PartialEq)]
struct Deploy {
    target: Target,
    #[elicit(title = "Replicas", minimum = 1, maximum = 20)]
    replicas: u8,
    #[elicit(min_length = 3)]
    branch: String,
    #[elicit(minimum = 0.25, maximum = 0.75)]
    load: f64,
    dry_run: bool,
    #[elicit(multi_select, max_items = 1)]
    labels: Vec<Target>,
    note: Option<String>,
    #[elicit(format = "email", max_length = 80, default = "ann@example.org")]
    /// Who gets a message when it is done
    contact: Option<String>,
}

#[tokio::test]
async fn a_form_of_each_kind_is_asked_again_until_it_is_valid() {
    let answer = |replicas: u8| {
        json!({
            "target": "Production", "replicas": replicas, "branch": "main", "load": 0.5,
            "dry_run": true, "labels": ["Staging"],
        })
    };
    let (deploy, questions) = asked(
        |number| accepts(&answer(if number == 1 { 99 } else { 3 })),
        async |ask| {
            Ok(ask
                .form::<Deploy>("deploy", "What is deployed?")
                .or_end()
                .await?)
        },
    )
    .await;
    let expected = Deploy {
        target: Target::Production,
        replicas: 3,
        branch: "main".to_owned(),
        load: 0.5,
        dry_run: true,
        labels: vec![Target::Staging],
        note: None,
        contact: None,
    };
    assert_eq!(deploy.unwrap(), expected);
    assert_eq!(questions.len(), 2);
    assert_eq!(questions[0]["mode"], "form");
    assert_eq!(questions[0]["sessionId"], "s-1");
    assert_eq!(questions[0]["message"], "What is deployed?");
    let properties = questions[0]["requestedSchema"]["properties"]
        .as_object()
        .unwrap();
    let names: Vec<_> = properties.keys().collect();
    assert_eq!(
        names,
        [
            "target", "replicas", "branch", "load", "dry_run", "labels", "note", "contact"
        ]
    );
    // The SDK's own type keeps all of it, but sorts the fields by name.
    let read: ElicitationSchema =
        serde_json::from_value(questions[0]["requestedSchema"].clone()).unwrap();
    let sorted: Vec<_> = read.properties.keys().map(String::as_str).collect();
    assert_eq!(
        sorted,
        [
            "branch", "contact", "dry_run", "labels", "load", "note", "replicas", "target"
        ]
    );
    // What was valid is filled in, and the message says what was not.
    assert_eq!(
        questions[1]["requestedSchema"]["properties"]["branch"]["default"],
        "main"
    );
    assert!(
        questions[1]["message"]
            .as_str()
            .unwrap()
            .contains("Replicas")
    );
}

#[tokio::test]
async fn an_answer_that_is_never_valid_has_the_code_of_invalid_parameters() {
    for (or_end, expected) in [(false, -32602), (true, -1)] {
        let (result, _) = asked(
            |_| accepts(&json!({"value": 4711})),
            async |ask| {
                let question = ask.value::<u8>("count", "How many?");
                if or_end {
                    return Ok(question.or_end().await?);
                }
                Ok(question.await?.accepted().unwrap_or_default())
            },
        )
        .await;
        assert_eq!(code(result.unwrap_err()), expected);
    }
}

#[tokio::test]
async fn a_declined_question_is_an_outcome_or_the_end() {
    let decline = |_| Reply::Result(json!({"action": "decline"}));
    let (outcome, _) = asked(decline, async |ask| {
        Ok(ask.confirm("sure", "Sure?").await?)
    })
    .await;
    assert_eq!(outcome.unwrap(), Outcome::Declined);

    let (ended, _) = asked(decline, async |ask| {
        Ok(ask.confirm("sure", "Sure?").or_end().await?)
    })
    .await;
    let Err(Error::Ended(ended)) = ended else {
        panic!("{ended:?}")
    };
    assert!(ended.is_declined);
    let error = Error::Ended(ended);
    assert_eq!(error.to_string(), "The user declined to answer.");
    assert!(!error.is_cancelled());
    assert_eq!(code(error), -1);
}

#[tokio::test]
async fn a_turn_goes_on_when_the_person_agrees() {
    for (answer, agrees) in [("yes", true), ("no", false)] {
        let (done, _) = asked(
            |_| accepts(&json!({"confirm": answer})),
            async |ask| Ok(ask.confirm("sure", "Sure?").or_end().await?),
        )
        .await;
        match done {
            Ok(()) => assert!(agrees),
            Err(Error::Ended(ended)) => assert!(!agrees && ended.is_declined),
            Err(error) => panic!("{error:?}"),
        }
    }
}

#[tokio::test]
async fn a_client_without_a_mode_is_not_asked() {
    // In MCP, the bare object means forms.
    let bare = ClientCapabilities::new().elicitation(ElicitationCapabilities::new());
    for client in [ClientCapabilities::new(), bare] {
        let editor = Arc::default();
        let result = run(
            &editor,
            elicitation(),
            client,
            |_| Reply::Silence,
            async |elicits| {
                assert!(!elicits.declares(Mode::Form) && !elicits.declares(Mode::Url));
                let asking = in_session(&elicits);
                asking
                    .run(async |ask| Ok(ask.confirm("sure", "Sure?").await?))
                    .await
            },
        );
        let error = result.await.unwrap_err();
        assert!(
            matches!(
                &error,
                Error::Ask {
                    error: AskError::Unsupported(Mode::Form),
                    ..
                }
            ),
            "{error:?}"
        );
        assert_eq!(code(error), -32603);
        assert!(editor.questions().is_empty());
    }
    let editor = Arc::default();
    let client = ClientCapabilities::new();
    let result = run(
        &editor,
        elicitation(),
        client,
        |_| Reply::Silence,
        async |elicits| {
            let asking = in_session(&elicits);
            asking
                .run(async |ask| Ok(ask.confirm("sure", "Sure?").or_end().await?))
                .await
        },
    );
    assert_eq!(code(result.await.unwrap_err()), -32603);
}

#[tokio::test]
async fn a_client_that_does_not_know_the_method_is_asked_once_on_a_connection() {
    let editor = Arc::default();
    let unknown = |_| Reply::Error(-32601);
    run(
        &editor,
        elicitation(),
        forms_and_links(),
        unknown,
        async |elicits| {
            for _ in 0..2 {
                let asking = in_session(&elicits);
                let result = asking
                    .run(async |ask| Ok(ask.confirm("sure", "Sure?").await?))
                    .await;
                assert!(matches!(
                    result,
                    Err(Error::Ask {
                        error: AskError::Unsupported(Mode::Form),
                        ..
                    })
                ));
            }
        },
    )
    .await;
    assert_eq!(editor.questions().len(), 1);
}

#[tokio::test]
async fn a_code_of_the_client_is_not_passed_on() {
    // "Authentication required" and "not found" would tell the client something else.
    for refused in [-32000, -32002] {
        let (result, _) = asked(
            |_| Reply::Error(refused),
            async |ask| Ok(ask.confirm("sure", "Sure?").await?),
        )
        .await;
        let error = result.unwrap_err();
        assert!(
            matches!(&error, Error::Ask { error: AskError::Refused { code, message, .. }, .. }
                if *code == refused && message.as_str() == "no"),
            "{error:?}"
        );
        assert_eq!(code(error), -32603);
    }
}

#[test]
fn no_code_of_ours_means_something_else_in_this_protocol() {
    let errors = [
        AskError::Unsupported(Mode::Form),
        AskError::Unsupported(Mode::Url),
        AskError::NoSession,
        AskError::TimedOut,
        AskError::Gone,
        AskError::TooFast,
        AskError::Invalid(from_value::<Deploy>(&json!({})).unwrap_err()),
        AskError::Empty(from_value::<Deploy>(&json!({})).unwrap_err()),
        AskError::ArgumentNeeded(None),
        AskError::Unreadable,
        AskError::Unfinished,
        AskError::Suspended,
    ];
    for error in errors {
        let code = code(error.clone().into());
        assert!(
            [-32602, -32603, -32800].contains(&code),
            "{error:?}: {code}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_without_an_answer_times_out_and_is_taken_back() {
    let editor = Arc::<Editor>::default();
    let elicitation = elicitation().timeout(Duration::from_secs(5));
    let result = run(
        &editor,
        elicitation,
        forms_and_links(),
        |_| Reply::Silence,
        async |elicits| {
            let asking = in_session(&elicits);
            let result = asking
                .run(async |ask| Ok(ask.confirm("sure", "Sure?").await?))
                .await;
            editor.notification("$/cancel_request").await;
            result
        },
    );
    let error = result.await.unwrap_err();
    assert!(
        matches!(
            &error,
            Error::Ask {
                error: AskError::TimedOut,
                ..
            }
        ),
        "{error:?}"
    );
    assert_eq!(code(error), -32603);
}

#[tokio::test]
async fn a_cancelled_turn_takes_its_open_question_back() {
    // The second way to cancel, and the first, under `or_end` and without.
    for (first, or_end) in [(true, false), (false, false), (true, true), (false, true)] {
        let editor = Arc::<Editor>::default();
        let silence = |_| Reply::Silence;
        run(
            &editor,
            elicitation(),
            forms_and_links(),
            silence,
            async |elicits| {
                let cancelled = [Arc::new(Notify::new()), Arc::new(Notify::new())];
                let [session, request] = cancelled.clone();
                let turn = in_session(&elicits)
                    .cancelled_by(async move { session.notified().await })
                    .cancelled_by(async move { request.notified().await })
                    .run(async |ask| {
                        if or_end {
                            ask.confirm("sure", "Sure?").or_end().await?;
                            return Ok(());
                        }
                        let error = ask.confirm("sure", "Sure?").await.unwrap_err();
                        // No other question is sent.
                        assert_eq!(ask.confirm("more", "More?").await, Err(AskError::Gone));
                        Err(error.into())
                    });
                let cancel = async {
                    editor.asked.notified().await;
                    cancelled[usize::from(!first)].notify_one();
                };
                let (result, ()) = tokio::join!(turn, cancel);
                let error = result.unwrap_err();
                assert!(error.is_cancelled(), "{error:?}");
                assert_eq!(code(error), -32800);
                editor.notification("$/cancel_request").await;
            },
        )
        .await;
        assert_eq!(editor.questions().len(), 1);
    }
}

#[tokio::test]
async fn a_client_that_goes_away_ends_the_question() {
    let (here, there) = Channel::duplex();
    let editor = Arc::<Editor>::default();
    let serving = tokio::spawn(Arc::clone(&editor).serve(there, |_| Reply::Silence));
    let gone = async {
        editor.asked.notified().await;
        serving.abort();
        editor.open.lock().unwrap().clear();
    };
    let agent = Agent
        .v1()
        .connect_with(here, async |connection: ConnectionTo<Client>| {
            let elicits = Elicits::new(elicitation(), connection, &forms_and_links());
            let turn =
                in_session(&elicits).run(async |ask| Ok(ask.confirm("sure", "Sure?").await?));
            Ok(turn.await)
        });
    let both = async { tokio::join!(agent, gone).0 };
    let ended = tokio::time::timeout(Duration::from_secs(60), both)
        .await
        .expect("it ends");
    let error = ended.unwrap().unwrap_err();
    assert!(
        matches!(
            &error,
            Error::Ask {
                error: AskError::Gone,
                ..
            }
        ),
        "{error:?}"
    );
    assert_eq!(code(error), -32800);
}

/// Neither the keys of the agent nor the session of the person.
#[tokio::test]
async fn debug_shows_no_key_and_no_session() {
    const SECRET: &[u8; 32] = b"canary-that-nobody-may-see-in-lo";
    let (here, _there) = Channel::duplex();
    let agent = Agent
        .v1()
        .connect_with(here, async |connection: ConnectionTo<Client>| {
            let elicitation = Elicitation::with_keys(Keys::new([SECRET]).unwrap());
            let elicits = Elicits::new(elicitation, connection, &forms_and_links());
            let asking = elicits.scope(ElicitationSessionScope::new("canary"));
            Ok([format!("{elicits:?}"), format!("{asking:?}")])
        });
    for shown in agent.await.unwrap() {
        assert!(!shown.is_empty() && !shown.contains("canary"), "{shown}");
    }
}

#[tokio::test]
async fn a_link_is_completed_with_its_id() {
    let editor = Arc::<Editor>::default();
    let agrees = |_| Reply::Result(json!({"action": "accept"}));
    let completed = run(
        &editor,
        elicitation(),
        forms_and_links(),
        agrees,
        async |elicits| {
            assert!(elicits.declares(Mode::Form) && elicits.declares(Mode::Url));
            let turn = in_session(&elicits).run(async |ask| {
                let link = ask.url("pay", "https://example.org/pay", "Pay the invoice");
                Ok(link.or_end().await?.completer())
            });
            // After the turn, from whoever hears of the payment.
            turn.await.unwrap().complete().await.unwrap();
            editor.notification("elicitation/complete").await
        },
    );
    let completed = completed.await;
    let question = &editor.questions()[0];
    assert_eq!(question["mode"], "url");
    assert_eq!(question["url"], "https://example.org/pay");
    assert_eq!(
        completed,
        json!({"elicitationId": question["elicitationId"]})
    );
}

#[tokio::test]
async fn a_required_page_ends_the_turn_with_a_code_of_this_protocol() {
    let (result, questions) = asked(
        |_| Reply::Silence,
        async |ask| {
            let page = ask.url("login", "https://example.org/login", "Log in");
            let page = page.done_when(async || false).or_require();
            page.or_end().await?;
            Ok(())
        },
    )
    .await;
    assert_eq!(code(result.unwrap_err()), -32603);
    assert!(questions.is_empty());
}

#[tokio::test]
async fn each_scope_is_on_the_wire() {
    let scopes: [(ElicitationScope, Value); 3] = [
        (
            ElicitationSessionScope::new("s-1").into(),
            json!({"sessionId": "s-1"}),
        ),
        (
            ElicitationSessionScope::new("s-1")
                .tool_call_id("t-1")
                .into(),
            json!({"sessionId": "s-1", "toolCallId": "t-1"}),
        ),
        (
            ElicitationRequestScope::new(RequestId::Number(7)).into(),
            json!({"requestId": 7}),
        ),
    ];
    let editor = Arc::<Editor>::default();
    let expected: Vec<_> = scopes
        .iter()
        .map(|(_, expected)| expected.clone())
        .collect();
    let yes = |_| accepts(&json!({"confirm": "yes"}));
    let asked = run(
        &editor,
        elicitation(),
        forms_and_links(),
        yes,
        async |elicits| {
            for (scope, _) in scopes {
                let asking = elicits.scope(scope);
                let done = asking
                    .run(async |ask| Ok(ask.confirm("sure", "Sure?").await?))
                    .await;
                assert!(matches!(done, Ok(Outcome::Accepted(()))), "{done:?}");
            }
        },
    );
    Box::pin(asked).await;
    let sent = editor.questions().into_iter().map(|mut question| {
        let members = question.as_object_mut().unwrap();
        members.retain(|name, _| name.ends_with("Id"));
        question
    });
    assert_eq!(sent.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_handler_that_panics_is_an_error_of_the_agent() {
    let (result, _) = asked(
        |_| Reply::Silence,
        async |_| -> Result<(), Error> { panic!("a fault of the agent") },
    )
    .await;
    let error = result.unwrap_err();
    assert!(matches!(error, Error::Rpc(_)), "{error:?}");
    assert_eq!(code(error), -32603);
}
