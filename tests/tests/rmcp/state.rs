//! What a client of 2026-07-28 carries, and what it cannot do with it.

use std::{
    num::NonZeroU32,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use elicit_core::{Elicitation, Keys, Revision, rmcp3::ElicitsExt};
use serde_json::{Value, json};

use crate::{
    raw::{Raw, Reply},
    server::Server,
};

fn keys(secrets: &[u8]) -> Keys {
    Keys::new(secrets.iter().map(|secret| [*secret; 32])).unwrap()
}

async fn connect(elicitation: &Elicitation) -> Raw {
    let form = json!({"elicitation": {}});
    Raw::connect(Server::new(), elicitation, Revision::V2026_07_28, form).await
}

fn target() -> (&'static str, Value) {
    let content = json!({"environment": "staging"});
    ("target", json!({"action": "accept", "content": content}))
}

fn sure() -> (&'static str, Value) {
    let content = json!({"confirm": true});
    ("sure", json!({"action": "accept", "content": content}))
}

/// One error for everything that is not a state of ours.
fn assert_refused(reply: &Reply) {
    let error = json!({
        "code": -32602,
        "message": "invalid requestState",
        "data": {"reason": "invalid_request_state"},
    });
    assert_eq!(reply.0["error"], error);
}

#[tokio::test]
async fn a_call_continues_after_each_round() {
    let mut raw = connect(&Elicitation::default()).await;
    let first = raw.round("replace", None, &[]).await;
    assert_eq!(first.keys(), ["target"]);
    let second = raw.round("replace", Some(first.state()), &[target()]).await;
    assert_eq!(second.keys(), ["sure"]);
    assert_ne!(first.state(), second.state());
    let third = raw.round("replace", Some(second.state()), &[sure()]).await;
    assert_eq!(third.text(), "replaced staging");
}

#[tokio::test]
async fn a_changed_state_is_refused() {
    let mut raw = connect(&Elicitation::default()).await;
    let first = raw.round("replace", None, &[]).await;
    let state = first.state();
    for cut in [0, 1, 3, 40, state.len() - 1] {
        assert_refused(&raw.round("replace", Some(&state[..cut]), &[target()]).await);
    }
    let longer = format!("{state}A");
    assert_refused(&raw.round("replace", Some(&longer), &[target()]).await);
    for place in (0..state.len()).step_by(7) {
        let mut bytes = state.as_bytes().to_vec();
        bytes[place] ^= 1;
        let Ok(forged) = String::from_utf8(bytes) else {
            continue;
        };
        assert_refused(&raw.round("replace", Some(&forged), &[target()]).await);
    }
}

#[tokio::test]
async fn a_state_belongs_to_its_tool_and_its_arguments() {
    let mut raw = connect(&Elicitation::default()).await;
    let first = raw.round("replace", None, &[]).await;
    assert_refused(&raw.round("deploy", Some(first.state()), &[target()]).await);

    let other = json!({
        "name": "replace", "arguments": {"service": "db"}, "requestState": first.state(),
    });
    let id = raw.send("tools/call", other).await;
    assert_refused(&Reply(raw.response(id).await));

    // The order of keys is no argument.
    let mut raw = connect(&Elicitation::default()).await;
    let two = json!({"name": "replace", "arguments": {"service": "web", "at": 1}});
    let id = raw.send("tools/call", two).await;
    let first = Reply(raw.response(id).await);
    let turned = json!({
        "name": "replace", "arguments": {"at": 1, "service": "web"},
        "requestState": first.state(), "inputResponses": {"target": target().1},
    });
    let id = raw.send("tools/call", turned).await;
    assert_eq!(Reply(raw.response(id).await).keys(), ["sure"]);
}

#[tokio::test]
async fn a_state_belongs_to_its_user() {
    let who = Arc::new(Mutex::new(Some("ann".to_owned())));
    let caller = Arc::clone(&who);
    let server = Server::new()
        .elicits(Elicitation::default())
        .principal(move |_| caller.lock().unwrap().clone());
    let form = json!({"elicitation": {}});
    let mut raw = Raw::start(server, Revision::V2026_07_28, form).await;
    let first = raw.round("replace", None, &[]).await;
    for other in [Some("bob".to_owned()), Some(String::new()), None] {
        *who.lock().unwrap() = other;
        assert_refused(&raw.round("replace", Some(first.state()), &[target()]).await);
    }
    *who.lock().unwrap() = Some("ann".to_owned());
    let second = raw.round("replace", Some(first.state()), &[target()]).await;
    assert_eq!(second.keys(), ["sure"]);
}

#[tokio::test]
async fn a_state_belongs_to_its_server() {
    let shared = |name: Option<&str>| {
        let elicitation = Elicitation::with_keys(keys(&[1]));
        name.map_or(elicitation.clone(), |name| elicitation.audience(name))
    };
    let mut one = connect(&shared(Some("one"))).await;
    let first = one.round("replace", None, &[]).await;
    for other in [Some("two"), Some(""), None] {
        let mut other = connect(&shared(other)).await;
        assert_refused(
            &other
                .round("replace", Some(first.state()), &[target()])
                .await,
        );
    }
    let mut replica = connect(&shared(Some("one"))).await;
    let second = replica
        .round("replace", Some(first.state()), &[target()])
        .await;
    assert_eq!(second.keys(), ["sure"]);
}

#[tokio::test]
async fn keys_are_rotated_without_losing_calls() {
    let mut old = connect(&Elicitation::with_keys(keys(&[1]))).await;
    let first = old.round("replace", None, &[]).await;
    let mut rotated = connect(&Elicitation::with_keys(keys(&[2, 1]))).await;
    let second = rotated
        .round("replace", Some(first.state()), &[target()])
        .await;
    assert_eq!(second.keys(), ["sure"]);
    // The first key seals.
    assert_refused(&old.round("replace", Some(second.state()), &[sure()]).await);
    let mut done = connect(&Elicitation::with_keys(keys(&[2]))).await;
    assert_refused(
        &done
            .round("replace", Some(first.state()), &[target()])
            .await,
    );
    let third = done.round("replace", Some(second.state()), &[sure()]).await;
    assert_eq!(third.text(), "replaced staging");
}

#[tokio::test]
async fn all_default_elicitations_of_a_process_share_a_key() {
    let mut raw = connect(&Elicitation::default()).await;
    let first = raw.round("replace", None, &[]).await;
    let mut other = connect(&Elicitation::default()).await;
    let second = other
        .round("replace", Some(first.state()), &[target()])
        .await;
    assert_eq!(second.keys(), ["sure"]);
    let mut stranger = connect(&Elicitation::with_keys(Keys::random())).await;
    assert_refused(
        &stranger
            .round("replace", Some(first.state()), &[target()])
            .await,
    );
}

#[tokio::test]
async fn an_expired_call_starts_over() {
    fn later() -> SystemTime {
        SystemTime::now() + Duration::from_secs(601)
    }
    let shared = Elicitation::with_keys(keys(&[1]));
    let mut raw = connect(&shared).await;
    let first = raw.round("replace", None, &[]).await;
    // Its answers are those to questions of that time.
    let mut late = connect(&shared.clone().clock(later)).await;
    let again = late
        .round("replace", Some(first.state()), &[target()])
        .await;
    assert_eq!(again.keys(), ["target"]);
    // It lives as long as it is told to.
    let patient = shared.expiry(Duration::from_secs(3600));
    let mut raw = connect(&patient).await;
    let first = raw.round("replace", None, &[]).await;
    let mut late = connect(&patient.clock(later)).await;
    let second = late
        .round("replace", Some(first.state()), &[target()])
        .await;
    assert_eq!(second.keys(), ["sure"]);
}

#[tokio::test]
async fn only_open_questions_can_be_answered() {
    let mut raw = connect(&Elicitation::default()).await;
    let first = raw.round("replace", None, &[]).await;
    // The second question depends on the first; its answer came too early.
    let second = raw
        .round("replace", Some(first.state()), &[target(), sure()])
        .await;
    assert_eq!(second.keys(), ["sure"]);
    // An answer that was given stays.
    let production = json!({"action": "accept", "content": {"environment": "production"}});
    let changed = [("target", production), sure()];
    let third = raw.round("replace", Some(second.state()), &changed).await;
    assert_eq!(third.text(), "replaced staging");
}

#[tokio::test]
async fn a_request_without_a_state_is_the_first_round() {
    let answers = [target(), sure()];
    let mut raw = connect(&Elicitation::default()).await;
    let reply = raw.round("replace", None, &answers).await;
    assert_eq!(reply.keys(), ["target"]);
    let accepting = Elicitation::default().accept_unsolicited_answers(true);
    let mut raw = connect(&accepting).await;
    let reply = raw.round("replace", None, &[target(), sure()]).await;
    assert_eq!(reply.text(), "replaced staging");
    let reply = raw
        .round("replace", None, &[target(), ("other", json!(3))])
        .await;
    assert_eq!(reply.keys(), ["sure"]);
}

#[tokio::test]
async fn an_unreadable_answer_is_asked_again_and_is_not_an_attempt() {
    let mut raw = connect(&Elicitation::default()).await;
    let mut state = raw.round("deploy", None, &[]).await.state().to_owned();
    for garbage in [
        json!(null),
        json!("accept"),
        json!([]),
        json!({}),
        json!({"action": "reject"}),
        json!({"action": null}),
        json!({"Action": "accept"}),
    ] {
        let reply = raw
            .round("deploy", Some(&state), &[("deploy", garbage)])
            .await;
        assert_eq!(reply.keys(), ["deploy"]);
        // Nobody has answered, so nothing is complained of.
        assert_eq!(
            reply.params("deploy")["message"],
            "What should be deployed?"
        );
        state = reply.state().to_owned();
    }
    // And it was no attempt either: two invalid answers are still to be had.
    let wrong = || {
        (
            "deploy",
            json!({"action": "accept", "content": {"replicas": 99}}),
        )
    };
    for _ in 0..2 {
        let reply = raw.round("deploy", Some(&state), &[wrong()]).await;
        state = reply.state().to_owned();
    }
    let reply = raw.round("deploy", Some(&state), &[wrong()]).await;
    assert_eq!(reply.0["result"]["isError"], true);
    assert!(reply.text().contains("not valid"), "{reply:?}");
}

#[tokio::test]
async fn an_oversized_state_is_refused() {
    let mut raw = connect(&Elicitation::default()).await;
    let first = raw.round("replace", None, &[]).await;
    let padded = format!("{}{}", first.state(), "A".repeat(48 * 1024));
    assert_refused(&raw.round("replace", Some(&padded), &[target()]).await);
}

#[tokio::test]
async fn questions_are_counted_for_each_user_over_all_connections() {
    let elicitation = Elicitation::default().rate_limit(NonZeroU32::new(2));
    let form = || json!({"elicitation": {}});
    let connect = async |who: &'static str| {
        let server = Server::new().elicits(elicitation.clone());
        let server = server.principal(move |_| Some(who.to_owned()));
        Raw::start(server, Revision::V2026_07_28, form()).await
    };
    for _ in 0..2 {
        let reply = connect("ann").await.round("deploy", None, &[]).await;
        assert_eq!(reply.keys(), ["deploy"]);
    }
    let reply = connect("ann").await.round("deploy", None, &[]).await;
    assert!(reply.text().contains("too many questions"), "{reply:?}");
    let reply = connect("bob").await.round("deploy", None, &[]).await;
    assert_eq!(reply.keys(), ["deploy"]);
}
