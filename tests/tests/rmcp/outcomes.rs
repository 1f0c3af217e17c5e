//! Accept, decline and cancel, of tools, prompts and resources.

use elicit_core::Revision;
use rmcp::model::{GetPromptRequestParams, ReadResourceRequestParams};
use serde_json::json;

use crate::{
    client::{Client, accept, at_once, cancel, decline, error_of, request},
    server::Server,
};

#[tokio::test]
async fn the_three_actions_are_three_outcomes() {
    for revision in Revision::all() {
        for (answer, text) in [
            (accept(json!({"replicas": 3.0})), "accepted 3"),
            (decline(), "declined"),
            (cancel(), "cancelled"),
        ] {
            let client = Client::new(revision, [answer]);
            assert_eq!(
                client.text(&Server::new(), "outcome").await,
                text,
                "{revision}"
            );
        }
    }
}

#[tokio::test]
async fn content_beside_a_decline_is_ignored() {
    for revision in Revision::all() {
        for action in ["decline", "cancel"] {
            let answer = json!({"action": action, "content": {"replicas": 3}});
            let client = Client::new(revision, [answer]);
            let text = client.text(&Server::new(), "outcome").await;
            assert!(text.starts_with(action), "{revision}: {text}");
        }
    }
}

#[tokio::test]
async fn a_form_arrives_as_the_struct() {
    for revision in Revision::all() {
        let answer = accept(json!({
            "environment": "production", "replicas": 4, "branch": "main", "unknown": true,
        }));
        let client = Client::new(revision, [answer]);
        assert_eq!(
            client.text(&Server::new(), "deploy").await,
            r#"Deploy { environment: Production, replicas: 4, branch: "main", notify: None }"#,
            "{revision}",
        );
        assert_eq!(client.messages(), ["What should be deployed?"]);
    }
}

#[tokio::test]
async fn one_value_arrives_as_its_type() {
    for revision in Revision::all() {
        let answers = [json!(4), json!("production"), json!(["staging"])];
        let answers = answers.map(|value| accept(json!({"value": value})));
        let client = Client::new(revision, answers);
        assert_eq!(
            client.text(&Server::new(), "values").await,
            r#"4 Production ["staging"]"#,
            "{revision}",
        );
        assert_eq!(client.messages(), ["How many?", "Where?", "Where else?"]);
    }
}

#[tokio::test]
async fn a_decline_under_or_end_is_an_error_result() {
    for revision in Revision::all() {
        for (answer, text) in [
            (decline(), "The user declined to answer."),
            (cancel(), "The question was closed without an answer."),
        ] {
            let client = Client::new(revision, [answer]);
            assert_eq!(
                client.failure(&Server::new(), "deploy").await,
                text,
                "{revision}"
            );
        }
    }
}

#[tokio::test]
async fn a_confirmation_without_a_yes_ends_the_call() {
    for revision in Revision::all() {
        let target = || accept(json!({"environment": "staging"}));
        let yes = Client::new(revision, [target(), accept(json!({"confirm": true}))]);
        let server = Server::new();
        assert_eq!(yes.text(&server, "replace").await, "replaced staging");
        assert_eq!(*server.world.replaced.lock().unwrap(), ["staging"]);

        let not_agreed = "The user did not agree.";
        for (answer, text) in [
            (accept(json!({"confirm": false})), not_agreed),
            (accept(json!({})), not_agreed),
            (decline(), "The user declined to answer."),
            (cancel(), "The question was closed without an answer."),
        ] {
            let server = Server::new();
            let no = Client::new(revision, [target(), answer]);
            assert_eq!(no.failure(&server, "replace").await, text, "{revision}");
            assert!(server.world.replaced.lock().unwrap().is_empty());
        }
    }
}

#[tokio::test]
async fn prompts_and_resources_can_ask() {
    for revision in Revision::all() {
        let answers = [
            accept(json!({"replicas": 2})),
            accept(json!({"replicas": 5})),
        ];
        let client = Client::new(revision, answers);
        let client = client.connect(&Server::new(), &at_once()).await;
        let prompt = client
            .get_prompt(GetPromptRequestParams::new("review"))
            .await;
        let prompt = serde_json::to_string(&prompt.unwrap()).unwrap();
        assert!(prompt.contains("review 2"), "{prompt}");
        let page = client
            .read_resource(ReadResourceRequestParams::new("x://y"))
            .await;
        let page = serde_json::to_string(&page.unwrap()).unwrap();
        assert!(page.contains("page 5"), "{page}");
    }
}

#[tokio::test]
async fn a_decline_ends_prompts_and_resources_with_an_error() {
    for revision in Revision::all() {
        let client = Client::new(revision, [decline(), cancel()]);
        let client = client.connect(&Server::new(), &at_once()).await;
        let prompt = client
            .get_prompt(GetPromptRequestParams::new("review"))
            .await;
        let error = error_of(prompt);
        assert_eq!(
            (error.code.0, &*error.message),
            (-1, "The user declined to answer.")
        );
        let page = client
            .read_resource(ReadResourceRequestParams::new("x://y"))
            .await;
        let error = error_of(page);
        assert_eq!(
            (error.code.0, &*error.message),
            (-1, "The question was closed without an answer.")
        );
    }
}

#[tokio::test]
async fn a_form_can_be_the_parameters_of_a_tool() {
    for revision in Revision::all() {
        let client = Client::new(revision, []);
        let server = Server::new();
        let running = client.connect(&server, &at_once()).await;
        let arguments = json!({"service": "too long a name", "port": 65_536});
        let request = request("replace").with_arguments(arguments.as_object().unwrap().clone());
        let result = running
            .call_tool(request)
            .await
            .expect("the call has a result");
        assert_eq!(result.is_error, Some(true), "{revision}");
        let told = json!(result.content).to_string();
        let both = "service: must have at most 8 characters; port: must be at most 65535";
        assert!(told.contains(both), "{told}");
        assert_eq!(server.world.entered(), 0);
    }
}

#[tokio::test]
async fn a_handler_that_panics_is_answered_with_an_error() {
    for revision in Revision::all() {
        let client = Client::new(revision, []);
        let error = error_of(client.call(&Server::new(), "panics").await);
        assert_eq!(error.code.0, -32603, "{revision}");
    }
}
