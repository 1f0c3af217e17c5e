//! What a client hears of a call while it runs.

use std::{
    future::pending,
    pin::pin,
    sync::{Arc, Mutex},
    task::{Context, Wake, Waker},
    time::{Duration, Instant},
};

use elicit_core::{
    Ask, Elicitation, Outcome, Revision,
    adapter::{Asker, Backchannel, BoxFuture, Call, Session, WireError},
    runtime::Progress,
    testing::{End, User},
};
use elicit_tests::drive::Drive as _;
use serde_json::Value;

const LEGACY: [Revision; 2] = [Revision::V2025_06_18, Revision::V2025_11_25];

fn every(seconds: u64) -> Elicitation {
    Elicitation::default().keep_alive(Some(Duration::from_secs(seconds)))
}

fn user(seconds: u64) -> User {
    User::new()
        .takes(Duration::from_secs(seconds))
        .declines("sure")
        .declines("other")
}

/// The parameters of each notification, whose values increase.
fn progress(user: &User) -> Vec<Value> {
    let notified = user.notified().into_iter();
    let params: Vec<_> = notified
        .map(|(method, params)| {
            assert_eq!(method, "notifications/progress");
            assert_eq!(params["progressToken"], "testing::User");
            params
        })
        .collect();
    let values = values(&params);
    assert!(values.is_sorted_by(|one, next| one < next), "{values:?}");
    params
}

fn values(params: &[Value]) -> Vec<f64> {
    let values = params.iter().map(|params| params["progress"].as_f64());
    values
        .collect::<Option<_>>()
        .expect("each notification has a number")
}

async fn sure(ask: Ask) -> Outcome<()> {
    ask.confirm("sure", "Sure?").await.unwrap()
}

#[tokio::test]
async fn a_waiting_call_sends_progress() {
    for revision in LEGACY {
        let user = user(10);
        let end = user.run_with(&every(1), revision, sure).await;
        assert_eq!(end, End::Returned(Outcome::Declined), "{revision}");
        let progress = progress(&user);
        // With the answer the tenth is not due any more.
        assert_eq!(progress.len(), 9, "{revision}");
        assert_eq!(progress[0]["message"], "Waiting for the user's answer.");
    }
}

#[tokio::test]
async fn by_default_progress_is_sent_every_10_seconds() {
    for revision in LEGACY {
        for (seconds, expected) in [(10, 0), (11, 1), (61, 6)] {
            let user = user(seconds);
            let end = user.run(revision, sure).await;
            assert_eq!(end, End::Returned(Outcome::Declined), "{revision}");
            assert_eq!(progress(&user).len(), expected, "{revision}");
        }
    }
}

#[tokio::test]
async fn progress_is_not_sent_if_switched_off_or_if_no_call_waits() {
    for (revision, elicitation) in [
        (Revision::V2025_11_25, every(1).keep_alive(None)),
        (Revision::V2026_07_28, every(1)),
    ] {
        let user = user(10);
        let end = user.run_with(&elicitation, revision, sure).await;
        assert_eq!(end, End::Returned(Outcome::Declined), "{revision}");
        assert_eq!(progress(&user).len(), 0, "{revision}");
    }
}

#[tokio::test]
async fn several_open_questions_send_progress_as_one_call() {
    for revision in LEGACY {
        let user = user(3);
        let end = user
            .run_with(&every(1), revision, async |ask| {
                let task = tokio::spawn(async move {
                    let other = ask.confirm("other", "Other?");
                    let (sure, other) = tokio::join!(ask.confirm("sure", "Sure?"), other);
                    (sure.unwrap(), other.unwrap())
                });
                task.await.unwrap()
            })
            .await;
        assert_eq!(end, End::Returned((Outcome::Declined, Outcome::Declined)));
        assert!((2..=3).contains(&progress(&user).len()), "{revision}");
    }
}

#[tokio::test]
async fn progress_while_waiting_has_whole_numbers_that_count_as_done() {
    for revision in LEGACY {
        let user = user(4);
        let end = user
            .run_with(&every(1), revision, async |ask| {
                let progress = ask.progress();
                progress.report(1.0, Some(3.0), Some("reading")).await;
                let sure = sure(ask).await;
                progress.report(2.0, None, None).await;
                progress.report(3.0, None, None).await;
                sure
            })
            .await;
        assert_eq!(end, End::Returned(Outcome::Declined), "{revision}");
        let progress = progress(&user);
        // As integers: JSON tells `1` from `1.0`.
        let sent = progress
            .iter()
            .map(|params| (&params["progress"], &params["total"]));
        let sent: Vec<_> = sent
            .map(|(done, total)| format!("{done}/{total}"))
            .collect();
        assert_eq!(
            sent,
            ["1/3", "2/4", "3/5", "4/6", "5/6", "6/6"],
            "{revision}"
        );
        assert_eq!(progress[0]["message"], "reading");
    }
}

#[tokio::test]
async fn fractions_reported_by_a_tool_stay_and_progress_increases() {
    for revision in LEGACY {
        let user = user(3);
        let end = user
            .run_with(&every(1), revision, async |ask| {
                let progress = ask.progress();
                progress.report(0.25, Some(1.0), None).await;
                let sure = sure(ask).await;
                progress.report(0.5, None, None).await;
                sure
            })
            .await;
        assert_eq!(end, End::Returned(Outcome::Declined), "{revision}");
        assert_eq!(
            values(&progress(&user))[..3],
            [0.25, 1.0, 2.0],
            "{revision}"
        );
    }
}

#[tokio::test]
async fn the_progress_of_a_tool_increases_on_every_revision() {
    for revision in Revision::all() {
        let user = User::new();
        let end = user
            .run(revision, async |ask: Ask| {
                let progress = ask.progress();
                let _settled = ask.settle();
                for done in [-1.0, 2.0, 2.0, 1.0, f64::NAN, f64::INFINITY, 3e9, 3e9, 4e9] {
                    progress.report(done, Some(f64::NAN), None).await;
                }
            })
            .await;
        assert_eq!(end, End::Returned(()), "{revision}");
        let progress = progress(&user);
        assert_eq!(values(&progress).len(), 7, "{progress:?}");
        assert!(progress.iter().all(|params| params.get("total").is_none()));
    }
}

#[tokio::test]
async fn no_progress_is_sent_after_the_response() {
    for revision in Revision::all() {
        let kept: Mutex<Option<Progress>> = Mutex::new(None);
        let user = user(3);
        let end = user
            .run_with(&every(1), revision, async |ask| {
                *kept.lock().unwrap() = Some(ask.progress());
                sure(ask).await
            })
            .await;
        assert_eq!(end, End::Returned(Outcome::Declined), "{revision}");
        let before = progress(&user).len();
        let kept = kept.lock().unwrap().take().unwrap();
        kept.report(50.0, None, None).await;
        assert_eq!(progress(&user).len(), before, "{revision}");
    }
}

/// A client that does not read, and asks for progress.
struct Deaf;

impl Backchannel for Deaf {
    fn elicit<'a>(&'a self, _: &'a str, _: Value) -> BoxFuture<'a, Result<Value, WireError>> {
        Box::pin(pending())
    }

    fn notify<'a>(&'a self, _: &'static str, _: Value) -> BoxFuture<'a, Result<(), WireError>> {
        Box::pin(pending())
    }

    fn withdraw(&self, _: &str, _: &str) {}

    fn is_gone(&self) -> bool {
        false
    }

    fn progress_token(&self) -> Option<Value> {
        Some("deaf".into())
    }

    fn sleep(&self, _: Duration) -> BoxFuture<'static, ()> {
        Box::pin(pending())
    }

    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// Each waker that somebody keeps has a clone of this.
#[derive(Clone)]
struct Kept(Arc<()>);

impl Wake for Kept {
    fn wake(self: Arc<Self>) {}
}

#[test]
fn a_report_that_waits_for_the_transport_keeps_one_waker() {
    let kept = Kept(Arc::default());
    let wakers = || Arc::strong_count(&kept.0);
    let elicitation = Elicitation::default();
    for revision in Revision::all() {
        let session = Session::new();
        let wire = Arc::new(Deaf) as Arc<dyn Backchannel>;
        let call = Call::new(revision, "tools/call", "test", Value::Null);
        let mut most = Vec::new();
        let run = elicitation.run(call, &session, Some(wire), async |asker: Asker| {
            let progress = asker.take().expect("the first").progress();
            let mut report = pin!(progress.report(1.0, None, None));
            for _ in 0..100 {
                // As an executor polls that has a waker of its own for each part of a task.
                let waker = Arc::new(kept.clone()).into();
                let mut context = Context::from_waker(&waker);
                assert!(report.as_mut().poll(&mut context).is_pending());
            }
            most.push(wakers());
            for _ in 0..100 {
                let waker = Arc::new(kept.clone()).into();
                let mut context = Context::from_waker(&waker);
                // Not awaited to its end, as under a time-out.
                let report = pin!(progress.report(2.0, None, None));
                assert!(report.poll(&mut context).is_pending());
            }
            most.push(wakers());
        });
        let mut context = Context::from_waker(Waker::noop());
        // The last report is never sent.
        assert!(Box::pin(run).as_mut().poll(&mut context).is_pending());
        // This one, and that of the report that waits.
        assert_eq!(most, [2, 2], "{revision}");
    }
}
