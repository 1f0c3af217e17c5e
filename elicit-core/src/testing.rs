//! For tests of servers: a user who answers from a script.
//!
//! [`User`] plays the client and the person in front of it, on any revision,
//! without an SDK, a network or a clock. A handler that takes an
//! [`Ask`](crate::Ask) is an ordinary function, and a test calls it:
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
//! for revision in Revision::all() {
//!     let user = User::new()
//!         .accepts("scale", json!({"replicas": 3}))
//!         .accepts("sure", json!({"confirm": true}));
//!     assert_eq!(user.run(revision, scale).await, End::Returned(Ok(3)));
//!     assert_eq!(user.asked()[1]["message"], "Scale to 3?");
//!
//!     let user = User::new().declines("scale");
//!     assert!(matches!(user.run(revision, scale).await, End::Ended(_)));
//!
//!     let user = User::cannot_be_asked();
//!     assert!(!matches!(user.run(revision, scale).await, End::Returned(Ok(_))));
//! }
//! # }
//! ```
//!
//! On 2026-07-28 the handler is run again for each round of questions, as it is
//! in production. [`User::assert_no_work_repeated`] fails if it does the same work again.
//!
//! A test does not wait. It has a clock of its own: each answer takes a second, or as long as
//! [`User::takes`] says. [`Ask::latency`](crate::Ask::latency), time-outs and the other times
//! of [`Elicitation`](crate::Elicitation) go by that clock.

mod check_store;
mod clock;
#[cfg(not(feature = "pages"))]
mod no_pages;
#[cfg(feature = "pages")]
pub(crate) mod pages;
mod script;
mod user_call;
mod wire;
mod work;

#[cfg(not(feature = "pages"))]
use no_pages as pages;

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{adapter::Session, runtime::lock::lock};
pub use check_store::check_store;
use clock::Clock;
use pages::Visits;
use script::Script;
pub use user_call::End;
use work::Work;

/// A user who answers from a script: for each question, by its key, one answer
/// after the other.
///
/// Clones share the script and what was asked. There is an example at [the module](self).
#[derive(Clone)]
#[must_use]
pub struct User {
    pub(crate) form: bool,
    pub(crate) url: bool,
    is_in_task: bool,
    session: Session,
    begun: Instant,
    clock: Clock,
    /// How long the answers take that are scripted next.
    takes: Duration,
    shared: Arc<Mutex<Shared>>,
    visits: Visits,
}

/// What the clones of a user share.
#[derive(Default)]
struct Shared {
    script: Script,
    asked: Vec<(String, Value)>,
    notified: Vec<(&'static str, Value)>,
    work: Work,
    /// The keys of the questions that wait, and to which the script has no answer.
    unanswered: Vec<String>,
    /// What is wrong with the script, or with a question.
    mistake: Option<String>,
}

impl User {
    /// A user of a client that can be asked in every way, URL mode on 2025-06-18 included.
    /// The script is empty.
    pub fn new() -> Self {
        Self {
            form: true,
            url: true,
            is_in_task: false,
            session: Session::new().named("testing::User"),
            begun: Instant::now(),
            clock: Clock::default(),
            takes: Duration::from_secs(1),
            shared: Arc::default(),
            visits: Visits::default(),
        }
    }

    /// A user of a client without the capability.
    pub fn cannot_be_asked() -> Self {
        Self {
            form: false,
            url: false,
            ..Self::new()
        }
    }

    /// A user of a client that shows forms, and opens no pages.
    pub fn with_forms_only() -> Self {
        Self {
            url: false,
            ..Self::new()
        }
    }

    /// The handler runs in a task of the protocol, as in `InTask::run` of the adapter: it waits at
    /// each question on every revision, so there is one run.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Revision, testing::{End, User}};
    ///
    /// async fn work(ask: Ask) -> Result<u8, AskError> {
    ///     ask.value("days", "How long?").or_end().await
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let user = User::new().in_task().answers("days", 7);
    /// assert_eq!(user.run(Revision::LATEST, work).await, End::Returned(Ok(7)));
    /// assert_eq!(user.runs(), 1);
    /// # }
    /// ```
    pub fn in_task(self) -> Self {
        Self {
            is_in_task: true,
            ..self
        }
    }

    /// The parameters of every question so far, as they would be on the wire.
    #[must_use]
    pub fn asked(&self) -> Vec<Value> {
        let asked = &self.shared().asked;
        asked.iter().map(|(_, params)| params.clone()).collect()
    }

    /// The key of every question so far.
    #[must_use]
    pub fn asked_keys(&self) -> Vec<String> {
        let asked = &self.shared().asked;
        asked.iter().map(|(key, _)| key.clone()).collect()
    }

    /// The notifications so far: method and parameters.
    #[must_use]
    pub fn notified(&self) -> Vec<(&'static str, Value)> {
        self.shared().notified.clone()
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        lock(&self.shared)
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
