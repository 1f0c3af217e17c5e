//! Several questions in one call.

use std::{sync::atomic::Ordering, time::Duration};

use elicit_core::{Elicitation, Revision};
use elicit_tests::for_a_model::assert_for_a_model;
use serde_json::json;

use crate::{
    client::{Client, accept, decline, error_of, request},
    server::Server,
};

#[tokio::test]
async fn a_question_may_depend_on_an_answer() {
    for revision in Revision::all() {
        let server = Server::new();
        let client = Client::new(
            revision,
            [
                accept(json!({"environment": "production"})),
                accept(json!({"confirm": true})),
            ],
        );
        assert_eq!(client.text(&server, "replace").await, "replaced production");
        // Nothing is asked twice, looked up twice, or done twice.
        assert_eq!(
            client.messages(),
            [
                "Which environment should I deploy to?",
                "Replace web in production?",
            ],
            "{revision}",
        );
        assert_eq!(server.world.looked_up.load(Ordering::SeqCst), 1);
        assert_eq!(*server.world.replaced.lock().unwrap(), ["production"]);
        let runs = if revision.asks_in_result() { 3 } else { 1 };
        assert_eq!(server.world.entered(), runs, "{revision}");
    }
}

#[tokio::test]
async fn questions_awaited_together_are_sent_together() {
    for revision in Revision::all() {
        let server = Server::new();
        // Either question takes it.
        let answer = || accept(json!({"replicas": 2, "confirm": true}));
        let client = Client::new(revision, [answer(), answer()]);
        let text = client.text(&server, "both").await;
        assert_eq!(text, "Accepted(2) Accepted(())", "{revision}");
        let runs = if revision.asks_in_result() { 2 } else { 1 };
        assert_eq!(server.world.entered(), runs, "{revision}");
    }
}

#[tokio::test]
async fn ask_all_sends_one_question_at_a_time_before_2026_07_28() {
    for revision in Revision::all() {
        let server = Server::new();
        let answers = [1, 7, 2, 3].map(|number| accept(json!({"replicas": number})));
        let client = Client::new(revision, answers).takes(Duration::from_millis(20));
        let text = client.text(&server, "all").await;
        if revision.asks_in_result() {
            // The client takes the questions of a round by their keys: production comes first.
            assert_eq!(text, "[2, 1]");
            assert_eq!(server.world.entered(), 3);
            assert_eq!(client.asked().len(), 3);
        } else {
            assert_eq!(text, "[1, 2]", "{revision}");
            assert_eq!((server.world.entered(), client.most_open()), (1, 1));
            let [staging, production, again] = &client.messages()[..] else {
                panic!("the call asked {} times", client.asked().len());
            };
            assert_eq!(
                [staging, production],
                ["How many in staging?", "How many in production?"]
            );
            assert!(again.ends_with(production), "{again}");
        }
    }
}

#[tokio::test]
async fn the_first_decline_in_ask_all_ends_the_call() {
    for revision in Revision::all() {
        let server = Server::new();
        let client = Client::new(revision, [decline(), decline()]);
        let text = client.failure(&server, "all").await;
        assert_eq!(text, "The user declined to answer.", "{revision}");
        let asked = if revision.asks_in_result() { 2 } else { 1 };
        assert_eq!(client.asked().len(), asked, "{revision}");
    }
}

#[tokio::test]
async fn a_question_may_be_asked_in_another_task() {
    for revision in Revision::all() {
        let client = Client::new(revision, [accept(json!({"confirm": true}))]);
        let text = client.text(&Server::new(), "spawned").await;
        assert_eq!(text, "Accepted(())", "{revision}");
    }
}

#[tokio::test]
async fn a_key_cannot_be_used_for_two_questions() {
    for revision in Revision::all() {
        let client = Client::new(revision, [accept(json!({"confirm": true}))]);
        // The handler swallows the error, and the call still fails.
        let error = error_of(client.call(&Server::new(), "twice").await);
        assert_eq!(error.code.0, -32603, "{revision}");
        assert!(error.message.contains("`key`"), "{}", error.message);
    }
}

#[tokio::test]
async fn a_question_that_changes_once_is_asked_again() {
    let client = Client::new(
        Revision::V2026_07_28,
        [
            accept(json!({"confirm": true})),
            accept(json!({"confirm": true})),
        ],
    );
    assert_eq!(client.text(&Server::new(), "renewed").await, "done");
    assert_eq!(client.messages(), ["Old?", "New?"]);
}

#[tokio::test]
async fn a_question_that_differs_in_every_run_is_an_error() {
    let yes = || accept(json!({"confirm": true}));
    let client = Client::new(Revision::V2026_07_28, [yes(), yes(), yes()]);
    let error = error_of(client.call(&Server::new(), "wandering").await);
    assert_eq!(error.code.0, -32603);
    assert!(error.message.contains("`key`"), "{}", error.message);
    assert_for_a_model(&error.message);
    assert_eq!(client.asked().len(), 2);

    // Where there is one run, there is nothing to differ from.
    let client = Client::new(Revision::V2025_11_25, [yes()]);
    assert_eq!(client.text(&Server::new(), "wandering").await, "done");
}

#[tokio::test]
async fn the_rounds_of_a_call_are_bounded() {
    let server = Server::new();
    let client = Client::new(
        Revision::V2026_07_28,
        [accept(json!({"environment": "staging"})), decline()],
    );
    let one = Elicitation::default().rounds(1);
    let running = client.connect(&server, &one).await;
    let error = error_of(running.call_tool(request("replace")).await);
    assert_eq!(error.code.0, -32603);
    assert!(error.message.contains("rounds"), "{}", error.message);
    assert_eq!(client.asked().len(), 1);
}
