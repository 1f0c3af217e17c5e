//! Progress, while a question is open and of the tool itself.

use std::time::Duration;

use elicit_core::{Elicitation, Revision};
use serde_json::{Value, json};

use crate::{
    client::{Client, accept, request, text_of},
    raw::Raw,
    server::Server,
};

pub(crate) const LEGACY: [Revision; 2] = [Revision::V2025_06_18, Revision::V2025_11_25];

pub(crate) fn often() -> Elicitation {
    Elicitation::default().keep_alive(Some(Duration::from_millis(20)))
}

pub(crate) fn yes() -> Value {
    accept(json!({"confirm": true}))
}

#[tokio::test]
async fn progress_values_increase_and_the_response_is_last() {
    for revision in LEGACY {
        let capabilities = json!({"elicitation": {}});
        let mut raw = Raw::connect(Server::new(), &often(), revision, capabilities).await;
        let params = json!({"name": "reports", "_meta": {"progressToken": "mine"}});
        let call = raw.send("tools/call", params).await;
        let (mut values, mut totals) = (Vec::new(), Vec::new());
        let mut question = Value::Null;
        let response = loop {
            let message = raw.message().await;
            if message["method"] == "elicitation/create" {
                question = message["id"].clone();
            } else if message["method"] == "notifications/progress" {
                assert_eq!(message["params"]["progressToken"], "mine");
                let number = |name: &str| message["params"][name].as_f64().unwrap();
                values.push(number("progress"));
                totals.push(number("total"));
            } else {
                break message;
            }
            if values.len() == 5 && !question.is_null() {
                let id = question.take();
                raw.write(&json!({"jsonrpc": "2.0", "id": id, "result": yes()}))
                    .await;
            }
        };
        assert_eq!(response["id"], call, "{response}");
        assert!(values.is_sorted_by(|one, next| one < next), "{values:?}");
        assert!(
            values.iter().all(|value| value.fract() == 0.0),
            "{values:?}"
        );
        assert_eq!((values[0], totals[0]), (1.0, 2.0));
        assert_eq!(values.last(), totals.last());
        assert!(values.len() >= 6, "{values:?}");
        // Some intervals later.
        let more = tokio::time::timeout(Duration::from_millis(150), raw.line());
        assert!(more.await.is_err(), "something followed the response");
    }
}

#[tokio::test]
async fn a_call_without_a_progress_token_gets_no_progress() {
    for revision in LEGACY {
        let capabilities = json!({"elicitation": {}});
        let mut raw = Raw::connect(Server::new(), &often(), revision, capabilities).await;
        let call = raw.send("tools/call", json!({"name": "reports"})).await;
        let question = raw.message().await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        raw.write(&json!({"jsonrpc": "2.0", "id": question["id"], "result": yes()}))
            .await;
        assert_eq!(raw.message().await["id"], call, "{revision}");
    }
}

#[tokio::test]
async fn a_client_of_the_sdk_receives_progress() {
    for revision in Revision::all() {
        let client = Client::new(revision, [yes()]).takes(Duration::from_millis(300));
        let running = client.connect(&Server::new(), &often()).await;
        let result = running.call_tool(request("reports")).await.unwrap();
        assert_eq!(text_of(&result), "reported", "{revision}");
        let progress = client.progress();
        if revision.asks_in_result() {
            // Each round is a request, and no call waits.
            assert_eq!(progress, [1.0, 1.0, 2.0]);
        } else {
            assert!(progress.len() >= 4, "{progress:?}");
        }
    }
}
