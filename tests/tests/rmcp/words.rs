//! What the SDK makes of an error that a handler passes on, in another language.

use std::{borrow::Cow, time::Duration};

use elicit_core::{Ask, AskError, Elicitation, Revision, Words, rmcp3::ElicitsExt as _};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};

use crate::raw::Raw;

const LEGACY: [Revision; 2] = [Revision::V2025_06_18, Revision::V2025_11_25];

struct French;

impl Words for French {
    fn withdrawn(&self) -> Cow<'_, str> {
        "La réponse n'est plus attendue.".into()
    }

    fn ask_error(&self, error: &AskError) -> Cow<'_, str> {
        match error {
            AskError::TimedOut => "Personne n'a répondu.".into(),
            AskError::Invalid(_) => "La réponse n'est pas valable.".into(),
            _ => unreachable!("{error:?}"),
        }
    }
}

struct Server;

#[tool_router]
impl Server {
    #[tool]
    async fn error(&self, ask: Ask) -> Result<String, ErrorData> {
        let outcome = ask.confirm("sur", "Sûr ?").await?;
        Ok(format!("{outcome:?}"))
    }

    #[tool]
    async fn text(&self, ask: Ask) -> Result<String, String> {
        let outcome = ask.confirm("sur", "Sûr ?").await?;
        Ok(format!("{outcome:?}"))
    }
}

#[tool_handler(name = "french")]
impl ServerHandler for Server {}

async fn connect(elicitation: Elicitation, revision: Revision) -> Raw {
    let server = Server.elicits(elicitation.words(French));
    Raw::start(server, revision, json!({"elicitation": {}})).await
}

/// What a response says, and with which code if it is an error.
fn said(response: &Value) -> (Option<i64>, &str) {
    match &response["error"] {
        Value::Null => {
            assert_eq!(response["result"]["isError"], true, "{response}");
            let text = &response["result"]["content"][0]["text"];
            (None, text.as_str().unwrap())
        }
        error => (error["code"].as_i64(), error["message"].as_str().unwrap()),
    }
}

#[tokio::test]
async fn a_timeout_is_reported_in_the_language_of_the_server() {
    for revision in LEGACY {
        for (tool, code) in [("error", Some(-32603)), ("text", None)] {
            let at_once = Elicitation::default().timeout(Duration::ZERO);
            let mut raw = connect(at_once, revision).await;
            let id = raw.call(tool, json!({})).await;
            let question = raw.message().await;
            assert_eq!(question["method"], "elicitation/create");
            // The SDK may send the two in any order.
            let mut rest = [raw.message().await, raw.message().await];
            rest.sort_by_key(|message| message["id"] == id);
            let [withdrawn, response] = rest;
            assert_eq!(withdrawn["method"], "notifications/cancelled");
            let reason = &withdrawn["params"]["reason"];
            assert_eq!(reason, "La réponse n'est plus attendue.");
            assert_eq!(said(&response), (code, "Personne n'a répondu."));
        }
    }
}

#[tokio::test]
async fn an_invalid_answer_is_reported_in_the_language_of_the_server() {
    for (tool, code) in [("error", Some(-32602)), ("text", None)] {
        let once = || Elicitation::default().attempts(1);
        for revision in LEGACY {
            let mut raw = connect(once(), revision).await;
            let id = raw.call(tool, json!({})).await;
            let question = raw.message().await;
            let answer = json!({"action": "accept", "content": {"confirm": "oui"}});
            raw.write(&json!({"jsonrpc": "2.0", "id": question["id"], "result": answer}))
                .await;
            let response = raw.response(id).await;
            assert_eq!(said(&response), (code, "La réponse n'est pas valable."));
        }
        let mut raw = connect(once(), Revision::LATEST).await;
        let reply = raw.round(tool, None, &[]).await;
        let answer = json!({"action": "accept", "content": {"confirm": "oui"}});
        let reply = raw
            .round(tool, Some(reply.state()), &[("sur", answer)])
            .await;
        assert_eq!(said(&reply.0), (code, "La réponse n'est pas valable."));
    }
}
