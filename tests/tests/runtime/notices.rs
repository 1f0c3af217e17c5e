//! Notifications that a client does not read.

use std::{
    future::{pending, poll_fn, ready},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::{Duration, Instant},
};

use elicit_core::{
    Ask, AskError, Elicitation, Revision,
    adapter::{Asker, Backchannel, BoxFuture, RunEnd, Session, WireError},
};
use elicit_tests::{clock::Clock, drive::Drive as _};
use serde_json::{Value, json};

use crate::adapter::call;

/// What counts as a moment.
const MOMENT: Duration = Duration::from_secs(1);

/// A client that agrees to each link, and reads no notification.
struct Deaf(Clock);

impl Backchannel for Deaf {
    fn elicit<'a>(&'a self, _: &'a str, _: Value) -> BoxFuture<'a, Result<Value, WireError>> {
        self.0.pass(MOMENT);
        Box::pin(ready(Ok(json!({"action": "accept"}))))
    }

    fn notify<'a>(&'a self, _: &'static str, _: Value) -> BoxFuture<'a, Result<(), WireError>> {
        Box::pin(pending())
    }

    fn withdraw(&self, _: &str, _: &str) {}

    fn is_gone(&self) -> bool {
        false
    }

    fn progress_token(&self) -> Option<Value> {
        Some(1.into())
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        let clock = self.0.clone();
        let mut is_over = false;
        Box::pin(poll_fn(move |context| {
            if is_over {
                return Poll::Ready(());
            }
            clock.pass(time);
            is_over = true;
            context.waker().wake_by_ref();
            Poll::Pending
        }))
    }

    fn now(&self) -> Instant {
        self.0.now()
    }
}

/// What a handler returns, and how long its run takes.
async fn run<R>(revision: Revision, handler: impl AsyncFn(Ask) -> R) -> (R, Duration) {
    let (clock, session) = (Clock::default(), Session::new());
    let mut call = call(revision);
    call.url = true;
    let wire: Arc<dyn Backchannel> = Arc::new(Deaf(clock.clone()));
    let elicitation = Elicitation::default();
    let run = elicitation.run(call, &session, Some(wire), |asker: Asker| {
        handler(asker.take().expect("the first"))
    });
    match run.await {
        RunEnd::Returned(done) => (done, clock.passed()),
        _ => panic!("{revision}: the handler has not ended the run"),
    }
}

#[tokio::test]
async fn a_completion_is_awaited_for_a_moment() {
    let (completed, passed) = run(Revision::V2025_11_25, async |ask: Ask| {
        let link = ask.url("link", "https://example.org", "Link it");
        link.or_end().await?.completer().complete().await
    })
    .await;
    assert_eq!(completed, Err(AskError::TimedOut));
    // The answer took one.
    assert_eq!(passed, MOMENT * 2);
}

/// All of them together: a tool may report each of a thousand files.
#[tokio::test]
async fn reports_of_progress_are_awaited_for_a_moment() {
    for revision in Revision::all() {
        let ((), passed) = run(revision, async |ask: Ask| {
            let progress = ask.progress();
            for file in 0..1000 {
                progress.report(f64::from(file), None, None).await;
            }
        })
        .await;
        assert!(passed <= MOMENT, "{revision}: {passed:?}");
    }
}

#[tokio::test]
async fn the_response_waits_for_a_report_for_a_moment() {
    for revision in Revision::all() {
        let ((), passed) = run(revision, async |ask: Ask| {
            let progress = ask.progress();
            let mut report = pin!(progress.report(1.0, None, None));
            // Nobody awaits it.
            poll_fn(|context| {
                assert!(report.as_mut().poll(context).is_pending());
                Poll::Ready(())
            })
            .await;
        })
        .await;
        assert!(passed <= MOMENT, "{revision}: {passed:?}");
    }
}
