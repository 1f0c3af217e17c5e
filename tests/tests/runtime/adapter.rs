//! What an adapter sees.

use std::{
    future::{pending, ready},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Wake},
    time::{Duration, Instant},
};

use elicit_core::{
    Ask, AskError, Elicitation, Mode, Outcome, Revision,
    adapter::{
        Asker, Backchannel, BoxFuture, Call, ErrorResponse, RpcError, RunEnd, Session, WireError,
    },
};
use elicit_tests::drive::Drive as _;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::log::listen;

pub(crate) fn call(revision: Revision) -> Call {
    let mut call = Call::new(revision, "tools/call", "test", Value::Null);
    call.form = true;
    call
}

/// A client that never answers, and counts who waits for it.
#[derive(Default)]
pub(crate) struct Silent {
    waiting: Arc<AtomicUsize>,
    timeouts: Mutex<Vec<Duration>>,
    /// The keys of withdrawn questions, why they were, and how many waited then.
    pub(crate) withdrawn: Mutex<Vec<(String, String, usize)>>,
}

struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Backchannel for Silent {
    fn elicit<'a>(&'a self, _: &'a str, _: Value) -> BoxFuture<'a, Result<Value, WireError>> {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let waiting = Waiting(Arc::clone(&self.waiting));
        Box::pin(async move {
            let _waiting = waiting;
            pending().await
        })
    }

    fn notify<'a>(&'a self, _: &'static str, _: Value) -> BoxFuture<'a, Result<(), WireError>> {
        Box::pin(ready(Ok(())))
    }

    fn withdraw(&self, key: &str, reason: &str) {
        let waiting = self.waiting.load(Ordering::SeqCst);
        self.withdrawn
            .lock()
            .unwrap()
            .push((key.to_owned(), reason.to_owned(), waiting));
    }

    fn is_gone(&self) -> bool {
        false
    }

    fn progress_token(&self) -> Option<Value> {
        None
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        self.timeouts.lock().unwrap().push(time);
        Box::pin(pending())
    }

    fn now(&self) -> Instant {
        Instant::now()
    }
}

async fn confirm(asker: Asker) -> Result<Outcome<()>, AskError> {
    let ask: Ask = asker.take().unwrap();
    ask.confirm("sure", "Sure?").await
}

#[tokio::test]
async fn an_ask_can_be_taken_once_in_a_run() {
    let (log, _guard) = listen();
    let elicitation = Elicitation::default();
    let session = Session::new();
    let run = elicitation.run(
        call(Revision::LATEST),
        &session,
        None,
        async |asker: Asker| (asker.take().is_ok(), asker.clone().take().is_ok()),
    );
    assert!(matches!(run.await, RunEnd::Returned((true, false))));
    // The model reads less.
    let lines = log.lines.lock().unwrap().join("\n");
    assert!(
        lines.contains("the `Ask` of a request was taken twice: take it once"),
        "{lines}"
    );
}

/// Whether somebody is to poll again.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn a_foreign_state_ends_the_run_wherever_the_ask_is_taken() {
    let elicitation = Elicitation::default();
    let session = Session::new();
    let mut call = call(Revision::LATEST);
    call.request_state = Some("not ours".to_owned());
    let elsewhere = Mutex::new(None);
    let run = elicitation.run(call, &session, None, async |asker: Asker| {
        *elsewhere.lock().unwrap() = Some(asker);
        pending::<()>().await;
    });
    let mut run = std::pin::pin!(run);
    let woken = Arc::new(Woken::default());
    let waker = Arc::clone(&woken).into();
    let mut context = Context::from_waker(&waker);
    assert!(run.as_mut().poll(&mut context).is_pending());
    assert_eq!(woken.0.load(Ordering::SeqCst), 0);
    let asker = elsewhere.lock().unwrap().take().unwrap();
    assert_eq!(asker.take().unwrap_err().code, -32602);
    assert_eq!(woken.0.load(Ordering::SeqCst), 1);
    match run.as_mut().poll(&mut context) {
        Poll::Ready(RunEnd::Error(rpc_error)) => assert_eq!(rpc_error.code, -32602),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn without_a_backchannel_the_client_cannot_be_asked() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let elicitation = Elicitation::default();
        let session = Session::new();
        let run_end = elicitation
            .run(call(revision), &session, None, confirm)
            .await;
        let RunEnd::Unsupported(unsupported) = run_end else {
            panic!("{run_end:?}");
        };
        let rpc_error = RpcError::from(AskError::Unsupported(Mode::Form));
        let error = |done: &Result<_, AskError>| done.as_ref().err().cloned().map(RpcError::from);
        assert_eq!(unsupported.resolve(error).unwrap_err(), rpc_error);
    }
}

#[tokio::test]
async fn a_handler_that_cannot_ask_may_return_another_result() {
    let own = |code| RpcError::new(code, "no form here").with_data(json!({"form": 7}));
    for (returned, resolved) in [
        (Ok("went on"), Ok(Ok("went on"))),
        (Err(own(7)), Ok(Err(own(7)))),
        // The error of the question, in the words of the handler.
        (
            Err(own(-32021)),
            Err(own(-32021).with_data(json!({
                "form": 7,
                "requiredCapabilities": {"elicitation": {"form": {}}},
            }))),
        ),
    ] {
        let elicitation = Elicitation::default();
        let session = Session::new();
        let handler = |asker: Asker| async move {
            let ask = asker.take()?;
            ask.confirm("sure", "Sure?")
                .await
                .expect_err("the client cannot be asked");
            returned
        };
        let call = call(Revision::V2025_11_25);
        let RunEnd::Unsupported(unsupported) = elicitation.run(call, &session, None, handler).await
        else {
            panic!("the run did not end with `RunEnd::Unsupported`");
        };
        assert_eq!(unsupported.resolve(|done| done.clone().err()), resolved);
    }
}

#[tokio::test]
async fn dropping_the_run_ends_every_wait() {
    let silent = Arc::new(Silent::default());
    let elicitation = Elicitation::default().rate_limit(None);
    let session = Session::new();
    let mut runs: Vec<_> = (0..1000)
        .map(|_| {
            let wire = Arc::clone(&silent) as Arc<dyn Backchannel>;
            let call = call(Revision::V2025_11_25);
            Box::pin(elicitation.run(call, &session, Some(wire), confirm))
        })
        .collect();
    for run in &mut runs {
        assert!(futures_poll(run.as_mut()).is_pending());
    }
    assert_eq!(silent.waiting.load(Ordering::SeqCst), 1000);
    // The runs hold the only other handles on it.
    assert_eq!(Arc::strong_count(&silent), 1001);
    drop(runs);
    assert_eq!(silent.waiting.load(Ordering::SeqCst), 0);
    assert_eq!(Arc::strong_count(&silent), 1);
}

fn futures_poll<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
    let mut context = Context::from_waker(std::task::Waker::noop());
    future.poll(&mut context)
}

#[tokio::test]
async fn the_timeout_of_a_question_overrides_that_of_the_server() {
    let silent = Arc::new(Silent::default());
    let minute = Duration::from_secs(60);
    for (elicitation, own) in [
        (Elicitation::default(), None),
        (Elicitation::default().timeout(minute), None),
        (Elicitation::default().timeout(minute), Some(minute / 2)),
    ] {
        let session = Session::new();
        let wire = Arc::clone(&silent) as Arc<dyn Backchannel>;
        let call = call(Revision::V2025_11_25);
        let mut run =
            Box::pin(
                elicitation.run(call, &session, Some(wire), async |asker: Asker| {
                    let ask = asker.take().unwrap();
                    let question = ask.confirm("sure", "Sure?");
                    match own {
                        Some(own) => question.timeout(own).await,
                        None => question.await,
                    }
                }),
            );
        assert!(futures_poll(run.as_mut()).is_pending());
    }
    let mut timeouts = silent.timeouts.lock().unwrap().clone();
    // Between two looks whether the client is gone.
    timeouts.retain(|time| *time > Duration::from_secs(1));
    assert_eq!(timeouts, [minute * 5, minute, minute / 2]);
}

#[tokio::test]
async fn a_question_that_lost_a_race_is_not_asked() {
    let elicitation = Elicitation::default();
    let session = Session::new();
    let run = elicitation.run(
        call(Revision::LATEST),
        &session,
        None,
        async |asker: Asker| {
            let ask = asker.take().unwrap();
            tokio::select! {
                biased;
                _ = ask.confirm("sure", "Sure?") => "asked",
                () = ready(()) => {
                    // The question is withdrawn, so the handler may wait.
                    tokio::task::yield_now().await;
                    "gave up"
                }
            }
        },
    );
    assert!(matches!(run.await, RunEnd::Returned("gave up")));
}

#[tokio::test]
async fn a_dropped_question_is_withdrawn_once() {
    let elicitation = Elicitation::default();
    let session = Session::new();
    let silent = Arc::new(Silent::default());
    let wire = Arc::clone(&silent) as Arc<dyn Backchannel>;
    let call = call(Revision::V2025_11_25);
    let run = elicitation.run(call, &session, Some(wire), async |asker: Asker| {
        let ask = asker.take().unwrap();
        tokio::select! {
            biased;
            _ = ask.confirm("sure", "Sure?") => "answered",
            () = ready(()) => "gave up",
        }
    });
    assert!(matches!(run.await, RunEnd::Returned("gave up")));
    // After its own future is dropped.
    let reason = "The answer is no longer needed.".to_owned();
    let withdrawn = ("sure".to_owned(), reason, 0);
    assert_eq!(*silent.withdrawn.lock().unwrap(), [withdrawn]);
}

#[tokio::test]
async fn questions_of_a_task_that_outlives_its_handler_are_suspended() {
    let elicitation = Elicitation::default();
    let session = Session::new();
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let (tell, told) = tokio::sync::oneshot::channel();
        let wire = Arc::new(Silent::default()) as Arc<dyn Backchannel>;
        let run = elicitation.run(call(revision), &session, Some(wire), |asker| {
            let ask = asker.take().unwrap();
            tokio::spawn(async move {
                let outcome = ask.confirm("sure", "Sure?").await;
                let later = ask.confirm("later", "Sure?").await;
                tell.send((outcome, later)).unwrap();
            });
            async {
                if revision.asks_in_result() {
                    // Until the question is open, which ends this run.
                    pending::<()>().await;
                } else {
                    tokio::task::yield_now().await;
                }
            }
        });
        let run_end = run.await;
        let suspended = matches!(run_end, RunEnd::InputRequired(_));
        assert_eq!(suspended, revision == Revision::V2026_07_28);
        // Nothing else would wake the task, so it would wait for ever.
        let told = tokio::time::timeout(Duration::from_secs(30), told).await;
        let told = told.expect("the task gets its errors").unwrap();
        assert_eq!(told, (Err(AskError::Suspended), Err(AskError::Suspended)));
    }
}

#[tokio::test]
async fn a_required_page_of_a_task_that_outlives_its_handler_is_suspended() {
    let elicitation = Elicitation::default();
    let session = Session::new();
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let (tell, told) = tokio::sync::oneshot::channel();
        let (looks, over) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let wire = Arc::new(Silent::default()) as Arc<dyn Backchannel>;
        let mut call = call(revision);
        call.url = true;
        let run = elicitation.run(call, &session, Some(wire), |asker| {
            let ask = asker.take().unwrap();
            let (begun, end) = (Arc::clone(&looks), Arc::clone(&over));
            tokio::spawn(async move {
                let is_done = async || {
                    begun.notify_one();
                    end.notified().await;
                    true
                };
                let link = ask.url("pay", "https://example.org/pay", "Pay here.");
                let outcome = link.done_when(is_done).or_require().await;
                tell.send(outcome).unwrap();
            });
            let looks = Arc::clone(&looks);
            async move { looks.notified().await }
        });
        assert!(matches!(run.await, RunEnd::Returned(())));
        over.notify_one();
        let outcome = told.await.unwrap().map(|_| ());
        assert_eq!(outcome, Err(AskError::Suspended), "{revision}");
    }
}

/// A client that an adapter takes for gone when its call is over.
#[derive(Default)]
struct GoneWithItsCall {
    over: Notify,
    asked: Notify,
}

impl Backchannel for GoneWithItsCall {
    fn elicit<'a>(&'a self, _: &'a str, _: Value) -> BoxFuture<'a, Result<Value, WireError>> {
        Box::pin(async move {
            self.asked.notify_one();
            self.over.notified().await;
            Err(WireError::Gone)
        })
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

/// An adapter that does no more than the guide says: nothing in it waits for the client to leave. It
/// leaves when it has been asked so often.
struct Leaving {
    asked: AtomicUsize,
    most: usize,
    withdrawn: AtomicUsize,
}

impl Leaving {
    fn after(most: usize) -> Arc<Self> {
        Arc::new(Self {
            asked: AtomicUsize::new(0),
            most,
            withdrawn: AtomicUsize::new(0),
        })
    }
}

impl Backchannel for Leaving {
    fn elicit<'a>(&'a self, _: &'a str, _: Value) -> BoxFuture<'a, Result<Value, WireError>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Box::pin(pending())
    }

    fn notify<'a>(&'a self, _: &'static str, _: Value) -> BoxFuture<'a, Result<(), WireError>> {
        Box::pin(ready(Ok(())))
    }

    fn withdraw(&self, _: &str, _: &str) {
        self.withdrawn.fetch_add(1, Ordering::SeqCst);
    }

    fn is_gone(&self) -> bool {
        self.asked.load(Ordering::SeqCst) >= self.most
    }

    fn progress_token(&self) -> Option<Value> {
        None
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        // The time-out of a question is minutes.
        if time > Duration::from_secs(1) {
            Box::pin(pending())
        } else {
            Box::pin(tokio::task::yield_now())
        }
    }

    fn now(&self) -> Instant {
        Instant::now()
    }
}

async fn visit(asker: Asker) -> Result<Outcome<()>, AskError> {
    let ask: Ask = asker.take().unwrap();
    let agreed = ask.url("link", "https://example.org", "Visit").await;
    agreed.map(|agreed| agreed.map(drop))
}

#[tokio::test]
async fn a_client_that_leaves_ends_its_open_question() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        for is_link in [false, true] {
            let wire = Leaving::after(1);
            let backchannel = Arc::clone(&wire) as Arc<dyn Backchannel>;
            let (elicitation, session) = (Elicitation::default(), Session::new());
            let mut call = call(revision);
            call.url = true;
            let run = elicitation.run(call, &session, Some(backchannel), async |asker| {
                if is_link {
                    visit(asker).await
                } else {
                    confirm(asker).await
                }
            });
            let run_end = tokio::time::timeout(Duration::from_secs(30), run).await;
            let run_end = run_end.expect("the question ends");
            assert!(
                matches!(run_end, RunEnd::Returned(Err(AskError::Gone))),
                "{revision}: {run_end:?}"
            );
            assert_eq!(wire.withdrawn.load(Ordering::SeqCst), 1, "{revision}");
        }
    }
}

#[tokio::test]
async fn a_client_that_is_gone_is_not_asked() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let wire = Leaving::after(0);
        let backchannel = Arc::clone(&wire) as Arc<dyn Backchannel>;
        let (elicitation, session) = (Elicitation::default(), Session::new());
        let run = elicitation.run(call(revision), &session, Some(backchannel), confirm);
        let run_end = tokio::time::timeout(Duration::from_secs(30), run).await;
        let run_end = run_end.expect("the question ends");
        assert!(
            matches!(run_end, RunEnd::Returned(Err(AskError::Gone))),
            "{revision}: {run_end:?}"
        );
        assert_eq!(wire.asked.load(Ordering::SeqCst), 0, "{revision}");
    }
}

/// Both happen before the task is polled.
#[tokio::test]
async fn a_question_is_suspended_even_if_its_client_is_gone_as_well() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let wire = Arc::new(GoneWithItsCall::default());
        let (tell, told) = tokio::sync::oneshot::channel();
        let elicitation = Elicitation::default();
        let session = Session::new();
        let backchannel = Arc::clone(&wire) as Arc<dyn Backchannel>;
        let run = elicitation.run(call(revision), &session, Some(backchannel), |asker| {
            let ask = asker.take().unwrap();
            tokio::spawn(async move {
                tell.send(ask.confirm("sure", "Sure?").await).unwrap();
            });
            wire.asked.notified()
        });
        assert!(matches!(run.await, RunEnd::Returned(())), "{revision}");
        // The task has not been polled since, so both are news to it.
        wire.over.notify_one();
        let told = tokio::time::timeout(Duration::from_secs(30), told).await;
        let told = told.expect("the task gets its errors").unwrap();
        assert_eq!(told, Err(AskError::Suspended), "{revision}");
    }
}

#[tokio::test]
async fn a_handler_is_dropped_at_its_unanswered_question() {
    struct Guard(Arc<AtomicUsize>);
    impl Drop for Guard {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let dropped = Arc::new(AtomicUsize::new(0));
    let elicitation = Elicitation::default();
    let session = Session::new();
    let guarded = Arc::clone(&dropped);
    let run = elicitation.run(
        call(Revision::LATEST),
        &session,
        None,
        async |asker: Asker| {
            let _guard = Guard(guarded);
            // The error would be swallowed, if there were one.
            let _ = confirm(asker).await;
            panic!("reached without an answer");
        },
    );
    let run_end: RunEnd<()> = run.await;
    let RunEnd::InputRequired(required) = run_end else {
        panic!("{run_end:?}");
    };
    assert_eq!(required.requests.keys().collect::<Vec<_>>(), ["sure"]);
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn debug_output_does_not_contain_answers() {
    let mut request = call(Revision::LATEST);
    request.arguments = json!({"a": "hunter2"});
    request
        .input_responses
        .insert("sure".to_owned(), json!("hunter2"));
    request.request_state = Some("hunter2".to_owned());
    assert!(!format!("{request:?}").contains("hunter2"));

    let mut request = call(Revision::LATEST);
    let content = json!({"confirm": "hunter2"});
    let answer = json!({"action": "accept", "content": content});
    request.input_responses.insert("sure".to_owned(), answer);
    let elicitation = Elicitation::default();
    let run_end = elicitation
        .run(request, &Session::new(), None, confirm)
        .await;
    assert!(matches!(run_end, RunEnd::InputRequired(_)));
    assert!(!format!("{run_end:?}").contains("hunter2"));
}

#[test]
fn a_missing_capability_is_reported_as_the_revision_demands() {
    let rpc_error = || RpcError::from(AskError::Unsupported(Mode::Url));
    let required = json!({"requiredCapabilities": {"elicitation": {"url": {}}}});
    assert_eq!(rpc_error().data, Some(required));
    assert_eq!(
        rpc_error().into_response(Revision::V2026_07_28, "tools/call"),
        ErrorResponse::Error(rpc_error()),
    );
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let told = rpc_error().into_response(revision, "tools/call");
        assert!(matches!(told, ErrorResponse::ToolError(_)), "{told:?}");
        let told = rpc_error().into_response(revision, "prompts/get");
        assert!(
            matches!(told, ErrorResponse::Error(RpcError { code: -32603, .. })),
            "{told:?}"
        );
    }
}

/// The waker of an executor may do anything when it is dropped. With a lock held, this test would
/// wait for ever.
#[test]
fn a_waker_is_dropped_without_holding_a_lock() {
    #[derive(Default)]
    struct Asks(Arc<Mutex<Option<Ask>>>);

    impl Wake for Asks {
        fn wake(self: Arc<Self>) {}
    }

    impl Drop for Asks {
        fn drop(&mut self) {
            let ask = self.0.lock().unwrap().take();
            assert!(ask.is_some_and(|ask| !ask.supports(Mode::Form)));
        }
    }

    let slot: Arc<Mutex<Option<Ask>>> = Arc::default();
    let (elicitation, session) = (Elicitation::default(), Session::new());
    let run = elicitation.run(
        call(Revision::V2025_11_25),
        &session,
        None,
        async |asker: Asker| {
            *Arc::clone(&slot).lock().unwrap() = asker.take().ok();
            pending::<()>().await;
        },
    );
    let mut run = std::pin::pin!(run);
    let waker: std::task::Waker = Arc::new(Asks(Arc::clone(&slot))).into();
    assert!(
        run.as_mut()
            .poll(&mut Context::from_waker(&waker))
            .is_pending()
    );
    drop(waker);
    assert!(slot.lock().unwrap().is_some());
    let other = std::task::Waker::noop();
    assert!(
        run.as_mut()
            .poll(&mut Context::from_waker(other))
            .is_pending()
    );
    assert!(slot.lock().unwrap().is_none());
}

/// A handler whose errors are texts.
async fn in_words(ask: Ask) -> Result<bool, String> {
    Ok(ask.confirm("sure", "Sure?").await? == Outcome::Accepted(()))
}

#[tokio::test]
async fn an_error_of_a_question_converts_into_a_text() {
    let user = elicit_core::testing::User::cannot_be_asked();
    let end = user.run(Revision::V2025_11_25, in_words).await;
    let text = AskError::Unsupported(Mode::Form).to_string();
    assert_eq!(end, elicit_core::testing::End::Returned(Err(text)));
}

#[test]
fn an_error_has_no_text_of_the_client() {
    let errors: [Box<dyn std::error::Error + Send + Sync>; 3] = [
        WireError::refused(-32602, "\"hunter2\" is too short").into(),
        AskError::from(WireError::refused(-32602, "\"hunter2\" is too short")).into(),
        RpcError::new(-32603, "a sentence").into(),
    ];
    let texts = errors.map(|error| format!("{error} {error:?}"));
    assert!(texts[0].starts_with("the client answered with an error (-32602) "));
    assert!(texts[2].starts_with("a sentence "));
    assert!(!texts.concat().contains("hunter2"), "{texts:?}");
}
