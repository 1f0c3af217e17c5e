//! Pages of a call whose state has expired.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use elicit_core::{
    Ask, AskError, Elicitation, Outcome, Revision, Violations,
    adapter::{Asker, Call, InputRequired, RunEnd},
};
use elicit_tests::{clock::Clock, drive::Drive as _, store::TestStore};
use serde_json::json;

use crate::{
    browser::Browser,
    outcomes::Account,
    server::{Caller, hosted},
};

const VALID: [(&str, &str); 2] = [("f0", "acme"), ("f1", "2")];
const LATE: Duration = Duration::from_secs(601);

/// Ann, her browser, and the store of a server. Its time is that of the clock, and of the store.
struct Server {
    ann: Caller,
    browser: Browser,
    store: TestStore,
    clock: Clock,
}

impl Server {
    fn new(set: impl FnOnce(Elicitation) -> Elicitation) -> Self {
        let (pages, store) = (hosted().form::<Account>(), TestStore::default());
        let elicitation = Elicitation::default()
            .pages(pages.clone())
            .store(store.clone());
        let elicitation = set(elicitation);
        let clock = Clock::default();
        Self {
            browser: Browser::of(&pages.service(&elicitation).unwrap(), Some("ann")),
            ann: Caller::new(&elicitation).timed(&clock),
            store,
            clock,
        }
    }

    fn pass(&self, time: Duration) {
        self.clock.pass(time);
        self.store.advance(time);
    }

    async fn send<R>(&self, call: Call, handler: impl AsyncFn(Ask) -> R) -> RunEnd<R> {
        let wire = Some(self.ann.wire().0);
        let handler = async |asker: Asker| handler(asker.take().expect("the first")).await;
        let (elicitation, session) = (&self.ann.elicitation, &self.ann.session);
        elicitation.run(call, session, wire, handler).await
    }

    /// The first request. Returns the link to the page, and the retry in which ann agrees.
    async fn begin<R>(&self, handler: impl AsyncFn(Ask) -> R) -> (String, Call) {
        let call = self.ann.call(Revision::LATEST);
        self.agreed(asked(self.send(call, handler).await))
    }

    /// What follows a question.
    fn agreed(&self, required: InputRequired) -> (String, Call) {
        let link = required.requests["connect"]["params"]["url"].as_str();
        let mut retry = self.ann.call(Revision::LATEST);
        let agreed = json!({"action": "accept"});
        retry.input_responses.insert("connect".to_owned(), agreed);
        retry.request_state = Some(required.state);
        (link.unwrap().to_owned(), retry)
    }

    async fn is_closed(&self, link: &str) {
        let reply = self.browser.open(link).await;
        assert_eq!(
            (reply.status, reply.heading()),
            (404, "This page is not open")
        );
    }
}

fn asked<R>(run_end: RunEnd<R>) -> InputRequired {
    match run_end {
        RunEnd::InputRequired(required) => required,
        RunEnd::Error(rpc_error) => panic!("refused: {rpc_error:?}"),
        _ => panic!("it has not asked"),
    }
}

async fn connect(ask: Ask) -> Result<Outcome<String>, AskError> {
    let account = ask.page::<Account>("connect", "Connect your account");
    Ok(account.await?.map(|account| account.workspace))
}

fn workspace(run_end: RunEnd<Result<Outcome<String>, AskError>>) -> String {
    match run_end {
        RunEnd::Returned(Ok(Outcome::Accepted(workspace))) => workspace,
        RunEnd::Returned(other) => panic!("{other:?}"),
        _ => panic!("the call is not done"),
    }
}

#[tokio::test]
async fn an_answer_on_a_page_counts_after_the_state_has_expired() {
    let server = Server::new(|elicitation| elicitation);
    let (link, retry) = server.begin(connect).await;
    server.pass(Duration::from_secs(590));
    let sent = server.browser.fill(&link, &VALID).await;
    assert_eq!((sent.status, sent.heading()), (200, "Your answer was sent"));
    // The client comes late.
    server.pass(Duration::from_secs(300));
    assert_eq!(workspace(server.send(retry, connect).await), "acme");
    server.is_closed(&link).await;
}

#[tokio::test]
async fn a_page_that_is_still_open_is_the_same_one_after_the_state_has_expired() {
    let server = Server::new(|elicitation| elicitation);
    let (link, retry) = server.begin(connect).await;
    let csrf = server.browser.open(&link).await.csrf();
    server.pass(LATE);
    let (again, retry) = server.agreed(asked(server.send(retry, connect).await));
    assert_eq!(again, link);
    let fields = [&[("csrf", &*csrf), ("action", "accept")][..], &VALID].concat();
    let sent = server
        .browser
        .send(crate::browser::posting(&link, &fields))
        .await;
    assert_eq!(sent.status, 200);
    assert_eq!(workspace(server.send(retry, connect).await), "acme");
}

/// Also an attempt that follows a rejected one.
#[tokio::test]
async fn a_corrected_answer_on_a_page_counts_after_the_state_has_expired() {
    let server = Server::new(|elicitation| elicitation);
    let handler = async |ask: Ask| {
        let account = ask.page::<Account>("connect", "Connect your account");
        let account = account.check(|account| match account.workspace.as_str() {
            "taken" => Err(Violations::new().property("workspace", "is taken already")),
            _ => Ok(()),
        });
        Ok(account.await?.map(|account| account.workspace))
    };
    let (link, retry) = server.begin(handler).await;
    server
        .browser
        .fill(&link, &[("f0", "taken"), ("f1", "2")])
        .await;
    let (_, retry) = server.agreed(asked(server.send(retry, handler).await));
    assert_eq!(server.browser.fill(&link, &VALID).await.status, 200);
    server.pass(LATE);
    assert_eq!(workspace(server.send(retry, handler).await), "acme");
}

#[tokio::test]
async fn a_page_of_a_question_that_is_not_asked_again_is_closed() {
    let server = Server::new(|elicitation| elicitation);
    let runs = AtomicU8::new(0);
    let handler = async |ask: Ask| {
        if runs.fetch_add(1, Ordering::Relaxed) > 0 {
            return Ok(Outcome::Cancelled);
        }
        connect(ask).await
    };
    let (link, retry) = server.begin(handler).await;
    server.pass(LATE);
    let run_end = server.send(retry, handler).await;
    assert!(matches!(run_end, RunEnd::Returned(Ok(Outcome::Cancelled))));
    server.is_closed(&link).await;
}

/// The person declined the link, or did not come in time. Another question was open when the state
/// expired.
#[tokio::test]
async fn a_page_that_was_closed_is_not_opened_again() {
    for action in ["decline", "accept"] {
        let server = Server::new(|elicitation| elicitation.min_decline_time(None));
        let handler = async |ask: Ask| {
            let account = ask.page::<Account>("connect", "Connect your account");
            let account = account.timeout(Duration::from_secs(15)).await;
            ask.confirm("sure", "Go on?").await.map(drop)?;
            account.map(|account| account.map(|account| account.workspace))
        };
        let (link, mut retry) = server.begin(handler).await;
        let answer = json!({"action": action});
        retry.input_responses.insert("connect".to_owned(), answer);
        let required = asked(server.send(retry.clone(), handler).await);
        assert!(required.requests.contains_key("sure"), "{action}");
        server.is_closed(&link).await;

        server.pass(Duration::from_secs(595));
        server.clock.pass(Duration::from_secs(10));
        retry.request_state = Some(required.state);
        let (another, retry) = server.agreed(asked(server.send(retry, handler).await));
        assert_ne!(another, link, "{action}");
        server.browser.fill(&another, &VALID).await;
        let mut retry = retry;
        let required = asked(server.send(retry.clone(), handler).await);
        let yes = json!({"action": "accept", "content": {"confirm": true}});
        retry.input_responses = [("sure".to_owned(), yes)].into();
        retry.request_state = Some(required.state);
        assert_eq!(workspace(server.send(retry, handler).await), "acme");
    }
}

#[tokio::test]
async fn the_pages_of_a_call_that_starts_over_too_often_are_closed() {
    let server = Server::new(|elicitation| elicitation.rounds(2));
    let (link, mut retry) = server.begin(connect).await;
    for _ in 0..2 {
        server.pass(LATE);
        let again;
        (again, retry) = server.agreed(asked(server.send(retry, connect).await));
        assert_eq!(again, link);
    }
    server.pass(LATE);
    let run_end = server.send(retry, connect).await;
    let RunEnd::Error(rpc_error) = run_end else {
        panic!("the call goes on");
    };
    assert!(
        rpc_error.message.contains("an answer took too long"),
        "{rpc_error:?}"
    );
    server.is_closed(&link).await;
}

/// The retry would be refused, so nobody would read the answer.
#[tokio::test]
async fn with_once_a_page_does_not_outlive_its_state() {
    let server = Server::new(Elicitation::once);
    let (link, _) = server.begin(connect).await;
    server.pass(Duration::from_secs(599));
    assert_eq!(server.browser.open(&link).await.status, 200);
    server.pass(Duration::from_secs(1));
    server.is_closed(&link).await;
}

/// An old state does not keep an answer for ever.
#[tokio::test]
async fn an_answer_on_a_page_does_not_outlive_its_state_for_long() {
    let server = Server::new(|elicitation| elicitation);
    let (link, retry) = server.begin(connect).await;
    server.browser.fill(&link, &VALID).await;
    // The same state comes again and again.
    for _ in 0..2 {
        server.pass(Duration::from_secs(599));
        assert_eq!(workspace(server.send(retry.clone(), connect).await), "acme");
    }
    server.pass(Duration::from_secs(3));
    let (another, _) = server.agreed(asked(server.send(retry, connect).await));
    assert_ne!(another, link);
}

/// The run reads it, and so the store keeps it for the next one.
#[tokio::test]
async fn an_answer_does_not_expire_while_another_question_is_asked_again() {
    let server = Server::new(|elicitation| elicitation);
    let handler = async |ask: Ask| {
        let account = ask.page::<Account>("connect", "Connect your account");
        let (account, _) = tokio::join!(account, ask.confirm("sure", "Go on?"));
        Ok(account?.map(|account| account.workspace))
    };
    let (link, retry) = server.begin(handler).await;
    assert_eq!(server.browser.fill(&link, &VALID).await.status, 200);
    server.pass(Duration::from_secs(400));
    let required = asked(server.send(retry, handler).await);
    assert!(required.requests.contains_key("sure"));
    server.pass(Duration::from_secs(400));
    let mut retry = server.ann.call(Revision::LATEST);
    let agreed = json!({"action": "accept", "content": {"confirm": "yes"}});
    retry.input_responses.insert("sure".to_owned(), agreed);
    retry.request_state = Some(required.state);
    assert_eq!(workspace(server.send(retry, handler).await), "acme");
}

/// It is asked for again, and what the person sends then is another answer.
#[tokio::test]
async fn an_answer_in_place_of_one_that_the_store_lost_is_new() {
    let day = Duration::from_secs(86_400);
    let server = Server::new(|elicitation| elicitation.timeout(day));
    let queried = Mutex::new(Vec::new());
    let handler = async |ask: Ask| {
        let account = ask
            .page::<Account>("connect", "Connect your account")
            .check_async(async |account: &Account| {
                queried.lock().unwrap().push(account.workspace.clone());
                Ok(())
            })
            .await?;
        ask.confirm("sure", "Sure?").or_end().await?;
        Ok(account.map(|account| account.workspace))
    };
    let (link, retry) = server.begin(handler).await;
    server.browser.fill(&link, &VALID).await;
    let required = asked(server.send(retry, handler).await);
    server.store.advance(3 * day);

    let mut retry = server.ann.call(Revision::LATEST);
    let yes = json!({"action": "accept", "content": {"confirm": true}});
    retry.input_responses.insert("sure".to_owned(), yes);
    retry.request_state = Some(required.state);
    let (link, retry) = server.agreed(asked(server.send(retry, handler).await));
    let other = [("f0", "other"), ("f1", "2")];
    assert_eq!(server.browser.fill(&link, &other).await.status, 200);
    assert_eq!(workspace(server.send(retry, handler).await), "other");
    assert_eq!(*queried.lock().unwrap(), ["acme", "other"]);
}
