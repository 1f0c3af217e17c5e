//! `Ask::idempotency_key`: the same for every run and retry of one call.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Mutex,
};

use elicit_core::{
    Ask, AskError, Elicitation, Keys, Revision,
    adapter::{Asker, Call, RunEnd, Session},
    testing::{End, User},
};
use serde_json::{Value, json};

use crate::adapter::call;

fn user() -> User {
    let yes = || json!({"confirm": true});
    User::new().accepts("a", yes()).accepts("b", yes())
}

async fn two_questions(ask: &Ask) -> Result<(), AskError> {
    ask.confirm("a", "A?").or_end().await?;
    ask.confirm("b", "B?").or_end().await
}

#[tokio::test]
async fn the_key_is_the_same_in_each_run_and_differs_between_calls() {
    let mut calls = HashSet::new();
    for revision in Revision::all() {
        for _ in 0..3 {
            let keys = Mutex::new(HashSet::new());
            let end = user()
                .run(revision, async |ask: Ask| {
                    let note = |effect| keys.lock().unwrap().insert(ask.idempotency_key(effect));
                    note("payment");
                    two_questions(&ask).await?;
                    note("payment");
                    note("receipt");
                    Ok::<_, AskError>(ask.idempotency_key("payment"))
                })
                .await;
            let End::Returned(Ok(payment)) = end else {
                panic!("{revision}: {end:?}");
            };
            let keys = keys.into_inner().unwrap();
            assert_eq!(keys.len(), 2, "{revision}: {keys:?}");
            assert!(keys.contains(&payment));
            for key in keys {
                let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
                assert!(key.len() == 43 && key.chars().all(is_plain), "{key}");
                assert!(calls.insert(key), "another call has the same key");
            }
        }
    }
}

/// One request to a handler that uses the key after its last question, and not before.
async fn send(elicitation: &Elicitation, call: Call) -> Value {
    let handler = |asker: Asker| async move {
        let ask = asker.take().unwrap();
        two_questions(&ask).await.unwrap();
        ask.idempotency_key("payment")
    };
    let respond = |run_end: RunEnd<String>| match run_end {
        RunEnd::Returned(key) => json!(key),
        RunEnd::InputRequired(required) => json!({"state": required.state}),
        other => panic!("{other:?}"),
    };
    let session = Session::new();
    elicitation
        .drive_once(call, &session, None, handler, respond)
        .await
}

fn retry(state: &Value, key: &str, principal: Option<&str>) -> Call {
    let answer = json!({"action": "accept", "content": {"confirm": true}});
    let mut call = call(Revision::V2026_07_28);
    call.input_responses = BTreeMap::from([(key.to_owned(), answer)]);
    call.request_state = state["state"].as_str().map(str::to_owned);
    call.principal = principal.map(str::to_owned);
    call
}

#[tokio::test]
async fn every_retry_has_the_same_key_on_every_replica() {
    let replica = || Elicitation::with_keys(Keys::new([[7; 32]]).unwrap());
    for principal in [None, Some("ann")] {
        let mut keys = HashSet::new();
        let mut first = call(Revision::V2026_07_28);
        first.principal = principal.map(str::to_owned);
        let begun = send(&replica(), first).await;
        // Each of them has a state of its own as its response.
        for _ in 0..2 {
            let second = send(&replica(), retry(&begun, "a", principal)).await;
            for _ in 0..2 {
                let key = send(&replica(), retry(&second, "b", principal)).await;
                keys.insert(key.as_str().unwrap().to_owned());
            }
        }
        assert_eq!(keys.len(), 1, "{keys:?}");
    }
}
