//! Clients that cannot be asked, and what is known of each.

use elicit_core::{Elicitation, Revision, rmcp3::ElicitsExt as _};
use elicit_tests::for_a_model::assert_for_a_model;
use rmcp::{
    ClientServiceExt as _, ServiceExt as _,
    model::{
        ElicitationCapability, ErrorCode, FormElicitationCapability, GetPromptRequestParams,
        UrlElicitationCapability,
    },
};
use serde_json::json;

use crate::{
    client::{Client, accept, error_of, request, text_of},
    log,
    raw::Raw,
    server::Server,
};

/// The text of a tool that failed in the ordinary way.
async fn tool_error(client: &Client, tool: &str) -> String {
    let result = client.call(&Server::new(), tool).await.unwrap();
    assert_eq!(result.is_error, Some(true));
    text_of(&result)
}

fn lacking(revision: Revision) -> [Client; 2] {
    let url_only = ElicitationCapability::new().with_url(UrlElicitationCapability::default());
    [None, Some(url_only)].map(|capability| Client::new(revision, []).with_capability(capability))
}

#[tokio::test]
async fn a_missing_capability_has_its_own_code_on_2026_07_28() {
    for client in lacking(Revision::V2026_07_28) {
        let error = error_of(client.call(&Server::new(), "deploy").await);
        assert_eq!(error.code.0, -32021);
        let required = json!({"requiredCapabilities": {"elicitation": {"form": {}}}});
        assert_eq!(error.data, Some(required));
        // With an error type of its own, the handler has the word.
        assert!(
            tool_error(&client, "outcome")
                .await
                .contains("cannot be asked")
        );
        assert!(client.asked().is_empty());
    }
}

#[tokio::test]
async fn an_argument_answers_for_a_client_that_cannot_be_asked() {
    for revision in Revision::all() {
        for client in lacking(revision) {
            let server = Server::new();
            let call = async |arguments: serde_json::Value| {
                let client = client.connect(&server, &Elicitation::default()).await;
                let mut params = request("or_argument");
                params.arguments = arguments.as_object().cloned();
                client.call_tool(params).await.unwrap()
            };
            let result = call(json!({"environment": "staging"})).await;
            assert_eq!(text_of(&result), "Staging Some(Argument)", "{revision}");
            for (arguments, end) in [
                (json!({}), "(`Production (eu-west, us-east)`). Environment"),
                (
                    json!({"environment": "mars"}),
                    "- `environment` must be one of",
                ),
            ] {
                let result = call(arguments).await;
                assert_eq!(result.is_error, Some(true), "{revision}");
                let text = text_of(&result);
                assert!(
                    text.contains("Ask the user in the chat") && text.contains(end),
                    "{text}"
                );
            }
        }
        let client = Client::new(revision, [accept(json!({"value": "production"}))]);
        let text = client.text(&Server::new(), "or_argument").await;
        assert_eq!(text, "Production Some(Person)", "{revision}");
    }
}

#[tokio::test]
async fn before_2026_07_28_a_missing_capability_is_a_tool_error() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        for client in lacking(revision) {
            for tool in ["deploy", "both", "outcome"] {
                let text = tool_error(&client, tool).await;
                assert!(
                    text.contains("cannot be asked"),
                    "{revision} {tool}: {text}"
                );
            }
            assert!(client.asked().is_empty());
            let client = client
                .connect(&Server::new(), &Elicitation::default())
                .await;
            let prompt = client
                .get_prompt(GetPromptRequestParams::new("review"))
                .await;
            assert_eq!(error_of(prompt).code, ErrorCode::INTERNAL_ERROR);
        }
    }
}

#[tokio::test]
async fn an_explicit_form_capability_counts() {
    for revision in Revision::all() {
        let both = ElicitationCapability::new()
            .with_form(FormElicitationCapability::default())
            .with_url(UrlElicitationCapability::default());
        let client = Client::new(revision, [accept(json!({"replicas": 3}))]);
        let client = client.with_capability(Some(both));
        assert_eq!(client.text(&Server::new(), "outcome").await, "accepted 3");
    }
}

#[tokio::test]
async fn after_method_not_found_a_session_is_not_asked_again() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let client = Client::new(revision, []).failing(ErrorCode::METHOD_NOT_FOUND);
        let running = client
            .connect(&Server::new(), &Elicitation::default())
            .await;
        for _ in 0..2 {
            let result = running.call_tool(request("outcome")).await.unwrap();
            assert!(text_of(&result).contains("cannot be asked"), "{revision}");
        }
        assert_eq!(client.asked().len(), 1);
    }
}

/// A clone of the layer serves another connection.
#[tokio::test]
async fn a_missing_capability_is_not_shared_with_clones_of_the_layer() {
    let server = Server::new().elicits(Elicitation::default());
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        for _ in 0..2 {
            let capabilities = json!({"elicitation": {}});
            let mut raw = Raw::start(server.clone(), revision, capabilities).await;
            let id = raw.call("outcome", json!({})).await;
            let question = raw.message().await;
            assert_eq!(question["method"], "elicitation/create", "{revision}");
            let error = json!({"code": -32601, "message": "no"});
            raw.write(&json!({"jsonrpc": "2.0", "id": question["id"], "error": error}))
                .await;
            assert_eq!(raw.response(id).await["result"]["isError"], true);
        }
    }
}

/// The client may have refused the answer of its user, and its error may quote the answer.
#[tokio::test]
async fn the_error_of_a_client_is_not_in_what_a_model_reads() {
    for words in [
        r#"Invalid value: "my \"favourite colour is\" green""#,
        "workspace: John Smith is too long",
        "'hunter2' isn't of type 'integer'",
        "",
    ] {
        for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
            let client = Client::new(revision, []);
            let client = client.failing_with(ErrorCode::INVALID_PARAMS, words);
            let text = tool_error(&client, "outcome").await;
            assert_eq!(
                text,
                "the client answered the question with an error (-32602); ask the user in the chat \
                 how to go on"
            );
        }
    }
}

#[tokio::test]
async fn a_server_without_the_layer_says_so() {
    let (log, _listening) = log::listen();
    let (near, far) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let server = Server::new().serve(far).await.unwrap();
        server.waiting().await
    });
    let client = Client::new(Revision::V2025_11_25, []);
    let client = client
        .serve_with_lifecycle(near, rmcp::ClientLifecycleMode::Initialize)
        .await
        .unwrap();
    for tool in ["deploy", "once"] {
        let error = error_of(client.call_tool(request(tool)).await);
        assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
        assert!(
            error.message.contains("without the layer"),
            "{}",
            error.message
        );
        assert_for_a_model(&error.message);
    }
    // The model reads no method: whoever wrote the server reads the log.
    let lines = log.lines.lock().unwrap().join("\n");
    assert!(
        lines.contains("`.elicits(Elicitation::default())`"),
        "{lines}"
    );
    // What asks only if it can does without.
    let result = client.call_tool(request("polite")).await.unwrap();
    assert_eq!(text_of(&result), "Good day, 1");
    let _ = Server::new().elicits(Elicitation::default());
}
