//! Answers that are there before the run gets to their question: on 2026-07-28 the run may end
//! at another one first.

use std::cell::Cell;

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Outcome, Revision,
    adapter::{Asker, InputRequired, RunEnd, Session},
    testing::{End, User},
};
use elicit_tests::drive::Drive as _;
use serde_json::{Value, json};
use tokio::task::yield_now;

use crate::{adapter::call, forms::Scale};

fn yes() -> Value {
    json!({"confirm": true})
}

/// Asks two questions at once and then a third; in every run but the first, the second of them
/// comes late.
async fn with_one_late(ask: &Ask, run: &Cell<u8>, late: &str) -> (bool, bool) {
    run.set(run.get() + 1);
    let first = async {
        let a = ask.confirm("a", "A?").await;
        a.is_ok() && ask.confirm("c", "C?").await.is_ok()
    };
    let second = async {
        if run.get() > 1 {
            yield_now().await;
        }
        ask.confirm("b", late).await.is_ok()
    };
    tokio::join!(first, second)
}

#[tokio::test]
async fn early_answers_are_kept_until_their_question_is_asked() {
    for revision in Revision::all() {
        let run = Cell::new(0);
        let user = ["a", "b", "c"].into_iter().fold(User::new(), |user, key| {
            user.accepts(key, yes()).accepts(key, yes())
        });
        let end = user
            .run(revision, async |ask| with_one_late(&ask, &run, "B?").await)
            .await;
        assert_eq!(end, End::Returned((true, true)), "{revision}");
        let mut asked = user.asked_keys();
        asked.sort_unstable();
        assert_eq!(asked, ["a", "b", "c"], "{revision}");
    }
}

#[tokio::test]
async fn early_answers_are_kept_whichever_question_is_late() {
    let run = Cell::new(0);
    let user = (0..9).fold(User::new(), |user, _| {
        user.accepts("a", yes()).accepts("b", yes())
    });
    let end = user
        .run(Revision::LATEST, async |ask| {
            run.set(run.get() + 1);
            let odd = run.get() % 2;
            let confirm = async |key: &'static str, late| {
                if odd == late {
                    yield_now().await;
                }
                ask.confirm(key, "Sure?").await
            };
            tokio::join!(confirm("a", 0), confirm("b", 1))
        })
        .await;
    let yes = || Ok(Outcome::Accepted(()));
    assert_eq!(end, End::Returned((yes(), yes())));
    assert_eq!(user.asked_keys(), ["a", "b"]);
}

#[tokio::test]
async fn an_early_answer_to_a_changed_question_does_not_count() {
    let run = Cell::new(0);
    let user = User::new()
        .accepts("a", yes())
        .declines("b")
        .accepts("c", yes())
        .accepts("b", yes());
    let end = user
        .run(Revision::LATEST, async |ask| {
            let late = if run.get() == 0 { "B?" } else { "And B?" };
            with_one_late(&ask, &run, late).await
        })
        .await;
    assert_eq!(end, End::Returned((true, true)));
    assert_eq!(user.asked_keys(), ["a", "b", "c", "b"]);
}

#[tokio::test]
async fn early_answers_count_as_attempts_in_order() {
    let run = Cell::new(0);
    let wrong = || json!({"replicas": 0});
    let user = User::new()
        .accepts("scale", wrong())
        .accepts("a", yes())
        .accepts("scale", wrong())
        .accepts("b", yes())
        .accepts("scale", json!({"replicas": 3}));
    let end = user
        .run(Revision::LATEST, async |ask| {
            run.set(run.get() + 1);
            let others = async {
                // Only then is it another question than the form that the run ends at.
                if run.get() > 1 {
                    ask.confirm("a", "A?").or_end().await?;
                    if run.get() > 2 {
                        ask.confirm("b", "B?").or_end().await?;
                    }
                }
                Ok::<_, AskError>(())
            };
            let scale = async {
                if run.get() == 3 {
                    yield_now().await;
                }
                ask.form::<Scale>("scale", "How many?").attempts(2).await
            };
            let (others, scale) = tokio::join!(others, scale);
            (others.is_ok(), matches!(scale, Err(AskError::Invalid(_))))
        })
        .await;
    assert_eq!(end, End::Returned((true, true)));
    assert_eq!(user.asked_keys(), ["scale", "a", "scale", "b"]);
}

#[tokio::test]
async fn an_early_answer_too_large_to_keep_is_asked_again() {
    #[derive(Elicit)]
    struct Text {
        text: Option<String>,
    }
    let run = Cell::new(0);
    let user = User::new()
        .accepts("a", yes())
        .accepts("text", json!({"text": "x".repeat(60_000)}))
        .accepts("b", yes())
        .accepts("text", json!({"text": "x"}));
    let end = user
        .run(Revision::LATEST, async |ask| {
            run.set(run.get() + 1);
            let confirmed = async {
                ask.confirm("a", "A?").or_end().await?;
                ask.confirm("b", "B?").or_end().await
            };
            let text = async {
                if run.get() > 1 {
                    yield_now().await;
                }
                ask.form::<Text>("text", "What?").await
            };
            let (_, text) = tokio::join!(confirmed, text);
            text.map(|text| text.accepted().and_then(|text| text.text))
        })
        .await;
    assert_eq!(end, End::Returned(Ok(Some("x".to_owned()))));
    assert_eq!(user.asked_keys(), ["a", "text", "b", "text"]);
}

#[tokio::test]
async fn the_first_answer_to_a_question_counts() {
    let elicitation = Elicitation::default();
    let session = Session::new();
    let run = Cell::new(0);
    let drive = async |state: Option<String>, answers: &[(&str, &str)]| {
        let answer = |&(key, action): &(&str, &str)| {
            let result = json!({"action": action, "content": {"confirm": true}});
            (key.to_owned(), result)
        };
        let mut call = call(Revision::LATEST);
        call.input_responses = answers.iter().map(answer).collect();
        call.request_state = state;
        let handler = async |asker: Asker| {
            let ask = asker.take().unwrap();
            run.set(run.get() + 1);
            if run.get() == 2 {
                let _ = ask.confirm("b", "B?").await;
            }
            ask.confirm("a", "A?").await
        };
        elicitation.run(call, &session, None, handler).await
    };
    let state = |run_end| match run_end {
        RunEnd::InputRequired(InputRequired { state, .. }) => Some(state),
        other => panic!("{other:?}"),
    };
    let first = state(drive(None, &[]).await);
    let second = state(drive(first, &[("a", "accept")]).await);
    let third = drive(second, &[("a", "decline"), ("b", "accept")]).await;
    assert!(
        matches!(third, RunEnd::Returned(Ok(Outcome::Accepted(())))),
        "{third:?}"
    );
}
