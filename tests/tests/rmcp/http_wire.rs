//! What is sent over HTTP to clients of 2026-07-28, to the letter.

use std::{fmt::Write, sync::Arc, time::Duration};

use elicit_core::{Ask, ChoiceOption, Elicit, Elicitation, Revision, rmcp3::StreamableHttp};
use http_body::Body;
use http_body_util::BodyExt;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::*,
    service::RequestContext,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::{
    event_log::EventLog,
    own_rounds::{Own, line},
    post::{self, Post},
    raw::Raw,
    server::{Deploy, Server},
};

const NEWEST: Revision = Revision::V2026_07_28;

/// Each way in which the SDK's service answers.
fn configs() -> [StreamableHttpServerConfig; 4] {
    let config = StreamableHttpServerConfig::default;
    [
        config(),
        config().with_legacy_session_mode(false),
        config().with_json_response(true),
        config()
            .with_legacy_session_mode(false)
            .with_json_response(true),
    ]
}

/// A result without what is random in it.
fn without_state(text: &str) -> String {
    let mut message: Value = serde_json::from_str(text).expect(text);
    let state = message["result"]["requestState"].take();
    assert!(state.is_string(), "{text}");
    message["result"].to_string()
}

#[tokio::test]
async fn the_compile_time_schema_is_sent_unchanged() {
    for config in configs() {
        let is_json = config.json_response;
        let service = post::service(&Server::new(), config);
        let post = Post::new(&service, NEWEST);
        let mut response = post.ask("tools/call", json!({"name": "deploy"})).await;
        assert_eq!(response.is_json, is_json);
        let text = response.json().await;
        let schema = Deploy::requested_schema(NEWEST);
        assert!(
            text.contains(&format!(r#""requestedSchema":{schema}"#)),
            "{text}\n{schema}",
        );
        // And nothing beside it that a client has no use for.
        let message: Value = serde_json::from_str(&text).unwrap();
        let names: Vec<_> = message["result"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["resultType", "inputRequests", "requestState"]);
    }
}

#[tokio::test]
async fn a_question_is_the_same_as_over_a_pipe() {
    let questions = [
        ("tools/call", json!({"name": "deploy"})),
        ("tools/call", json!({"name": "both"})),
        ("tools/call", json!({"name": "prefilled"})),
        (
            "tools/call",
            json!({"name": "replace", "arguments": {"service": "web"}}),
        ),
        ("prompts/get", json!({"name": "review"})),
        ("resources/read", json!({"uri": "memo://1"})),
    ];
    for (method, params) in questions {
        let elicitation = Elicitation::default();
        let form = json!({"elicitation": {"form": {}, "url": {}}});
        let mut raw = Raw::connect(Server::new(), &elicitation, NEWEST, form).await;
        raw.send(method, params.clone()).await;
        let over_pipe = without_state(&raw.line().await);
        for config in configs() {
            let service = post::service(&Server::new(), config);
            let mut response = Post::new(&service, NEWEST)
                .ask(method, params.clone())
                .await;
            assert_eq!(without_state(&response.json().await), over_pipe, "{params}");
        }
    }
}

#[tokio::test]
async fn a_page_to_visit_is_the_same_as_over_a_pipe() {
    let params = json!({"name": "page"});
    let url = json!({"elicitation": {"url": {}}});
    let mut raw = Raw::connect(Talkative::default(), &Elicitation::default(), NEWEST, url).await;
    raw.send("tools/call", params.clone()).await;
    let over_pipe = without_id(&without_state(&raw.line().await));
    let service = post::service(&Talkative::default(), StreamableHttpServerConfig::default());
    let mut response = Post::new(&service, NEWEST).ask("tools/call", params).await;
    assert_eq!(
        without_id(&without_state(&response.json().await)),
        over_pipe
    );
}

#[tokio::test]
async fn several_questions_arrive_in_the_order_in_which_they_were_asked() {
    let params = json!({"name": "two"});
    let form = json!({"elicitation": {}});
    let elicitation = Elicitation::default();
    let mut raw = Raw::connect(Talkative::default(), &elicitation, NEWEST, form).await;
    raw.send("tools/call", params.clone()).await;
    let mut sent = vec![raw.line().await];
    for config in configs() {
        let service = post::service(&Talkative::default(), config);
        let mut response = Post::new(&service, NEWEST)
            .ask("tools/call", params.clone())
            .await;
        sent.push(response.json().await);
    }
    for text in sent {
        let first = text.find(r#""b":{"method""#);
        let second = text.find(r#""a":{"method""#);
        assert!(first.is_some() && first < second, "{text}");
    }
}

/// The response without the random id of its page.
fn without_id(response: &str) -> String {
    let (before, id) = response.split_once(r#""elicitationId":""#).unwrap();
    let (_, after) = id.split_once('"').unwrap();
    format!("{before}{after}")
}

/// A server with much to say.
#[derive(Clone, Default)]
struct Talkative {
    /// When to go on, after it has said something.
    go_on: Arc<Notify>,
}

#[derive(Elicit)]
struct Place {
    #[elicit(
        title = "Ort \"ü\" \\",
        description = "\u{2028}Где? 「どこ」 🗺",
        choices
    )]
    place: String,
    /// Lower-case letters and ß
    #[elicit(pattern = "^[a-zß]+$")]
    street: String,
}

fn places() -> Vec<ChoiceOption> {
    let title = |number| format!("{number} Straße — 通り 🏠 \"{number}\" \\n");
    (0..3000)
        .map(|number| (format!("place-{number}"), title(number)).into())
        .collect()
}

/// What looks like a carried question, and is not one.
fn decoy() -> Value {
    json!({
        "resultType": "input_required",
        "_meta": {"elicit-core/questions": {"decoy": true}},
    })
}

impl ServerHandler for Talkative {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ask = Ask::from_context(&context)?;
        match &*request.name {
            "place" => {
                let choices = PlaceChoices {
                    place: places().into(),
                };
                let message = "Wohin geht’s? 🙂";
                let question = ask.form_with::<Place>("Straße 🏠", message, choices);
                question.or_end().await?;
            }
            "two" => {
                let (first, second) = tokio::join!(
                    ask.confirm("b", "The first?").or_end(),
                    ask.confirm("a", "The second?").or_end(),
                );
                first?;
                second?;
            }
            "page" => {
                let page = ask.url("page", "https://example.org/link", "Link it");
                let _agreed = page.or_end().await?;
            }
            _ => {
                let log = CustomNotification::new("notifications/log", Some(decoy()));
                let log = ServerNotification::CustomNotification(log);
                let sent = context.peer.send_notification(log).await;
                sent.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
                if request.name == "log and ask" {
                    self.go_on.notified().await;
                    ask.confirm("sure", "Sure?").or_end().await?;
                }
            }
        }
        Ok(CallToolResult::structured(decoy()).into())
    }
}

#[tokio::test]
async fn many_options_and_long_texts_arrive_complete() {
    for config in configs() {
        let service = post::service(&Talkative::default(), config);
        let post = Post::new(&service, NEWEST);
        let mut response = post.ask("tools/call", json!({"name": "place"})).await;
        let text = response.json().await;
        let mut options = String::new();
        for place in places() {
            let option = json!({"const": place.value(), "title": place.title()});
            let comma = if options.is_empty() { "" } else { "," };
            write!(options, "{comma}{option}").unwrap();
        }
        for part in [
            r#""inputRequests":{"Straße 🏠":{"#,
            r#""message":"Wohin geht’s? 🙂""#,
            "\"description\":\"\u{2028}Где? 「どこ」 🗺\"",
            r#""description":"Lower-case letters and ß""#,
            &format!(r#""oneOf":[{options}]"#),
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
    }
}

#[tokio::test]
async fn messages_before_a_question_are_neither_delayed_nor_changed() {
    for config in configs() {
        let server = Talkative::default();
        let service = post::service(&server, config);
        let post = Post::new(&service, NEWEST);
        let mut response = post.ask("tools/call", json!({"name": "log and ask"})).await;
        // A stream even where plain responses are preferred.
        assert!(!response.is_json);
        let log = response.message().await;
        assert_eq!(
            (&log["method"], &log["params"]),
            (&json!("notifications/log"), &decoy())
        );
        server.go_on.notify_one();
        let question = response.message().await;
        assert!(
            question["result"]["inputRequests"]["sure"].is_object(),
            "{question}"
        );
        assert!(response.event().await.is_none());
    }
}

#[tokio::test]
async fn a_result_without_questions_is_unchanged() {
    for config in configs() {
        let service = post::service(&Talkative::default(), config.clone());
        let post = Post::new(&service, NEWEST);
        let mut response = post.ask("tools/call", json!({"name": "log"})).await;
        assert_eq!(response.message().await["params"], decoy());
        assert_eq!(
            response.message().await["result"]["structuredContent"],
            decoy()
        );
    }
    // A length that is known stays known.
    let json = StreamableHttpServerConfig::default().with_json_response(true);
    let service = post::service(&Server::new(), json);
    let response = Post::new(&service, NEWEST)
        .ask("tools/list", json!({}))
        .await;
    assert!(response.is_json);
    let length = response.body.size_hint().exact();
    let bytes = response.body.collect().await.unwrap().to_bytes();
    assert_eq!(length, Some(bytes.len() as u64));
}

#[tokio::test]
async fn a_replayed_question_is_unchanged() {
    let server = Talkative::default();
    server.go_on.notify_one();
    let sessions = LocalSessionManager::default().with_event_store(Arc::<EventLog>::default());
    let config = StreamableHttpServerConfig::default().with_sse_retry(Some(Duration::ZERO));
    let service = StreamableHttp::new(post::factory(&server), sessions.into(), config);
    let post = Post::new(&service, NEWEST);
    let params = json!({"name": "log and ask"});
    let mut response = post.ask("tools/call", params).await;
    let mut events = Vec::new();
    while let Some(event) = response.event().await {
        events.push(event);
    }
    let [begin, log, question] = &events[..] else {
        panic!("{events:?}");
    };
    assert!(
        question.contains(r#""inputRequests":{"sure":"#),
        "{question}"
    );
    // The client lost the connection at once.
    let id = begin.lines().find_map(|line| line.strip_prefix("id:"));
    let mut again = post.replay(id.unwrap().trim()).await;
    for event in [log, question] {
        assert_eq!(again.event().await.as_ref(), Some(event));
    }
}

/// What a service answers to a call of `deploy`.
async fn called<B: BodyExt<Error: std::fmt::Debug>>(
    service: impl AsyncFnOnce(http::Request<String>) -> http::Response<B>,
) -> String {
    let message = post::newest("tools/call", json!({"name": "deploy"}));
    let response = service(post::post(NEWEST, None, &message)).await;
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(bytes.into()).unwrap()
}

#[tokio::test]
async fn a_handler_within_another_sends_its_whole_schema() {
    let handler = post::factory(&Server::new());
    let service = StreamableHttpService::new(
        move || Ok(Arc::new(handler()?.into_handler())),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    );
    let service = StreamableHttp::from(service);
    let text = called(async |request| service.handle(request).await).await;
    assert!(text.contains(Deploy::requested_schema(NEWEST)), "{text}");
}

#[tokio::test]
async fn in_the_service_of_the_sdk_a_question_lacks_nothing() {
    let handler = post::factory(&Server::new());
    let service = StreamableHttpService::new(
        move || Ok(handler()?.into_handler()),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default().with_json_response(true),
    );
    let text = called(async |request| service.handle(request).await).await;
    let sent: Value = serde_json::from_str(&text).unwrap();
    let question = &sent["result"]["inputRequests"]["deploy"]["params"]["requestedSchema"];
    let schema: Value = serde_json::from_str(Deploy::requested_schema(NEWEST)).unwrap();
    assert_eq!(*question, schema);
    let fields = |schema: &Value| {
        schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(fields(question), fields(&schema));
    assert!(!text.contains("_meta"), "{text}");
}

#[tokio::test]
async fn a_question_of_the_sdk_passes_through() {
    let service = post::service(&Own, StreamableHttpServerConfig::default());
    let post = Post::new(&service, NEWEST);
    let first = post.round("own", json!({})).await;
    let asked = &first["result"]["inputRequests"]["line"];
    assert_eq!(asked["method"], "sampling/createMessage", "{first}");
    let (key, answer) = line("Moin");
    let more = json!({"requestState": "begun", "inputResponses": {key: answer}});
    let second = post.round("own", more).await;
    assert_eq!(second["result"]["requestState"], "begun Moin", "{second}");
}
