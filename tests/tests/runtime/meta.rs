//! `_meta` of a question and of its answer.

use elicit_core::{
    Ask, Elicit, Elicitation, Revision,
    testing::{End, User},
};
use serde_json::{Map, Value, json};

use crate::{forms::Scale, log::listen};

fn meta(name: &str) -> Map<String, Value> {
    Map::from_iter([(name.to_owned(), json!({"a": [1]}))])
}

/// What each kind of question sends, with a client that sends a `_meta` back.
async fn asked(revision: Revision) -> (Vec<Value>, Vec<Option<Map<String, Value>>>) {
    let answer =
        |content: Value| json!({"action": "accept", "content": content, "_meta": {"b": 2}});
    let user = User::new()
        .responds("form", answer(json!({"replicas": 3})))
        .responds("value", answer(json!({"value": 7})))
        .responds("confirm", json!({"action": "decline", "_meta": {"b": 2}}))
        .responds("link", answer(Value::Null));
    let end = user
        .run(revision, async |ask: Ask| {
            let form = ask.form::<Scale>("form", "How many?");
            let _ = form.meta(meta("form")).await.unwrap();
            let value = ask.value::<u8>("value", "How long?");
            let _ = value.meta(meta("value")).await.unwrap();
            let confirm = ask.confirm("confirm", "Sure?");
            let _ = confirm.meta(meta("confirm")).await.unwrap();
            let link = ask.url("link", "https://example.org/", "Open it");
            let _ = link.meta(meta("link")).await.unwrap();
            ["form", "value", "confirm", "link"]
                .map(|key| ask.meta(key))
                .to_vec()
        })
        .await;
    let End::Returned(came) = end else {
        panic!("{end:?}");
    };
    (user.asked(), came)
}

#[tokio::test]
async fn meta_is_sent_and_read_before_2026_07_28() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (asked, came) = asked(revision).await;
        let sent = asked.iter().map(|params| params["_meta"].clone());
        let expected = ["form", "value", "confirm", "link"].map(|name| Value::Object(meta(name)));
        assert_eq!(sent.collect::<Vec<_>>(), expected, "{revision}");
        let expected = Some(Map::from_iter([("b".to_owned(), json!(2))]));
        assert_eq!(came, vec![expected; 4], "{revision}");
    }
    let (asked, came) = asked(Revision::V2026_07_28).await;
    assert!(
        asked.iter().all(|params| params.get("_meta").is_none()),
        "{asked:?}"
    );
    assert_eq!(came, vec![None; 4]);
}

#[tokio::test]
async fn meta_in_a_task_is_neither_sent_nor_read_on_2026_07_28() {
    let answer = json!({"action": "accept", "content": {"replicas": 3}, "_meta": {"b": 2}});
    let user = User::new().in_task().responds("form", answer);
    let end = user
        .run(Revision::V2026_07_28, async |ask: Ask| {
            let form = ask.form::<Scale>("form", "How many?");
            let scale = form.meta(meta("form")).await;
            (scale.is_ok(), ask.meta("form"))
        })
        .await;
    assert_eq!(end, End::Returned((true, None)));
    assert!(user.asked()[0].get("_meta").is_none());
}

#[tokio::test]
async fn meta_is_not_sent_unless_it_is_set() {
    for revision in Revision::all() {
        let user = User::new().accepts("form", json!({"replicas": 3}));
        let end = user
            .run(revision, async |ask: Ask| {
                let scale = ask.form::<Scale>("form", "How many?").await;
                (scale.is_ok(), ask.meta("form"), ask.meta("another"))
            })
            .await;
        assert_eq!(end, End::Returned((true, None, None)), "{revision}");
        assert!(user.asked()[0].get("_meta").is_none(), "{revision}");
    }
}

#[tokio::test]
async fn meta_of_an_answer_is_dropped_if_too_large_or_not_an_object() {
    let large = json!({"b": "x".repeat(2_000)});
    for came in [large, json!([1]), json!("b"), Value::Null] {
        let answer = json!({"action": "accept", "content": {"replicas": 3}, "_meta": came});
        let user = User::new().responds("form", answer);
        let elicitation = Elicitation::default().answer_limit(Some(1_000));
        let asks = async |ask: Ask| {
            let scale = ask.form::<Scale>("form", "How many?").await;
            (scale.is_ok(), ask.meta("form"))
        };
        let end = user
            .run_with(&elicitation, Revision::V2025_11_25, asks)
            .await;
        assert_eq!(end, End::Returned((true, None)));
    }
}

#[tokio::test]
async fn the_meta_of_the_last_answer_counts_and_is_never_logged() {
    #[derive(Elicit)]
    struct Days {
        #[elicit(minimum = 1)]
        days: u8,
    }
    let (log, _guard) = listen();
    let answer = |days: u8, meta: &str| json!({"action": "accept", "content": {"days": days}, "_meta": {"hunter": meta}});
    let user = User::new()
        .responds("days", answer(0, "hunter1"))
        .responds("days", answer(1, "hunter2"));
    let end = user
        .run(Revision::V2025_11_25, async |ask: Ask| {
            let days = ask.form::<Days>("days", "How long?").meta(meta("hunter3"));
            assert_eq!(days.or_end().await.unwrap().days, 1);
            ask.meta("days").unwrap()["hunter"].clone()
        })
        .await;
    assert_eq!(end, End::Returned(json!("hunter2")));
    let lines = log.lines.lock().unwrap();
    assert!(
        !lines.iter().any(|line| line.contains("hunter")),
        "{lines:?}"
    );
}

#[tokio::test]
async fn a_question_with_another_meta_is_not_asked_again() {
    let runs = std::cell::Cell::new(0);
    let user = User::new().answers("days", 7);
    let end = user
        .run(Revision::V2026_07_28, async |ask: Ask| {
            runs.set(runs.get() + 1);
            let days = ask.value::<u8>("days", "How long?");
            days.meta(meta(&runs.get().to_string())).or_end().await
        })
        .await;
    assert_eq!(end, End::Returned(Ok(7)));
}
