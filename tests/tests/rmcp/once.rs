//! `Elicitation::once`: a retry that comes again gets the first response,
//! byte for byte.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use elicit_core::{Ask, Elicit, Elicitation, Revision, store::MemoryStore};
use rmcp::{ErrorData, RoleServer, ServerHandler, model::*, service::RequestContext};
use serde_json::{Value, json};

use crate::raw::Raw;

pub(crate) const NEWEST: Revision = Revision::V2026_07_28;

/// A form that the SDK's types cannot carry: it has a pattern.
#[derive(Debug, Elicit)]
struct Branch {
    /// Lower-case letters
    #[elicit(pattern = "^[a-z]+$")]
    name: String,
}

#[derive(Clone, Default)]
pub(crate) struct Server {
    pub(crate) effects: Arc<AtomicUsize>,
}

impl Server {
    /// Asks, and has an effect, whose number is in the response.
    async fn work(&self, context: &RequestContext<RoleServer>) -> Result<String, ErrorData> {
        let ask = Ask::of(context)?;
        let branch = ask.form::<Branch>("branch", "Which branch?").or_end();
        let branch = branch.await?;
        let effect = self.effects.fetch_add(1, Ordering::SeqCst) + 1;
        match branch.name.as_str() {
            "fail" => Err(ErrorData::internal_error(
                format!("failed {effect}"),
                Some(json!({"z": 1, "a": effect})),
            )),
            name => Ok(format!("{name} {effect}")),
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
            // A question in the SDK's own way, with a state that the SDK carries.
            let effect = self.effects.fetch_add(1, Ordering::SeqCst) + 1;
            let asks = params.request_state.as_deref() == Some("own-1");
            let response = if asks {
                let state = Some(format!("own-2-{effect}"));
                InputRequiredResult::new(Some(InputRequests::new()), state).into()
            } else {
                CallToolResult::success(vec![ContentBlock::text(format!("own {effect}"))]).into()
            };
            return Ok(response);
        }
        let text = self.work(&context).await?;
        let mut result = CallToolResult::success(vec![ContentBlock::text(text.as_str())]);
        result.structured_content = Some(json!({"z": text, "a": [1.5, null]}));
        Ok(result.into())
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let text = self.work(&context).await?;
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message]).into())
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let text = self.work(&context).await?;
        Ok(ReadResourceResult::new(vec![ResourceContents::text(text, params.uri)]).into())
    }
}

pub(crate) fn once() -> Elicitation {
    let elicitation = Elicitation::default().store(MemoryStore::default());
    elicitation.rate(None).once().unwrap()
}

/// Sends requests, and returns what is in the response beside its id.
pub(crate) trait Client {
    async fn request(&mut self, method: &str, params: Value) -> Value;
}

struct Stdio(Raw);

impl Client for Stdio {
    async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.0.send(method, params).await;
        self.0.response(id).await
    }
}

/// The member `result` or `error`, as text.
pub(crate) fn member(mut response: Value) -> String {
    match response["result"].take() {
        Value::Null => response["error"].to_string(),
        result => result.to_string(),
    }
}

pub(crate) fn retry(params: &Value, state: &Value, content: &Value) -> Value {
    let mut params = params.clone();
    params["requestState"] = state.clone();
    params["inputResponses"] = json!({"branch": {"action": "accept", "content": content}});
    params
}

/// Every retry is sent three times.
pub(crate) async fn each_retry_three_times(client: &mut impl Client, effects: &AtomicUsize) {
    let requests = [
        ("tools/call", json!({"name": "work", "arguments": {}})),
        ("prompts/get", json!({"name": "work"})),
        ("resources/read", json!({"uri": "work://1"})),
    ];
    let mut expected = 0;
    for (method, params) in requests {
        for name in ["main", "fail"] {
            let mut first = client.request(method, params.clone()).await;
            let state = first["result"]["requestState"].take();
            // An invalid answer: the question comes again, with a pattern and a state.
            let invalid = retry(&params, &state, &json!({"name": "Not valid"}));
            let question = client.request(method, invalid.clone()).await;
            let schema =
                &question["result"]["inputRequests"]["branch"]["params"]["requestedSchema"];
            let pattern = &schema["properties"]["name"]["pattern"];
            assert_eq!(pattern, "^[a-z]+$", "{question}");
            let state = question["result"]["requestState"].clone();
            let question = member(question);
            for _ in 0..2 {
                let again = client.request(method, invalid.clone()).await;
                assert_eq!(member(again), question, "{method}");
            }
            let valid = retry(&params, &state, &json!({"name": name}));
            let response = member(client.request(method, valid.clone()).await);
            expected += 1;
            assert!(
                response.contains(&format!("ed {expected}"))
                    || response.contains(&format!("{name} {expected}")),
                "{response}"
            );
            for _ in 0..2 {
                let again = client.request(method, valid.clone()).await;
                assert_eq!(member(again), response, "{method}");
            }
            assert_eq!(effects.load(Ordering::SeqCst), expected, "{method}");
        }
    }
    // A handler that asks in the SDK's own way.
    for state in ["own-1", "own-2"] {
        let params = json!({"name": "own", "arguments": {}, "requestState": state});
        let response = member(client.request("tools/call", params.clone()).await);
        expected += 1;
        assert!(response.contains(&format!("{expected}")), "{response}");
        let again = client.request("tools/call", params).await;
        assert_eq!(member(again), response);
        assert_eq!(effects.load(Ordering::SeqCst), expected);
    }
}

#[tokio::test]
async fn over_stdio() {
    let server = Server::default();
    let capabilities = json!({"elicitation": {}});
    let raw = Raw::connect(server.clone(), &once(), NEWEST, capabilities).await;
    each_retry_three_times(&mut Stdio(raw), &server.effects).await;
}

/// Nobody waits for the response, and it is kept all the same.
#[tokio::test]
async fn a_handler_whose_client_has_gone_runs_to_its_end() {
    let server = Server::default();
    let elicitation = once();
    let capabilities = json!({"elicitation": {}});
    let params = json!({"name": "work", "arguments": {}});
    let mut raw = Raw::connect(server.clone(), &elicitation, NEWEST, capabilities.clone()).await;
    let id = raw.send("tools/call", params.clone()).await;
    let state = raw.response(id).await["result"]["requestState"].take();
    let retry = retry(&params, &state, &json!({"name": "main"}));
    raw.send("tools/call", retry.clone()).await;
    drop(raw);

    let mut raw = Raw::connect(server.clone(), &elicitation, NEWEST, capabilities).await;
    let id = raw.send("tools/call", retry).await;
    let response = raw.response(id).await;
    assert_eq!(response["result"]["content"][0]["text"], "main 1");
    assert_eq!(server.effects.load(Ordering::SeqCst), 1);
}
