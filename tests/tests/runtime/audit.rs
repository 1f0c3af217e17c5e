//! What is written to the log.

use std::{
    collections::HashMap,
    future::{pending, ready},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use elicit_core::{
    Ask, AskError, Elicit, Elicitation, English, Revision, Violations, Words,
    adapter::{Asker, Backchannel, BoxFuture, Call, RpcError, RunEnd, Session, WireError},
    testing::{End, User},
};
use elicit_tests::{drive::Drive as _, for_a_model::assert_for_a_model};
use serde_json::{Value, json};

use crate::{adapter::call, forms::Scale, log::listen};

/// What is said of a call and not of a question.
const ENDED: &str = "the call ends with an error";
/// What is written of a value that is not remembered.
const COMPUTED_AGAIN: &str = "computed again in each round";

/// The log of a call.
async fn log_of<R>(
    user: &User,
    revision: Revision,
    handler: impl AsyncFn(Ask) -> R,
) -> Vec<String> {
    log_with(&Elicitation::default(), user, revision, handler).await
}

async fn log_with<R>(
    elicitation: &Elicitation,
    user: &User,
    revision: Revision,
    handler: impl AsyncFn(Ask) -> R,
) -> Vec<String> {
    let (log, _guard) = listen();
    let _ = user.run_with(elicitation, revision, handler).await;
    let lines = log.lines.lock().unwrap().clone();
    // What every event has.
    for line in lines.iter().filter(|line| !line.starts_with("span")) {
        let is_of_value = line.contains(COMPUTED_AGAIN);
        let is_of_question = line.contains(" key=") && !is_of_value;
        assert_eq!(is_of_question, line.ends_with("(of a question)"), "{line}");
        assert!(
            is_of_question || is_of_value || line.contains(ENDED),
            "{line}"
        );
        for part in [
            " tool=\"test\"",
            " method=\"tools/call\"",
            " peer=\"testing::User\"",
        ] {
            assert!(line.contains(part), "{part} is not in {line}");
        }
    }
    lines
}

fn assert_has(lines: &[String], level: &str, parts: &[&str]) {
    let fits =
        |line: &String| line.starts_with(level) && parts.iter().all(|part| line.contains(part));
    assert!(
        lines.iter().any(fits),
        "{level} {parts:?} is not in {lines:#?}"
    );
}

#[derive(Elicit)]
struct Person {
    name: String,
    #[elicit(format = "email")]
    address: String,
    #[elicit(maximum = 150)]
    age: u8,
}

async fn person(ask: Ask) -> Result<(), AskError> {
    let known = Person {
        name: "hunter2".to_owned(),
        address: "hunter2@example.org".to_owned(),
        age: 99,
    };
    ask.form::<Person>("person", "Who?")
        .prefill(&known)
        .check(|person| {
            if person.name == "hunter3" && person.address.len() > 3 && person.age > 3 {
                return Err(Violations::new().property("name", "is unknown"));
            }
            Ok(())
        })
        .or_end()
        .await
        .map(drop)
}

#[tokio::test]
async fn questions_violations_and_answers_are_logged_without_values() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts(
                "person",
                json!({"name": "hunter2", "address": "hunter2", "age": 777}),
            )
            .accepts(
                "person",
                json!({"name": "hunter3", "address": "hunter3@example.org", "age": 88}),
            )
            .accepts(
                "person",
                json!({"name": "hunter4", "address": "hunter4@example.org", "age": 77}),
            );
        let lines = log_of(&user, revision, person).await;
        let key = r#"key="person""#;
        for attempt in ["attempt=1", "attempt=2", "attempt=3"] {
            assert_has(&lines, "INFO", &["asked", key, attempt]);
            assert_has(
                &lines,
                "INFO",
                &[
                    "answered",
                    key,
                    attempt,
                    r#"action="accept""#,
                    "latency_ms=",
                ],
            );
        }
        assert_has(
            &lines,
            "INFO",
            &["invalid", r#"property="address""#, r#"keyword="format""#],
        );
        assert_has(
            &lines,
            "INFO",
            &["invalid", r#"property="age""#, r#"keyword="maximum""#],
        );
        assert_has(
            &lines,
            "INFO",
            &["invalid", r#"property="name""#, r#"keyword="check""#],
        );
        assert_has(&lines, "span elicitation", &[key]);
        // Never a value.
        for line in &lines {
            for value in [
                "hunter",
                "example.org",
                "777",
                "=99",
                "=88",
                "=77",
                "is unknown",
            ] {
                assert!(!line.contains(value), "{value} in {line}");
            }
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_logged_without_its_text() {
    for revision in Revision::all() {
        let large = json!({"replicas": 3, "note": "hunter".repeat(20_000)});
        let user = User::new().accepts("scale", large).declines("scale");
        let lines = log_of(&user, revision, async |ask| {
            ask.form::<Scale>("scale", "How many?").await.map(drop)
        })
        .await;
        let key = r#"key="scale""#;
        assert_has(&lines, "INFO", &["invalid", key, r#"keyword="size""#]);
        assert!(
            !lines.iter().any(|line| line.contains("hunter")),
            "{revision}"
        );
    }
}

#[tokio::test]
async fn a_question_of_a_spawned_task_is_logged_when_its_handler_has_ended() {
    for revision in Revision::all() {
        let (log, _guard) = listen();
        let user = User::new().accepts("sure", json!({"confirm": true}));
        let _ = user
            .run(revision, async |ask: Ask| {
                let task = tokio::spawn(async move { ask.confirm("sure", "Sure?").await });
                // From 2026-07-28 on, the question ends the first run.
                if revision.asks_in_result() {
                    let _ = task.await;
                }
            })
            .await;
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        let lines = log.lines.lock().unwrap().clone();
        assert_has(&lines, "WARN", &["another task", r#"key="sure""#]);
    }
}

#[tokio::test]
async fn answers_of_earlier_rounds_are_not_logged_again() {
    let user = User::new()
        .accepts("one", json!({"confirm": true}))
        .accepts("two", json!({"confirm": true}));
    let lines = log_of(&user, Revision::LATEST, async |ask: Ask| {
        ask.confirm("one", "One?").or_end().await?;
        ask.confirm("two", "Two?").or_end().await
    })
    .await;
    let answered = lines
        .iter()
        .filter(|line| line.contains("answered"))
        .count();
    let asked = lines
        .iter()
        .filter(|line| line.contains("message=asked"))
        .count();
    assert_eq!((asked, answered), (2, 2), "{lines:#?}");
}

#[tokio::test]
async fn the_end_of_an_invalid_answer_is_logged_once() {
    for revision in Revision::all() {
        let user = User::new().accepts("scale", json!({"replicas": 0}));
        let user = ["one", "two", "three"].iter().fold(user, |user, key| {
            user.accepts(key, json!({"confirm": true}))
        });
        let lines = log_of(&user, revision, async |ask: Ask| {
            let scale = ask.form::<Scale>("scale", "How many?").attempts(1).await;
            assert!(matches!(
                scale,
                Err(AskError::Invalid(_) | AskError::Suspended)
            ));
            for key in ["one", "two", "three"] {
                ask.confirm(key, "Sure?").or_end().await?;
            }
            Ok::<_, AskError>(())
        })
        .await;
        for said in ["the answer is invalid", "no valid answer"] {
            let number = lines.iter().filter(|line| line.contains(said)).count();
            assert_eq!(number, 1, "{revision}: {said}: {lines:#?}");
        }
    }
}

#[tokio::test]
async fn an_early_answer_is_logged_when_its_question_is_reached() {
    let run = AtomicU64::new(0);
    let user = User::new()
        .accepts("one", json!({"confirm": true}))
        .accepts("two", json!({"confirm": true}));
    let lines = log_of(&user, Revision::LATEST, async |ask: Ask| {
        if run.fetch_add(1, Ordering::Relaxed) == 1 {
            ask.confirm("two", "Two?").or_end().await?;
        }
        ask.confirm("one", "One?").or_end().await
    })
    .await;
    let of_one: Vec<_> = lines
        .iter()
        .filter(|line| line.contains("answered") && line.contains(r#"key="one""#))
        .collect();
    assert_eq!(of_one.len(), 1, "{lines:#?}");
    assert!(of_one[0].contains("latency_ms="), "{lines:#?}");
}

#[tokio::test]
async fn failures_of_a_question_are_logged() {
    let confirm = async |ask: Ask| ask.confirm("sure", "Sure?").await;
    let legacy = Revision::V2025_11_25;
    let lines = log_of(&User::new().never_answers("sure"), legacy, confirm).await;
    assert_has(&lines, "WARN", &["timed out"]);
    let lines = log_of(&User::cannot_be_asked(), legacy, confirm).await;
    assert_has(&lines, "INFO", &["refused", "cannot be asked"]);
    let lines = log_of(&User::new().fails("sure", -32602), legacy, confirm).await;
    assert_has(&lines, "WARN", &["code=-32602"]);
    let lines = log_of(&User::new().fails("sure", -5), legacy, confirm).await;
    assert_has(&lines, "WARN", &["code=-5"]);
    let bad = async |ask: Ask| ask.url("sure", "ftp://example.org", "See").await.map(drop);
    let lines = log_of(&User::new(), legacy, bad).await;
    assert_has(&lines, "ERROR", &["the question is wrong", "reason="]);
    let none = Elicitation::default().rate_limit(std::num::NonZeroU32::new(1));
    let lines = log_with(
        &none,
        &User::new().declines("one"),
        legacy,
        async |ask: Ask| {
            let _ = ask.confirm("one", "One?").await;
            ask.confirm("two", "Two?").await
        },
    )
    .await;
    assert_has(&lines, "WARN", &["too many questions", r#"key="two""#]);
}

/// A client that validates an answer itself, and quotes it in its error.
struct Quoting;

const QUOTED: [&str; 3] = ["favourite", "green", "John"];

impl Backchannel for Quoting {
    fn elicit<'a>(&'a self, _: &'a str, _: Value) -> BoxFuture<'a, Result<Value, WireError>> {
        let message = r#"Invalid: "my \"favourite colour is\" green", John Smith is too long"#;
        Box::pin(ready(Err(WireError::refused(-32602, message))))
    }

    fn notify<'a>(&'a self, _: &'static str, _: Value) -> BoxFuture<'a, Result<(), WireError>> {
        Box::pin(ready(Ok(())))
    }

    fn withdraw(&self, _: &str, _: &str) {}

    fn is_gone(&self) -> bool {
        false
    }

    fn progress_token(&self) -> Option<Value> {
        None
    }

    fn sleep(&self, _: Duration) -> BoxFuture<'static, ()> {
        Box::pin(pending())
    }

    fn now(&self) -> Instant {
        Instant::now()
    }
}

#[tokio::test]
async fn the_message_of_a_client_is_for_the_code_of_the_author_alone() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (log, _guard) = listen();
        let elicitation = Elicitation::default();
        let session = Session::new().named("an\neditor".repeat(100));
        let run = elicitation.run(
            call(revision),
            &session,
            Some(Arc::new(Quoting)),
            async |asker: Asker| {
                let ask = asker.take().unwrap();
                ask.form::<Person>("person", "Who?")
                    .or_end()
                    .await
                    .map(drop)
            },
        );
        let RunEnd::Returned(Err(error)) = run.await else {
            panic!("the error is the handler's");
        };
        let AskError::Refused { code, message, .. } = &error else {
            panic!("{error:?}");
        };
        assert_eq!(*code, -32602);
        for quoted in QUOTED {
            assert!(message.as_str().contains(quoted));
        }
        let on_wire = Quoting.elicit("person", Value::Null).await;
        let mut texts = log.lines.lock().unwrap().clone();
        assert_has(&texts, "WARN", &["answered with an error", "code=-32602"]);
        for line in texts.iter().filter(|line| line.contains("peer=")) {
            assert!(line.contains(r#"peer="an\\neditoran\\neditor"#), "{line}");
            assert!(line.len() < 500, "{line}");
        }
        texts.extend([
            format!("{error} {error:?} {on_wire:?}"),
            English.ask_error(&error).into_owned(),
            English.failed(&error).into_owned(),
            String::from(error.clone()),
            format!("{:?}", RpcError::from(error)),
        ]);
        for text in texts {
            for quoted in QUOTED {
                assert!(!text.contains(quoted), "{text}");
            }
        }
    }
}

/// The model reads what happened, and the author of the server what to set.
#[tokio::test]
async fn the_log_names_the_setting_and_the_model_reads_none() {
    let legacy = Revision::V2025_11_25;
    let sure = async |ask: Ask| ask.confirm("sure", "Sure?").or_end().await;
    let user = User::new().takes(Duration::from_millis(3)).declines("sure");
    let lines = log_of(&user, legacy, sure).await;
    assert_has(
        &lines,
        "WARN",
        &["sooner than", "help=", "`Elicitation::min_decline_time`"],
    );
    let lines = log_of(&User::new().never_answers("sure"), legacy, sure).await;
    assert_has(&lines, "WARN", &["timed out", "`Elicitation::timeout`"]);
    let link = async |ask: Ask| {
        let link = ask.url("sure", "https://example.org", "See").or_require();
        link.await.map(drop)
    };
    let lines = log_of(&User::new(), legacy, link).await;
    assert_has(
        &lines,
        "ERROR",
        &["question is wrong", "help=", "`done_when`"],
    );
    let long = format!("https://example.org/{}", "x".repeat(3000));
    let End::Returned(Err(error)) = User::new()
        .run(legacy, async |ask: Ask| {
            ask.url("sure", &*long, "See").await.map(drop)
        })
        .await
    else {
        panic!("it is too long");
    };
    assert_for_a_model(&error.to_string());
    assert!(format!("{error:?}").contains("`Elicitation::url_limit`"));
    let rounds = Elicitation::default().rounds(1);
    let user = ["one", "two"].iter().fold(User::new(), |user, key| {
        user.accepts(key, json!({"confirm": true}))
    });
    let lines = log_with(&rounds, &user, Revision::LATEST, async |ask: Ask| {
        ask.confirm("one", "One?").or_end().await?;
        ask.confirm("two", "Two?").or_end().await
    })
    .await;
    assert_has(
        &lines,
        "ERROR",
        &["rounds", "help=", "`Elicitation::rounds`"],
    );
}

/// A client may have closed the question itself: the time shows it.
#[tokio::test]
async fn a_cancel_is_logged_with_its_latency() {
    for revision in Revision::all() {
        let user = User::new().takes(Duration::from_secs(120)).cancels("sure");
        let lines = log_of(&user, revision, async |ask: Ask| {
            ask.confirm("sure", "Sure?").await
        });
        let cancel = [r#"action="cancel""#, "latency_ms=120"];
        assert_has(&lines.await, "INFO", &cancel);
    }
}

#[tokio::test]
async fn a_question_for_a_credential_is_logged_as_a_warning() {
    for (message, word) in [
        ("What is your Password?", "password"),
        ("Paste the API key.", "api key"),
        ("Your SECRET", "secret"),
        ("Paste the GitHub token.", "github token"),
        ("Your SSH key?", "ssh key"),
        ("Write down the seed phrase", "seed phrase"),
        ("Which credit card?", "credit card"),
        ("The card number, please", "card number"),
        ("Enter the OTP", "otp"),
    ] {
        let user = User::new().declines("sure");
        let lines = log_of(&user, Revision::LATEST, async |ask| {
            ask.confirm("sure", message).await
        })
        .await;
        assert_has(&lines, "WARN", &["credential", &format!("word={word:?}")]);
        assert_eq!(user.asked().len(), 1);
    }
    let user = User::new().declines("sure");
    let lines = log_of(&user, Revision::LATEST, async |ask| {
        ask.confirm("sure", "Deploy?").await
    })
    .await;
    assert!(!lines.iter().any(|line| line.contains("credential")));
}

/// Has a page visited that is not done with, in a call of the first revision with pages.
async fn log_of_page(user: &User, elicitation: &Elicitation, required: bool) -> Vec<String> {
    log_with(
        elicitation,
        user,
        Revision::V2025_11_25,
        async |ask: Ask| {
            let link = ask.url("page", "https://example.org/hunter2", "Visit it");
            let link = link.done_when(async || false);
            let link = if required { link.or_require() } else { link };
            link.await.map(drop)
        },
    )
    .await
}

#[tokio::test]
async fn failures_of_a_page_that_is_asked_for_again_are_logged() {
    let key = r#"key="page""#;
    let default = Elicitation::default();
    let agrees = || User::new().agrees("page");
    let lines = log_of_page(&agrees().never_answers("page"), &default, false).await;
    assert_has(&lines, "WARN", &["timed out", key]);
    let lines = log_of_page(&agrees().fails("page", -5), &default, false).await;
    assert_has(&lines, "WARN", &["code=-5", key]);
    let spans = lines.iter().filter(|line| line.starts_with("span"));
    assert_eq!(spans.count(), 1, "{lines:#?}");
    assert!(!lines.concat().contains("hunter2"));
}

#[tokio::test]
async fn a_required_page_is_logged() {
    let key = r#"key="page""#;
    let default = Elicitation::default();
    let lines = log_of_page(&User::new(), &default, true).await;
    assert_has(&lines, "INFO", &["asked", key, "attempt=1"]);
    assert_has(&lines, "INFO", &[ENDED, "code=-32042"]);
    let lines = log_of_page(&User::with_forms_only(), &default, true).await;
    assert_has(&lines, "INFO", &["cannot be asked", key]);
    for revision in [Revision::V2025_11_25, Revision::LATEST] {
        let lines = log_of(&User::new(), revision, async |ask: Ask| {
            let link = ask.url("page", "https://example.org", "Visit it");
            link.or_require().await.map(drop)
        })
        .await;
        assert_has(
            &lines,
            "ERROR",
            &["the question is wrong", "done_when", key],
        );
        let lines = log_of(&User::new(), revision, async |ask: Ask| {
            let link = ask.url("page", "http://example.org", "Visit it");
            let link = link.done_when(async || false);
            link.or_require().await.map(drop)
        })
        .await;
        assert_has(&lines, "ERROR", &["the question is wrong", "https", key]);
    }
}

#[tokio::test]
async fn errors_that_end_a_call_are_logged() {
    let rounds = Elicitation::default().rounds(1);
    let yes = || json!({"confirm": true});
    let confirmed = || User::new().accepts("one", yes()).accepts("two", yes());
    let two = async |ask: Ask| {
        ask.confirm("one", "One?").or_end().await?;
        ask.confirm("two", "Two?").or_end().await
    };
    let lines = log_with(&rounds, &confirmed(), Revision::LATEST, two).await;
    assert_has(&lines, "ERROR", &[ENDED, "code=-32603", "1 rounds"]);
    let lines = log_of_page(&User::new().agrees("page"), &rounds, false).await;
    assert_has(&lines, "ERROR", &[ENDED, "code=-32603", "1 rounds"]);

    let lines = log_of(&confirmed(), Revision::LATEST, async |ask: Ask| {
        let large = async || Ok::<_, AskError>("x".repeat(48 * 1024));
        ask.remember("large", large).await?;
        two(ask).await
    })
    .await;
    assert_has(&lines, "ERROR", &[ENDED, "code=-32603", "too large"]);

    for revision in Revision::all() {
        let lines = log_of(&confirmed(), revision, async |ask: Ask| {
            ask.remember("value", async || Ok::<_, AskError>(1)).await?;
            ask.remember("value", async || Ok::<_, AskError>(2)).await?;
            two(ask).await
        })
        .await;
        assert_has(
            &lines,
            "ERROR",
            &[ENDED, "`value`", "was remembered with this key"],
        );

        let lines = log_of(&User::cannot_be_asked(), revision, two).await;
        assert_has(&lines, "INFO", &[ENDED, "code=-32021"]);
        let lines = log_of(&confirmed(), revision, two).await;
        assert!(!lines.concat().contains(ENDED), "{lines:#?}");
    }
}

/// As from a replica with other keys.
#[tokio::test]
async fn a_foreign_state_is_logged_without_its_content() {
    let (log, _guard) = listen();
    let mut call = Call::new(Revision::LATEST, "tools/call", "test", json!(null));
    call.form = true;
    call.request_state = Some("hunter2".to_owned());
    let session = Session::new();
    let run_end = Elicitation::default()
        .run(call, &session, None, async |asker: Asker| {
            asker.take().is_ok()
        })
        .await;
    assert!(matches!(run_end, RunEnd::Error(_)), "{run_end:?}");
    let lines = log.lines.lock().unwrap().clone();
    assert_has(&lines, "WARN", &[ENDED, "code=-32602", "requestState"]);
    assert!(!lines.concat().contains("hunter2"));
}

#[tokio::test]
async fn a_value_that_json_cannot_hold_is_logged_in_each_run() {
    let user = User::new().accepts("sure", json!({"confirm": true}));
    let lines = log_of(&user, Revision::LATEST, async |ask: Ask| {
        // Written as `null`, and not written at all.
        let number = async || Ok::<_, AskError>(f64::NAN);
        ask.remember("number", number).await?;
        let map = async || Ok::<_, AskError>(HashMap::from([((1, 2), 3)]));
        ask.remember("map", map).await?;
        ask.confirm("sure", "Sure?").or_end().await
    })
    .await;
    for key in [r#"key="number""#, r#"key="map""#] {
        assert_has(&lines, "WARN", &[COMPUTED_AGAIN, key]);
        let told = lines.iter().filter(|line| line.contains(key));
        assert_eq!(told.count(), 2, "{lines:#?}");
    }
}

/// No key should contain a command, but some do.
#[tokio::test]
async fn long_keys_are_cut_and_escaped_in_the_log() {
    let key = format!("run ls\u{200b}\n{}hunter2", "x".repeat(100));
    let start = r"run ls\u{200b}\n";
    let cut = format!("{start}{}…", "x".repeat(100 - start.len()));
    for revision in Revision::all() {
        let invalid = json!({"confirm": "perhaps"});
        let user = User::new()
            .accepts(&key, invalid.clone())
            .accepts(&key, invalid);
        let handler = async |ask: Ask| {
            let _ = ask
                .remember(&key, async || Ok::<_, AskError>(f64::NAN))
                .await;
            let question = ask.confirm(&*key, "Sure?").attempts(2);
            let debug = format!("{question:?} {:?}", ask.confirm(&*key, "Sure?").or_end());
            let _ = question.await;
            // The key is used up.
            (debug, ask.confirm(&*key, "Sure?").await)
        };
        let (log, _guard) = listen();
        let end = user.run(revision, handler).await;
        let shown = format!("{end:?}");
        assert!(
            shown.contains("used before") && !shown.contains("hunter2"),
            "{shown}"
        );
        let lines = log.lines.lock().unwrap().clone();
        assert!(!lines.join("\n").contains("hunter2"), "{lines:#?}");
        let in_log = format!("key={cut:?}");
        for text in [
            "asked",
            "answered",
            "invalid",
            "no valid answer",
            "question is wrong",
        ] {
            assert!(
                lines
                    .iter()
                    .any(|line| line.contains(text) && line.contains(&in_log)),
                "{text}: {lines:#?}"
            );
        }
        assert_has(&lines, "span", &[&in_log]);
        if revision == Revision::LATEST {
            assert_has(&lines, "WARN", &[COMPUTED_AGAIN, &in_log]);
        }
    }
}

#[tokio::test]
async fn a_key_in_an_error_is_cut_and_escaped() {
    let key = format!("run\u{1b} {}hunter2", "x".repeat(100));
    let end = User::new()
        .run(Revision::LATEST, async |ask: Ask| {
            let question = ask.url(&*key, "ftp://example.org", "Visit it");
            let debug = format!("{question:?}");
            (debug, question.await.map(drop))
        })
        .await;
    let End::Returned((debug, Err(error))) = end else {
        panic!("{end:?}");
    };
    for text in [debug, error.to_string(), format!("{error:?}")] {
        assert!(text.contains("run") && text.contains("xx…"), "{text}");
        assert!(
            !text.contains("hunter2") && !text.contains('\u{1b}'),
            "{text}"
        );
    }
    assert!(
        error.to_string().starts_with(r"question `run\u{1b} xx"),
        "{error}"
    );
}

/// A client chooses its own name and the URI of a resource.
#[tokio::test]
async fn long_names_are_cut_in_the_log() {
    for length in [100, 101, 1 << 20] {
        let (log, _guard) = listen();
        // Two bytes each.
        let (peer, target) = ("ä".repeat(length), "ö".repeat(length));
        let mut call = Call::new(
            Revision::LATEST,
            "resources/read",
            target.clone(),
            json!(null),
        );
        call.form = true;
        let session = Session::new().named(&peer);
        let run_end = Elicitation::default()
            .run(call, &session, None, async |asker: Asker| {
                let ask = asker.take().expect("the first to take it");
                ask.confirm("sure", "Sure?").await.map(drop)
            })
            .await;
        assert!(matches!(run_end, RunEnd::InputRequired(_)), "{run_end:?}");
        let lines = log.lines.lock().unwrap().clone();
        let in_log = |name: &str| match length {
            100 => name.to_owned(),
            _ => format!("{}…", &name[..200]),
        };
        let (peer, target) = (in_log(&peer), in_log(&target));
        let peer = format!("peer={peer:?}");
        let target = format!("tool={target:?}");
        assert_has(&lines, "INFO", &["asked", &peer, &target]);
        assert_has(&lines, "span", &[&target]);
    }
}

#[tokio::test]
async fn names_are_escaped_in_the_log() {
    let (log, _guard) = listen();
    let session = Session::new().named("an\n\u{202e}editor");
    let mut call = call(Revision::LATEST);
    call.target = "file://a\u{200b}b".to_owned();
    let run_end = Elicitation::default()
        .run(call, &session, None, async |asker: Asker| {
            let ask = asker.take().expect("the first to take it");
            ask.confirm("sure", "Sure?").await.map(drop)
        })
        .await;
    assert!(matches!(run_end, RunEnd::InputRequired(_)), "{run_end:?}");
    let peer = format!("peer={:?}", r"an\n\u{202e}editor");
    let target = format!("tool={:?}", r"file://a\u{200b}b");
    let lines = log.lines.lock().unwrap().clone();
    assert_has(&lines, "INFO", &["asked", &peer, &target]);
}

#[tokio::test]
async fn an_error_of_the_servers_own_is_logged_by_its_reason() {
    for revision in Revision::all() {
        for (user, reason) in [
            (User::new().declines("one"), "the user declined"),
            (User::new().cancels("one"), "closed without an answer"),
            (User::cannot_be_asked(), "cannot be asked"),
        ] {
            let own = Elicitation::default().on_end(|_, _| Some(RpcError::new(-31_000, "hunter2")));
            let lines = log_with(&own, &user, revision, async |ask: Ask| {
                ask.confirm("one", "One?").or_end().await
            })
            .await;
            assert!(lines.concat().contains(ENDED), "{lines:#?}");
            let line = lines.iter().find(|line| line.contains(ENDED)).unwrap();
            assert!(line.contains(reason), "{line}");
            assert!(!lines.concat().contains("hunter2"), "{lines:#?}");
        }
    }
}

#[tokio::test]
async fn an_unusual_address_is_a_warning_and_not_an_error() {
    let lines_of = async |url: &str, revision| {
        let user = User::new().agrees("link");
        let lines = log_of(&user, revision, async |ask: Ask| {
            ask.url("link", url, "Link it").await.is_ok()
        })
        .await;
        assert_eq!(user.asked().len(), 1, "{url}");
        lines
    };
    for (host, reason) in [
        ("xn--exmple-cua.org", "punycode"),
        ("login.XN--EXMPLE-CUA.org", "punycode"),
        ("10.0.0.1", "private"),
        ("172.16.0.1", "private"),
        ("172.31.255.255:8443", "private"),
        ("192.168.1.1", "private"),
        ("169.254.169.254", "private"),
        ("100.64.0.1", "private"),
        ("0.0.0.0", "private"),
        ("[fd00::1]", "private"),
        ("[fe80::1]", "private"),
        ("[::]", "private"),
        ("[::ffff:10.0.0.1]", "private"),
        ("2130706433", "a number"),
        ("0x7f.1", "a number"),
        ("0177.0.0.1", "a number"),
        ("10.0.0.1.", "a number"),
    ] {
        for revision in Revision::all() {
            let lines = lines_of(&format!("https://{host}/token"), revision).await;
            assert_has(
                &lines,
                "WARN",
                &["the address of the page is unusual", reason],
            );
            assert!(!lines.join("\n").contains("/token"), "{lines:?}");
        }
    }
    for host in [
        "example.org",
        "exn--ample.org",
        "1.example.org",
        "0xample.org",
        "x.y",
        "172.32.0.1",
        "100.128.0.1",
        "11.0.0.1",
        "[2001:db8::1]",
        "127.0.0.1",
        "localhost",
        "example.org.",
        "[v1.x]",
    ] {
        let lines = lines_of(&format!("https://{host}/"), Revision::LATEST).await;
        assert!(!lines.join("\n").contains("unusual"), "{host}: {lines:?}");
    }
}
