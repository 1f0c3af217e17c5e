//! Pages to visit, through the SDK.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use elicit_core::{Ask, Elicitation, Revision};
use rmcp::{ErrorData, RoleServer, ServerHandler, model::*, service::RequestContext};
use serde_json::{Value, json};

use crate::{client::at_once, raw::Raw};

/// A tool that needs a page to be visited.
#[derive(Clone, Default)]
struct Linked {
    done: Arc<AtomicBool>,
}

impl ServerHandler for Linked {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ask = Ask::from_context(&context)?;
        let link = ask.url("link", "https://example.org/link", "Link it");
        let link = link.done_when(async || self.done.load(Ordering::SeqCst));
        let link = if request.name == "require" {
            link.or_require()
        } else {
            link
        };
        let completer = link.completer();
        if request.name == "require" {
            // Somebody visits the page, after the call has ended.
            let done = Arc::clone(&self.done);
            tokio::spawn(async move {
                done.store(true, Ordering::SeqCst);
                completer.complete().await
            });
        } else {
            self.done.store(true, Ordering::SeqCst);
        }
        let agreed = link.or_end().await?;
        agreed.completer().complete().await?;
        Ok(CallToolResult::success(vec![ContentBlock::text("linked")]).into())
    }
}

async fn connect(revision: Revision) -> Raw {
    let capabilities = json!({"elicitation": {"url": {}}});
    Raw::connect(Linked::default(), &at_once(), revision, capabilities).await
}

#[tokio::test]
async fn on_2025_11_25_a_call_waits_for_the_page_and_sends_a_completion() {
    let mut raw = connect(Revision::V2025_11_25).await;
    let id = raw.call("ask", json!({})).await;
    let question = raw.message().await;
    assert_eq!(question["method"], "elicitation/create");
    let params = &question["params"];
    assert_eq!(
        (&params["mode"], &params["url"]),
        (&json!("url"), &json!("https://example.org/link"))
    );
    let elicitation = params["elicitationId"].clone();
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept"}});
    raw.write(&answer).await;
    let end = raw.message().await;
    assert_eq!(end["method"], "notifications/elicitation/complete");
    assert_eq!(end["params"], json!({"elicitationId": elicitation}));
    assert_eq!(
        raw.response(id).await["result"]["content"][0]["text"],
        "linked"
    );
}

/// Some clients of that revision declare URL mode and support it.
#[tokio::test]
async fn on_2025_06_18_a_page_is_asked_for_without_a_completion() {
    for tool in ["ask", "require"] {
        let mut raw = connect(Revision::V2025_06_18).await;
        let id = raw.call(tool, json!({})).await;
        let question = raw.message().await;
        assert_eq!(question["method"], "elicitation/create", "{tool}");
        let params = &question["params"];
        assert_eq!(params["mode"], "url");
        assert_eq!(params["url"], "https://example.org/link");
        assert!(params["elicitationId"].is_string(), "{params}");
        let answer =
            json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept"}});
        raw.write(&answer).await;
        // The very next message: there is no completion notice before it.
        let response = raw.message().await;
        assert_eq!(response["id"], id, "{response}");
        assert_eq!(response["result"]["content"][0]["text"], "linked");
    }
}

#[tokio::test]
async fn on_2025_11_25_a_required_page_is_an_error_that_names_it() {
    let mut raw = connect(Revision::V2025_11_25).await;
    let id = raw.call("require", json!({})).await;
    // The error and the notification race; both name the same page.
    let (mut error, mut told) = (Value::Null, Value::Null);
    while error.is_null() || told.is_null() {
        let message = raw.message().await;
        if message["id"] == id {
            error = message["error"].clone();
        } else {
            assert_eq!(message["method"], "notifications/elicitation/complete");
            told = message["params"]["elicitationId"].clone();
        }
    }
    assert_eq!(error["code"], -32042);
    let elicitation = &error["data"]["elicitations"][0];
    assert_eq!(elicitation["url"], "https://example.org/link");
    assert_eq!(elicitation["elicitationId"], told);
    // The client has been told, and calls again.
    let id = raw.call("require", json!({})).await;
    assert_eq!(
        raw.response(id).await["result"]["content"][0]["text"],
        "linked"
    );
}

#[tokio::test]
async fn on_2026_07_28_a_retry_notices_the_finished_page() {
    let mut raw = connect(Revision::V2026_07_28).await;
    let first = raw.round("ask", None, &[]).await;
    let mut params = first.params("link").clone();
    // Some clients require it, though the revision does not have it.
    assert!(params["elicitationId"].take().is_string());
    let page = json!({
        "mode": "url", "message": "Link it", "url": "https://example.org/link",
        "elicitationId": null,
    });
    assert_eq!(params, page);
    let agreed = [("link", json!({"action": "accept"}))];
    let done = raw.round("ask", Some(first.state()), &agreed).await;
    assert_eq!(done.text(), "linked");
}

#[tokio::test]
async fn a_client_without_url_mode_gets_an_error() {
    let form = json!({"elicitation": {}});
    let elicitation = Elicitation::default();
    let newest = Revision::V2026_07_28;
    let mut raw = Raw::connect(Linked::default(), &elicitation, newest, form.clone()).await;
    let reply = raw.round("ask", None, &[]).await;
    assert_eq!(reply.code(), -32021);
    let required = json!({"requiredCapabilities": {"elicitation": {"url": {}}}});
    assert_eq!(reply.0["error"]["data"], required);
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let mut raw = Raw::connect(Linked::default(), &elicitation, revision, form.clone()).await;
        let id = raw.call("ask", json!({})).await;
        let result = &raw.response(id).await["result"];
        assert_eq!(result["isError"], true, "{revision}");
        let text = "this client cannot be asked: `url` elicitation is not available";
        assert_eq!(result["content"][0]["text"], text, "{revision}");
    }
}
