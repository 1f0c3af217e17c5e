//! `Elicitation::once`: a retry that waits for the first one while something goes wrong with the store.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use elicit_core::{
    Elicitation,
    adapter::{Asker, Backchannel, Session},
};
use elicit_tests::store::TestStore;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::{
    log::{Log, listen},
    once::{Server, Timer, begin, begin_and_die, once, respond, retry, send},
};

fn once_with(store: &TestStore) -> Elicitation {
    let elicitation = Elicitation::default().store(store.clone());
    elicitation.once()
}

/// Something happens when the store is asked this often from now on.
fn at_request(
    number: usize,
    store: &TestStore,
    happens: impl Fn(&TestStore) + Send + Sync + 'static,
) {
    let (requests, shared) = (AtomicUsize::new(0), store.clone());
    store.begin_with(move |_| {
        if requests.fetch_add(1, Ordering::SeqCst) + 1 == number {
            happens(&shared);
        }
    });
}

/// A retry that has to wait, with a wire that measures the time.
async fn second(elicitation: &Elicitation, state: &Value, timer: &Arc<Timer>) -> Value {
    let wire: Option<Arc<dyn Backchannel>> = Some(timer.clone());
    let again = async |_: Asker| unreachable!("the handler runs twice");
    let session = Session::new();
    elicitation
        .drive_once(retry(state, "sure"), &session, wire, again, respond)
        .await
}

#[track_caller]
fn has_failed_once(log: &Log) {
    let lines = log.lines.lock().unwrap().clone();
    let failed = |line: &&String| line.starts_with("ERROR") && line.contains("the store failed");
    assert_eq!(lines.iter().filter(failed).count(), 1, "{lines:#?}");
}

#[tokio::test]
async fn a_store_that_fails_during_the_wait_makes_the_outcome_unknown() {
    let (log, _guard) = listen();
    let store = TestStore::default();
    let elicitation = once_with(&store);
    let state = begin(&Server::default(), &elicitation).await;
    begin_and_die(&elicitation, &state).await;
    // After the claim.
    at_request(2, &store, |store| store.go_down(u32::MAX, "once"));
    let timer = Arc::new(Timer::default());
    let response = second(&elicitation, &state, &timer).await;
    assert_eq!(response["code"], -32603);
    assert_eq!(response["data"]["reason"], "outcome_unknown", "{response}");
    assert_eq!(timer.clock.passed().as_secs(), 25);
    has_failed_once(&log);
    // Nor afterwards.
    store.recover();
    let response = second(&elicitation, &state, &Arc::default()).await;
    assert_eq!(response["data"]["reason"], "outcome_unknown", "{response}");
}

#[tokio::test]
async fn a_store_that_fails_for_a_while_does_not_end_the_wait() {
    let (log, _guard) = listen();
    let store = TestStore::default();
    let elicitation = once_with(&store);
    let state = begin(&Server::default(), &elicitation).await;
    at_request(3, &store, |store| store.go_down(4, "once"));
    let (begun, done) = (Notify::new(), Arc::new(Notify::new()));
    let session = Session::new();
    let slow = async |_: Asker| {
        begun.notify_one();
        done.notified().await;
        json!({"result": "slow"})
    };
    let first = elicitation.drive_once(retry(&state, "sure"), &session, None, slow, respond);
    let timer = Arc::new(Timer {
        after_ten: Some(Arc::clone(&done)),
        ..Timer::default()
    });
    let second = async {
        begun.notified().await;
        let response = second(&elicitation, &state, &timer).await;
        // In any case.
        done.notify_one();
        response
    };
    let (first, second) = tokio::join!(first, second);
    has_failed_once(&log);
    assert!(!store.is_down());
    assert_eq!(first, json!({"result": "slow"}));
    assert_eq!(second, first);
}

#[tokio::test]
async fn a_lost_claim_makes_the_outcome_unknown() {
    let store = TestStore::default();
    let elicitation = once_with(&store);
    let state = begin(&Server::default(), &elicitation).await;
    begin_and_die(&elicitation, &state).await;
    at_request(3, &store, |store| {
        store.advance(Duration::from_secs(86_400));
    });
    let timer = Arc::new(Timer::default());
    let response = second(&elicitation, &state, &timer).await;
    assert_eq!(response["data"]["reason"], "outcome_unknown", "{response}");
    assert!(store.is_empty());
}

#[tokio::test]
async fn a_forged_response_makes_the_outcome_unknown() {
    let store = TestStore::default();
    let elicitation = once_with(&store);
    let state = begin(&Server::default(), &elicitation).await;
    send(&Server::default(), &elicitation, retry(&state, "sure")).await;
    store.forge("once");
    let response = second(&elicitation, &state, &Arc::default()).await;
    assert_eq!(response["data"]["reason"], "outcome_unknown", "{response}");
}

#[tokio::test]
async fn repeated_retries_and_failures_of_the_store_are_logged() {
    let (log, _guard) = listen();
    let (server, elicitation) = (Server::default(), once());
    let state = begin(&server, &elicitation).await;
    let state = send(&server, &elicitation, retry(&state, "sure")).await["state"].take();
    let again = |line: &&String| line.contains("the same retry came again");
    for times in 0..3 {
        send(&server, &elicitation, retry(&state, "really")).await;
        let lines = log.lines.lock().unwrap();
        let lines: Vec<_> = lines.iter().filter(again).collect();
        assert_eq!(lines.len(), times, "{lines:#?}");
        assert!(lines.iter().all(|line| line.starts_with("WARN")));
    }

    let store = TestStore::default();
    let elicitation = once_with(&store);
    let state = begin(&server, &elicitation).await;
    store.go_down(1, "once");
    let refused = send(&server, &elicitation, retry(&state, "sure")).await;
    let text = refused["refused"].as_str().unwrap();
    assert!(text.starts_with("this request did nothing"), "{text}");
    assert_eq!(refused["data"]["reason"], "nothing_done");
    // The response reaches its client, and is not kept.
    store.fail_after(1, "once");
    let question = send(&server, &elicitation, retry(&state, "sure")).await;
    assert!(question["requests"]["really"].is_object(), "{question}");
    let lines = log.lines.lock().unwrap();
    for reason in ["the connection was refused", "the connection was lost"] {
        let failed = |line: &&String| {
            line.starts_with("ERROR")
                && line.contains("the store failed")
                && line.contains(&format!("the store cannot be reached: {reason}"))
        };
        assert_eq!(lines.iter().filter(failed).count(), 1, "{lines:#?}");
    }
    // Neither an answer nor a state is in it.
    let said = lines.concat();
    assert!(!said.contains(state.as_str().unwrap()), "{said}");
    assert!(!said.contains("confirm"), "{said}");
}
