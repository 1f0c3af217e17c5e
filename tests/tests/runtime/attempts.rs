//! How often a question is asked until its answer is valid.

use std::{cell::Cell, future::ready};

use elicit_core::{
    Ask, AskError, Elicitation, Outcome, Revision,
    testing::{End, User},
};
use serde_json::{Value, json};

use crate::forms::Scale;

/// Asks for a number, and goes on with one of its own where there is none.
async fn scale(ask: Ask) -> Result<(u8, String), AskError> {
    let (replicas, said) = match ask.form::<Scale>("scale", "How many?").await {
        Ok(Outcome::Accepted(scale)) => (scale.replicas, String::new()),
        Err(AskError::Invalid(invalid)) => (1, invalid.to_string()),
        other => panic!("{other:?}"),
    };
    ask.confirm("sure", format!("Scale to {replicas}?"))
        .or_end()
        .await?;
    Ok((replicas, said))
}

#[tokio::test]
async fn used_up_they_stay_so() {
    for (content, said) in [
        (
            json!({"replicas": 0, "note": 5}),
            "replicas: must be at least 1; note: must be a text",
        ),
        (json!({}), "replicas: is required"),
        // No object at all.
        (json!([]), "must be an object"),
        (Value::Null, "must be an object"),
    ] {
        for revision in Revision::ALL {
            let user = (0..9).fold(User::new(), |user, _| {
                let user = user.accepts("scale", content.clone());
                user.accepts("sure", json!({"confirm": true}))
            });
            let end = user.run(revision, scale).await;
            let expected = (1, said.to_owned());
            assert_eq!(end, End::Returned(Ok(expected)), "{revision}: {content}");
            let asked = user.asked_keys();
            assert_eq!(asked, ["scale", "scale", "scale", "sure"], "{revision}");
        }
    }
}

#[tokio::test]
async fn they_are_counted_beside_another_question() {
    for revision in Revision::ALL {
        let user = (0..9).fold(User::new(), |user, _| {
            user.accepts("once", json!({"replicas": 0}))
        });
        let user = (0..4).fold(user, |user, _| user.garbage("other", json!(null)));
        let user = user.accepts("other", json!({"replicas": 2}));
        let end = user
            .run(revision, async |ask| {
                let once = ask.form::<Scale>("once", "How many?").attempts(1);
                let (once, other) = tokio::join!(once, ask.form::<Scale>("other", "And here?"));
                (
                    matches!(once, Err(AskError::Invalid(_))),
                    other.map(|other| other.accepted().map(|scale| scale.replicas)),
                )
            })
            .await;
        assert_eq!(end, End::Returned((true, Ok(Some(2)))), "{revision}");
        let asked = user.asked_keys();
        let once = asked.iter().filter(|key| *key == "once").count();
        assert_eq!((once, asked.len()), (1, 6), "{revision}: {asked:?}");
    }
}

/// The state has no room for it, so it is invalid at once, and in each later run.
#[tokio::test]
async fn an_answer_that_is_too_long_to_be_carried_uses_them_up() {
    let long = json!({"replicas": 0, "note": "x".repeat(50_000)});
    let user = User::new()
        .accepts("scale", long)
        .accepts("sure", json!({"confirm": true}));
    let end = user
        .run_with(
            &Elicitation::default().answer_limit(None),
            Revision::LATEST,
            async |ask: Ask| {
                let scale = ask.form::<Scale>("scale", "How many?").attempts(1).await;
                ask.confirm("sure", "Sure?").or_end().await?;
                let Err(AskError::Invalid(invalid)) = scale else {
                    panic!("{scale:?}");
                };
                Ok::<_, AskError>(invalid.violations()[0].keyword())
            },
        )
        .await;
    assert_eq!(end, End::Returned(Ok("size")));
    assert_eq!(user.asked_keys(), ["scale", "sure"]);
}

/// It lost a race in the run that was to ask it once more.
#[tokio::test]
async fn they_are_counted_where_a_question_is_taken_back() {
    let run = Cell::new(0);
    let wrong = || json!({"replicas": 0});
    let user = (0..9).fold(User::new(), |user, _| user.accepts("scale", wrong()));
    let user = user.accepts("other", json!({"confirm": true}));
    let end = user
        .run(Revision::LATEST, async |ask| {
            run.set(run.get() + 1);
            let scale = ask.form::<Scale>("scale", "How many?").attempts(2);
            if run.get() == 2 {
                tokio::select! {
                    biased;
                    _ = scale => unreachable!("it is asked again"),
                    () = ready(()) => ask.confirm("other", "And?").await.map(|_| true),
                }
            } else {
                Ok(matches!(scale.await, Err(AskError::Invalid(_))))
            }
        })
        .await;
    assert_eq!(end, End::Returned(Ok(true)));
    assert_eq!(user.asked_keys(), ["scale", "other", "scale"]);
    let message = user.asked()[2]["message"].clone();
    assert_eq!(
        message,
        "Please correct your answer. “How many” must be at least 1.\nHow many?"
    );
}
