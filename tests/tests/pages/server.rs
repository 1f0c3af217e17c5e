//! A server with pages, and the client of a person who has a browser.

use std::{
    future::{pending, ready},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};

use elicit_core::{
    Ask, Elicitation, Revision,
    adapter::{Asker, Backchannel, BoxFuture, Call, RunEnd, Session, WireError},
    pages::{HostedPages, Pages},
};
use elicit_tests::{clock::Clock, drive::Drive as _, store::TestStore};
use serde_json::{Value, json};
use tokio::sync::{
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    oneshot,
};

use crate::browser::Browser;

pub(crate) const BASE: &str = "https://mcp.example.org/ask";

/// The pages of a server over HTTP. Who visits is in a header, as if from a session.
pub(crate) fn hosted() -> HostedPages {
    Pages::at(BASE, |parts| {
        let visitor = parts.headers.get("x-visitor")?;
        Some(visitor.to_str().ok()?.to_owned())
    })
}

/// A call of a person on a client.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is another thing that clients do"
)]
pub(crate) struct Caller {
    pub(crate) elicitation: Elicitation,
    /// Where the retries of 2026-07-28 go, if to another replica.
    pub(crate) retries: Option<Elicitation>,
    pub(crate) principal: Option<&'static str>,
    pub(crate) arguments: Value,
    pub(crate) url: bool,
    /// On which whoever waits lets the time pass at once.
    pub(crate) clock: Option<Clock>,
    /// Whether the client has gone away, or does when it has been asked.
    pub(crate) leaves: bool,
    pub(crate) leaves_when_asked: bool,
    /// After which time of each request the client goes away.
    pub(crate) leaves_after: Option<Duration>,
    /// Whether the client asks for progress.
    pub(crate) reports: bool,
    /// What the client says of each link, by how many it was sent before.
    pub(crate) says: fn(usize) -> &'static str,
    /// What the client was told, and asked.
    pub(crate) heard: Arc<Mutex<Vec<(String, Value)>>>,
    /// What the state was, on 2026-07-28.
    pub(crate) states: Mutex<Vec<String>>,
    pub(crate) session: Session,
}

impl Caller {
    pub(crate) fn new(elicitation: &Elicitation) -> Self {
        Self {
            // This client agrees at once.
            elicitation: elicitation.clone().min_agreement_time(None),
            retries: None,
            principal: Some("ann"),
            arguments: Value::Null,
            url: true,
            clock: None,
            leaves: false,
            leaves_when_asked: false,
            leaves_after: None,
            reports: false,
            says: |_| "accept",
            heard: Arc::default(),
            states: Mutex::default(),
            session: Session::new(),
        }
    }

    /// The same caller, with a clock on which whoever waits lets the time pass at once.
    pub(crate) fn timed(mut self, clock: &Clock) -> Self {
        self.clock = Some(clock.clone());
        let (clock, begun) = (clock.clone(), SystemTime::now());
        self.elicitation = self.elicitation.clock(move || begun + clock.passed());
        self
    }

    /// The same caller, with the clock of the system.
    pub(crate) fn untimed(mut self) -> Self {
        self.clock = None;
        self.elicitation = self.elicitation.clock(SystemTime::now);
        self
    }

    /// The caller of a server with pages on this computer, and this store.
    pub(crate) fn local(store: &TestStore) -> Self {
        let elicitation = Elicitation::default().pages(Pages::local());
        Self::new(&elicitation.store(store.clone()))
    }

    pub(crate) fn call(&self, revision: Revision) -> Call {
        let arguments = self.arguments.clone();
        let mut call = Call::new(revision, "tools/call", "connect", arguments);
        call.principal = self.principal.map(str::to_owned);
        call.form = true;
        call.url = self.url;
        call
    }

    /// Calls a tool. The client agrees to open each link, and then the person does `at_page`, again in
    /// each round of 2026-07-28 in which the client is not asked anew.
    pub(crate) async fn run<R>(
        &self,
        revision: Revision,
        handler: impl AsyncFn(Ask) -> R,
        mut at_page: impl AsyncFnMut(String),
    ) -> RunEnd<R> {
        let mut call = self.call(revision);
        let other = Session::new();
        let retries = self.retries.as_ref();
        let retries = retries.map(|retries| retries.clone().min_agreement_time(None));
        let (mut links, mut last) = (0, None);
        let mut server = (&self.elicitation, &self.session);
        loop {
            let (wire, mut opened) = self.wire();
            let handler = |asker: Asker| {
                let ask = asker.take().expect("the first");
                handler(ask)
            };
            let (elicitation, session) = server;
            let run = elicitation.run(call.clone(), session, Some(wire), handler);
            // Beside the handler, and to the end.
            let person = async {
                while let Some((link, visited)) = opened.recv().await {
                    at_page(link).await;
                    // The client may be gone.
                    let _ = visited.send(());
                }
            };
            let (run_end, ()) = tokio::join!(run, person);
            let RunEnd::InputRequired(required) = run_end else {
                return run_end;
            };
            call.input_responses.clear();
            if let (true, Some(link)) = (required.requests.is_empty(), &last) {
                at_page(String::clone(link)).await;
            }
            for (key, request) in required.requests {
                let params = &request["params"];
                let mut response = json!({"action": "accept"});
                match params["url"].as_str() {
                    Some(link) => {
                        at_page(link.to_owned()).await;
                        last = Some(link.to_owned());
                        response["action"] = (self.says)(links).into();
                        links += 1;
                    }
                    None => response["content"] = json!({"confirm": true}),
                }
                self.heard.lock().unwrap().push((key.clone(), request));
                call.input_responses.insert(key, response);
            }
            self.states.lock().unwrap().push(required.state.clone());
            call.request_state = Some(required.state);
            if let Some(retries) = &retries {
                server = (retries, &other);
            }
        }
    }

    /// The way back to the client, and the links that it opens.
    pub(crate) fn wire(&self) -> (Arc<dyn Backchannel>, UnboundedReceiver<Visit>) {
        let (links, opened) = unbounded_channel();
        let client = Client {
            links,
            says: self.says,
            asked: AtomicUsize::new(0),
            reports: self.reports,
            clock: self.clock.clone(),
            leaves: self.leaves,
            leaves_when_asked: self.leaves_when_asked,
            leaves_at: self.leaves_after.map(|after| Instant::now() + after),
            heard: Arc::clone(&self.heard),
        };
        (Arc::new(client), opened)
    }

    /// The questions and notifications that the client got, by key or method.
    pub(crate) fn heard(&self) -> Vec<(String, Value)> {
        self.heard.lock().unwrap().clone()
    }
}

/// A link, and who waits until the person has been there.
pub(crate) type Visit = (String, oneshot::Sender<()>);

/// The way back to the client. It agrees to everything, unless `says` is something else: it says that
/// when the person has been at the page.
struct Client {
    links: UnboundedSender<Visit>,
    says: fn(usize) -> &'static str,
    asked: AtomicUsize,
    leaves_when_asked: bool,
    reports: bool,
    clock: Option<Clock>,
    leaves: bool,
    leaves_at: Option<Instant>,
    heard: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Backchannel for Client {
    fn elicit<'a>(
        &'a self,
        key: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, WireError>> {
        let link = params["url"].as_str().map(str::to_owned);
        self.heard.lock().unwrap().push((key.to_owned(), params));
        let Some(link) = link else {
            let yes = json!({"action": "accept", "content": {"confirm": true}});
            return Box::pin(ready(Ok(yes)));
        };
        let (visited, has_visited) = oneshot::channel();
        let _ = self.links.send((link, visited));
        let action = (self.says)(self.asked.fetch_add(1, Ordering::SeqCst));
        Box::pin(async move {
            match action {
                "accept" => {}
                // It never answers.
                "" => pending().await,
                _ => drop(has_visited.await),
            }
            if action == "error" {
                return Err(WireError::refused(-32000, "the dialog was closed"));
            }
            Ok(json!({"action": action}))
        })
    }

    fn notify<'a>(
        &'a self,
        method: &'static str,
        params: Value,
    ) -> BoxFuture<'a, Result<(), WireError>> {
        self.heard.lock().unwrap().push((method.to_owned(), params));
        Box::pin(ready(Ok(())))
    }

    fn withdraw(&self, key: &str, _: &str) {
        let withdrawn = ("withdrawn".to_owned(), key.into());
        self.heard.lock().unwrap().push(withdrawn);
    }

    fn is_gone(&self) -> bool {
        let is_asked = self.asked.load(Ordering::SeqCst) > 0;
        let has_left = self
            .leaves_at
            .is_some_and(|leaves| leaves <= Instant::now());
        has_left || self.leaves || (self.leaves_when_asked && is_asked)
    }

    fn progress_token(&self) -> Option<Value> {
        self.reports.then(|| 1.into())
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        match &self.clock {
            Some(clock) => {
                clock.pass(time);
                Box::pin(tokio::task::yield_now())
            }
            None => Box::pin(tokio::time::sleep(time)),
        }
    }

    fn now(&self) -> Instant {
        self.clock.as_ref().map_or_else(Instant::now, Clock::now)
    }
}

/// A server over HTTP with these pages, ann who calls it, and ann's browser.
pub(crate) fn with_ann(pages: &HostedPages) -> (Caller, Browser) {
    let elicitation = Elicitation::default().pages(pages.clone());
    (
        Caller::new(&elicitation),
        Browser::of(&pages.service(&elicitation).unwrap(), Some("ann")),
    )
}

/// What the handler returned.
pub(crate) fn done<R>(run_end: RunEnd<R>) -> R {
    match run_end {
        RunEnd::Returned(done) => done,
        RunEnd::Unsupported(unsupported) => unsupported.resolve(|_| None).expect("it is no error"),
        RunEnd::Ended(ended) => panic!("ended: {ended:?}"),
        RunEnd::InputRequired(required) => panic!("asked: {required:?}"),
        RunEnd::Error(rpc_error) => panic!("refused: {rpc_error:?}"),
    }
}
