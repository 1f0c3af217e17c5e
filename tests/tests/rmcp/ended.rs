//! What a client reads where a question under `or_end` failed, and where the server has an error
//! contract of its own.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use elicit_core::{Ask, AskError, Elicitation, Revision, adapter::RpcError};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, handler::server::tool::IntoCallToolResult, model::*,
    service::RequestContext, tool, tool_handler, tool_router,
};
use serde_json::{Value, json};

use crate::{
    client::{Client, accept, at_once, decline, error_of, request, text_of},
    raw::Raw,
    server::Server,
};

const LEGACY: [Revision; 2] = [Revision::V2025_06_18, Revision::V2025_11_25];

fn invalid() -> [Value; 3] {
    [99, 98, 97].map(|replicas| accept(json!({"replicas": replicas})))
}

/// The model must not mistake the error of the person for its own.
#[tokio::test]
async fn a_failed_question_is_a_tool_result_that_says_why() {
    for revision in Revision::all() {
        let client = Client::new(revision, invalid());
        let result = client.call(&Server::new(), "checked").await.unwrap();
        assert_eq!(result.is_error, Some(true), "{revision}");
        assert_eq!(
            text_of(&result),
            "The user was asked, but the answer was not valid: replicas: must be at most 20.",
        );
    }
    let at_once = Elicitation::default().timeout(Duration::ZERO);
    for revision in LEGACY {
        let client = Client::new(revision, []);
        let running = client.connect(&Server::new(), &at_once).await;
        let result = running.call_tool(request("checked")).await.unwrap();
        assert_eq!(result.is_error, Some(true), "{revision}");
        assert_eq!(
            text_of(&result),
            "The user was asked, but no answer came in time."
        );
    }
}

#[tokio::test]
async fn an_unfinished_page_is_a_tool_result_that_says_so() {
    let two = at_once().rounds(2);
    let capabilities = || json!({"elicitation": {"url": {}}});
    let agreed = json!({"action": "accept"});
    let text = "The user was asked, but the page was not finished.";
    for revision in LEGACY {
        let mut raw = Raw::connect(Page, &two, revision, capabilities()).await;
        let id = raw.call("page", json!({})).await;
        for _ in 0..2 {
            let question = raw.message().await;
            assert_eq!(question["method"], "elicitation/create", "{question}");
            raw.write(&json!({"jsonrpc": "2.0", "id": question["id"], "result": agreed}))
                .await;
        }
        let result = raw.response(id).await["result"].take();
        assert_eq!(
            (&result["isError"], &result["content"][0]["text"]),
            (&json!(true), &json!(text))
        );
    }
    let mut raw = Raw::connect(Page, &two, Revision::LATEST, capabilities()).await;
    let mut reply = raw.round("page", None, &[]).await;
    for _ in 0..2 {
        reply = raw
            .round("page", Some(reply.state()), &[("page", agreed.clone())])
            .await;
    }
    assert_eq!(reply.text(), text);
    assert_eq!(reply.0["result"]["isError"], true);
}

/// A page that nobody is ever done with.
struct Page;

impl ServerHandler for Page {
    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ask = Ask::from_context(&context)?;
        let page = ask.url("page", "https://example.org", "Visit it");
        page.done_when(async || false).or_end().await?;
        Ok(CallToolResult::success(vec![]).into())
    }
}

#[tokio::test]
async fn prompts_and_resources_end_with_an_error() {
    for revision in Revision::all() {
        let client = Client::new(revision, invalid().into_iter().chain(invalid()));
        let client = client
            .connect(&Server::new(), &Elicitation::default())
            .await;
        let prompt = GetPromptRequestParams::new("review");
        let resource = ReadResourceRequestParams::new("x://y");
        for error in [
            error_of(client.get_prompt(prompt).await),
            error_of(client.read_resource(resource).await),
        ] {
            assert_eq!(error.code.0, -1, "{revision}");
            assert!(
                error.message.contains("must be at most 20"),
                "{}",
                error.message
            );
            let data = error.data.unwrap();
            assert_eq!(data["violations"][0]["keyword"], "maximum", "{data}");
        }
    }
}

/// A server needs the request for its audit log.
#[tokio::test]
async fn on_end_receives_the_request_of_the_question() {
    for revision in Revision::all() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let elicitation = at_once().on_end(move |call, ended| {
            let request = (
                call.target.clone(),
                call.arguments.clone(),
                ended.is_declined,
            );
            log.lock().unwrap().push(request);
            None
        });
        let client = Client::new(revision, [decline()]);
        let running = client.connect(&Server::new(), &elicitation).await;
        let arguments = serde_json::Map::from_iter([("service".to_owned(), json!("web"))]);
        let call = request("checked").with_arguments(arguments.clone());
        running.call_tool(call).await.unwrap();
        let expected = ("checked".to_owned(), Value::Object(arguments), true);
        assert_eq!(*seen.lock().unwrap(), [expected], "{revision}");
    }
}

/// The error type of a server, and what its clients are promised of each error.
#[derive(Debug)]
struct Contract(ErrorData);

impl From<AskError> for Contract {
    fn from(error: AskError) -> Self {
        let kind = match error {
            AskError::Invalid(_) => "invalid",
            AskError::Unsupported(_) => "unsupported",
            _ => "other",
        };
        // Begins with the code of the protocol, for `-32021`.
        let RpcError { code, .. } = error.into();
        let code = if code == RpcError::MISSING_CAPABILITY {
            code
        } else {
            -31_000
        };
        let data = json!({"kind": kind});
        Self(ErrorData::new(
            ErrorCode(code),
            format!("failed: {kind}"),
            Some(data),
        ))
    }
}

impl IntoCallToolResult for Contract {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Err(self.0)
    }
}

struct Strict;

#[tool_router]
impl Strict {
    #[tool]
    async fn ends(&self, ask: Ask) -> Result<String, Contract> {
        ask.confirm("sure", "Sure?").or_end().await?;
        Ok("done".to_owned())
    }

    #[tool]
    async fn returns(&self, ask: Ask) -> Result<String, Contract> {
        let outcome = ask.confirm("sure", "Sure?").await?;
        Ok(format!("{outcome:?}"))
    }
}

#[tool_handler(name = "strict")]
impl ServerHandler for Strict {}

/// The response to a call of a tool of [`Strict`], whose user does not answer as asked.
async fn response_of_strict(revision: Revision, capabilities: Value, tool: &str) -> Value {
    let elicitation =
        at_once().on_end(|_, ended| Some(Contract::from(ended.error.clone()?).0.into()));
    let mut raw = Raw::connect(Strict, &elicitation, revision, capabilities).await;
    let answer = json!({"action": "accept", "content": {"confirm": 1}});
    if revision.asks_in_result() {
        let mut reply = raw.round(tool, None, &[]).await;
        while reply.0["result"]["resultType"] == "input_required" {
            let answers = [("sure", answer.clone())];
            reply = raw.round(tool, Some(reply.state()), &answers).await;
        }
        return reply.0;
    }
    raw.call(tool, json!({})).await;
    loop {
        let message = raw.message().await;
        if message["method"] != "elicitation/create" {
            return message;
        }
        raw.write(&json!({"jsonrpc": "2.0", "id": message["id"], "result": answer}))
            .await;
    }
}

/// One conversion from `AskError` is enough for both.
#[tokio::test]
async fn an_error_contract_holds_with_and_without_or_end() {
    for revision in Revision::all() {
        for tool in ["ends", "returns"] {
            let response = response_of_strict(revision, json!({"elicitation": {}}), tool).await;
            let error =
                json!({"code": -31_000, "message": "failed: invalid", "data": {"kind": "invalid"}});
            assert_eq!(response["error"], error, "{tool} on {revision}");

            let response = response_of_strict(revision, json!({}), tool).await;
            if revision.asks_in_result() {
                // The code of the protocol and its data, with what the contract adds.
                let required = json!({"elicitation": {"form": {}}});
                let error = json!({
                    "code": -32021,
                    "message": "failed: unsupported",
                    "data": {"kind": "unsupported", "requiredCapabilities": required},
                });
                assert_eq!(response["error"], error, "{tool} on {revision}");
            } else {
                let result = &response["result"];
                assert_eq!(result["isError"], true, "{tool} on {revision}: {response}");
                assert_eq!(result["content"][0]["text"], "failed: unsupported");
            }
        }
    }
}
