//! `Elicitation::once`: a retry that comes again gets the first response,
//! byte for byte.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

#[cfg(feature = "rmcp-http")]
use elicit_core::rmcp3::ElicitsExt as _;
use elicit_core::{Ask, Elicit, Elicitation, Revision, store::MemoryStore};
use rmcp::{ErrorData, RoleServer, ServerHandler, model::*, service::RequestContext};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::raw::Raw;

pub(crate) const NEWEST: Revision = Revision::V2026_07_28;

#[derive(Debug, Elicit)]
struct Branch {
    /// Lower-case letters
    #[elicit(pattern = "^[a-z]+$")]
    name: String,
}

#[derive(Clone, Default)]
pub(crate) struct Server {
    pub(crate) effects: Arc<AtomicUsize>,
    /// For the branch `slow`: the handler has its answer, and may go on.
    pub(crate) answered: Arc<Notify>,
    pub(crate) goes_on: Arc<Notify>,
}

impl Server {
    /// Asks, and has an effect, whose number is in the response.
    async fn work(&self, context: &RequestContext<RoleServer>) -> Result<String, ErrorData> {
        let ask = Ask::from_context(context)?;
        let branch = ask.form::<Branch>("branch", "Which branch?").or_end();
        let branch = branch.await?;
        if branch.name == "slow" {
            self.answered.notify_one();
            self.goes_on.notified().await;
        }
        let effect = self.effects.fetch_add(1, Ordering::SeqCst) + 1;
        match branch.name.as_str() {
            "fail" => Err(ErrorData::internal_error(
                format!("failed {effect}"),
                Some(json!({"z": 1, "a": effect})),
            )),
            name => Ok(format!("{name} {effect}")),
        }
    }

    /// Has an effect, and asks a question in the SDK's own way, with a state that the SDK carries.
    fn own(
        &self,
        state: Option<&str>,
        answers: Option<&InputResponses>,
    ) -> Result<String, Box<InputRequiredResult>> {
        let effect = self.effects.fetch_add(1, Ordering::SeqCst) + 1;
        match state {
            Some(state) if state.starts_with("own-1") => {
                let state = Some(format!("own-2-{effect}"));
                let requests = json!({
                    "form": {"method": "elicitation/create", "params": {
                        "mode": "form",
                        "message": "Which?",
                        "requestedSchema": {"type": "object", "properties": {"n": {"type": "number"}}},
                    }},
                    "model": {"method": "sampling/createMessage", "params": {
                        "messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}],
                        "maxTokens": 1,
                    }},
                });
                let requests = serde_json::from_value(requests).unwrap();
                let asked = InputRequiredResult::new(Some(requests), state);
                Err(Box::new(asked))
            }
            _ => Ok(format!("own {effect}, answered: {}", answers.is_some())),
        }
    }
}

impl ServerHandler for Server {
    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if params.name == "own" {
            let own = self.own(
                params.request_state.as_deref(),
                params.input_responses.as_ref(),
            );
            return Ok(match own {
                Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]).into(),
                Err(required) => (*required).into(),
            });
        }
        let text = self.work(&context).await?;
        let mut result = CallToolResult::success(vec![ContentBlock::text(text.as_str())]);
        result.structured_content = Some(json!({"z": text, "a": [1.5, null]}));
        Ok(result.into())
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if params.name == "own" {
            return Ok(
                match self.own(
                    params.request_state.as_deref(),
                    params.input_responses.as_ref(),
                ) {
                    Ok(text) => {
                        GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).into()
                    }
                    Err(required) => (*required).into(),
                },
            );
        }
        let text = self.work(&context).await?;
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message]).into())
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if params.uri == "work://own" {
            return Ok(
                match self.own(
                    params.request_state.as_deref(),
                    params.input_responses.as_ref(),
                ) {
                    Ok(text) => {
                        let contents = ResourceContents::text(text, params.uri);
                        ReadResourceResult::new(vec![contents]).into()
                    }
                    Err(required) => (*required).into(),
                },
            );
        }
        let text = self.work(&context).await?;
        Ok(ReadResourceResult::new(vec![ResourceContents::text(text, params.uri)]).into())
    }
}

pub(crate) fn once() -> Elicitation {
    let elicitation = Elicitation::default().store(MemoryStore::default());
    elicitation.rate_limit(None).once()
}

/// Sends requests, and returns the responses as they came.
pub(crate) trait Client {
    async fn request(&mut self, method: &str, params: Value) -> String;
}

struct Stdio(Raw);

impl Client for Stdio {
    async fn request(&mut self, method: &str, params: Value) -> String {
        self.0.send(method, params).await;
        self.0.line().await
    }
}

/// The text of a response without its id, as it came.
pub(crate) fn without_id(response: &str) -> String {
    let parsed: Value = serde_json::from_str(response).unwrap();
    let id = format!("\"id\":{}", parsed["id"]);
    assert_eq!(response.matches(&id).count(), 1, "{response}");
    response.replacen(&id, "", 1)
}

fn parsed(response: &str) -> Value {
    serde_json::from_str(response).unwrap()
}

pub(crate) fn retry(params: &Value, state: &Value, content: &Value) -> Value {
    let mut params = params.clone();
    params["requestState"] = state.clone();
    params["inputResponses"] = json!({"branch": {"action": "accept", "content": content}});
    params
}

fn capabilities() -> Value {
    json!({"elicitation": {}})
}

/// Every retry is sent three times. The responses are compared as text.
pub(crate) async fn each_retry_three_times(client: &mut impl Client, effects: &AtomicUsize) {
    let requests = [
        ("tools/call", json!({"name": "work", "arguments": {}})),
        ("prompts/get", json!({"name": "work"})),
        ("resources/read", json!({"uri": "work://1"})),
    ];
    let mut expected = 0;
    for (method, params) in requests {
        for name in ["main", "fail"] {
            let first = parsed(&client.request(method, params.clone()).await);
            let state = &first["result"]["requestState"];
            // An invalid answer: the question comes again, with a state.
            let invalid = retry(&params, state, &json!({"name": "Not valid"}));
            let line = client.request(method, invalid.clone()).await;
            let question = parsed(&line);
            let asked = &question["result"]["inputRequests"]["branch"]["params"];
            let message = asked["message"].as_str().unwrap();
            assert!(
                message.contains("must match: Lower-case letters"),
                "{message}"
            );
            for _ in 0..2 {
                let again = client.request(method, invalid.clone()).await;
                assert_eq!(without_id(&again), without_id(&line), "{method}");
            }
            let valid = retry(
                &params,
                &question["result"]["requestState"],
                &json!({"name": name}),
            );
            let response = client.request(method, valid.clone()).await;
            expected += 1;
            assert!(
                response.contains(&format!("ed {expected}"))
                    || response.contains(&format!("{name} {expected}")),
                "{response}"
            );
            for _ in 0..2 {
                let again = client.request(method, valid.clone()).await;
                assert_eq!(without_id(&again), without_id(&response), "{method}");
            }
            assert_eq!(effects.load(Ordering::SeqCst), expected, "{method}");
        }
    }
    // A handler that asks in the SDK's own way.
    let requests = [
        ("tools/call", json!({"name": "own", "arguments": {}})),
        ("prompts/get", json!({"name": "own"})),
        ("resources/read", json!({"uri": "work://own"})),
    ];
    for (method, params) in requests {
        let answered = json!({"form": {"action": "accept", "content": {"n": 1}}});
        let mut state = json!("own-1");
        for is_asked in [true, false] {
            let mut params = params.clone();
            params["requestState"] = state.clone();
            params["inputResponses"] = answered.clone();
            let response = client.request(method, params.clone()).await;
            expected += 1;
            let next = parsed(&response)["result"]["requestState"].take();
            assert_eq!(next.is_string(), is_asked, "{response}");
            assert_eq!(response.contains("answered: true"), !is_asked, "{response}");
            assert!(response.contains(&format!("{expected}")), "{response}");
            for _ in 0..2 {
                let again = client.request(method, params.clone()).await;
                assert_eq!(without_id(&again), without_id(&response), "{method}");
            }
            assert_eq!(effects.load(Ordering::SeqCst), expected, "{method}");
            state = next;
        }
        // Answers that come without a state are none.
        let mut params = params;
        params["inputResponses"] = answered;
        let response = client.request(method, params).await;
        assert!(response.contains("answered: false"), "{response}");
        expected += 1;
    }
}

#[tokio::test]
async fn a_repeated_retry_gets_the_same_response_over_stdio() {
    let server = Server::default();
    let raw = Raw::connect(server.clone(), &once(), NEWEST, capabilities()).await;
    each_retry_three_times(&mut Stdio(raw), &server.effects).await;
}

/// As a `ServerHandler`, in the SDK's types.
#[cfg(feature = "rmcp-http")]
#[tokio::test]
async fn a_repeated_retry_gets_the_same_response_from_a_handler() {
    let server = Server::default();
    let handler = server.clone().elicits(once()).into_handler();
    let raw = Raw::start(handler, NEWEST, capabilities()).await;
    each_retry_three_times(&mut Stdio(raw), &server.effects).await;
}

/// The retry of a call whose handler waits for something else after the answer.
pub(crate) fn slow(state: &Value) -> Value {
    retry(&first(), state, &json!({"name": "slow"}))
}

pub(crate) fn first() -> Value {
    json!({"name": "work", "arguments": {}})
}

/// The response is kept although no client waits for it.
#[tokio::test]
async fn a_handler_whose_client_has_gone_runs_to_its_end() {
    let server = Server::default();
    let elicitation = once();
    let mut raw = Raw::connect(server.clone(), &elicitation, NEWEST, capabilities()).await;
    let id = raw.send("tools/call", first()).await;
    let state = raw.response(id).await["result"]["requestState"].take();
    raw.send("tools/call", slow(&state)).await;
    server.answered.notified().await;
    drop(raw);
    // The connection is closed before the handler goes on.
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(server.effects.load(Ordering::SeqCst), 0);
    server.goes_on.notify_one();
    // A second run would not wait.
    server.goes_on.notify_one();

    let mut raw = Raw::connect(server.clone(), &elicitation, NEWEST, capabilities()).await;
    let id = raw.send("tools/call", slow(&state)).await;
    let response = raw.response(id).await;
    assert_eq!(response["result"]["content"][0]["text"], "slow 1");
    assert_eq!(server.effects.load(Ordering::SeqCst), 1);
}
