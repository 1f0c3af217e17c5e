//! How often a question is asked until its answer is valid.

use std::{cell::Cell, future::ready};

use elicit_core::{
    Ask, AskError, Elicitation, Outcome, Revision,
    testing::{End, User},
};
use serde_json::json;

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
async fn exhausted_attempts_stay_invalid_on_every_revision() {
    for (content, said) in [
        (
            json!({"replicas": 0, "note": 5}),
            "replicas: must be at least 1; note: must be a text",
        ),
        (json!({"replicas": null}), "replicas: is required"),
        // No object at all.
        (json!([]), "must be an object"),
        (json!(7), "must be an object"),
    ] {
        for revision in Revision::all() {
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

/// Some clients only ask their user to approve a form, and send no fields.
#[tokio::test]
async fn a_form_with_only_empty_answers_gets_the_error_empty() {
    let empties = [
        json!({"action": "accept"}),
        json!({"action": "accept", "content": null}),
        json!({"action": "accept", "content": {}}),
    ];
    for revision in Revision::all() {
        for empty in &empties {
            let user = (0..9).fold(User::new(), |user, _| user.responds("scale", empty.clone()));
            let form = async |ask: Ask| ask.form::<Scale>("scale", "How many?").await;
            let End::Returned(Err(error)) = user.run(revision, form).await else {
                panic!("{revision}: {empty}");
            };
            assert!(matches!(error, AskError::Empty(_)), "{revision}: {error:?}");
            let text = "each answer was empty, so the client may be unable to show this form: \
                        replicas: is required";
            assert_eq!(error.to_string(), text, "{revision}: {empty}");
            assert_eq!(user.asked().len(), 3, "{revision}");

            let end = user.run(revision, async |ask| {
                ask.form::<Scale>("scale", "How many?").or_end().await
            });
            let End::Ended(ended) = end.await else {
                panic!("{revision}: {empty}");
            };
            assert_eq!(
                ended.text(),
                format!("The user may not have been asked: {text}.")
            );
        }
    }
}

/// Also if the list is required only at run time.
#[tokio::test]
async fn a_list_with_only_empty_answers_gets_the_error_empty() {
    for revision in Revision::all() {
        let empty = json!({});
        let user = (0..3).fold(User::new(), |user, _| user.accepts("tags", empty.clone()));
        let end = user.run(revision, async |ask| {
            let question = ask.pick_several("tags", "Which?", ["a", "b"]);
            question.at_least(1).await.map(drop)
        });
        let End::Returned(Err(AskError::Empty(_))) = end.await else {
            panic!("{revision}");
        };
    }
}

#[tokio::test]
async fn one_answer_with_a_field_prevents_the_error_empty() {
    for revision in Revision::all() {
        for at in 0..3 {
            let answer = |n| {
                if n == at {
                    json!({"note": "n"})
                } else {
                    json!({})
                }
            };
            let user = (0..3).fold(User::new(), |user, n| user.accepts("scale", answer(n)));
            let end = user.run(revision, async |ask| {
                ask.form::<Scale>("scale", "How many?").await.map(drop)
            });
            let End::Returned(Err(AskError::Invalid(_))) = end.await else {
                panic!("{revision}: {at}");
            };
        }
    }
}

#[tokio::test]
async fn an_unknown_action_counts_as_an_attempt() {
    for revision in Revision::all() {
        for action in ["reject", "Accept", ""] {
            let unknown = json!({"action": action, "content": {"replicas": 3}});
            let user = (0..9).fold(User::new(), |user, _| {
                let user = user.responds("scale", unknown.clone());
                user.accepts("sure", json!({"confirm": true}))
            });
            let handler = async |ask: Ask| {
                let scale = ask.form::<Scale>("scale", "How many?").attempts(2).await;
                ask.confirm("sure", "Sure?").await.map(drop)?;
                // Another run comes to the same error.
                ask.confirm("really", "Really?").await.map(drop)?;
                scale.map(drop)
            };
            let user = user.accepts("really", json!({"confirm": true}));
            let end = user.run(revision, handler).await;
            assert_eq!(
                end,
                End::Returned(Err(AskError::Unreadable)),
                "{revision}: {action}"
            );
            let asked = user.asked_keys();
            assert_eq!(
                asked,
                ["scale", "scale", "sure", "really"],
                "{revision}: {action}"
            );

            let link = async |ask: Ask| {
                ask.url("scale", "https://example.org", "Visit")
                    .await
                    .map(drop)
            };
            if revision != Revision::V2025_06_18 {
                let user = (0..9).fold(User::new(), |user, _| {
                    user.responds("scale", unknown.clone())
                });
                let end = user.run(revision, link).await;
                assert_eq!(
                    end,
                    End::Returned(Err(AskError::Unreadable)),
                    "{revision}: {action}"
                );
                assert_eq!(user.asked().len(), 3, "{revision}: {action}");
            }
        }
    }
}

#[tokio::test]
async fn attempts_are_counted_while_another_question_is_open() {
    for revision in Revision::all() {
        let user = (0..9).fold(User::new(), |user, _| {
            user.accepts("once", json!({"replicas": 0}))
        });
        let user = (0..4).fold(user, |user, _| user.responds("other", json!(null)));
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

/// The state has no room for the answer, so it is invalid at once and in each later run.
#[tokio::test]
async fn an_answer_too_long_to_be_carried_counts_as_an_attempt() {
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

/// The question lost a race in the run that would have asked it again.
#[tokio::test]
async fn attempts_are_counted_if_a_question_is_withdrawn() {
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
                    _ = scale => unreachable!("the question was not asked again"),
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
        "Please correct your answer. “How many” must be at least 1. \n\nHow many?"
    );
}

/// Otherwise it would read as a question whose field was left empty.
#[tokio::test]
async fn an_answer_by_another_name_is_an_error_where_nothing_is_required() {
    for revision in Revision::all() {
        let foreign = |user: User, key| {
            let answer = json!({"action": "accept", "content": {"choice": ["a"]}});
            user.responds(key, answer)
        };
        let user = ["several", "bell"].into_iter().fold(User::new(), foreign);
        let end = user
            .run(revision, async |ask: Ask| {
                let several = ask.pick_several("several", "Which?", ["a"]).await;
                let bell = ask.value::<bool>("bell", "Ring it?").await;
                [
                    several.map(|one| one.map(drop)),
                    bell.map(|one| one.map(drop)),
                ]
                .map(|result| match result {
                    Err(error) => error.to_string(),
                    Ok(outcome) => panic!("{outcome:?}"),
                })
            })
            .await;
        let error = "the answer was not valid: must have the properties of the question: `value`";
        assert_eq!(
            end,
            End::Returned([error; 2].map(str::to_owned)),
            "{revision}"
        );
    }
}

/// A client that uses other names would use them again, and its author would wait.
#[tokio::test]
async fn an_answer_to_another_form_ends_the_question_at_once() {
    for revision in Revision::all() {
        let answer = json!({"action": "accept", "content": {"port": 8080}});
        let user = User::new().responds("port", answer);
        let port = async |ask: Ask| {
            let question = ask.value::<u16>("port", "Which port?");
            question.or_json_argument(json!(7)).await.map(drop)
        };
        let end = user.run(revision, port).await;
        let End::Returned(Err(error @ AskError::Invalid(_))) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(
            error.to_string(),
            "the answer was not valid: must have the properties of the question: `value`"
        );
        assert_eq!(user.asked().len(), 1, "{revision}");
    }
}
