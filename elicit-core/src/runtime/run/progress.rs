//! What a run keeps, behind one lock: the ledger of its call, and what ends it.

mod ending;
mod handle;

use std::{
    collections::HashSet,
    mem::replace,
    sync::{Arc, Mutex, MutexGuard},
    task::Waker,
    thread::{self, ThreadId},
};

use crate::runtime::{
    error::{AskError, call_error::CallError},
    ledger::{Ledger, entry::Departure},
    lock::lock,
    needed_argument::NeededArgument,
    outcome::Mode,
    state::call_id::CallId,
};

pub(in crate::runtime) use ending::Stop;
pub(in crate::runtime) use handle::Handle;

/// What changes while the handler runs.
#[derive(Default)]
pub(in crate::runtime) struct RunProgress(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// Whether the `Ask` of this run was taken.
    is_taken: bool,
    ledger: Ledger,
    /// The keys of remembered values that were used in this run.
    remembered: HashSet<String>,
    /// How many questions have parked so far.
    parked: usize,
    /// The checks that are polled just now: by which thread, and of which question.
    checks: Vec<(ThreadId, Arc<str>)>,
    /// The handler has learned that it cannot ask in this mode.
    unsupported: Option<Mode>,
    /// Ends the run at once.
    stop: Option<Stop>,
    /// The client cannot be asked, and these arguments have no valid answer. The call ends.
    needed: Vec<NeededArgument>,
    /// An error in the server. The call ends with it, whatever the handler returns.
    fault: Option<AskError>,
    /// Wakes the task that polls the handler.
    driver: Option<Waker>,
    /// The handler is gone.
    is_closed: bool,
}

impl RunProgress {
    pub(super) fn new(ledger: Ledger) -> Self {
        Self(Mutex::new(Inner {
            ledger,
            ..Inner::default()
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.0)
    }

    /// The question with this key.
    pub(in crate::runtime) fn question(&self, key: &str) -> Handle<'_> {
        Handle::new(self, key.into())
    }

    /// Takes the only `Ask` of the run. Returns whether it was there.
    pub(super) fn take_ask(&self) -> bool {
        !replace(&mut self.lock().is_taken, true)
    }

    /// Takes the `Ask` back.
    #[cfg(all(feature = "rmcp3", feature = "testing"))]
    pub(in crate::runtime) fn return_ask(&self) {
        self.lock().is_taken = false;
    }

    /// The name of the call. The first run draws it.
    pub(super) fn name_call(&self) -> Result<CallId, CallError> {
        let mut kept = self.lock();
        let call = match kept.ledger.call.take() {
            Some(call) => call,
            None => CallId::draw()?,
        };
        Ok(kept.ledger.call.insert(call).clone())
    }

    /// The name of the call, if an earlier run has begun it.
    pub(super) fn resumed_call(&self) -> Option<CallId> {
        let ledger = &self.lock().ledger;
        let is_resumed = ledger.round > 0 || ledger.restarts > 0;
        is_resumed.then(|| ledger.call.clone()).flatten()
    }

    pub(in crate::runtime) fn round(&self) -> u8 {
        self.lock().ledger.round
    }

    /// What is known of the call.
    pub(in crate::runtime) fn with_ledger<T>(&self, change: impl FnOnce(&mut Ledger) -> T) -> T {
        change(&mut self.lock().ledger)
    }

    /// Takes the key of a remembered value. A run can take each key once. `Ask::remember` returns
    /// no error of ours, so the call ends with it.
    pub(in crate::runtime) fn claim_memory(&self, key: &str) {
        let mut kept = self.lock();
        if !kept.remembered.insert(key.to_owned()) {
            kept.fault(AskError::bad_question(
                key,
                "another value was remembered with this key before in this call; give each value \
                 its own key, because a later run finds the value by its key",
            ));
        }
    }
}

impl Inner {
    /// Lets the run end before the checks do that this thread polls, because they wait for a later run.
    fn release_checks(&mut self) {
        let this = thread::current().id();
        for (_, key) in self.checks.iter().filter(|(id, _)| *id == this) {
            let departure = &mut self.ledger.entry(key).live.departure;
            if matches!(departure, Departure::Held) {
                *departure = Departure::None;
            }
        }
    }

    /// Makes an error of the server's the end of the call.
    fn fault(&mut self, error: AskError) -> AskError {
        self.fault.get_or_insert_with(|| error.clone());
        error
    }
}
