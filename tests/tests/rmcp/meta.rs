//! `_meta` of a question and of its answer, through the SDK.

use elicit_core::{Ask, Elicitation, Revision};
use rmcp::{ErrorData, RoleServer, ServerHandler, model::*, service::RequestContext};
use serde_json::{Map, json};

use crate::raw::Raw;

struct Deleter;

impl ServerHandler for Deleter {
    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ask = Ask::from_context(&context)?;
        let meta = Map::from_iter([("persist".to_owned(), json!(["session"]))]);
        ask.confirm("sure", "Sure?").meta(meta).or_end().await?;
        let text = json!(ask.meta("sure")).to_string();
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}

#[tokio::test]
async fn meta_reaches_the_client_and_comes_back() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let capabilities = json!({"elicitation": {}});
        let elicitation = Elicitation::default();
        let mut raw = Raw::connect(Deleter, &elicitation, revision, capabilities).await;
        let call = raw.call("delete", json!({})).await;
        let question = raw.message().await;
        assert_eq!(
            question["params"]["_meta"]["persist"],
            json!(["session"]),
            "{question}"
        );
        let result = json!({
            "action": "accept", "content": {"confirm": true}, "_meta": {"persist": "session"},
        });
        raw.write(&json!({"jsonrpc": "2.0", "id": question["id"], "result": result}))
            .await;
        let response = raw.response(call).await;
        let text = &response["result"]["content"][0]["text"];
        assert_eq!(text, r#"{"persist":"session"}"#, "{revision}: {response}");
    }
}
