//! A retry whose state has expired: the call starts over.

use std::{
    num::NonZeroU32,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, SystemTime},
};

use elicit_core::{
    Ask, AskError, Elicitation, Outcome, Revision,
    adapter::{Asker, RunEnd, Session},
    testing::{End, User},
};
use elicit_tests::{clock::Clock, drive::Drive as _, for_a_model::assert_for_a_model};
use serde_json::json;

use crate::{
    adapter::call,
    log::listen,
    once::{Server, begin, once, retry, send},
};

fn yes() -> serde_json::Value {
    json!({"confirm": true})
}

/// A server whose time passes when a test says so.
fn timed(elicitation: Elicitation, clock: &Clock) -> Elicitation {
    let (clock, begun) = (clock.clone(), SystemTime::now());
    elicitation.clock(move || begun + clock.passed())
}

/// A person who needs this long for each answer, and never stops.
fn slow(time: Duration) -> User {
    (0..100).fold(User::new().takes(time), |user, _| {
        user.accepts("sure", yes())
    })
}

async fn sure(ask: Ask) -> Result<Outcome<()>, AskError> {
    ask.confirm("sure", "Sure?").await
}

#[tokio::test]
async fn a_person_slower_than_the_expiry_is_not_asked_for_ever() {
    let revision = Revision::LATEST;
    for rounds in [1, 10] {
        let elicitation = Elicitation::default().rounds(rounds).rate_limit(None);
        let user = slow(Duration::from_secs(11 * 60));
        let (log, _guard) = listen();
        let end = user.run_with(&elicitation, revision, sure).await;
        let End::Error(rpc_error) = end else {
            panic!("{end:?}");
        };
        // The log says what to set.
        let message = &rpc_error.message;
        assert!(message.contains("an answer took too long"), "{message}");
        assert_for_a_model(message);
        let lines = log.lines.lock().unwrap().clone();
        let help = "help=\"`Elicitation::expiry`";
        assert!(lines.iter().any(|line| line.contains(help)), "{lines:#?}");
        assert_eq!(rpc_error.code, -32603);
        let data = rpc_error.data.unwrap_or_default();
        assert_eq!(data["reason"], "request_state_expired");
        assert_eq!(user.asked().len(), 1 + usize::from(rounds));
    }
    // One that is long enough.
    let elicitation = Elicitation::default().expiry(Duration::from_secs(12 * 60));
    let user = slow(Duration::from_secs(11 * 60));
    let end = user.run_with(&elicitation, revision, sure).await;
    assert_eq!(end, End::Returned(Ok(Outcome::Accepted(()))));
    assert_eq!(user.asked().len(), 1);
}

/// Also if the person is slow at a later question only.
#[tokio::test]
async fn the_number_of_times_that_a_call_starts_over_is_limited() {
    let elicitation = Elicitation::default().rounds(3).rate_limit(None);
    let user = (0..20).fold(User::new(), |user, _| {
        user.takes(Duration::from_secs(1))
            .accepts("first", yes())
            .takes(Duration::from_secs(11 * 60))
            .accepts("second", yes())
    });
    let end = user
        .run_with(&elicitation, Revision::LATEST, async |ask: Ask| {
            ask.confirm("first", "First?").or_end().await?;
            ask.confirm("second", "Second?").or_end().await
        })
        .await;
    assert!(matches!(end, End::Error(_)), "{end:?}");
    assert_eq!(user.asked().len(), 2 * 4);
}

#[tokio::test]
async fn a_call_that_starts_over_asks_everything_again() {
    let user = User::new()
        .accepts("first", yes())
        .takes(Duration::from_secs(11 * 60))
        .accepts("second", yes())
        .takes(Duration::from_secs(1))
        .declines("first")
        .accepts("second", yes());
    let computed = AtomicU32::new(0);
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            let compute = async || Ok::<_, AskError>(computed.fetch_add(1, Ordering::Relaxed));
            let remembered = ask.remember("number", compute).await?;
            let first = ask.confirm("first", "First?").await?;
            let second = ask.confirm("second", "Second?").await?;
            Ok::<_, AskError>((remembered, first, second, ask.round()))
        })
        .await;
    // The rounds are counted anew.
    let expected = (1, Outcome::Declined, Outcome::Accepted(()), 2);
    assert_eq!(end, End::Returned(Ok(expected)));
    assert_eq!(user.asked_keys(), ["first", "second", "first", "second"]);
}

#[tokio::test]
async fn a_call_that_starts_over_keeps_its_idempotency_key() {
    let user = User::new()
        .takes(Duration::from_secs(11 * 60))
        .accepts("sure", yes())
        .takes(Duration::from_secs(1))
        .accepts("sure", yes());
    let keys = std::sync::Mutex::new(Vec::new());
    let end = user
        .run(Revision::LATEST, async |ask: Ask| {
            keys.lock().unwrap().push(ask.idempotency_key("payment"));
            sure(ask).await
        })
        .await;
    assert_eq!(end, End::Returned(Ok(Outcome::Accepted(()))));
    let keys = keys.into_inner().unwrap();
    assert_eq!(keys.len(), 3);
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
}

#[tokio::test]
async fn a_call_that_starts_over_is_logged() {
    let (log, _guard) = listen();
    let user = User::new()
        .takes(Duration::from_secs(11 * 60))
        .accepts("sure", yes())
        .takes(Duration::from_secs(1))
        .accepts("sure", yes());
    let _ = user.run(Revision::LATEST, sure).await;
    let lines = log.lines.lock().unwrap().clone();
    let of_start = |line: &&String| line.contains("starts over");
    let lines: Vec<_> = lines.iter().filter(of_start).collect();
    let [line] = &*lines else {
        panic!("{lines:?}");
    };
    assert!(line.starts_with("WARN"), "{line}");
    assert!(line.contains("`Elicitation::expiry`"), "{line}");
    assert!(line.contains(" tool=\"test\""), "{line}");
}

/// What the guesses of a call are counted for stays the same.
#[tokio::test]
async fn guesses_are_counted_over_the_start_of_a_call() {
    let clock = Clock::default();
    let elicitation = Elicitation::default().rate_limit(NonZeroU32::new(2));
    let elicitation = timed(elicitation, &clock);
    let handler = async |asker: Asker| {
        let ask = asker.take().unwrap();
        let number = ask.value::<u8>("sure", "Which number?").attempts(1);
        let number = number.check(|_| Err(elicit_core::Violations::new().form("Another one.")));
        number.await.map(drop)
    };
    let drive = async |call| {
        // As over HTTP: the connection is another one each time.
        let session = Session::new();
        elicitation.run(call, &session, None, handler).await
    };
    let state = |run_end: RunEnd<_>| match run_end {
        RunEnd::InputRequired(required) => json!(required.state),
        other => panic!("{other:?}"),
    };
    let answered = |state: &serde_json::Value| {
        let mut call = retry(state, "sure");
        let answer = json!({"action": "accept", "content": {"value": 1}});
        call.input_responses.insert("sure".to_owned(), answer);
        call
    };
    let first = state(drive(call(Revision::LATEST)).await);
    for _ in 0..2 {
        let run_end = drive(answered(&first)).await;
        let RunEnd::Returned(Err(AskError::Invalid(_))) = run_end else {
            panic!("{run_end:?}");
        };
    }
    clock.pass(Duration::from_secs(601));
    let second = state(drive(answered(&first)).await);
    let run_end = drive(answered(&second)).await;
    let RunEnd::Returned(Err(AskError::TooManyAnswers { .. })) = run_end else {
        panic!("{run_end:?}");
    };
}

/// It is counted in whole seconds, which must not make it shorter.
#[tokio::test]
async fn a_state_is_valid_for_all_of_its_expiry() {
    for (expiry, last) in [(1500, 1500), (1, 1000), (0, 1000)] {
        for begins in [0, 1, 500, 999] {
            let clock = Clock::default();
            let elicitation = Elicitation::default().expiry(Duration::from_millis(expiry));
            let begun = SystemTime::UNIX_EPOCH + Duration::from_millis(1_000_000 + begins);
            let time = clock.clone();
            let elicitation = elicitation.clock(move || begun + time.passed());
            let server = Server::default();
            let state = begin(&server, &elicitation).await;
            clock.pass(Duration::from_millis(last - 1));
            let next = send(&server, &elicitation, retry(&state, "sure")).await;
            assert!(
                next["requests"]["really"].is_object(),
                "{expiry} {begins}: {next}"
            );
        }
    }
}

#[tokio::test]
async fn with_once_an_expiry_of_zero_counts_as_a_second() {
    let clock = Clock::default();
    let elicitation = timed(once().expiry(Duration::ZERO), &clock);
    let server = Server::default();
    let state = begin(&server, &elicitation).await;
    let next = send(&server, &elicitation, retry(&state, "sure")).await;
    assert!(next["requests"]["really"].is_object(), "{next}");
    clock.pass(Duration::from_secs(3));
    let refused = send(&server, &elicitation, retry(&next["state"], "really")).await;
    let message = refused["refused"].as_str().unwrap();
    assert!(message.contains("the answer took too long"), "{message}");
    assert_eq!(server.paid(), 0);
}
