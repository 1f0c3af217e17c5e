//! A server that asks by hand, and misbehaves on demand.
//!
//! No typed model stands between a schema here and the wire, so that the client
//! is held to what it was really sent. What the tool does is a function of the
//! answers so far, whatever the revision.

use std::{process::exit, thread::sleep, time::Duration};

use rmcp::{
    ErrorData, RoleServer, ServerHandler, Service,
    model::{
        CallToolResult, ClientRequest, ClientResult, ContentBlock, CustomRequest, CustomResult,
        ProtocolVersion, ServerCapabilities, ServerConfig, ServerRequest, ServerResult,
    },
    service::{NotificationContext, PeerRequestOptions, RequestContext},
};
use serde_json::{Value, json};

/// `pattern`, and an order that is not the alphabet's.
pub(crate) const TARGET: &str = r#"{"type":"object","properties":{"replicas":{"type":"integer","title":"Replicas","minimum":1,"maximum":20,"default":2},"branch":{"type":"string","description":"Lower-case letters and dashes","minLength":3,"maxLength":50,"pattern":"^[a-z-]+$"},"environment":{"type":"string","oneOf":[{"const":"staging","title":"Staging (eu-west)"},{"const":"production","title":"Production"}]},"notify":{"type":"string","format":"email"},"load":{"type":"number","minimum":0,"maximum":1},"dry_run":{"type":"boolean","default":true},"regions":{"type":"array","items":{"type":"string","enum":["eu","us","ap"]},"minItems":1,"maxItems":2,"default":["eu"]},"tier":{"type":"string","enum":["a","b"],"enumNames":["Gold","Silver"]},"loud":{"type":"boolean"}},"required":["replicas","branch","environment"]}"#;
pub(crate) const SURE: &str = r#"{"type":"object","properties":{"confirm":{"type":"boolean","title":"Yes","default":false}}}"#;
pub(crate) const SURE_TOO: &str = r#"{"type":"object","properties":{"confirm":{"type":"boolean","title":"Too","default":false}}}"#;

pub(crate) struct Fixture(pub(crate) String);

enum Step {
    Ask(Vec<(&'static str, String, String)>),
    Done(String),
    Fail(ErrorData),
}

impl Fixture {
    fn step(&self, answers: &[Value]) -> Step {
        let target = |correction: &str| {
            let message = format!("{correction}Where should this go?");
            Step::Ask(vec![("target", message, TARGET.into())])
        };
        match (self.0.as_str(), answers) {
            ("quiet", _) => Step::Done("nothing to ask".into()),
            ("dies", _) => exit(3),
            ("dies-later", _) => {
                std::thread::spawn(|| {
                    sleep(Duration::from_secs(3));
                    exit(3)
                });
                target("")
            }
            ("slow", _) => {
                sleep(Duration::from_secs(3));
                Step::Done("done".into())
            }
            ("talks", _) => {
                println!("starting up ...");
                Step::Done("never seen".into())
            }
            ("stubborn", _) => {
                tokio::task::spawn_blocking(|| sleep(Duration::from_secs(300)));
                eprintln!("pid {}", std::process::id());
                Step::Done("done".into())
            }
            ("fails", _) => Step::Fail(ErrorData::internal_error("the disk is full", None)),
            // Nothing that can be typed into this form is wrong by its schema.
            ("picky", [.., last]) if last["content"]["confirm"] == true => {
                Step::Done("at last".into())
            }
            ("picky", answers) => {
                let mut message = String::new();
                if !answers.is_empty() {
                    message += "Please correct your answer. “Yes” has to be ticked. \n\n";
                }
                message += "Replace what runs in production? ";
                message += "All sessions end, and everybody has to sign in again, so this is better done at night.";
                Step::Ask(vec![("sure", message, SURE.into())])
            }
            ("odd", []) => {
                let odd = r#"{"type":"object","properties":{"x":{"type":"string","enum":[]}}}"#;
                Step::Ask(vec![("x", "What?".into(), odd.into())])
            }
            ("nested", []) => {
                let nested =
                    r#"{"type":"object","properties":{"x":{"type":"object","properties":{}}}}"#;
                Step::Ask(vec![("x", "What?".into(), nested.into())])
            }
            // To look at a form by hand: FIXTURE='{"type":"object", ..}'.
            (schema, []) if schema.starts_with('{') => {
                Step::Ask(vec![("form", "Fill this in.".into(), schema.into())])
            }
            (schema, [.., last]) if schema.starts_with('{') => Step::Done(last.to_string()),
            ("both", []) => Step::Ask(vec![
                ("z", "First?".into(), SURE.into()),
                ("a", "Second?".into(), SURE_TOO.into()),
            ]),
            (_, []) => target(""),
            ("two", [_]) => Step::Ask(vec![("sure", "Sure?".into(), SURE.into())]),
            ("two" | "both", _) => {
                let said: Vec<String> = answers.iter().map(ToString::to_string).collect();
                Step::Done(said.join(" "))
            }
            (_, [.., last]) if last["action"] != "accept" => {
                Step::Done(format!("said {}", last["action"]))
            }
            (_, [.., last]) => match last["content"]["replicas"].as_i64() {
                Some(n) if n <= 20 => Step::Done(format!("deployed {}", last["content"])),
                _ if answers.len() < 3 => {
                    target("Please correct your answer. “Replicas” must be at most 20. \n\n")
                }
                _ => Step::Fail(ErrorData::invalid_params(
                    "the answer was not valid",
                    Some(json!({"violations": [
                        {"property": "replicas", "keyword": "maximum", "message": "must be at most 20"},
                        {"property": null, "keyword": "check", "message": "too many in all"},
                    ]})),
                )),
            },
        }
    }

    async fn call(&self, context: RequestContext<RoleServer>) -> Result<ServerResult, ErrorData> {
        let mut answers = Vec::new();
        loop {
            let questions = match self.step(&answers) {
                Step::Done(text) => return Ok(done(text)),
                Step::Fail(error) => return Err(error),
                Step::Ask(questions) => questions,
            };
            let asked = questions
                .into_iter()
                .map(|(_, message, schema)| ask(&context, message, schema));
            for answer in futures(asked).await {
                answers.push(answer?);
            }
        }
    }

    fn round(
        &self,
        responses: Option<Value>,
        state: Option<String>,
    ) -> Result<ServerResult, ErrorData> {
        let mut answers: Vec<Value> =
            state.map_or_else(Vec::new, |state| serde_json::from_str(&state).unwrap());
        if let Some(Value::Object(responses)) = responses {
            answers.extend(responses.into_iter().map(|(_, answer)| answer));
        }
        match self.step(&answers) {
            Step::Done(text) => Ok(done(text)),
            Step::Fail(error) => Err(error),
            Step::Ask(questions) => {
                let requests = questions.into_iter().map(|(key, message, schema)| {
                    let params = params(&message, &schema);
                    let request = json!({"method": "elicitation/create", "params": params});
                    (key.to_owned(), request)
                });
                let requests: serde_json::Map<_, _> = requests.collect();
                Ok(ServerResult::CustomResult(CustomResult(json!({
                    "resultType": "input_required",
                    "inputRequests": requests,
                    "requestState": json!(answers).to_string(),
                }))))
            }
        }
    }
}

fn done(text: String) -> ServerResult {
    ServerResult::CallToolResult(CallToolResult::success(vec![ContentBlock::text(text)]))
}

fn params(message: &str, schema: &str) -> Value {
    let schema: Value = serde_json::from_str(schema).unwrap();
    json!({"mode": "form", "message": message, "requestedSchema": schema})
}

async fn ask(
    context: &RequestContext<RoleServer>,
    message: String,
    schema: String,
) -> Result<Value, ErrorData> {
    let request = CustomRequest::new("elicitation/create", Some(params(&message, &schema)));
    let handle = context
        .peer
        .send_request_with_option(
            ServerRequest::CustomRequest(request),
            PeerRequestOptions::no_options(),
        )
        .await;
    let answer = match handle {
        Ok(handle) => handle.await_response().await,
        Err(error) => Err(error),
    };
    match answer {
        Ok(ClientResult::ElicitResult(answer)) => Ok(serde_json::to_value(answer).unwrap()),
        other => Err(ErrorData::internal_error(format!("{other:?}"), None)),
    }
}

/// All of them, sent at once.
async fn futures<F: Future>(asked: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut asked: Vec<_> = asked.map(|one| (Some(Box::pin(one)), None)).collect();
    std::future::poll_fn(|cx| {
        for (waiting, answer) in &mut asked {
            if let Some(future) = waiting
                && let std::task::Poll::Ready(ready) = future.as_mut().poll(cx)
            {
                *answer = Some(ready);
                *waiting = None;
            }
        }
        if asked.iter().all(|(waiting, _)| waiting.is_none()) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    asked.into_iter().filter_map(|(_, answer)| answer).collect()
}

struct Basics;

impl ServerHandler for Basics {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

impl Service<RoleServer> for Fixture {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        match request {
            ClientRequest::CallToolRequest(call) => {
                if context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28) {
                    let responses = call.params.input_responses;
                    let responses = responses.map(|all| serde_json::to_value(all).unwrap());
                    self.round(responses, call.params.request_state)
                } else {
                    self.call(context).await
                }
            }
            other => Basics.handle_request(other, context).await,
        }
    }

    async fn handle_notification(
        &self,
        notification: rmcp::model::ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Basics.handle_notification(notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        Service::get_info(&Basics)
    }
}
