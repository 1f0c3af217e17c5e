//! Tools whose result has a schema, and tools that return the error of a question.

use elicit_core::{Ask, AskError, Elicitation, Revision};
use rmcp::{
    ErrorData, ServerHandler, handler::server::wrapper::Json, schemars, tool, tool_handler,
    tool_router,
};
use serde_json::{Value, json};

use crate::raw::Raw;

#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(crate = "schemars")]
struct Count {
    count: u8,
}

#[derive(Clone)]
struct Server;

#[tool_router]
impl Server {
    /// Its result has a schema.
    #[tool]
    async fn count(&self, ask: Ask) -> Result<Json<Count>, ErrorData> {
        let count = ask.value::<u8>("count", "How many?").or_end().await?;
        Ok(Json(Count { count }))
    }

    #[tool]
    async fn own_error(&self, ask: Ask) -> Result<String, AskError> {
        let count = ask.value::<u8>("count", "How many?").attempts(1).await?;
        Ok(format!("{count:?}"))
    }
}

#[tool_handler]
impl ServerHandler for Server {}

/// The response to a tool that asks one question.
async fn response(
    elicitation: &Elicitation,
    revision: Revision,
    tool: &str,
    answer: &Value,
) -> Value {
    let capabilities = json!({"elicitation": {"form": {}}});
    let mut raw = Raw::connect(Server, elicitation, revision, capabilities).await;
    if revision.asks_in_result() {
        let asked = raw.round(tool, None, &[]).await;
        let state = asked.state();
        return raw
            .round(tool, Some(state), &[("count", answer.clone())])
            .await
            .0;
    }
    let id = raw.call(tool, json!({})).await;
    let question = raw.message().await;
    raw.write(&json!({"jsonrpc": "2.0", "id": question["id"], "result": answer}))
        .await;
    raw.response(id).await
}

/// Clients fail if a tool with an output schema returns neither a result nor an error.
#[tokio::test]
async fn a_call_that_ends_without_its_result_is_marked_as_an_error() {
    let heard = Elicitation::default().on_end(|_, _| None);
    for elicitation in [Elicitation::default(), heard] {
        for revision in Revision::all() {
            let answer = json!({"action": "accept", "content": {"value": 3}});
            let response_to = async |answer: &Value| {
                response(&elicitation, revision, "count", answer).await["result"].take()
            };
            let counted = response_to(&answer).await;
            assert_eq!(counted["structuredContent"], json!({"count": 3}));
            assert_ne!(counted["isError"], true);
            for action in ["decline", "cancel"] {
                let ended = response_to(&json!({"action": action})).await;
                assert_eq!(ended["isError"], true, "{revision}: {ended}");
                let text = &ended["content"][0]["text"];
                assert!(text.as_str().unwrap().starts_with("The user "), "{ended}");
            }
        }
    }
}

#[tokio::test]
async fn a_tool_returns_the_error_of_a_question_with_its_code() {
    for revision in Revision::all() {
        let answer = json!({"action": "accept", "content": {"value": 300}});
        let elicitation = Elicitation::default();
        let response = response(&elicitation, revision, "own_error", &answer).await;
        assert_eq!(response["error"]["code"], -32602, "{response}");
        let violations = &response["error"]["data"]["violations"];
        assert_eq!(violations[0]["keyword"], "maximum", "{response}");
    }
}
