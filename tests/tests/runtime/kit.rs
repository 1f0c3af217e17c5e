//! What a server author's tests are written with.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    time::Duration,
};

use elicit_core::{
    Ask, AskError, Elicitation, Mode, Outcome, Revision, Violations,
    adapter::{RpcError, WireError},
    testing::{End, User},
};
use serde_json::json;

use crate::{forms::Scale, log::listen};

async fn scale(ask: Ask) -> Result<u8, AskError> {
    let scale = ask.form::<Scale>("scale", "How many?").or_end().await?;
    ask.confirm("sure", format!("Scale to {}?", scale.replicas))
        .or_end()
        .await?;
    Ok(scale.replicas)
}

#[tokio::test]
async fn a_script_is_played_on_every_revision() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("scale", json!({"replicas": 3}))
            .accepts("sure", json!({"confirm": true}));
        assert_eq!(user.run(revision, scale).await, End::Returned(Ok(3)));
        assert_eq!(user.asked_keys(), ["scale", "sure"]);
        assert_eq!(user.asked()[1]["message"], "Scale to 3?");
    }
}

#[tokio::test]
async fn a_decline_or_cancel_ends_the_call_and_names_the_question() {
    for revision in Revision::all() {
        let accepted = || User::new().accepts("scale", json!({"replicas": 3}));
        for (user, is_declined, text) in [
            (
                accepted().declines("sure"),
                true,
                "The user declined to answer.",
            ),
            (
                accepted().cancels("sure"),
                false,
                "The question was closed without an answer.",
            ),
        ] {
            let end = user.run(revision, scale).await;
            let End::Ended(ended) = end else {
                panic!("{revision}: {end:?}");
            };
            assert_eq!((&*ended.key, ended.is_declined), ("sure", is_declined));
            assert_eq!(ended.text(), text);
        }
    }
}

#[tokio::test]
async fn a_question_without_an_answer_in_the_script_ends_the_call() {
    for revision in Revision::all() {
        // Nothing in the script for the question.
        let user = User::new().accepts("scale", json!({"replicas": 3}));
        assert_eq!(
            user.run(revision, scale).await,
            End::Unanswered(vec!["sure".into()])
        );
        assert_eq!(user.asked_keys(), ["scale", "sure"]);

        let user = User::new().never_answers("scale");
        let end = user.run(revision, scale).await;
        if revision.asks_in_result() {
            assert_eq!(end, End::Unanswered(vec!["scale".into()]));
        } else {
            assert!(
                matches!(&end, End::Ended(ended) if ended.error == Some(AskError::TimedOut)),
                "{end:?}",
            );
        }
    }
}

#[tokio::test]
async fn a_user_that_cannot_be_asked_is_refused() {
    for revision in Revision::all() {
        let user = User::cannot_be_asked();
        let end = user.run(revision, scale).await;
        assert!(
            matches!(&end, End::Error(RpcError { code: -32021, .. })),
            "{revision}: {end:?}",
        );
        let end = user
            .run(revision, async |ask| {
                assert!(!ask.supports(Mode::Form) && !ask.supports(Mode::Url));
                ask.form::<Scale>("scale", "How many?").await
            })
            .await;
        assert_eq!(end, End::Returned(Err(AskError::Unsupported(Mode::Form))));
        assert!(user.asked().is_empty());
    }
}

#[tokio::test]
async fn a_handler_sees_the_capabilities_of_the_client() {
    for revision in Revision::all() {
        for (user, opens) in [(User::new(), true), (User::with_forms_only(), false)] {
            let end = user
                .run(revision, async |ask| {
                    (ask.supports(Mode::Form), ask.supports(Mode::Url))
                })
                .await;
            assert_eq!(end, End::Returned((true, opens)), "{revision}");
        }
    }
}

#[tokio::test]
async fn an_unreadable_answer_is_asked_again() {
    for garbage in [json!(null), json!({"action": "reject"}), json!([1])] {
        for revision in Revision::all() {
            let user = User::new()
                .responds("scale", garbage.clone())
                .accepts("scale", json!({"replicas": 3}))
                .accepts("sure", json!({"confirm": true}));
            assert_eq!(
                user.run(revision, scale).await,
                End::Returned(Ok(3)),
                "{revision}"
            );
            assert_eq!(user.asked()[1]["message"], "How many?");
        }
    }
}

#[tokio::test]
async fn a_call_with_only_unreadable_answers_ends() {
    let garbage = |user: User, _| user.responds("scale", json!({"action": 1}));
    for revision in Revision::all() {
        let user = (0..20).fold(User::new(), garbage);
        let end = user
            .run_with(&Elicitation::default().rate_limit(None), revision, scale)
            .await;
        assert!(
            matches!(&end, End::Ended(ended) if ended.error == Some(AskError::Unreadable)),
            "{revision}: {end:?}",
        );
        // It is no attempt, so it is the number of rounds that ends it.
        assert_eq!(user.asked().len(), 10);
    }
}

#[tokio::test]
async fn an_error_of_the_client_is_returned_to_the_handler() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let user = User::new().fails("scale", -32603);
        let end = user.run(revision, scale).await;
        let error = WireError::refused(-32603, "");
        assert_eq!(end, End::Returned(Err(error.into())));
    }
}

#[test]
fn the_future_of_a_handler_can_move_between_threads() {
    fn assert_send<F: Future + Send>(_: impl FnOnce(Ask) -> F) {}
    assert_send(scale);
    assert_send(async |ask: Ask| {
        let (this, that) = tokio::join!(
            ask.form::<Scale>("scale", "How many?").check(|_| Ok(())),
            ask.url("link", "https://example.org", "Visit")
                .done_when(async || true),
        );
        let questions = ["a", "b"].map(|key| ask.confirm(key, "Sure?"));
        (
            this,
            that,
            ask.all(questions).or_end().await,
            ask.remember("value", async || Ok::<_, ()>(1)).await,
        )
    });
}

#[tokio::test]
async fn a_handler_in_a_test_need_not_be_send() {
    let seen = Rc::new(Cell::new(0));
    let user = User::new().accepts("sure", json!({"confirm": true}));
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            seen.set(seen.get() + 1);
            ask.confirm("sure", "Sure?").await
        })
        .await;
    assert_eq!(end, End::Returned(Ok(Outcome::Accepted(()))));
    assert_eq!(seen.get(), 2);
}

/// The test does not wait for that time.
#[tokio::test]
async fn the_latency_of_an_answer_follows_the_script() {
    for revision in Revision::all() {
        let time = Duration::from_secs(2 * 60);
        let user = User::new().takes(time).declines("sure");
        let end = user
            .run(revision, async |ask| {
                assert_eq!(ask.latency("sure"), None);
                let outcome = ask.confirm("sure", "Sure?").await;
                let latency = ask.latency("sure");
                (
                    outcome,
                    latency.is_some_and(|latency| latency.as_secs() == 120),
                )
            })
            .await;
        assert_eq!(
            end,
            End::Returned((Ok(Outcome::Declined), true)),
            "{revision}"
        );
    }
}

#[tokio::test]
async fn an_answer_after_the_timeout_is_too_late() {
    let patient = Elicitation::default().expiry(Duration::MAX);
    for timeout in [Duration::from_secs(60), Duration::MAX] {
        for revision in Revision::all() {
            let elicitation = patient.clone().timeout(timeout);
            let user = User::new()
                .takes(Duration::from_secs(61))
                .declines("sure")
                .never_answers("late");
            let end = user
                .run_with(&elicitation, revision, async |ask| {
                    let sure = ask.confirm("sure", "Sure?").await;
                    (sure, ask.confirm("late", "Too late?").await)
                })
                .await;
            let late = Err(AskError::TimedOut);
            match (revision, timeout) {
                (Revision::V2026_07_28, _) => assert_eq!(end, End::Unanswered(vec!["late".into()])),
                (_, Duration::MAX) => assert_eq!(end, End::Returned((Ok(Outcome::Declined), late))),
                _ => assert_eq!(end, End::Returned((late.clone(), late))),
            }
        }
    }
}

/// The time of the script passes for these questions as well.
#[tokio::test]
async fn questions_can_be_asked_in_spawned_tasks() {
    for revision in Revision::all() {
        let user = ["a", "b", "c"]
            .into_iter()
            .fold(User::new(), User::declines);
        let end = user
            .run(revision, async |ask: Ask| {
                let task = tokio::spawn(async move {
                    let (a, b) = tokio::join!(ask.confirm("a", "A?"), ask.confirm("b", "B?"));
                    (a, b, ask.confirm("c", "C?").await, ask.latency("c"))
                });
                task.await.unwrap()
            })
            .await;
        let End::Returned((a, b, c, Some(latency))) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_eq!(
            [a, b, c],
            [const { Ok(Outcome::Declined) }; 3],
            "{revision}"
        );
        assert_eq!(latency.as_secs(), 1, "{revision}");
    }
}

#[tokio::test]
async fn rounds_are_counted_on_2026_07_28() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("scale", json!({"replicas": 3}))
            .accepts("sure", json!({"confirm": true}));
        let end = user
            .run(revision, async |ask| {
                let _ = ask.form::<Scale>("scale", "How many?").await;
                let _ = ask.confirm("sure", "Sure?").await;
                ask.round()
            })
            .await;
        let rounds = if revision.asks_in_result() { 2 } else { 0 };
        assert_eq!(end, End::Returned(rounds));
    }
}

/// Looks something up, deletes it, and writes that into a log.
async fn delete(ask: Ask, user: &User, remembers: bool, settles: bool) -> Result<(), AskError> {
    if remembers {
        let look_up = async || {
            user.note_work("look up");
            Ok::<_, AskError>(7)
        };
        ask.remember("found", look_up).await?;
    } else {
        user.note_work("look up");
    }
    ask.confirm("sure", "Delete it?").or_end().await?;
    if !settles {
        user.note_work("delete");
    }
    ask.confirm("log", "Keep a log of it?").or_end().await?;
    if settles {
        user.note_work("delete");
    }
    // Twice in one run is the handler's own affair.
    user.note_work("write");
    user.note_work("write");
    Ok(())
}

async fn deleted(revision: Revision, remembers: bool, settles: bool) -> User {
    let yes = || json!({"confirm": true});
    let user = User::new().accepts("sure", yes()).accepts("log", yes());
    // The same work of another call is other work.
    let user = user.accepts("sure", yes()).accepts("log", yes());
    for _ in 0..2 {
        let end = user
            .run(revision, async |ask| {
                delete(ask, &user, remembers, settles).await
            })
            .await;
        assert_eq!(end, End::Returned(Ok(())));
        let runs = if revision.asks_in_result() { 3 } else { 1 };
        assert_eq!(user.runs(), runs, "{revision}");
    }
    user
}

#[tokio::test]
async fn work_that_is_done_once_passes() {
    for revision in Revision::all() {
        deleted(revision, true, true)
            .await
            .assert_no_work_repeated();
    }
    // Before 2026-07-28 all work is done once.
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        deleted(revision, false, false)
            .await
            .assert_no_work_repeated();
    }
}

#[tokio::test]
#[should_panic(expected = "`look up` in run 1 of a call, and again in run 2")]
async fn work_that_is_not_remembered_fails() {
    deleted(Revision::V2026_07_28, false, true)
        .await
        .assert_no_work_repeated();
}

#[tokio::test]
#[should_panic(expected = "`delete` in run 2 of a call, and again in run 3")]
async fn work_between_two_questions_fails() {
    deleted(Revision::V2026_07_28, true, false)
        .await
        .assert_no_work_repeated();
}

/// What a test fails with that plays this user.
fn mistake(
    user: &User,
    revision: Revision,
    handler: impl AsyncFn(Ask) -> Result<(), AskError>,
) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let test = || runtime.block_on(user.run(revision, handler));
    let panic = catch_unwind(AssertUnwindSafe(test)).unwrap_err();
    *panic.downcast::<String>().unwrap()
}

#[test]
fn an_answer_with_an_unknown_property_fails_the_test() {
    let confirm = async |ask: Ask| ask.confirm("sure", "Sure?").or_end().await;
    let pick = async |ask: Ask| {
        let pick = ask.pick_several("branches", "Which?", ["main", "next"]);
        pick.or_end().await.map(drop)
    };
    for revision in Revision::all() {
        let user = User::new().answers("sure", true);
        let text = mistake(&user, revision, confirm);
        let expected =
            "the answer to `sure` has a property `value`, which the question does not have";
        assert!(text.starts_with(expected), "{revision}: {text}");
        let user = User::new().accepts("branches", json!({"branches": ["main"]}));
        let text = mistake(&user, revision, pick);
        assert!(text.contains("property `branches`"), "{revision}: {text}");
    }
}

#[cfg(feature = "pages")]
#[test]
fn an_answer_on_a_page_with_an_unknown_property_fails_the_test() {
    let page = async |ask: Ask| {
        ask.page::<Scale>("scale", "How many?")
            .or_end()
            .await
            .map(drop)
    };
    for revision in Revision::all() {
        let user = User::new().accepts("scale", json!({"replicas": 3, "notes": "x"}));
        let text = mistake(&user, revision, page);
        assert!(text.contains("property `notes`"), "{revision}: {text}");
    }
}

/// Clients may send such properties, and they are ignored.
#[tokio::test]
async fn garbage_may_have_unknown_properties() {
    for revision in Revision::all() {
        let answer = json!({"action": "accept", "content": {"confirm": true, "x": 1}});
        let user = User::new().responds("sure", answer);
        let end = user
            .run(revision, async |ask| {
                ask.confirm("sure", "Sure?").or_end().await
            })
            .await;
        assert_eq!(end, End::Returned(Ok(())), "{revision}");
    }
}

/// In production, the log has a warning.
#[test]
fn a_key_that_is_a_sentence_fails_the_test_and_is_logged() {
    for revision in Revision::all() {
        let (log, _guard) = listen();
        let question =
            async |ask: Ask| ask.confirm("Delete the project?", "delete").await.map(drop);
        let user = User::new().declines("Delete the project?");
        let text = mistake(&user, revision, question);
        assert!(text.contains("reads as a sentence"), "{revision}: {text}");
        let question = async |ask: Ask| {
            let link = ask.url("Please log in.", "https://example.org", "login");
            link.await.map(drop)
        };
        let user = User::new().declines("Please log in.");
        let text = mistake(&user, revision, question);
        assert!(text.contains("`Please log in.`"), "{revision}: {text}");
        let lines = log.lines.lock().unwrap().join("\n");
        assert_eq!(lines.matches("finding=\"key\"").count(), 2, "{lines}");
        log.lines.lock().unwrap().clear();
        let user = User::new().declines("file 3").declines("v1.2");
        let end = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(user.run(revision, async |ask: Ask| {
                let _ = ask.confirm("file 3", "Delete it?").await;
                ask.confirm("v1.2", "Delete it?").await
            }));
        assert_eq!(end, End::Returned(Ok(Outcome::Declined)));
        assert!(!log.lines.lock().unwrap().join("\n").contains("finding"));
    }
}

/// The person would read the name of a property that is nowhere in the form.
#[test]
fn a_check_of_an_unknown_property_fails_the_test_and_is_logged() {
    for revision in Revision::all() {
        let question = async |ask: Ask| {
            let value = ask.value::<u16>("port", "Which port?");
            let value = value.check(|_| Err(Violations::new().property("port", "is in use")));
            value.await.map(drop)
        };
        let (log, _guard) = listen();
        let user = User::new().answers("port", 8080);
        let text = mistake(&user, revision, question);
        assert!(text.contains("reports the property `port`"), "{text}");
        assert!(text.contains("`Violations::form`"), "{text}");
        let lines = log.lines.lock().unwrap().join("\n");
        assert!(
            lines.contains("finding=\"check\" property=\"port\""),
            "{lines}"
        );
    }
}
