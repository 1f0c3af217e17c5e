//! Answers that come sooner than a person can give them.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, Mode, Outcome, Revision,
    adapter::{Asker, Call, InputRequired, RpcError, RunEnd, Session},
    testing::{End, User},
};
use elicit_tests::drive::Drive as _;
use serde_json::{Value, json};

use crate::{adapter::call, forms::Scale, log::listen};

const FASTEST: Duration = Duration::from_millis(200);
const LEGACY: [Revision; 2] = [Revision::V2025_06_18, Revision::V2025_11_25];

fn guarded() -> Elicitation {
    Elicitation::default().min_answer_time(Some(FASTEST))
}

/// A user of a client that answers by itself.
fn automatic() -> User {
    User::new().takes(Duration::from_millis(3))
}

fn yes() -> Value {
    json!({"confirm": true})
}

#[derive(Debug, PartialEq, Elicit)]
struct Settings {
    #[elicit(default = 3)]
    replicas: Option<u8>,
    note: Option<String>,
}

async fn settings(ask: Ask) -> Result<Outcome<Settings>, AskError> {
    ask.form("settings", "Which settings?").await
}

async fn sure(ask: &Ask) -> Result<Outcome<()>, AskError> {
    ask.confirm("sure", "Sure?").await
}

async fn only_sure(ask: Ask) -> Result<Outcome<()>, AskError> {
    sure(&ask).await
}

/// What the model reads of a question that was not shown.
const NOT_SHOWN: &str = "The user was not asked: the client answered by itself, sooner than a \
    person can, and did not show the question; ask the user in the chat.";

#[tokio::test]
async fn a_decline_in_less_than_100_ms_is_too_fast() {
    // A test on 2026-07-28 counts the time that it takes itself.
    let fast = || User::new().takes(Duration::from_millis(3));
    let slow = || User::new().takes(Duration::from_millis(100));
    for revision in Revision::all() {
        for user in [fast().declines("sure"), fast().cancels("sure")] {
            let end = user.run(revision, async |ask: Ask| {
                let outcome = sure(&ask).await;
                (outcome, ask.answered_by("sure"))
            });
            assert_eq!(
                end.await,
                End::Returned((Err(AskError::TooFast), None)),
                "{revision}"
            );
        }
        for (user, outcome) in [
            (slow().declines("sure"), Outcome::Declined),
            (slow().cancels("sure"), Outcome::Cancelled),
        ] {
            let end = user.run(revision, only_sure).await;
            assert_eq!(end, End::Returned(Ok(outcome)), "{revision}");
        }
    }
}

#[tokio::test]
async fn a_decline_after_99_ms_is_too_fast() {
    for revision in LEGACY {
        let user = User::new()
            .takes(Duration::from_millis(99))
            .declines("sure");
        let end = user.run(revision, only_sure).await;
        assert_eq!(end, End::Returned(Err(AskError::TooFast)), "{revision}");
    }
}

#[tokio::test]
async fn a_fast_accept_counts() {
    for revision in Revision::all() {
        for (content, outcome) in [
            (yes(), Outcome::Accepted(())),
            (json!({}), Outcome::Declined),
            (json!({"confirm": false}), Outcome::Declined),
        ] {
            let user = automatic().accepts("sure", content);
            let end = user.run(revision, only_sure).await;
            assert_eq!(end, End::Returned(Ok(outcome)), "{revision}");
        }
    }
}

#[tokio::test]
async fn a_fast_decline_after_an_invalid_accept_counts() {
    for revision in Revision::all() {
        let user = automatic()
            .accepts("settings", json!({"replicas": 300}))
            .declines("settings");
        let end = user.run(revision, settings).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Declined)), "{revision}");
        // So does one before an answer that cannot be read, and an empty one.
        let user = automatic()
            .accepts("scale", json!({}))
            .responds("scale", json!(null))
            .responds("scale", json!({"action": "reject"}))
            .cancels("scale");
        let end = user.run(revision, async |ask| {
            ask.form::<Scale>("scale", "How many?").await
        });
        assert_eq!(
            end.await,
            End::Returned(Ok(Outcome::Cancelled)),
            "{revision}"
        );
    }
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let user = User::new()
            .agrees("link")
            .takes(Duration::from_millis(3))
            .declines("link");
        let end = user.run(revision, async |ask| {
            let link = ask.url("link", "https://example.org", "Visit");
            link.done_when(async || false).await.map(drop)
        });
        assert_eq!(end.await, End::Returned(Ok(())), "{revision}");
    }
}

const PAGE: &str = "https://example.org/page";

#[tokio::test]
async fn a_link_that_is_answered_at_once_was_not_shown() {
    for revision in Revision::all() {
        for user in [User::agrees, User::declines, User::cancels] {
            let user = user(automatic(), "link");
            let end = user.run(revision, async |ask| {
                ask.url("link", PAGE, "Visit").await.map(drop)
            });
            let End::Returned(Err(error)) = end.await else {
                panic!("{revision}");
            };
            assert!(matches!(&error, AskError::LinkNotShown { link, .. } if link.as_str() == PAGE));
            // A log must not have it, and the client must.
            assert!(!format!("{error} {error:?}").contains("example.org"));
            let rpc_error = RpcError::from(error);
            let logged = format!("{rpc_error} {rpc_error:?}");
            assert!(!logged.contains("example.org"), "{logged}");
            assert!(rpc_error.message.contains(PAGE), "{logged}");
        }
    }
}

#[tokio::test]
async fn the_model_reads_a_link_that_was_not_shown() {
    for revision in Revision::all() {
        let user = automatic().agrees("link");
        let end = user.run(revision, async |ask| {
            let link = ask.url("link", PAGE, "Visit").done_when(async || false);
            link.or_end().await.map(drop)
        });
        let End::Ended(ended) = end.await else {
            panic!("{revision}");
        };
        assert!(!ended.is_declined);
        let text = ended.text();
        assert!(text.contains(&format!("\n{PAGE}\n")), "{text}");
        assert!(text.contains("call the tool again"), "{text}");
    }
}

/// Nothing says that its page is done, so each call would end in this way.
#[tokio::test]
async fn the_model_is_not_sent_in_circles_by_a_link_that_was_not_shown() {
    for revision in Revision::all() {
        let user = automatic().agrees("link");
        let end = user.run(revision, async |ask| {
            ask.url("link", PAGE, "Visit").or_end().await.map(drop)
        });
        let End::Ended(ended) = end.await else {
            panic!("{revision}");
        };
        let text = ended.text();
        assert!(text.contains(&format!("\n{PAGE}\n")), "{text}");
        assert!(!text.contains("all the tool again"), "{text}");
        assert!(text.contains("Do not make the same call again"), "{text}");
    }
}

/// The person has been there since an earlier call: the model has given them the link.
#[tokio::test]
async fn a_link_that_was_not_shown_is_accepted_if_its_page_is_done() {
    for revision in Revision::all() {
        let user = automatic().agrees("link");
        let end = user.run(revision, async |ask| {
            let link = ask.url("link", PAGE, "Visit").done_when(async || true);
            link.or_end().await.map(drop)
        });
        assert_eq!(end.await, End::Returned(Ok(())), "{revision}");
    }
}

#[tokio::test]
async fn a_link_that_is_accepted_after_100_ms_was_shown() {
    for revision in Revision::all() {
        let user = User::new().takes(Duration::from_millis(100)).agrees("link");
        let end = user.run(revision, async |ask| {
            ask.url("link", PAGE, "Visit").await.map(drop)
        });
        assert_eq!(end.await, End::Returned(Ok(())), "{revision}");
    }
}

#[tokio::test]
async fn with_a_limit_of_zero_every_agreement_counts() {
    let any = Elicitation::default().min_agreement_time(None);
    for revision in Revision::all() {
        let user = User::new().takes(Duration::ZERO).agrees("link");
        let end = user.run_with(&any, revision, async |ask| {
            ask.url("link", PAGE, "Visit").await.map(drop)
        });
        assert_eq!(end.await, End::Returned(Ok(())), "{revision}");
    }
}

#[tokio::test]
async fn with_a_limit_of_zero_every_decline_counts() {
    let any = Elicitation::default().min_decline_time(None);
    for revision in Revision::all() {
        let user = User::new().takes(Duration::ZERO).declines("sure");
        let end = user.run_with(&any, revision, only_sure).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Declined)), "{revision}");
    }
}

#[tokio::test]
async fn each_of_several_questions_has_its_own_time() {
    for revision in Revision::all() {
        // In one round of 2026-07-28, the forms are shown one after the other.
        let user = automatic()
            .declines("one")
            .takes(Duration::from_secs(1))
            .declines("two");
        let end = user.run(revision, async |ask: Ask| {
            tokio::join!(ask.confirm("one", "One?"), ask.confirm("two", "Two?"))
        });
        let End::Returned((_, two)) = end.await else {
            panic!("{revision}");
        };
        assert_eq!(two, Ok(Outcome::Declined), "{revision}");
    }
}

#[tokio::test]
async fn with_min_answer_time_every_fast_action_is_too_fast() {
    for revision in Revision::all() {
        // Not even an empty answer that is valid.
        for user in [
            automatic().accepts("settings", json!({})),
            automatic().accepts("settings", json!({"replicas": 300})),
            automatic().agrees("settings"),
            automatic().declines("settings"),
            automatic().cancels("settings"),
        ] {
            let end = user.run_with(&guarded(), revision, settings).await;
            assert_eq!(end, End::Returned(Err(AskError::TooFast)), "{revision}");
            assert_eq!(user.asked_keys(), ["settings"], "{revision}");
        }
    }
}

#[tokio::test]
async fn min_answer_time_applies_to_confirmations_and_links() {
    for revision in Revision::all() {
        let user = automatic().accepts("sure", yes());
        let end = user.run_with(&guarded(), revision, only_sure).await;
        assert_eq!(end, End::Returned(Err(AskError::TooFast)), "{revision}");
    }
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        // Agreed, and not done yet; then the client agrees by itself.
        let user = User::new()
            .agrees("link")
            .takes(Duration::ZERO)
            .agrees("link");
        let end = user
            .run_with(&guarded(), revision, async |ask| {
                let link = ask.url("link", "https://example.org", "Visit");
                link.done_when(async || false).await.map(drop)
            })
            .await;
        assert_eq!(end, End::Returned(Err(AskError::TooFast)), "{revision}");
    }
}

#[tokio::test]
async fn an_answer_exactly_at_the_limit_counts() {
    for revision in Revision::all() {
        let user = User::new().takes(FASTEST).accepts("sure", yes());
        let end = user.run_with(&guarded(), revision, only_sure).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Accepted(()))), "{revision}");
    }
}

#[tokio::test]
async fn each_attempt_has_its_own_time() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("settings", json!({"replicas": 300}))
            .takes(Duration::ZERO)
            .accepts("settings", json!({"replicas": 4}));
        let end = user.run_with(&guarded(), revision, settings).await;
        assert_eq!(end, End::Returned(Err(AskError::TooFast)), "{revision}");
        assert_eq!(user.asked().len(), 2);
    }
}

#[tokio::test]
async fn under_or_end_the_model_reads_that_the_user_was_not_asked() {
    for revision in Revision::all() {
        for elicitation in [Elicitation::default(), guarded()] {
            for user in [automatic().declines("sure"), automatic().cancels("sure")] {
                let seen = Arc::new(Mutex::new(None));
                let noted = Arc::clone(&seen);
                let elicitation = elicitation.clone().on_end(move |_, ended| {
                    *noted.lock().unwrap() = Some((ended.is_declined, ended.error.clone()));
                    None
                });
                let end = user.run_with(&elicitation, revision, async |ask| {
                    ask.confirm("sure", "Sure?").or_end().await
                });
                let End::Ended(ended) = end.await else {
                    panic!("{revision}");
                };
                assert_eq!(ended.text(), NOT_SHOWN, "{revision}");
                assert!(!ended.is_declined);
                assert_eq!(
                    *seen.lock().unwrap(),
                    Some((false, Some(AskError::TooFast)))
                );
            }
        }
    }
}

#[tokio::test]
async fn a_too_fast_answer_does_not_affect_later_questions() {
    for revision in Revision::all() {
        let user = automatic()
            .declines("sure")
            .takes(Duration::from_secs(5))
            .accepts("settings", json!({"replicas": 4}))
            .accepts("sure", yes());
        // In the same call,
        let end = user
            .run_with(&guarded(), revision, async |ask: Ask| {
                let first = ask.confirm("sure", "Sure?").await;
                assert!(ask.supports(Mode::Form));
                assert!(ask.latency("sure").is_some_and(|time| time < FASTEST));
                (first, settings(ask).await)
            })
            .await;
        let four = Settings {
            replicas: Some(4),
            note: None,
        };
        assert_eq!(
            end,
            End::Returned((Err(AskError::TooFast), Ok(Outcome::Accepted(four)))),
            "{revision}",
        );
        // and in the next one.
        let end = user.run_with(&guarded(), revision, only_sure).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Accepted(()))), "{revision}");
    }
}

#[tokio::test]
async fn unreadable_answers_and_errors_are_not_too_fast() {
    for revision in Revision::all() {
        let user = automatic()
            .responds("sure", json!({"action": "perhaps"}))
            .takes(FASTEST)
            .accepts("sure", yes());
        let end = user.run_with(&guarded(), revision, only_sure).await;
        assert_eq!(end, End::Returned(Ok(Outcome::Accepted(()))), "{revision}");
    }
    for revision in LEGACY {
        let user = automatic().fails("sure", -32601);
        let end = user.run_with(&guarded(), revision, only_sure).await;
        assert_eq!(end, End::Returned(Err(AskError::Unsupported(Mode::Form))));
    }
}

#[tokio::test]
async fn a_too_fast_answer_is_logged_once() {
    for revision in Revision::all() {
        let (log, _guard) = listen();
        let user = automatic()
            .declines("sure")
            .accepts("settings", json!({}))
            .accepts("settings", json!({}));
        let end = user
            .run_with(&guarded(), revision, async |ask: Ask| {
                let first = ask.confirm("sure", "Sure?").await;
                (first, settings(ask).await.map(drop))
            })
            .await;
        assert_eq!(
            end,
            End::Returned((Err(AskError::TooFast), Err(AskError::TooFast)))
        );
        let lines = log.lines.lock().unwrap().clone();
        for key in ["sure", "settings"] {
            let key = format!("key=\"{key}\"");
            let said = |what: &str| {
                let lines = lines.iter();
                lines
                    .filter(|line| line.contains(&key) && line.contains(what))
                    .count()
            };
            assert_eq!(said("answered sooner than a person can"), 1, "{lines:#?}");
            assert_eq!(said("latency_ms"), 1, "{lines:#?}");
            assert_eq!(said("by=\"person\""), 0, "{lines:#?}");
        }
    }
}

/// Milliseconds that are added to the time of day.
#[derive(Clone, Default)]
struct Ahead(Arc<AtomicU64>);

impl Ahead {
    fn clock(&self, elicitation: &Elicitation) -> Elicitation {
        let ahead = Arc::clone(&self.0);
        elicitation.clone().clock(move || {
            SystemTime::UNIX_EPOCH
                + Duration::from_secs(1_000_000)
                + Duration::from_millis(ahead.load(Ordering::SeqCst))
        })
    }

    fn set(&self, millis: u64) {
        self.0.store(millis, Ordering::SeqCst);
    }
}

type Both = (Result<Outcome<()>, AskError>, Result<Outcome<()>, AskError>);

/// Asks one question after the other, whatever becomes of the first.
async fn both(asker: Asker) -> Both {
    let ask = asker.take().unwrap();
    (
        ask.confirm("one", "One?").await,
        ask.confirm("two", "Two?").await,
    )
}

async fn round(elicitation: &Elicitation, call: Call) -> RunEnd<Both> {
    elicitation.run(call, &Session::new(), None, both).await
}

fn answered(required: InputRequired) -> Call {
    let accept = json!({"action": "accept", "content": yes()});
    let answers = required.requests.keys();
    let mut call = call(Revision::LATEST);
    call.input_responses = answers.map(|key| (key.clone(), accept.clone())).collect();
    call.request_state = Some(required.state);
    call
}

fn required(run_end: RunEnd<Both>) -> InputRequired {
    match run_end {
        RunEnd::InputRequired(required) => required,
        other => panic!("{other:?}"),
    }
}

/// What comes of a question that is answered in `millis`, if the limit is the first one when the
/// answer arrives and the second one in the round after.
async fn judged(millis: u64, limits: [u64; 2]) -> Result<Outcome<()>, AskError> {
    let ahead = Ahead::default();
    let elicitation = ahead.clock(&Elicitation::default());
    let [first, then] = limits.map(|limit| {
        elicitation
            .clone()
            .min_answer_time(Some(Duration::from_millis(limit)))
    });
    let asked = required(round(&first, call(Revision::LATEST)).await);
    ahead.set(millis);
    let asked = required(round(&first, answered(asked)).await);
    assert!(asked.requests.contains_key("two"));
    ahead.set(millis + 60_000);
    match round(&then, answered(asked)).await {
        RunEnd::Returned((one, Ok(Outcome::Accepted(())))) => one,
        other => panic!("{other:?}"),
    }
}

/// The next run of the handler gets the same result, even if the limit has changed.
#[tokio::test]
async fn the_time_of_an_answer_is_judged_once_when_it_arrives() {
    let (late, early) = (Ok(Outcome::Accepted(())), Err(AskError::TooFast));
    assert_eq!(judged(500, [200, 200]).await, late);
    assert_eq!(judged(500, [200, 1000]).await, late);
    assert_eq!(judged(100, [200, 200]).await, early);
    assert_eq!(judged(100, [200, 0]).await, early);
}

#[tokio::test]
async fn an_answer_of_unknown_time_counts() {
    // The clock was set back meanwhile.
    let ahead = Ahead::default();
    let elicitation = ahead.clock(&guarded());
    ahead.set(60_000);
    let first = async |asker: Asker| {
        let ask = asker.take().unwrap();
        let outcome = ask.confirm("one", "One?").await;
        (outcome, ask.latency("one"))
    };
    let session = Session::new();
    let asked = elicitation.run(call(Revision::LATEST), &session, None, first);
    let RunEnd::InputRequired(asked) = asked.await else {
        panic!("the question was not asked");
    };
    ahead.set(0);
    let end = elicitation.run(answered(asked), &session, None, first);
    let RunEnd::Returned(end) = end.await else {
        panic!("the run is not done");
    };
    assert_eq!(end, (Ok(Outcome::Accepted(())), None));
}
