//! The configuration.

use std::{
    fmt,
    num::NonZeroU32,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use super::{
    error::{HELP, rpc_error::RpcError},
    limits::Limits,
    run::{
        call::Call,
        rate::{RateKey, RateLimit},
        run_end::Ended,
    },
    state::{keys::Keys, records::Records},
    words::{English, Words},
};
#[cfg(feature = "pages")]
use crate::pages::page_host::PageHost;
use crate::store::{MemoryStore, Store};

/// How a server asks. Clones share the keys and the counts of the rate limit.
///
/// ```
/// use std::time::Duration;
/// use elicit_core::Elicitation;
///
/// let elicitation = Elicitation::default()
///     .timeout(Duration::from_secs(60))
///     .min_answer_time(Some(Duration::from_millis(200)))
///     .keep_alive(Some(Duration::from_secs(5)))
///     .attempts(2)
///     .answer_limit(Some(16 << 10))
///     .rate_limit(None);
/// ```
#[derive(Clone)]
#[must_use]
pub struct Elicitation {
    pub(crate) records: Records,
    pub(super) expiry: Duration,
    pub(super) rounds: u8,
    pub(super) attempts: u8,
    pub(super) timeout: Duration,
    pub(crate) limits: Limits,
    /// Whether an answer counts that comes before its question.
    pub(super) accepts_unsolicited: bool,
    pub(super) keep_alive: Option<Duration>,
    pub(crate) url_limit: Option<usize>,
    pub(super) limiter: Option<Arc<RateLimit<RateKey>>>,
    /// Of answers that get to a check.
    pub(super) guesses: Option<Arc<RateLimit<RateKey>>>,
    pub(crate) words: Arc<dyn Words>,
    pub(crate) pages: Option<Host>,
    pub(crate) once: bool,
    #[cfg(feature = "rmcp3")]
    report: Arc<std::sync::Once>,
    pub(crate) on_end: Option<Arc<OnEnd>>,
    pub(crate) clock: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    /// For tests: what hears of mistakes that are otherwise only in the log.
    pub(crate) on_mistake: Option<Arc<dyn Fn(String) + Send + Sync>>,
}

/// Where the pages of a server are.
#[cfg(feature = "pages")]
pub(crate) type Host = Arc<dyn PageHost>;

/// Without the feature, no server has pages.
#[cfg(not(feature = "pages"))]
#[derive(Clone)]
pub(crate) enum Host {}

/// The server's own word on the end of a call, if any.
type OnEnd = dyn Fn(&Call, &Ended) -> Option<RpcError> + Send + Sync;

/// Sixty a minute.
const RATE: NonZeroU32 = NonZeroU32::MIN.saturating_add(59);

/// A person takes longer to read anything, and clients that answer by themselves take less.
const FASTEST: Duration = Duration::from_millis(100);

/// More than people type, and what a carried state has room for.
const ANSWER_LIMIT: usize = 32 << 10;

/// What every browser takes.
const URL_LIMIT: usize = 2048;

impl Default for Elicitation {
    /// Uses the key of this process.
    ///
    /// The key is drawn at random, once for all values. A retry that reaches another process is
    /// rejected. If several processes run the server, use [`Elicitation::with_keys`].
    fn default() -> Self {
        Self::with_keys(Keys::for_process())
    }
}

/// Common clients give a call 60 seconds.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

impl Elicitation {
    /// A configuration with these keys for the state that travels through clients: `requestState`,
    /// [Server Requirements] of *Multi Round-Trip Requests* (2026-07-28).
    ///
    /// [Server Requirements]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
    pub fn with_keys(keys: Keys) -> Self {
        Self {
            records: Records {
                keys,
                audience: None,
                store: MemoryStore::process_wide(),
            },
            expiry: Duration::from_secs(10 * 60),
            rounds: 10,
            attempts: 3,
            timeout: Duration::from_secs(5 * 60),
            limits: Limits {
                answer: Some(ANSWER_LIMIT),
                min_answer_time: Duration::ZERO,
                min_decline_time: FASTEST,
                min_agreement_time: FASTEST,
            },
            accepts_unsolicited: false,
            keep_alive: Some(KEEP_ALIVE),
            url_limit: Some(URL_LIMIT),
            limiter: Some(Arc::new(RateLimit::new(RATE))),
            guesses: Some(Arc::new(RateLimit::new(RATE))),
            words: Arc::new(English),
            pages: None,
            once: false,
            #[cfg(feature = "rmcp3")]
            report: Arc::new(std::sync::Once::new()),
            on_end: None,
            clock: Arc::new(SystemTime::now),
            on_mistake: None,
        }
    }

    /// Sets the name of this server, if several servers share keys: a state that one of them has
    /// sealed is then not valid for another.
    pub fn audience(mut self, name: impl Into<String>) -> Self {
        self.records.audience = Some(name.into().into());
        self
    }

    /// Sets how long a carried state is valid (2026-07-28).
    ///
    /// The default is 10 minutes. It is counted in whole seconds, rounded up, and is at least one
    /// second. Set a time that is longer than a person takes for an answer
    /// ([what a long one costs](crate::guide::replicas#a-person-who-answers-tomorrow)).
    ///
    /// If a retry comes later, the call starts over: its answers are asked for again, and values are
    /// [remembered](crate::Ask::remember) anew. An answer on a [page](crate::Ask::page) still counts.
    /// A call starts over as often as [`rounds`](Self::rounds) allows, and then ends with `-32603`.
    /// Under [`once`](Self::once) it does not start over, and ends with `-32602`.
    pub fn expiry(self, expiry: Duration) -> Self {
        // With less, no retry would come in time.
        let expiry = expiry.max(Duration::from_secs(1));
        Self { expiry, ..self }
    }

    /// Limits how often one call may come back with questions (2026-07-28).
    ///
    /// The default is 10, where common clients stop, too. A call that asks more often ends with
    /// `-32603`. If a form of the last round has no valid answer, it fails with
    /// [`AskError::Invalid`](crate::AskError::Invalid) or
    /// [`AskError::Unreadable`](crate::AskError::Unreadable). (The [rate](Self::rate_limit) may end the call
    /// before that.)
    ///
    /// A call starts over, because its state has [expired](Self::expiry), no more often than this,
    /// and begins to count its rounds anew.
    ///
    /// Where the call waits (before 2026-07-28, and in a task of the protocol), it limits how often one
    /// question is sent whose answer cannot be read, or whose page is not [done](crate::runtime::Link::done_when).
    pub fn rounds(self, rounds: u8) -> Self {
        Self { rounds, ..self }
    }

    /// Sets how often a question is asked until its answer is valid: 3 times by default. One means
    /// that the first answer counts; zero means the same as one.
    ///
    /// This is for people who mistype, and does not protect a secret against guessing. On
    /// 2026-07-28 the client holds the state of the call, and can send it again with another
    /// answer as if it were the first. The [rate](Self::rate_limit) limits that.
    pub fn attempts(self, attempts: u8) -> Self {
        Self { attempts, ..self }
    }

    /// Sets how long one question waits for its answer.
    ///
    /// The default is 5 minutes. It holds where the call waits, which is before 2026-07-28 and in a task of
    /// the protocol, and begins anew each time that the client is asked. In other calls of 2026-07-28 it
    /// holds only for [pages](crate::Ask::page), from when the person agrees to open one.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets how fast a person can answer: `None`, no limit, by default. If an accept, a decline or a cancel
    /// comes sooner than this, the client has answered by itself and has not shown the question:
    /// [`AskError::TooFast`](crate::AskError::TooFast). For a decline or a cancel,
    /// [`min_decline_time`](Self::min_decline_time) sets such a limit by default.
    ///
    /// Clients are known that accept without a person: fast-agent accepts URL mode without
    /// asking, and others accept without content, within milliseconds. A person takes longer to
    /// read the shortest question, so a few hundred milliseconds are enough.
    ///
    /// It holds for every question, in both modes, and each time that it is sent. The content of
    /// such an answer is not read, and the question is not asked again. Nothing is remembered of
    /// the client: its next answer is judged by its own time.
    ///
    /// - On 2026-07-28 the time is the one between the two rounds, in whole milliseconds. It is
    ///   judged once, when the answer arrives, by the clock of the process that the retry
    ///   reaches. So the clocks of replicas must differ by less than a person takes.
    /// - An answer to a question that was not asked is too fast: it came with the first request of
    ///   its call (see [`accept_unsolicited_answers`](Self::accept_unsolicited_answers)).
    /// - If the time of an answer is not known, it counts as a person's: by this clock it came before
    ///   its question.
    /// - It does not stop a client that means to deceive, which can wait.
    pub fn min_answer_time(mut self, time: Option<Duration>) -> Self {
        self.limits.min_answer_time = time.unwrap_or_default();
        self
    }

    /// Sets how fast a person can decline or dismiss a question: 100 ms by default. If a decline or
    /// a cancel comes sooner than this, it is not the person's: the client has not shown the
    /// question. `None` turns the limit off.
    ///
    /// Clients decline within a few milliseconds if no person is there (`claude -p`, `copilot -p`,
    /// `codex exec`) or if they do not show questions of this kind. So such an answer counts as one
    /// of a client that cannot be asked:
    ///
    /// - An argument is the answer, with [`or_argument`](crate::runtime::Form::or_argument).
    /// - Otherwise the question ends with [`AskError::TooFast`](crate::AskError::TooFast). Under
    ///   [`or_end`](crate::runtime::Form::or_end) it ends the call, and the model does not read that
    ///   the user declined.
    ///
    /// If the question is a link, see [`min_agreement_time`](Self::min_agreement_time).
    ///
    /// An accept is never judged by this limit, and no answer is that follows an accept of the same
    /// question. The time is measured as for [`min_answer_time`](Self::min_answer_time), which is the
    /// same limit for all answers.
    ///
    /// In an end-to-end test, a client usually declines at once. Set `None` there.
    /// ([`testing::User`](crate::testing::User) takes a second for each answer.)
    pub fn min_decline_time(mut self, time: Option<Duration>) -> Self {
        self.limits.min_decline_time = time.unwrap_or_default();
        self
    }

    /// Sets how fast a person can agree to open a link: 100 ms by default. If an accept of a link comes
    /// sooner than this, the client has not shown the link. `None` turns the limit off.
    ///
    /// Some clients accept each link by themselves, and print it only after the call (fast-agent). The
    /// limit holds for [`Ask::url`](crate::Ask::url) and [`Ask::page`](crate::Ask::page). A link that is
    /// declined or dismissed sooner than [`min_decline_time`](Self::min_decline_time) was not shown,
    /// either. In both cases:
    ///
    /// - A page on this computer is opened by the server, if it
    ///   [may](crate::pages::LocalPages::open_browser).
    /// - A link with [`done_when`](crate::runtime::Link::done_when) is accepted, if its page is done.
    /// - Otherwise the question ends with [`AskError::LinkNotShown`](crate::AskError::LinkNotShown).
    ///   Under [`or_end`](crate::runtime::Form::or_end) the call ends with a text that has the link, so
    ///   the model can give it to the user. A page stays open: the next call with the same arguments
    ///   finds it, and what the user has sent there.
    ///
    /// No accept is judged that follows an earlier accept of the same question. In an end-to-end test, a
    /// client usually accepts at once. Set `None` there.
    pub fn min_agreement_time(mut self, time: Option<Duration>) -> Self {
        self.limits.min_agreement_time = time.unwrap_or_default();
        self
    }

    /// Sets whether answers count that come with the first request of a call, before anything was
    /// asked (2026-07-28): `false` by default, and the questions are asked.
    ///
    /// A client that knows the questions may send its answers at once. But nobody knows whether a
    /// person has seen the questions: a decline, or the tick of a [`confirm`](crate::Ask::confirm),
    /// may be the client's. With `true`, such answers are validated like any others, and count for
    /// the [rate](Self::rate_limit) as if the questions had been sent. [`Ask::answered_by`] is then
    /// [`AnsweredBy::Unsolicited`]. Under [`once`](Self::once) they never count.
    ///
    /// This is about questions of an [`Ask`](crate::Ask). A handler that asks by results of its own
    /// gets the answers as they came.
    ///
    /// [`Ask::answered_by`]: crate::Ask::answered_by
    /// [`AnsweredBy::Unsolicited`]: crate::AnsweredBy::Unsolicited
    ///
    /// ```
    /// use elicit_core::Elicitation;
    ///
    /// let elicitation = Elicitation::default().accept_unsolicited_answers(true);
    /// ```
    ///
    /// Protocol: [Server Requirements] of *Multi Round-Trip Requests* (2026-07-28).
    ///
    /// [Server Requirements]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
    pub fn accept_unsolicited_answers(mut self, accept: bool) -> Self {
        self.accepts_unsolicited = accept;
        self
    }

    /// Whether an answer counts that comes before its question.
    pub(super) fn accepts_unsolicited(&self) -> bool {
        // Without a state nothing tells a first answer from its repetition.
        self.accepts_unsolicited && !self.once
    }

    /// Sets how often the client is sent a sign of life while a call waits for the person: every 10
    /// seconds by default.
    ///
    /// The sign is a `notifications/progress`, and only clients that ask for progress get it. A call
    /// waits while a question is open before 2026-07-28, and while a page is open. `None` turns the
    /// signs off.
    ///
    /// Clients give up on a call after a minute or less, which is shorter than a person takes.
    /// Some begin that time anew with each progress: the TypeScript SDK with
    /// `resetTimeoutOnProgress`, for example. If their time is short, set a shorter interval.
    /// [`timeout`](Self::timeout) still ends the question.
    ///
    /// The values always increase, together with those of [`Ask::progress`](crate::Ask::progress).
    /// Nothing is sent after the response. If a tool reports progress through the SDK, the values may
    /// decrease, because this crate does not know them: report with `Ask::progress` instead.
    ///
    /// Protocol: [Progress], and *Timeouts* of [Lifecycle] (2025-11-25).
    ///
    /// [Progress]: https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
    /// [Lifecycle]: https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#timeouts
    pub fn keep_alive(mut self, interval: Option<Duration>) -> Self {
        // Without a pause nothing else would be sent.
        self.keep_alive = interval.map(|interval| interval.max(Duration::from_millis(1)));
        self
    }

    /// Limits the size of the answer to a form, in bytes.
    ///
    /// The default is 32 KiB of content. It counts the JSON as `serde_json` writes it. `None` turns
    /// the limit off. If an answer is larger, it is not read. It is invalid for every form (the
    /// keyword of its violation is `size`), and the person is asked again. For a page, the browser
    /// may send three times this limit and 64 KiB more. If the limit is smaller than the shortest answer
    /// to a form, nobody is asked: [`AskError::BadQuestion`](crate::AskError::BadQuestion).
    ///
    /// On 2026-07-28 the answers are carried with the state of the call. There is room for 36 KiB of
    /// JSON in it, with all that is [remembered](crate::Ask::remember). So, whatever this limit is:
    ///
    /// - If an answer does not fit into the room that is left, it is invalid in the same way. An answer
    ///   of more than 256 bytes leaves 2 KiB for what follows.
    /// - If there is no room for the shortest answers to what a round asks, nobody is asked, and the
    ///   call ends with `-32603`. So does a call that remembers more than there is room for.
    /// - The answers of pages are in the store and take no room.
    pub fn answer_limit(mut self, bytes: Option<usize>) -> Self {
        self.limits.answer = bytes;
        self
    }

    /// How long the address of a page to visit may be, in bytes: 2,048 unless set, no limit if
    /// `None`. A question with a longer one is not sent, and ends with
    /// [`AskError::BadQuestion`](crate::AskError).
    pub fn url_limit(mut self, bytes: Option<usize>) -> Self {
        self.url_limit = bytes;
        self
    }

    /// Limits how many questions a minute may be sent to one principal.
    ///
    /// The default is 60. If there is no principal, it counts for one connection. `None` turns the
    /// limit off. A question counts when it is first sent, and not when it is asked again. As many
    /// questions as the limit may come at once. After that, one more may come each time that a
    /// minute divided by the limit passes.
    ///
    /// Where neither exists, as over stateless HTTP without authorization, there
    /// is no limit, unless the server says who is calling
    /// (`elicit_core::rmcp3::Elicits::principal`).
    ///
    /// On 2026-07-28 the same limit holds for answers that get to a check
    /// ([`Form::check`](crate::runtime::Form::check)). They are counted apart from the questions. A
    /// check compares an answer with what the server knows. A client could find that out: it could
    /// send one state with one answer after the other. The answers are counted for the principal.
    /// If there is none, they are counted for the call that the state belongs to. An answer that an
    /// earlier round has checked is not counted again. If an answer is over the limit, it is not
    /// checked, and the question ends with
    /// [`AskError::TooManyAnswers`](crate::AskError::TooManyAnswers).
    pub fn rate_limit(mut self, per_minute: Option<NonZeroU32>) -> Self {
        self.limiter = per_minute.map(|limit| Arc::new(RateLimit::new(limit)));
        self.guesses = per_minute.map(|limit| Arc::new(RateLimit::new(limit)));
        self
    }

    /// Sets the sentences that people and models read: [English] by default.
    pub fn words(mut self, words: impl Words + 'static) -> Self {
        self.words = Arc::new(words);
        self
    }

    /// Sets what the server does if a question ends a call.
    ///
    /// It runs if a question under [`or_end`](crate::runtime::Form::or_end) ends the call, and for
    /// [`AskError::ArgumentNeeded`](crate::AskError::ArgumentNeeded) also without `or_end`. It gets
    /// the request, and how the question ended. If it returns `None`, the call ends as usual. If it
    /// returns an error, the call ends with this JSON-RPC error.
    ///
    /// On 2026-07-28, if the client cannot be asked, the error keeps the code `-32021` and the
    /// `data` of the protocol. Its text and its other `data` are those of the returned error.
    ///
    /// A server whose handlers have an error type of their own makes both errors by one function:
    ///
    /// ```
    /// use elicit_core::{AskError, Elicitation, adapter::RpcError};
    /// use serde_json::json;
    ///
    /// /// What clients of this server are promised of an error.
    /// fn contract(error: &AskError) -> RpcError {
    ///     let (code, kind) = match error {
    ///         // The protocol has a code for it, and data.
    ///         AskError::Unsupported(_) => return RpcError::from(error.clone()),
    ///         AskError::TimedOut => (-31_001, "timeout"),
    ///         AskError::Invalid(_) => (-31_002, "no valid answer"),
    ///         _ => (-31_000, "not asked"),
    ///     };
    ///     RpcError::new(code, error.to_string()).with_data(json!({"kind": kind}))
    /// }
    ///
    /// let elicitation = Elicitation::default().on_end(|call, ended| {
    ///     if let Some(error) = &ended.error {
    ///         return Some(contract(error));
    ///     }
    ///     // It was declined, or closed without an answer. The call ends as usual.
    ///     eprintln!("{:?}: no answer to {:?}", call.target, ended.key);
    ///     None
    /// });
    /// # let _ = elicitation;
    /// ```
    ///
    /// With `rmcp`, an `ErrorData` converts into a [`RpcError`].
    pub fn on_end(
        mut self,
        on_end: impl Fn(&Call, &Ended) -> Option<RpcError> + Send + Sync + 'static,
    ) -> Self {
        self.on_end = Some(Arc::new(on_end));
        self
    }

    /// Sets the store for what this server remembers between two requests: by default, the memory
    /// of this process. Several replicas share a store, such as `RedisStore` of the crate `elicit-redis`.
    pub fn store(mut self, store: impl Store) -> Self {
        self.records.store = Arc::new(store);
        self
    }

    /// Runs the handler of a retry at most once (2026-07-28): off unless set.
    ///
    /// A client may send its retry twice: after a lost connection, through a proxy, or on purpose.
    /// Without `once`, the handler runs again. With `once`, the first retry claims its state in the
    /// [`store`](Self::store) before the handler runs. The second retry gets the response of the
    /// first: the same text, even if it is a question. While the first one runs, the second waits
    /// up to 25 seconds.
    ///
    /// Whatever ends the run is the response: a result, the next question, an error of the handler, a
    /// panic, a question that fails. A rate limit, or a client that cannot be asked, is kept too,
    /// because the handler may have done something before it asked. After such an error, the client
    /// makes the call again from the beginning.
    ///
    /// A state that is refused is not remembered. With a state that was not sealed here, the claim is
    /// given back when the [`Ask`](crate::Ask) is taken: take it before any effect.
    ///
    /// - If the first retry still has no response (it takes longer, its process died, or the store
    ///   could not keep the response), the second ends with `-32603`, and `data.reason` is
    ///   `outcome_unknown`. The handler does not run again.
    /// - If the response is larger than 256 KiB, or cannot be read again, or the store has no room for
    ///   it, a second retry ends with `-32603`, and `data.reason` is `already_done`. (Redis that is out
    ///   of memory cannot keep even that, so the reason is `outcome_unknown`.)
    /// - If the store cannot be reached, or is full, retries end with `-32603`, and `data.reason` is
    ///   `nothing_done`: this request did nothing, and the client can send it again. If the store has
    ///   kept the claim although it reported a failure, that retry ends with `outcome_unknown`. If the store fails only while
    ///   the second retry waits for the first, the second waits on.
    /// - If the record of the first retry cannot be read, because another version of the server wrote it
    ///   or because it is damaged, `data.reason` is `outcome_unknown`, too.
    /// - A state that has expired is an error (`-32602`), and does not begin the call anew. So an
    ///   [`expiry`](Self::expiry) that is shorter than a person takes ends each call. A page is open no
    ///   longer than its state is valid.
    /// - Answers without a state are ignored, and do not reach the handler.
    /// - If a handler builds its own `InputRequiredResult`, it must give it a state, and each of its
    ///   states must differ from all others, for example by a random part. `once` claims the pair of
    ///   state and request, and remembers it for the [`expiry`](Self::expiry) and a minute. The
    ///   handler must not accept an older state.
    /// - The first request of a call carries no state. If a client repeats it, it is another call.
    ///
    /// If the keys are made by [`Keys::new`], other replicas, or this one after a restart, can open a
    /// state, so they must share the [`store`](Self::store). If they do not, an error is logged where the
    /// server is wrapped, and each call of 2026-07-28 ends with `-32603` before its handler runs.
    ///
    /// ```
    /// use elicit_core::Elicitation;
    ///
    /// let elicitation = Elicitation::default().once();
    /// ```
    ///
    /// Protocol: [Server Requirements] of *Multi Round-Trip Requests* (2026-07-28).
    ///
    /// [Server Requirements]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
    pub fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// Logs that [`once`](Self::once) has no store that it can use, where a server is wrapped. Over HTTP a
    /// server is wrapped for each session, so this logs once for all clones.
    #[cfg(feature = "rmcp3")]
    pub(crate) fn report_missing_store(&self) {
        if self.once
            && let Err(error) = self.require_shared_store("`once`")
        {
            self.report
                .call_once(|| tracing::error!(target: "elicit_core", "{error}"));
        }
    }

    /// An error, unless every process that has the keys sees the store, which a feature requires.
    pub(crate) fn require_shared_store(&self, feature: &str) -> Result<(), String> {
        if self.records.is_shared_if_keys_are() {
            return Ok(());
        }
        Err(format!(
            "the store is not shared by all replicas{HELP}with `Keys::new`, {feature} requires a \
             shared store; set it with `Elicitation::store`"
        ))
    }

    /// For tests: the time of day.
    #[doc(hidden)]
    pub fn clock(mut self, clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// The time since the epoch.
    pub(super) fn now(&self) -> Duration {
        (self.clock)()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
    }
}

impl fmt::Debug for Elicitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Elicitation")
            .field("keys", &self.records.keys)
            .field("audience", &self.records.audience)
            .field("expiry", &self.expiry)
            .field("rounds", &self.rounds)
            .field("attempts", &self.attempts)
            .field("timeout", &self.timeout)
            .field("min_answer_time", &self.limits.min_answer_time)
            .field("min_decline_time", &self.limits.min_decline_time)
            .field("min_agreement_time", &self.limits.min_agreement_time)
            .field("accepts_unsolicited", &self.accepts_unsolicited)
            .field("keep_alive", &self.keep_alive)
            .field("answer_limit", &self.limits.answer)
            .field("url_limit", &self.url_limit)
            .field("limited", &self.limiter.is_some())
            .finish_non_exhaustive()
    }
}
