//! Pages under `Elicitation::once`: a client that goes away while its call waits for a page sends its
//! retry again, and the call goes on.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use elicit_core::{
    Ask, AskError, Elicitation, Outcome, Revision,
    adapter::{Asker, Call, RunEnd, Session},
};
use elicit_tests::{clock::Clock, store::TestStore};
use serde_json::{Value, json};

use crate::{
    browser::Browser,
    outcomes::Account,
    server::{Caller, done, hosted},
};

const VALID: [(&str, &str); 2] = [("f0", "acme"), ("f1", "2")];

/// A server whose tool connects an account, ann who calls it, and her browser.
struct Server {
    ann: Caller,
    browser: Browser,
    store: TestStore,
    or_end: bool,
    runs: AtomicUsize,
    connected: AtomicUsize,
    /// To the page, as ann was sent it.
    link: Mutex<String>,
}

impl Server {
    fn new(or_end: bool) -> Self {
        let (pages, store) = (hosted().form::<Account>(), TestStore::default());
        let elicitation = Elicitation::default()
            .pages(pages.clone())
            .store(store.clone())
            .once();
        Self {
            browser: Browser::of(&pages.service(&elicitation).unwrap(), Some("ann")),
            ann: Caller::new(&elicitation).timed(&Clock::default()),
            store,
            or_end,
            runs: AtomicUsize::new(0),
            connected: AtomicUsize::new(0),
            link: Mutex::default(),
        }
    }

    async fn connect(&self, ask: Ask) -> Value {
        self.runs.fetch_add(1, Ordering::SeqCst);
        let question = ask.page::<Account>("connect", "Connect your account");
        let account = if self.or_end {
            question.or_end().await
        } else {
            question.await.map(|outcome| match outcome {
                Outcome::Accepted(account) => account,
                other => panic!("{other:?}"),
            })
        };
        match account {
            Ok(account) => {
                let connected = self.connected.fetch_add(1, Ordering::SeqCst) + 1;
                json!({"connected": connected, "workspace": account.workspace})
            }
            Err(error) => json!({"error": error.to_string()}),
        }
    }

    async fn send(&self, call: Call) -> Value {
        let handler = |asker: Asker| self.connect(asker.take().expect("the first"));
        let (wire, _) = self.ann.wire();
        let (elicitation, session) = (&self.ann.elicitation, Session::new());
        elicitation
            .drive_once(call, &session, Some(wire), handler, respond)
            .await
    }

    /// The first request. Returns the link to the page, and the retry in which ann agrees.
    async fn begin(&self) -> (String, Call) {
        self.agreed(&self.send(self.ann.call(Revision::LATEST)).await)
    }

    /// What follows a question, or a state alone.
    fn agreed(&self, question: &Value) -> (String, Call) {
        let mut retry = self.ann.call(Revision::LATEST);
        retry.request_state = question["state"].as_str().map(str::to_owned);
        assert!(retry.request_state.is_some(), "{question}");
        let mut link = self.link.lock().unwrap();
        if let Some(sent) = question["requests"]["connect"]["params"]["url"].as_str() {
            sent.clone_into(&mut link);
            retry.input_responses =
                BTreeMap::from([("connect".to_owned(), json!({"action": "accept"}))]);
        }
        (link.clone(), retry)
    }

    fn runs(&self) -> usize {
        self.runs.load(Ordering::SeqCst)
    }
}

fn respond(run_end: RunEnd<Value>) -> Value {
    match run_end {
        RunEnd::Returned(done) => done,
        RunEnd::InputRequired(required) => {
            json!({"requests": required.requests, "state": required.state})
        }
        RunEnd::Ended(ended) => json!({"ended": ended.text()}),
        RunEnd::Error(rpc_error) => json!({"refused": rpc_error.message}),
        run_end @ RunEnd::Unsupported(_) => panic!("{run_end:?}"),
    }
}

const CONNECTED: &str = r#"{"connected":1,"workspace":"acme"}"#;

#[tokio::test]
async fn a_client_that_reconnects_gets_the_next_question() {
    for or_end in [false, true] {
        let mut server = Server::new(or_end);
        let (link, retry) = server.begin().await;
        server.ann.leaves = true;
        let unheard = server.send(retry.clone()).await;
        server.ann.leaves = false;
        let question = server.send(retry).await;
        assert_eq!(question, unheard);
        assert_eq!(server.runs(), 2);
        let (same, retry) = server.agreed(&question);
        assert_eq!(same, link);
        assert_eq!(server.browser.fill(&link, &VALID).await.status, 200);
        for _ in 0..2 {
            assert_eq!(server.send(retry.clone()).await.to_string(), CONNECTED);
        }
    }
}

#[tokio::test]
async fn a_client_that_reconnects_after_the_answer_gets_the_result() {
    let mut server = Server::new(true);
    let (link, retry) = server.begin().await;
    server.ann.leaves = true;
    // The handler waits for a person, who takes real time.
    server.ann = server.ann.untimed();
    let answer = async {
        while server.runs() < 2 {
            tokio::task::yield_now().await;
        }
        server.browser.fill(&link, &VALID).await
    };
    let (unheard, reply) = tokio::join!(server.send(retry.clone()), answer);
    assert_eq!(reply.status, 200);
    assert_eq!(unheard.to_string(), CONNECTED);
    server.ann.leaves = false;
    assert_eq!(server.send(retry).await, unheard);
    assert_eq!(server.connected.into_inner(), 1);
}

/// A retry that comes again runs the handler again, so the run of the client that is gone must not
/// go on beside it.
#[tokio::test]
async fn without_once_a_lost_client_ends_the_wait() {
    let pages = hosted().form::<Account>();
    let elicitation = Elicitation::default().pages(pages);
    let ann = Caller {
        leaves: true,
        ..Caller::new(&elicitation)
    };
    let connect = async |ask: Ask| ask.page::<Account>("connect", "Connect your account").await;
    let left = ann
        .run(Revision::LATEST, connect, async |_: String| {})
        .await;
    assert_eq!(done(left), Err(AskError::Gone));
}

#[tokio::test]
async fn a_store_that_fails_in_the_wait_does_not_end_the_call() {
    for or_end in [false, true] {
        for kind in ["page-answer", "page"] {
            let server = Server::new(or_end);
            let (link, retry) = server.begin().await;
            server.store.go_down(u32::MAX, kind);
            let question = server.send(retry.clone()).await;
            server.store.recover();
            assert_eq!(server.send(retry).await, question, "{kind}");
            let (same, retry) = server.agreed(&question);
            assert_eq!(same, link);
            assert_eq!(server.browser.fill(&link, &VALID).await.status, 200);
            assert_eq!(server.send(retry).await.to_string(), CONNECTED, "{kind}");
        }
    }
}

#[tokio::test]
async fn a_page_that_the_store_lost_is_opened_again() {
    let server = Server::new(true);
    let (link, retry) = server.begin().await;
    server.store.go_down(u32::MAX, "page-answer");
    let question = server.send(retry).await;
    server.store.recover();
    server.store.advance(Duration::from_secs(86_400));
    let (_, retry) = server.agreed(&question);
    let question = server.send(retry).await;
    let (same, retry) = server.agreed(&question);
    assert_eq!(same, link);
    assert_eq!(server.browser.fill(&link, &VALID).await.status, 200);
    assert_eq!(server.send(retry).await.to_string(), CONNECTED);
}

#[tokio::test]
async fn a_page_does_not_expire_while_its_call_waits_for_it() {
    let server = Server::new(false);
    let (link, retry) = server.begin().await;
    let csrf = server.browser.open(&link).await.csrf();
    // Shortly before the state expires. The round takes 50 seconds.
    server.store.advance(Duration::from_secs(580));
    let (store, looks) = (server.store.clone(), AtomicUsize::new(0));
    server.store.begin_with(move |kind| {
        if kind == "page-answer" && looks.fetch_add(1, Ordering::SeqCst) < 50 {
            store.advance(Duration::from_secs(1));
        }
    });
    let question = server.send(retry).await;
    assert!(question["state"].is_string(), "{question}");
    assert_eq!(server.browser.open(&link).await.csrf(), csrf);
}

#[tokio::test]
async fn an_answer_outlives_a_round_that_waits_for_another_page() {
    let mut server = Server::new(false);
    // Less than a round.
    server.ann.elicitation = server
        .ann
        .elicitation
        .clone()
        .expiry(Duration::from_secs(40));
    let handler = |asker: Asker| async move {
        let ask = asker.take().expect("the first");
        let mut both = Vec::new();
        for key in ["connect", "another"] {
            match ask.page::<Account>(key, "Connect your account").await {
                Ok(Outcome::Accepted(account)) => both.push(account.workspace),
                other => panic!("{key}: {other:?}"),
            }
        }
        json!(both)
    };
    let send = async |call: Call| {
        let (wire, _) = server.ann.wire();
        let (elicitation, session) = (&server.ann.elicitation, Session::new());
        elicitation
            .drive_once(call, &session, Some(wire), handler, respond)
            .await
    };
    let agreed = |question: &Value, key: &str| {
        let mut retry = server.ann.call(Revision::LATEST);
        retry.request_state = question["state"].as_str().map(str::to_owned);
        let link = question["requests"][key]["params"]["url"].as_str();
        if link.is_some() {
            retry.input_responses = BTreeMap::from([(key.to_owned(), json!({"action": "accept"}))]);
        }
        (link.map(str::to_owned), retry)
    };

    let (link, retry) = agreed(&send(server.ann.call(Revision::LATEST)).await, "connect");
    assert_eq!(
        server.browser.fill(&link.unwrap(), &VALID).await.status,
        200
    );
    let (link, retry) = agreed(&send(retry).await, "another");
    // A round takes 50 seconds.
    let (store, looks) = (server.store.clone(), AtomicUsize::new(0));
    server.store.begin_with(move |kind| {
        if kind == "page-answer" && looks.fetch_add(1, Ordering::SeqCst) < 50 {
            store.advance(Duration::from_secs(1));
        }
    });
    let (_, retry) = agreed(&send(retry).await, "another");
    assert_eq!(
        server.browser.fill(&link.unwrap(), &VALID).await.status,
        200
    );
    assert_eq!(send(retry).await, json!(["acme", "acme"]));
}

#[tokio::test]
async fn an_answer_outlives_the_work_of_a_handler_before_its_page() {
    let server = Server::new(false);
    let expiry = Duration::from_secs(40);
    let elicitation = server.ann.elicitation.clone().expiry(expiry);
    let send = async |call: Call, work: Duration| {
        let handler = |asker: Asker| {
            server.store.advance(work);
            server.connect(asker.take().expect("the first"))
        };
        let (wire, _) = server.ann.wire();
        elicitation
            .drive_once(call, &Session::new(), Some(wire), handler, respond)
            .await
    };

    let question = send(server.ann.call(Revision::LATEST), Duration::ZERO).await;
    let link = question["requests"]["connect"]["params"]["url"].as_str();
    assert_eq!(server.browser.fill(link.unwrap(), &VALID).await.status, 200);
    let mut retry = server.ann.call(Revision::LATEST);
    retry.request_state = question["state"].as_str().map(str::to_owned);
    retry.input_responses = BTreeMap::from([("connect".to_owned(), json!({"action": "accept"}))]);
    assert_eq!(
        send(retry, expiry).await,
        json!({"connected": 1, "workspace": "acme"})
    );
}
