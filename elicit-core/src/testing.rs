//! For tests of servers: a user who answers from a script.
//!
//! [`User`] plays the client and the person in front of it, on any revision,
//! without an SDK, a network or a clock. A handler that takes an
//! [`Ask`] is an ordinary function, and a test calls it:
//!
//! ```
//! use elicit_core::{Ask, AskError, Elicit, Revision, testing::{End, User}};
//! use serde_json::json;
//!
//! #[derive(Elicit)]
//! struct Scale {
//!     #[elicit(minimum = 1, maximum = 20)]
//!     replicas: u8,
//! }
//!
//! async fn scale(ask: Ask) -> Result<u8, AskError> {
//!     let scale = ask.form::<Scale>("scale", "How many?").or_end().await?;
//!     ask.confirm("sure", format!("Scale to {}?", scale.replicas)).or_end().await?;
//!     Ok(scale.replicas)
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! for revision in Revision::ALL {
//!     let user = User::new()
//!         .accepts("scale", json!({"replicas": 3}))
//!         .accepts("sure", json!({"confirm": true}));
//!     assert_eq!(user.run(revision, scale).await, End::Returned(Ok(3)));
//!     assert_eq!(user.asked()[1]["message"], "Scale to 3?");
//!
//!     let user = User::new().declines("scale");
//!     assert!(matches!(user.run(revision, scale).await, End::Ended(_)));
//! }
//! # }
//! ```
//!
//! On 2026-07-28 the handler is run again for each round of questions, as it is
//! in production. [`User::assert_no_work_repeated`] fails if it does the same work again.
//!
//! Time does not pass in a test. It is the script's: each answer takes a second of it, or
//! as long as [`User::takes`] says. [`Ask::latency`], time-outs and the other times of
//! [`Elicitation`] go by it.

mod check_store;
mod clock;
#[cfg(feature = "pages")]
mod pages;

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    future::{pending, poll_fn, ready},
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Poll,
    time::{Duration, Instant},
};

use serde::de::Error as _;
use serde_json::{Value, json};

pub use self::check_store::check_store;
use self::clock::Clock;
use crate::{
    revision::Revision,
    runtime::{ask::Ask, elicitation::Elicitation, one_value},
    seam::{
        Asker, Backchannel, BoxFuture, Call, Driven, Ended, Refusal, Response, Session, WireError,
    },
};

/// A user who answers from a script: for each question, by its key, one answer
/// after the other.
///
/// Clones share the script and what was asked.
///
/// ```
/// use elicit_core::{Ask, AskError, Revision, testing::{End, User}};
/// use serde_json::json;
///
/// async fn delete(ask: Ask) -> Result<(), AskError> {
///     ask.confirm("sure", "Delete it?").or_end().await
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let user = User::new().accepts("sure", json!({"confirm": true}));
/// assert_eq!(user.run(Revision::LATEST, delete).await, End::Returned(Ok(())));
/// assert_eq!(user.asked_keys(), ["sure"]);
///
/// assert!(matches!(User::cannot_be_asked().run(Revision::LATEST, delete).await, End::Refused(_)));
/// # }
/// ```
#[derive(Clone)]
pub struct User {
    pub(crate) form: bool,
    pub(crate) url: bool,
    session: Session,
    begun: Instant,
    clock: Clock,
    /// How long the answers take that are scripted next.
    takes: Duration,
    desk: Arc<Mutex<Desk>>,
    /// The pages of the call that is running.
    #[cfg(feature = "pages")]
    visits: Option<Arc<pages::Visits>>,
}

#[derive(Default)]
struct Desk {
    script: HashMap<String, VecDeque<Reply>>,
    asked: Vec<(String, Value)>,
    notified: Vec<(&'static str, Value)>,
    #[cfg(feature = "pages")]
    page_errors: Vec<String>,
    /// How often the handler has been entered in the last call.
    runs: usize,
    /// The run of the last call in which a piece of work was first done, by its name.
    work: HashMap<String, usize>,
    /// Work of any call that was done in an earlier run already: its name and both runs.
    repeated: Vec<(String, [usize; 2])>,
    /// A question waits for which there is nothing in the script.
    unanswered: bool,
}

/// What comes of a question, and how long it takes.
struct Reply {
    takes: Duration,
    scripted: Scripted,
}

enum Scripted {
    Result(Value),
    Error(i64),
    Silence,
}

/// How a call ended: [`User::run`].
///
/// ```
/// use elicit_core::{Ask, AskError, Revision, testing::{End, User}};
///
/// async fn delete(ask: Ask) -> Result<(), AskError> {
///     ask.confirm("sure", "Delete it?").or_end().await
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let end = User::new().cancels("sure").run(Revision::LATEST, delete).await;
/// let End::Ended(ended) = end else { unreachable!() };
/// assert!(!ended.declined);
///
/// let end = User::new().run(Revision::LATEST, delete).await;
/// assert_eq!(end, End::Unanswered); // the script is empty
/// # }
/// ```
#[derive(Debug, PartialEq)]
#[must_use = "compare it with what the call should come to"]
pub enum End<R> {
    /// The handler returned this.
    Returned(R),
    /// A question under `or_end` ended the call: it was declined or dismissed, or it failed.
    Ended(Ended),
    /// The call ended with an error, whatever the handler returned: a client that
    /// cannot be asked under `or_end`, a mistake of the server's, or the error of
    /// [`Elicitation::on_end`].
    Refused(Refusal),
    /// There was no answer in the script to a question; [`User::asked`] has it.
    Unanswered,
}

impl User {
    /// A user of a client that can be asked in every way, URL mode on 2025-06-18 included,
    /// and no answer yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            form: true,
            url: true,
            session: Session::new().named("testing::User"),
            begun: Instant::now(),
            clock: Clock::default(),
            takes: Duration::from_secs(1),
            desk: Arc::default(),
            #[cfg(feature = "pages")]
            visits: None,
        }
    }

    /// A user of a client without the capability.
    #[must_use]
    pub fn cannot_be_asked() -> Self {
        Self {
            form: false,
            url: false,
            ..Self::new()
        }
    }

    /// A user of a client that shows forms, and opens no pages.
    #[must_use]
    pub fn with_forms_only() -> Self {
        Self {
            url: false,
            ..Self::new()
        }
    }

    fn scripts(self, key: &str, scripted: Scripted) -> Self {
        let reply = Reply {
            takes: self.takes,
            scripted,
        };
        let mut desk = self.desk();
        let script = desk.script.entry(key.to_owned()).or_default();
        script.push_back(reply);
        drop(desk);
        self
    }

    /// How long each answer takes that is scripted after this: a second unless set. No test
    /// waits for it. An answer that takes longer than the time-out of its question comes too
    /// late (before 2026-07-28).
    ///
    /// ```
    /// use std::time::Duration;
    /// use elicit_core::{Ask, AskError, Elicitation, Revision, testing::{End, User}};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let elicitation = Elicitation::default().fastest_person(Duration::from_millis(200));
    /// let delete = async |ask: Ask| ask.confirm("sure", "Delete it?").or_end().await;
    /// let client = User::new().takes(Duration::from_millis(5)).declines("sure");
    /// let end = client.run_with(&elicitation, Revision::LATEST, delete).await;
    /// assert_eq!(end, End::Returned(Err(AskError::TooFast)));
    /// # }
    /// ```
    #[must_use]
    pub fn takes(self, time: Duration) -> Self {
        Self {
            takes: time,
            ..self
        }
    }

    /// Sends the form off with this content, valid or not.
    ///
    /// If the form is asked on a page (`Ask::page`), the user agrees to open it, and sends it off there.
    /// What the page rejects is corrected there: the next answer in the script is sent with it.
    #[must_use]
    pub fn accepts(self, key: &str, content: Value) -> Self {
        let mut result = json!({"action": "accept"});
        result["content"] = content;
        self.scripts(key, Scripted::Result(result))
    }

    /// Answers a question of one value: sends its form off with this value, valid or not.
    ///
    /// ```
    /// use elicit_core::{Ask, Revision, testing::{End, User}};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let port = async |ask: Ask| ask.value::<u16>("port", "Which port?").or_end().await;
    /// let user = User::new().answers("port", 8080);
    /// assert_eq!(user.run(Revision::LATEST, port).await, End::Returned(Ok(8080)));
    /// # }
    /// ```
    #[must_use]
    pub fn answers(self, key: &str, value: impl Into<Value>) -> Self {
        let content = [(one_value::NAME.to_owned(), value.into())];
        self.accepts(key, Value::Object(content.into_iter().collect()))
    }

    /// Agrees to open a page: an accept without content. A page of `Ask::page` is left as it is, until
    /// its time is over.
    #[must_use]
    pub fn agrees(self, key: &str) -> Self {
        self.scripts(key, Scripted::Result(json!({"action": "accept"})))
    }

    /// Says no, in the client. If the server opens the browser itself
    /// (`LocalPages::open_browser`), it is said on the page.
    #[must_use]
    pub fn declines(self, key: &str) -> Self {
        self.scripts(key, Scripted::Result(json!({"action": "decline"})))
    }

    /// Dismisses the question.
    #[must_use]
    pub fn cancels(self, key: &str) -> Self {
        self.scripts(key, Scripted::Result(json!({"action": "cancel"})))
    }

    /// Has a client that sends this as the result.
    #[must_use]
    pub fn garbage(self, key: &str, result: Value) -> Self {
        self.scripts(key, Scripted::Result(result))
    }

    /// Has a client that answers with a JSON-RPC error. There is no such thing on
    /// 2026-07-28, where it counts as no answer.
    #[must_use]
    pub fn fails(self, key: &str, code: i64) -> Self {
        self.scripts(key, Scripted::Error(code))
    }

    /// Lets the question stand: before 2026-07-28 the time-out passes,
    /// and on it the client does not come back, which is [`End::Unanswered`].
    #[must_use]
    pub fn never_answers(self, key: &str) -> Self {
        self.scripts(key, Scripted::Silence)
    }

    /// The parameters of every question so far, as they would be on the wire.
    #[must_use]
    pub fn asked(&self) -> Vec<Value> {
        let asked = &self.desk().asked;
        asked.iter().map(|(_, params)| params.clone()).collect()
    }

    /// The key of every question so far.
    #[must_use]
    pub fn asked_keys(&self) -> Vec<String> {
        let asked = &self.desk().asked;
        asked.iter().map(|(key, _)| key.clone()).collect()
    }

    /// The notifications so far: method and parameters.
    #[must_use]
    pub fn notified(&self) -> Vec<(&'static str, Value)> {
        self.desk().notified.clone()
    }

    /// How often the handler was run in the last call: once, and on 2026-07-28 once more for
    /// each round of questions.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.desk().runs
    }

    /// Notes a piece of work that the handler does, by a name, for
    /// [`assert_no_work_repeated`](Self::assert_no_work_repeated). Call it in what takes the
    /// place of a database or a service in the test.
    pub fn note_work(&self, name: impl Into<String>) {
        let desk = &mut *self.desk();
        let name = name.into();
        let first = *desk.work.entry(name.clone()).or_insert(desk.runs);
        if first != desk.runs {
            desk.repeated.push((name, [first, desk.runs]));
        }
    }

    /// Fails if a handler did the same [work](Self::note_work) in two runs of one call, as
    /// happens on 2026-07-28 to all work before a question that is not
    /// [remembered](Ask::remember).
    ///
    /// ```should_panic
    /// use elicit_core::{Ask, AskError, Revision, testing::{End, User}};
    /// use serde_json::json;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let user = User::new().accepts("sure", json!({"confirm": true}));
    /// let end = user.run(Revision::LATEST, async |ask| {
    ///     user.note_work("find the backups"); // outside of `ask.remember(..)`
    ///     ask.confirm("sure", "Delete the oldest backup?").or_end().await
    /// });
    /// assert_eq!(end.await, End::Returned(Ok(())));
    /// assert_eq!(user.runs(), 2);
    /// user.assert_no_work_repeated();
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// That is how it fails.
    #[track_caller]
    pub fn assert_no_work_repeated(&self) {
        if let Some((name, [first, again])) = self.desk().repeated.first() {
            panic!(
                "the handler did `{name}` in run {first} of a call, and again in run {again}; keep \
                 its value with `Ask::remember`, or do it after the last question"
            );
        }
    }

    /// Calls a handler, as a client of this revision would.
    pub async fn run<R>(&self, revision: Revision, handler: impl AsyncFn(Ask) -> R) -> End<R> {
        self.run_with(&Elicitation::default(), revision, handler)
            .await
    }

    /// Calls a handler in a server with this configuration.
    pub async fn run_with<R>(
        &self,
        elicitation: &Elicitation,
        revision: Revision,
        handler: impl AsyncFn(Ask) -> R,
    ) -> End<R> {
        let elicitation = self.timed(elicitation);
        #[cfg(feature = "pages")]
        let (user, elicitation) = self.at_pages_of(elicitation);
        #[cfg(not(feature = "pages"))]
        let user = self;
        let mut call = Call {
            revision,
            method: "tools/call",
            target: "test".to_owned(),
            arguments: Value::Null,
            principal: None,
            form: self.form,
            url: self.url,
            input_responses: [].into(),
            request_state: None,
        };
        {
            let mut desk = self.desk();
            desk.unanswered = false;
            desk.runs = 0;
            desk.work.clear();
        }
        loop {
            let wire = Arc::new(user.clone()) as Arc<dyn Backchannel>;
            let handler = |asker: Asker| {
                self.desk().runs += 1;
                let ask = asker.take();
                async {
                    match ask {
                        Ok(ask) => handler(ask).await,
                        // The first `take` of a run whose state was sealed here has it.
                        Err(_) => pending().await,
                    }
                }
            };
            let driven =
                elicitation.drive(call.clone(), &self.session, Some(wire), handler, Unkept);
            let Some(Unkept(driven)) = self.until_stuck(driven).await else {
                return End::Unanswered;
            };
            let required = match driven {
                Driven::Done(done) | Driven::Unsupported(done, _) => return End::Returned(done),
                Driven::Ended(ended) => return End::Ended(ended),
                Driven::Refused(refusal) => return End::Refused(refusal),
                Driven::InputRequired(required) => required,
            };
            let mut is_complete = true;
            call.input_responses.clear();
            for (key, mut request) in required.requests {
                let params = request["params"].take();
                let Some(Reply { takes, scripted }) = user.reply(&key, params) else {
                    is_complete = false;
                    continue;
                };
                // One form after the other.
                self.clock.pass(takes);
                let response = match scripted {
                    Scripted::Result(result) => result,
                    Scripted::Error(_) => Value::Null,
                    Scripted::Silence => {
                        is_complete = false;
                        continue;
                    }
                };
                call.input_responses.insert(key, response);
            }
            if !is_complete {
                return End::Unanswered;
            }
            call.request_state = Some(required.state);
        }
    }

    /// The configuration, with the time of the script added to the time of day.
    fn timed(&self, elicitation: &Elicitation) -> Elicitation {
        let (script, time_of_day) = (self.clock.clone(), elicitation.time_of_day());
        elicitation
            .clone()
            .clock(move || time_of_day() + script.now())
    }

    /// Polls the call, until it waits for an answer that will not come.
    async fn until_stuck<T>(&self, call: impl Future<Output = T>) -> Option<T> {
        let mut call = pin!(call);
        poll_fn(|context| {
            loop {
                if let Poll::Ready(ended) = call.as_mut().poll(context) {
                    return Poll::Ready(Some(ended));
                }
                let time_passed = self.clock.go_on(context.waker());
                if self.desk().unanswered {
                    return Poll::Ready(None);
                }
                if !time_passed {
                    return Poll::Pending;
                }
            }
        })
        .await
    }

    /// What the script says to a question in the client, and how long it takes.
    fn reply(&self, key: &str, params: Value) -> Option<Reply> {
        let mut desk = self.desk();
        let reply = desk.script.get_mut(key).and_then(VecDeque::pop_front);
        #[cfg(feature = "pages")]
        let reply = reply.map(|reply| self.in_client(&params, reply));
        desk.asked.push((key.to_owned(), params));
        reply
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How a run ended. No user sends a retry twice, so it need not be kept.
struct Unkept<R>(Driven<R>);

impl<R> Response for Unkept<R> {
    fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        Err(serde_json::Error::custom("it is not kept"))
    }

    fn from_json(_: &[u8]) -> serde_json::Result<Self> {
        Err(serde_json::Error::custom("it is not kept"))
    }
}

impl Default for User {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("User")
            .field("asked", &self.asked_keys())
            .finish_non_exhaustive()
    }
}

impl Backchannel for User {
    fn elicit<'a>(
        &'a self,
        key: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, WireError>> {
        let Some(Reply { takes, scripted }) = self.reply(key, params) else {
            self.desk().unanswered = true;
            self.clock.wake_keeper();
            return Box::pin(pending());
        };
        let message = String::new();
        let result = match scripted {
            Scripted::Result(result) => Ok(result),
            Scripted::Error(code) => Err(WireError::Refused { code, message }),
            Scripted::Silence => return Box::pin(pending()),
        };
        let wait = self.clock.wait(takes);
        Box::pin(async {
            wait.await;
            result
        })
    }

    fn notify<'a>(
        &'a self,
        method: &'static str,
        params: Value,
    ) -> BoxFuture<'a, Result<(), WireError>> {
        self.desk().notified.push((method, params));
        Box::pin(ready(Ok(())))
    }

    fn withdraw(&self, _key: &str, _reason: &str) {}

    fn progress_token(&self) -> Option<Value> {
        Some("testing::User".into())
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        let wait = self.clock.wait(time);
        #[cfg(feature = "pages")]
        {
            let user = self.clone();
            Box::pin(async move {
                user.visit_pages().await;
                wait.await;
            })
        }
        #[cfg(not(feature = "pages"))]
        Box::pin(wait)
    }

    fn now(&self) -> Instant {
        self.begun + self.clock.now()
    }
}
