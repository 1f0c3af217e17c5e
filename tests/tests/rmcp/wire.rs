//! What is sent, to the letter.

use elicit_core::{Elicit, Elicitation, Revision};
use serde_json::{Value, json};

use crate::{
    client::at_once,
    raw::Raw,
    server::{Deploy, Server},
};

fn form() -> Value {
    json!({"elicitation": {}})
}

/// The line that asks the first question of a tool, and the question's parameters.
async fn asked(revision: Revision, tool: &str) -> (String, Value) {
    let elicitation = Elicitation::default();
    let mut raw = Raw::connect(Server::new(), &elicitation, revision, form()).await;
    raw.call(tool, json!({})).await;
    let line = raw.line().await;
    let message: Value = serde_json::from_str(&line).unwrap();
    let request = match revision {
        Revision::V2026_07_28 => {
            let requests = message["result"]["inputRequests"].as_object().unwrap();
            requests.values().next().unwrap().clone()
        }
        _ => message,
    };
    assert_eq!(request["method"], "elicitation/create");
    (line, request["params"].clone())
}

#[tokio::test]
async fn the_compile_time_schema_is_sent_unchanged() {
    for revision in Revision::all() {
        let (line, _) = asked(revision, "deploy").await;
        let schema = Deploy::requested_schema(revision);
        assert!(
            line.contains(&format!(r#""requestedSchema":{schema}"#)),
            "{revision}:\n{line}\n{schema}",
        );
    }
}

#[tokio::test]
async fn the_parameters_of_a_question_match_the_revision() {
    for revision in Revision::all() {
        let (_, params) = asked(revision, "deploy").await;
        let mut names: Vec<_> = params.as_object().unwrap().keys().collect();
        names.retain(|name| *name != "_meta");
        if revision == Revision::V2025_06_18 {
            assert_eq!(names, ["message", "requestedSchema"]);
        } else {
            assert_eq!(names, ["mode", "message", "requestedSchema"]);
            assert_eq!(params["mode"], "form");
        }
    }
}

#[tokio::test]
async fn a_question_of_the_newest_revision_is_a_result() {
    let revision = Revision::V2026_07_28;
    let elicitation = Elicitation::default();
    let mut raw = Raw::connect(Server::new(), &elicitation, revision, form()).await;
    let reply = raw.round("both", None, &[]).await;
    assert_eq!(reply.0["result"]["resultType"], "input_required");
    assert_eq!(reply.keys(), ["scale", "sure"]);
}

#[tokio::test]
async fn run_time_options_are_written_like_declared_ones() {
    for revision in Revision::all() {
        let (line, _) = asked(revision, "replace").await;
        let property = r#"{"environment":{"type":"string","title":"Environment","enum":["staging","production"]}}"#;
        assert!(line.contains(property), "{revision}: {line}");
    }
}

#[tokio::test]
async fn a_prefilled_value_is_the_last_keyword_of_its_property() {
    for revision in Revision::all() {
        let (line, _) = asked(revision, "prefilled").await;
        for part in [
            r#""maximum":20,"default":2}"#, // 200 would have been refused
            r#""maxLength":50,"default":"main"}"#,
            r#""format":"email"}"#,
        ] {
            assert!(line.contains(part), "{revision}: {part} in\n{line}");
        }
        let environment = r#","default":"production"},"replicas""#;
        assert!(line.contains(environment), "{revision}: {line}");
    }
}

#[tokio::test]
async fn a_result_for_an_older_client_has_no_result_type() {
    let revision = Revision::V2025_11_25;
    let elicitation = at_once();
    let mut raw = Raw::connect(Server::new(), &elicitation, revision, form()).await;
    let id = raw.call("deploy", json!({})).await;
    let question = raw.message().await;
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}});
    raw.write(&answer).await;
    let response = raw.response(id).await;
    assert_eq!(response["result"].get("resultType"), None, "{response}");
    assert_eq!(response["result"]["isError"], true);
}
