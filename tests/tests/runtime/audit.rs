//! What is written to the log.

use std::{
    fmt::{Debug, Write},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use elicit_core::{Ask, AskError, Elicit, Elicitation, Revision, Violations, testing::User};
use serde_json::json;
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

/// Keeps every event and every span as text.
#[derive(Clone, Default)]
struct Log {
    lines: Arc<Mutex<Vec<String>>>,
    spans: Arc<AtomicU64>,
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("elicit_core")
    }

    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        let mut line = Line(format!("span {}", attributes.metadata().name()));
        attributes.record(&mut line);
        self.lines.lock().unwrap().push(line.0);
        span::Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        let mut line = Line("record".to_owned());
        values.record(&mut line);
        self.lines.lock().unwrap().push(line.0);
    }

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        self.lines.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

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
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let _ = user.run_with(elicitation, revision, handler).await;
    let lines = log.lines.lock().unwrap().clone();
    // What every event has.
    for line in lines.iter().filter(|line| !line.starts_with("span")) {
        for part in [
            " key=",
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
async fn asked_invalid_and_answered() {
    for revision in Revision::ALL {
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
async fn answers_that_are_kept_are_not_written_again() {
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
async fn an_answer_is_written_when_the_run_gets_to_its_question() {
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
async fn what_goes_wrong() {
    let confirm = async |ask: Ask| ask.confirm("sure", "Sure?").await;
    let legacy = Revision::V2025_11_25;
    let lines = log_of(&User::new().never_answers("sure"), legacy, confirm).await;
    assert_has(&lines, "WARN", &["timed out"]);
    let lines = log_of(&User::cannot_be_asked(), legacy, confirm).await;
    assert_has(&lines, "INFO", &["refused", "cannot be asked"]);
    let lines = log_of(&User::new().fails("sure", -32602), legacy, confirm).await;
    assert_has(&lines, "ERROR", &["refused the schema"]);
    let lines = log_of(&User::new().fails("sure", -5), legacy, confirm).await;
    assert_has(&lines, "WARN", &["code=-5"]);
    let bad = async |ask: Ask| ask.confirm("sure", "See https://example.org").await;
    let lines = log_of(&User::new(), legacy, bad).await;
    assert_has(&lines, "ERROR", &["the question is wrong", "reason="]);
    let none = Elicitation::default().rate(std::num::NonZeroU32::new(1));
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

#[tokio::test]
async fn a_question_for_a_credential_is_a_warning() {
    for (message, word) in [
        ("What is your Password?", "password"),
        ("Paste the API key.", "api key"),
        ("Your SECRET", "secret"),
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
