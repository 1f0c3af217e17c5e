//! Invalid answers, and questions that are asked again for them.

use elicit_core::Revision;
use serde_json::json;

use crate::{
    client::{Client, accept, error_of, text_of},
    server::Server,
};

#[tokio::test]
async fn an_invalid_answer_is_asked_again_with_its_violations() {
    for revision in Revision::all() {
        let wrong = json!({
            "environment": "staging", "replicas": 21, "branch": "main", "notify": "nobody",
        });
        let right = json!({"environment": "staging", "replicas": 2, "branch": "main"});
        let client = Client::new(revision, [accept(wrong), accept(right)]);
        let text = client.text(&Server::new(), "deploy").await;
        assert!(text.contains("replicas: 2"), "{revision}: {text}");

        let asked = client.asked();
        assert_eq!(asked.len(), 2, "{revision}");
        assert_eq!(
            asked[1]["message"],
            "Please correct your answer. “Replicas” must be at most 20. “Notify” must be an e-mail \
             address, such as name@example.org. \n\nWhat should be deployed?",
        );
        // What was right stays; what was wrong goes back to what it was.
        let properties = &asked[1]["requestedSchema"]["properties"];
        assert_eq!(properties["environment"]["default"], "staging");
        assert_eq!(properties["branch"]["default"], "main");
        assert_eq!(properties["replicas"]["default"], 2);
        assert_eq!(properties["notify"].get("default"), None);
    }
}

#[tokio::test]
async fn after_three_invalid_answers_the_call_fails_with_the_violations() {
    for revision in Revision::all() {
        let answers = [0, 21, 22].map(|replicas| accept(json!({"replicas": replicas})));
        let client = Client::new(revision, answers);
        let result = client.call(&Server::new(), "checked").await.unwrap();
        assert_eq!(result.is_error, Some(true), "{revision}");
        assert!(text_of(&result).contains("replicas: must be at most 20"));
        assert_eq!(client.asked().len(), 3);
    }
}

#[tokio::test]
async fn with_one_attempt_an_invalid_answer_is_an_error() {
    for revision in Revision::all() {
        let client = Client::new(revision, [accept(json!({"replicas": 0}))]);
        let error = error_of(client.call(&Server::new(), "once").await);
        assert_eq!(error.code.0, -32602, "{revision}");
        assert_eq!(
            error.data.unwrap(),
            json!({"violations": [{
                "property": "replicas", "keyword": "minimum", "message": "must be at least 1",
            }]}),
        );
        assert_eq!(client.asked().len(), 1);
    }
}

#[tokio::test]
async fn an_error_does_not_quote_the_answer() {
    for revision in Revision::all() {
        let answer = json!({"replicas": "hunter2"});
        let client = Client::new(revision, [accept(answer)]);
        let error = error_of(client.call(&Server::new(), "once").await);
        assert!(
            !format!("{error:?}").contains("hunter2"),
            "{revision}: {error:?}"
        );
    }
}

#[tokio::test]
async fn an_accept_without_content_lacks_the_required_fields() {
    for revision in Revision::all() {
        for answer in [
            json!({"action": "accept"}),
            json!({"action": "accept", "content": null}),
            json!({"action": "accept", "content": {}}),
        ] {
            let client = Client::new(revision, [answer.clone()]);
            let error = error_of(client.call(&Server::new(), "once").await);
            let keyword = &error.data.unwrap()["violations"][0]["keyword"];
            assert_eq!(keyword, "required", "{revision}: {answer}");
        }
    }
}

#[tokio::test]
async fn a_check_of_the_server_rejects_an_answer() {
    for revision in Revision::all() {
        let answers = [7, 8].map(|replicas| accept(json!({"replicas": replicas})));
        let client = Client::new(revision, answers);
        assert_eq!(
            client.text(&Server::new(), "checked").await,
            "8",
            "{revision}"
        );
        assert_eq!(
            client.messages()[1],
            "Please correct your answer. “How many” is taken. \n\nHow many?",
        );
    }
}
