//! Clients that answer by themselves.

use std::time::Duration;

use elicit_core::{Elicitation, Revision};
use serde_json::json;

use crate::{
    client::{Client, accept, cancel, decline, error_of, request, text_of},
    server::Server,
};

const FASTEST: Duration = Duration::from_millis(200);

#[tokio::test]
async fn an_answer_faster_than_a_person_is_an_error() {
    // Whatever else this machine has to do meanwhile.
    let elicitation = Elicitation::default().min_answer_time(Some(Duration::from_secs(60)));
    for revision in Revision::all() {
        for answer in [accept(json!({"replicas": 3})), decline(), cancel()] {
            let client = Client::new(revision, [answer]);
            let running = client.connect(&Server::new(), &elicitation).await;
            let error = error_of(running.call_tool(request("once")).await);
            assert_eq!(error.code.0, -32603, "{revision}");
            let text = "the client answered by itself, sooner than a person can, and did not show \
                        the question; ask the user in the chat";
            assert_eq!(error.message, text, "{revision}");
            assert_eq!(client.asked().len(), 1);
        }
    }
}

#[tokio::test]
async fn an_answer_at_the_speed_of_a_person_is_accepted() {
    let elicitation = Elicitation::default().min_answer_time(Some(FASTEST));
    for revision in Revision::all() {
        let client = Client::new(revision, [accept(json!({"replicas": 3}))]).takes(FASTEST);
        let running = client.connect(&Server::new(), &elicitation).await;
        let result = running.call_tool(request("once")).await.unwrap();
        assert_eq!(text_of(&result), "3", "{revision}");
    }
}

#[tokio::test]
async fn a_client_that_declines_at_once_has_not_asked_its_user() {
    // Whatever else this machine has to do meanwhile.
    let elicitation = Elicitation::default().min_decline_time(Some(Duration::from_secs(60)));
    for revision in Revision::all() {
        for answer in [decline(), cancel()] {
            let client = Client::new(revision, [answer]);
            let running = client.connect(&Server::new(), &elicitation).await;
            let result = running.call_tool(request("deploy")).await.unwrap();
            assert_eq!(result.is_error, Some(true), "{revision}");
            let text = text_of(&result);
            let start = "The user was not asked: the client answered by itself";
            assert!(text.starts_with(start), "{revision}: {text}");
        }
    }
}
