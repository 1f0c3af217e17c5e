//! `Elicitation::once`: a state runs a handler at most once.

use std::{
    collections::BTreeMap,
    future::{pending, ready},
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};

use elicit_core::{
    Ask, Elicitation, Keys, Revision,
    adapter::{Asker, Backchannel, BoxFuture, Call, RpcError, RunEnd, Session, WireError},
    store::MemoryStore,
};
use elicit_tests::{clock::Clock, store::TestStore};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::adapter::call;

/// Measures time, which passes at once, and can do nothing else.
#[derive(Default)]
pub(crate) struct Timer {
    pub(crate) clock: Clock,
    /// Is told when ten seconds have passed.
    pub(crate) after_ten: Option<Arc<Notify>>,
}

impl Backchannel for Timer {
    fn elicit<'a>(&'a self, _: &'a str, _: Value) -> BoxFuture<'a, Result<Value, WireError>> {
        Box::pin(pending())
    }

    fn notify<'a>(&'a self, _: &'static str, _: Value) -> BoxFuture<'a, Result<(), WireError>> {
        Box::pin(ready(Err(WireError::Gone)))
    }

    fn withdraw(&self, _: &str, _: &str) {}

    fn is_gone(&self) -> bool {
        false
    }

    fn progress_token(&self) -> Option<Value> {
        None
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        self.clock.pass(time);
        if let Some(after_ten) = &self.after_ten
            && self.clock.passed().as_secs() >= 10
        {
            after_ten.notify_one();
        }
        Box::pin(tokio::task::yield_now())
    }

    fn now(&self) -> Instant {
        self.clock.now()
    }
}

/// A server whose tool pays, and counts how often.
#[derive(Clone, Default)]
pub(crate) struct Server {
    paid: Arc<AtomicUsize>,
}

impl Server {
    async fn pay(&self, ask: Ask) -> Value {
        if let Err(error) = ask.confirm("sure", "Pay?").or_end().await {
            return json!({"error": error.to_string()});
        }
        if let Err(error) = ask.confirm("really", "Really?").or_end().await {
            return json!({"error": error.to_string()});
        }
        let count = self.paid.fetch_add(1, Ordering::SeqCst) + 1;
        json!({"result": {"payment": count}})
    }

    pub(crate) fn paid(&self) -> usize {
        self.paid.load(Ordering::SeqCst)
    }
}

pub(crate) fn retry(state: &Value, key: &str) -> Call {
    let answer = json!({"action": "accept", "content": {"confirm": true}});
    let mut call = call(Revision::V2026_07_28);
    call.input_responses = BTreeMap::from([(key.to_owned(), answer)]);
    call.request_state = state.as_str().map(str::to_owned);
    call
}

fn by_ann(mut call: Call) -> Call {
    call.principal = Some("ann".to_owned());
    call
}

pub(crate) fn respond(run_end: RunEnd<Value>) -> Value {
    match run_end {
        RunEnd::Returned(response) => response,
        RunEnd::InputRequired(required) => {
            json!({"requests": required.requests, "state": required.state})
        }
        RunEnd::Error(rpc_error) => {
            json!({"refused": rpc_error.message, "code": rpc_error.code, "data": rpc_error.data})
        }
        RunEnd::Ended(ended) => json!({"ended": ended.text()}),
        unsupported @ RunEnd::Unsupported(_) => panic!("{unsupported:?}"),
    }
}

/// Sends one request to a server.
pub(crate) async fn send(server: &Server, elicitation: &Elicitation, call: Call) -> Value {
    let handler = |asker: Asker| async move {
        match asker.take() {
            Ok(ask) => server.pay(ask).await,
            Err(_) => pending().await,
        }
    };
    let wire: Option<Arc<dyn Backchannel>> = Some(Arc::new(Timer::default()));
    elicitation
        .drive_once(call, &Session::new(), wire, handler, respond)
        .await
}

pub(crate) fn once() -> Elicitation {
    Elicitation::default().store(MemoryStore::default()).once()
}

/// The state of a call whose first question is open.
pub(crate) async fn begin(server: &Server, elicitation: &Elicitation) -> Value {
    send(server, elicitation, call(Revision::V2026_07_28)).await["state"].take()
}

/// A retry whose process dies while its handler runs.
pub(crate) async fn begin_and_die(elicitation: &Elicitation, state: &Value) {
    let runs = Notify::new();
    let dies = async |_: Asker| {
        runs.notify_one();
        pending().await
    };
    let session = Session::new();
    let run = elicitation.drive_once(retry(state, "sure"), &session, None, dies, respond);
    tokio::select! {
        response = run => panic!("{response}"),
        () = runs.notified() => {}
    }
}

#[tokio::test]
async fn without_once_a_repeated_retry_has_two_effects() {
    let (server, elicitation) = (Server::default(), Elicitation::default());
    let state = begin(&server, &elicitation).await;
    let mut next = Vec::new();
    for _ in 0..2 {
        next.push(send(&server, &elicitation, retry(&state, "sure")).await["state"].take());
    }
    for state in next {
        send(&server, &elicitation, retry(&state, "really")).await;
    }
    assert_eq!(server.paid(), 2);
}

#[tokio::test]
async fn without_once_the_store_is_not_used() {
    let server = Server::default();
    let store = TestStore::default();
    store.begin_with(|_| panic!("the store was used"));
    let elicitation = Elicitation::default().store(store);
    let state = begin(&server, &elicitation).await;
    let forged = send(&server, &elicitation, retry(&json!("e1.forged"), "sure")).await;
    assert_eq!(forged["code"], -32602);
    let state = send(&server, &elicitation, retry(&state, "sure")).await["state"].take();
    for count in 1..=2 {
        let response = send(&server, &elicitation, retry(&state, "really")).await;
        assert_eq!(response, json!({"result": {"payment": count}}));
    }
}

#[tokio::test]
async fn a_repeated_retry_gets_the_first_response() {
    let (server, elicitation) = (Server::default(), once());
    let state = begin(&server, &elicitation).await;
    let question = send(&server, &elicitation, retry(&state, "sure")).await;
    assert!(question["requests"]["really"].is_object(), "{question}");
    // The next question comes again as it was, with the same state.
    let again = send(&server, &elicitation, retry(&state, "sure")).await;
    assert_eq!(again.to_string(), question.to_string());
    for _ in 0..3 {
        let response = send(&server, &elicitation, retry(&question["state"], "really")).await;
        assert_eq!(response, json!({"result": {"payment": 1}}));
    }
    assert_eq!(server.paid(), 1);
}

#[tokio::test]
async fn simultaneous_retries_run_the_handler_once() {
    let (server, elicitation) = (Server::default(), once());
    let state = begin(&server, &elicitation).await;
    let state = send(&server, &elicitation, retry(&state, "sure")).await["state"].take();
    let mut retries = tokio::task::JoinSet::new();
    for _ in 0..64 {
        let (server, elicitation) = (server.clone(), elicitation.clone());
        let state = state.clone();
        retries.spawn(async move { send(&server, &elicitation, retry(&state, "really")).await });
    }
    for response in retries.join_all().await {
        assert_eq!(response, json!({"result": {"payment": 1}}));
    }
    assert_eq!(server.paid(), 1);
}

#[tokio::test]
async fn a_retry_waits_for_the_first_one() {
    let elicitation = once();
    let state = begin(&Server::default(), &elicitation).await;
    let done = Arc::new(Notify::new());
    let session = Session::new();
    let slow = async |_: Asker| {
        done.notified().await;
        json!({"result": "slow"})
    };
    let first = elicitation.drive_once(retry(&state, "sure"), &session, None, slow, respond);
    let timer = Timer {
        after_ten: Some(Arc::clone(&done)),
        ..Timer::default()
    };
    let timer: Option<Arc<dyn Backchannel>> = Some(Arc::new(timer));
    let again = async |_: Asker| unreachable!("the handler runs twice");
    let second = elicitation.drive_once(retry(&state, "sure"), &session, timer, again, respond);
    let (first, second) = tokio::join!(first, second);
    assert_eq!(first, json!({"result": "slow"}));
    assert_eq!(second, first);
}

#[tokio::test]
async fn a_run_that_died_has_an_unknown_outcome() {
    let elicitation = once();
    let state = begin(&Server::default(), &elicitation).await;
    begin_and_die(&elicitation, &state).await;
    let session = Session::new();
    let timer = Arc::new(Timer::default());
    let wire: Option<Arc<dyn Backchannel>> = Some(timer.clone());
    let again = async |_: Asker| unreachable!("the handler runs twice");
    let response = elicitation.drive_once(retry(&state, "sure"), &session, wire, again, respond);
    let response = response.await;
    assert_eq!(response["code"], -32603);
    assert_eq!(response["data"]["reason"], "outcome_unknown");
    assert_eq!(timer.clock.passed().as_secs(), 25);
}

#[tokio::test]
async fn a_slow_store_does_not_extend_the_wait() {
    let clock = Clock::default();
    let store = TestStore::default();
    let time = clock.clone();
    store.begin_with(move |_| time.pass(Duration::from_secs(4)));
    let elicitation = Elicitation::default().store(store).once();
    let state = begin(&Server::default(), &elicitation).await;
    begin_and_die(&elicitation, &state).await;
    let session = Session::new();
    let begun = clock.now();
    let timer = Timer {
        clock: clock.clone(),
        after_ten: None,
    };
    let wire: Option<Arc<dyn Backchannel>> = Some(Arc::new(timer));
    let again = async |_: Asker| unreachable!("the handler runs twice");
    let response = elicitation.drive_once(retry(&state, "sure"), &session, wire, again, respond);
    assert_eq!(response.await["data"]["reason"], "outcome_unknown");
    // The claim, and a look that begins before the time is over.
    let waited = clock.now().duration_since(begun).as_secs();
    assert!((25..=33).contains(&waited), "{waited}");
}

#[tokio::test]
async fn a_retry_after_a_panic_gets_the_same_error() {
    let elicitation = once();
    let state = begin(&Server::default(), &elicitation).await;
    let runs = AtomicUsize::new(0);
    let session = Session::new();
    let mut responses = Vec::new();
    for _ in 0..2 {
        let panics = async |_: Asker| -> Value {
            runs.fetch_add(1, Ordering::SeqCst);
            panic!("as it is tested")
        };
        let run = elicitation.drive_once(retry(&state, "sure"), &session, None, panics, respond);
        responses.push(run.await);
    }
    assert_eq!(responses[0]["code"], -32603);
    assert_eq!(responses[0], responses[1]);
    assert_eq!(runs.into_inner(), 1);
}

#[tokio::test]
async fn a_response_that_is_too_large_is_not_kept() {
    let elicitation = once();
    let state = begin(&Server::default(), &elicitation).await;
    let session = Session::new();
    let large = async |_: Asker| json!({"result": "x".repeat(300 << 10)});
    let run = elicitation.drive_once(retry(&state, "sure"), &session, None, large, respond);
    assert!(run.await["result"].is_string());
    let again = async |_: Asker| unreachable!("the handler runs twice");
    let run = elicitation.drive_once(retry(&state, "sure"), &session, None, again, respond);
    assert_eq!(run.await["data"]["reason"], "already_done");
}

/// `serde_json` writes values that are nested more than 128 deep, but does not read them.
#[tokio::test]
async fn a_response_that_cannot_be_read_back_is_not_kept() {
    let elicitation = once();
    let state = begin(&Server::default(), &elicitation).await;
    let session = Session::new();
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let handler = async |_: Asker| deep.clone();
    let run = elicitation.drive_once(retry(&state, "sure"), &session, None, handler, respond);
    assert_eq!(run.await, deep);
    let again = async |_: Asker| unreachable!("the handler runs twice");
    let run = elicitation.drive_once(retry(&state, "sure"), &session, None, again, respond);
    assert_eq!(run.await["data"]["reason"], "already_done");
}

#[tokio::test]
async fn a_state_may_have_no_expiry() {
    let elicitation = once().expiry(Duration::MAX);
    let server = Server::default();
    let state = begin(&server, &elicitation).await;
    let question = send(&server, &elicitation, retry(&state, "sure")).await;
    assert!(question["requests"]["really"].is_object(), "{question}");
    let again = send(&server, &elicitation, retry(&state, "sure")).await;
    assert_eq!(again, question);
}

#[tokio::test]
async fn a_state_of_the_handler_does_not_expire() {
    let elicitation = once().expiry(Duration::ZERO);
    let handler = async |_: Asker| json!("handled");
    let own = retry(&json!("a state of the handler"), "sure");
    let session = Session::new();
    let run = elicitation.drive_once(own, &session, None, handler, respond);
    assert_eq!(run.await, "handled");
}

#[tokio::test]
async fn a_forged_state_leaves_no_claim_in_the_store() {
    let store = TestStore::default();
    let elicitation = Elicitation::default().store(store.clone()).once();
    let server = Server::default();
    let state = begin(&server, &elicitation).await;
    // The same state with other arguments is none of that call.
    let mut other = retry(&state, "sure");
    other.arguments = json!({"amount": 7});
    for _ in 0..2 {
        let response = send(&server, &elicitation, other.clone()).await;
        assert_eq!(response["code"], -32602);
        assert_eq!(response["data"]["reason"], "invalid_request_state");
        assert!(store.is_empty());
    }
    let question = send(&server, &elicitation, retry(&state, "sure")).await;
    assert!(question["requests"]["really"].is_object());
    assert!(!store.is_empty());
}

/// A handler may have had an effect before it asks.
#[tokio::test]
async fn a_refused_question_is_recorded_as_the_end_of_the_call() {
    for (ends_at, says) in [
        ("rate", "too many questions"),
        ("capability", "cannot be asked"),
    ] {
        let store = TestStore::default();
        let elicitation = Elicitation::default().store(store.clone());
        let elicitation = elicitation.rate_limit(NonZeroU32::new(1)).once();
        let (effects, session) = (AtomicUsize::new(0), Session::new());
        let handler = async |asker: Asker| {
            let ask = asker.take().expect("the first");
            ask.confirm("sure", "Pay?").or_end().await.unwrap();
            effects.fetch_add(1, Ordering::SeqCst);
            if ends_at == "rate" {
                ask.confirm("really", "Really?").or_end().await.unwrap();
            }
            let receipt = ask.url("receipt", "https://example.org/1", "Your receipt");
            receipt.or_end().await.unwrap();
            Value::Null
        };
        let first = || by_ann(call(Revision::V2026_07_28));
        let question = elicitation.drive_once(first(), &session, None, handler, respond);
        let state = question.await["state"].take();
        // What ends a call that has no state yet is not recorded.
        let refused = elicitation.drive_once(first(), &session, None, handler, respond);
        assert!(refused.await["ended"].is_string());
        assert!(store.is_empty());

        let again = || by_ann(retry(&state, "sure"));
        let ended = elicitation.drive_once(again(), &session, None, handler, respond);
        let ended = ended.await;
        let text = ended["ended"].as_str().or(ended["refused"].as_str());
        assert!(text.is_some_and(|text| text.contains(says)), "{ended}");
        for _ in 0..2 {
            let repeated = elicitation.drive_once(again(), &session, None, handler, respond);
            assert_eq!(repeated.await, ended, "{ends_at}");
        }
        assert_eq!(effects.into_inner(), 1, "{ends_at}");
    }
}

/// A handler that has got its `Ask` may have had an effect.
#[tokio::test]
async fn an_error_of_the_server_is_not_mistaken_for_a_forged_state() {
    let elicitation = once().on_end(|_, _| {
        let data = json!({"reason": "invalid_request_state"});
        Some(RpcError::new(-32602, "my own").with_data(data))
    });
    let state = begin(&Server::default(), &elicitation).await;
    let runs = AtomicUsize::new(0);
    let session = Session::new();
    for _ in 0..2 {
        let handler = async |asker: Asker| {
            runs.fetch_add(1, Ordering::SeqCst);
            let ask = asker.take().expect("the first");
            ask.confirm("sure", "Pay?")
                .or_end()
                .await
                .map(|()| Value::Null)
                .unwrap()
        };
        let mut declines = retry(&state, "sure");
        declines
            .input_responses
            .insert("sure".to_owned(), json!({"action": "decline"}));
        let response = elicitation.drive_once(declines, &session, None, handler, respond);
        assert_eq!(response.await["refused"], "my own");
    }
    assert_eq!(runs.into_inner(), 1);
}

#[tokio::test]
async fn a_state_made_by_the_handler_runs_it_once() {
    let elicitation = once();
    let runs = AtomicUsize::new(0);
    let session = Session::new();
    let mut responses = Vec::new();
    for state in ["mine-1", "mine-1", "mine-2"] {
        let own = async |_: Asker| {
            let run = runs.fetch_add(1, Ordering::SeqCst) + 1;
            json!({"result": run})
        };
        let mut call = call(Revision::V2026_07_28);
        call.request_state = Some(state.to_owned());
        responses.push(
            elicitation
                .drive_once(call, &session, None, own, respond)
                .await["result"]
                .take(),
        );
    }
    assert_eq!(responses, [1, 1, 2]);
}

/// Only the handler knows how long its own state is valid. It is remembered for the expiry and a
/// minute.
#[tokio::test]
async fn a_state_made_by_the_handler_is_remembered_until_it_expires() {
    let store = TestStore::default();
    let elicitation = Elicitation::default().store(store.clone());
    let elicitation = elicitation.expiry(Duration::from_secs(120)).once();
    let runs = AtomicUsize::new(0);
    let session = Session::new();
    for (seconds, expected) in [(0, 1), (179, 1), (1, 2)] {
        store.advance(Duration::from_secs(seconds));
        let own = async |_: Asker| {
            runs.fetch_add(1, Ordering::SeqCst);
            Value::Null
        };
        let mut call = call(Revision::V2026_07_28);
        call.request_state = Some("mine".to_owned());
        elicitation
            .drive_once(call, &session, None, own, respond)
            .await;
        assert_eq!(runs.load(Ordering::SeqCst), expected, "{seconds}");
    }
}

#[tokio::test]
async fn answers_without_a_state_are_ignored() {
    let (server, elicitation) = (Server::default(), once());
    let mut early = retry(&Value::Null, "sure");
    early.request_state = None;
    let question = send(&server, &elicitation, early).await;
    assert!(question["requests"]["sure"].is_object(), "{question}");
}

#[tokio::test]
async fn an_expired_state_is_an_error() {
    fn later() -> SystemTime {
        SystemTime::now() + Duration::from_secs(11 * 60)
    }
    let store = TestStore::default();
    let elicitation = Elicitation::default().store(store.clone()).once();
    let server = Server::default();
    let state = begin(&server, &elicitation).await;
    let response = send(&server, &elicitation.clock(later), retry(&state, "sure")).await;
    assert_eq!(response["code"], -32602);
    assert!(
        response["refused"].as_str().unwrap().contains("expired"),
        "{response}"
    );
    assert_eq!(server.paid(), 0);
    assert!(store.is_empty());
}

#[tokio::test]
async fn a_retry_does_not_run_if_the_store_is_down_or_full() {
    let store = TestStore::default();
    let down = Elicitation::default().store(store.clone()).once();
    let full = Elicitation::default().store(MemoryStore::new(0)).once();
    for (elicitation, goes_down) in [(&down, true), (&full, false)] {
        let server = Server::default();
        let state = begin(&server, elicitation).await;
        if goes_down {
            store.go_down(u32::MAX, "once");
        }
        let response = send(&server, elicitation, retry(&state, "sure")).await;
        assert_eq!(response["code"], -32603, "{response}");
        let refused = response["refused"].as_str().unwrap();
        assert!(refused.starts_with("this request did nothing"), "{refused}");
        assert_eq!(response["data"]["reason"], "nothing_done");
    }
    // When it is there again, the call goes on.
    let server = Server::default();
    store.recover();
    let state = begin(&server, &down).await;
    let question = send(&server, &down, retry(&state, "sure")).await;
    assert!(question["requests"]["really"].is_object(), "{question}");
}

#[tokio::test]
async fn a_response_that_cannot_be_kept_still_reaches_its_client() {
    let store = TestStore::default();
    let elicitation = Elicitation::default().store(store.clone()).once();
    let state = begin(&Server::default(), &elicitation).await;
    let session = Session::new();
    let goes_down = async |_: Asker| {
        store.go_down(u32::MAX, "once");
        json!({"result": "paid"})
    };
    let run = elicitation.drive_once(retry(&state, "sure"), &session, None, goes_down, respond);
    assert_eq!(run.await, json!({"result": "paid"}));
}

#[tokio::test]
async fn own_keys_with_a_store_of_one_process_are_refused_before_a_person_is_asked() {
    let keys = Keys::new([[7; 32]]).unwrap();
    let unsuitable = Elicitation::with_keys(keys.clone()).once();
    let server = Server::default();
    let response = send(&server, &unsuitable, call(Revision::V2026_07_28)).await;
    assert_eq!(response["code"], -32603, "{response}");
    let refused = response["refused"].as_str().unwrap();
    assert!(refused.contains("not shared by all processes"), "{refused}");
    // A state of another replica, which has another store.
    let shared = TestStore::default();
    let elicitation = Elicitation::with_keys(keys).once().store(shared);
    let state = begin(&server, &elicitation).await;
    let response = send(&server, &unsuitable, retry(&state, "sure")).await;
    assert_eq!(response["code"], -32603, "{response}");
    assert_eq!(server.paid(), 0);
}

/// Each anonymous request has a connection of its own, as over stateless HTTP.
#[tokio::test]
async fn anonymous_callers_leave_room_for_known_callers() {
    let store = MemoryStore::new(64 << 10);
    let elicitation = Elicitation::default().rate_limit(None).store(store);
    let elicitation = elicitation.once();
    let server = Server::default();
    let state = begin(&server, &elicitation).await;
    let mut refused = Value::Null;
    for _ in 0..200 {
        let state = begin(&server, &elicitation).await;
        let response = send(&server, &elicitation, retry(&state, "sure")).await;
        if response["refused"].is_string() {
            refused = response;
            break;
        }
    }
    assert!(
        refused["refused"].as_str().unwrap().contains("no room"),
        "{refused}"
    );
    let refused = send(&server, &elicitation, retry(&state, "sure")).await;
    assert_eq!(refused["code"], -32603, "{refused}");

    let first = by_ann(call(Revision::V2026_07_28));
    let state = send(&server, &elicitation, first).await["state"].take();
    let response = send(&server, &elicitation, by_ann(retry(&state, "sure"))).await;
    assert!(response["requests"]["really"].is_object(), "{response}");
}

/// The effect has happened, so the call must not run again.
#[tokio::test]
async fn a_retry_reads_already_done_if_the_response_did_not_fit() {
    let store = TestStore::default();
    let elicitation = Elicitation::default().store(store.clone()).once();
    let state = begin(&Server::default(), &elicitation).await;
    let pay = async |asker: Asker| {
        let ask = asker.take().expect("the first");
        let _ = ask.confirm("sure", "Pay?").await;
        // Others take all that is left.
        store.fill();
        json!({"result": "paid"})
    };
    let send = || {
        let wire: Option<Arc<dyn Backchannel>> = Some(Arc::new(Timer::default()));
        let session = Session::new();
        let elicitation = &elicitation;
        let call = retry(&state, "sure");
        async move {
            elicitation
                .drive_once(call, &session, wire, pay, respond)
                .await
        }
    };
    assert_eq!(send().await["result"], "paid");
    let again = send().await;
    assert_eq!(again["data"]["reason"], "already_done", "{again}");
}

#[tokio::test]
async fn a_record_in_another_format_is_refused() {
    let store = TestStore::default();
    store.edit(|entry| entry.value[0] = 200);
    let elicitation = Elicitation::default().store(store).once();
    let server = Server::default();
    let state = begin(&server, &elicitation).await;
    let state = send(&server, &elicitation, retry(&state, "sure")).await["state"].take();
    send(&server, &elicitation, retry(&state, "really")).await;
    for _ in 0..2 {
        let response = send(&server, &elicitation, retry(&state, "really")).await;
        assert_eq!(response["code"], -32603);
        assert!(
            response["refused"]
                .as_str()
                .unwrap()
                .contains("another version"),
            "{response}"
        );
        // Nobody can say whether it is a response.
        assert_eq!(response["data"]["reason"], "outcome_unknown");
        assert_eq!(server.paid(), 1);
    }
}

#[tokio::test]
async fn a_damaged_record_is_said_to_be_damaged() {
    let store = TestStore::default();
    let damages = |entry: &mut elicit_core::store::Entry| {
        let last = entry.value.len() - 1;
        entry.value[last] ^= 1;
    };
    // That of a handler that may still run, and that of a response.
    for is_response in [false, true] {
        let elicitation = Elicitation::default().store(store.clone()).once();
        let state = begin(&Server::default(), &elicitation).await;
        store.edit(damages);
        if is_response {
            send(&Server::default(), &elicitation, retry(&state, "sure")).await;
        } else {
            begin_and_die(&elicitation, &state).await;
        }
        let response = send(&Server::default(), &elicitation, retry(&state, "sure")).await;
        assert_eq!(response["code"], -32603);
        assert_eq!(response["data"]["reason"], "outcome_unknown");
        let text = response["refused"].as_str().unwrap();
        assert!(text.contains("it is damaged"), "{text}");
    }
}

/// A response that was made by a release whose types were others.
#[tokio::test]
async fn a_response_that_another_version_wrote_was_carried_out() {
    struct Other(Value);

    impl elicit_core::adapter::Response for Other {
        fn to_json(&self) -> serde_json::Result<Vec<u8>> {
            serde_json::to_vec(&self.0)
        }

        fn from_json(json: &[u8]) -> serde_json::Result<Self> {
            let fields: BTreeMap<String, u8> = serde_json::from_slice(json)?;
            Ok(Self(json!(fields)))
        }
    }

    let elicitation = once();
    let state = begin(&Server::default(), &elicitation).await;
    send(&Server::default(), &elicitation, retry(&state, "sure")).await;
    let session = Session::new();
    let again = async |_: Asker| -> Value { unreachable!("the handler runs twice") };
    let respond = |run_end| Other(respond(run_end));
    let run = elicitation.drive_once(retry(&state, "sure"), &session, None, again, respond);
    let Other(response) = run.await;
    assert_eq!(response["data"]["reason"], "already_done", "{response}");
}

#[tokio::test]
async fn the_store_sees_only_encrypted_values() {
    let store = TestStore::default();
    let elicitation = Elicitation::default().store(store.clone()).once();
    let server = Server::default();
    let state = begin(&server, &elicitation).await;
    let state = send(&server, &elicitation, retry(&state, "sure")).await["state"].take();
    send(&server, &elicitation, retry(&state, "really")).await;
    let values = store.seen();
    assert!(values.len() > 500, "{}", values.len());
    for word in [&b"payment"[..], b"confirm", b"elicitation"] {
        assert!(!values.windows(word.len()).any(|window| window == word));
    }
}

#[tokio::test]
async fn keys_are_rotated_while_calls_are_open() {
    let store = TestStore::default();
    let with = |secrets: &[[u8; 32]]| {
        let keys = Keys::new(secrets).unwrap();
        Elicitation::with_keys(keys).store(store.clone()).once()
    };
    let (old, both) = (with(&[[1; 32]]), with(&[[2; 32], [1; 32]]));
    // The first step of a rotation: it opens what the new key has sealed.
    let between = with(&[[1; 32], [2; 32]]);
    let server = Server::default();
    let chains = [
        [&old, &old, &both],
        [&old, &between, &both],
        [&between, &both, &between],
        [&both, &between, &both],
    ];
    for (paid, [begins, goes_on, repeats]) in chains.into_iter().enumerate() {
        let state = begin(&server, begins).await;
        let state = send(&server, goes_on, retry(&state, "sure")).await["state"].take();
        let first = send(&server, goes_on, retry(&state, "really")).await;
        assert_eq!(first["result"]["payment"], paid + 1);
        let again = send(&server, repeats, retry(&state, "really")).await;
        assert_eq!(again, first);
        assert_eq!(server.paid(), paid + 1);
    }
    // A replica without the key of the record refuses it, and does not run.
    let state = begin(&server, &both).await;
    send(&server, &both, retry(&state, "sure")).await;
    let response = send(&server, &with(&[[3; 32]]), retry(&state, "sure")).await;
    assert_eq!(response["code"], -32603, "{response}");
    assert_eq!(server.paid(), chains.len());
}
