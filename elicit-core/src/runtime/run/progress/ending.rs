//! How a run comes to its end: with the questions that it asks, or with the reason why it stops.

use std::{mem::take, sync::Arc, task::Waker};

use super::RunProgress;
use crate::runtime::{
    error::{AskError, failure::Failure},
    ledger::entry::{Departure, Parked},
    needed_argument::NeededArgument,
    outcome::Mode,
    run::run_end::Ended,
};

/// Why a run stops in the middle.
pub(in crate::runtime) enum Stop {
    Ended(Box<Ended>),
    Failed(Failure),
    /// The client cannot be asked, and these arguments have no valid answer.
    ArgumentsNeeded(Vec<NeededArgument>),
}

/// For whoever asks.
impl RunProgress {
    /// Whether the run ends because an argument is needed.
    pub(in crate::runtime) fn needs_arguments(&self) -> bool {
        !self.lock().needed.is_empty()
    }

    /// Ends the run after the next poll of the handler, and has the handler polled.
    pub(in crate::runtime) fn stop(&self, stop: Stop) {
        self.lock().stop.get_or_insert(stop);
        self.wake_driver();
    }

    /// The handler learns that it cannot ask in this mode.
    pub(in crate::runtime) fn note_unsupported(&self, mode: Mode) {
        self.lock().unsupported = Some(mode);
    }
}

/// For the driver.
impl RunProgress {
    pub(in crate::runtime::run) fn set_driver(&self, waker: &Waker) {
        // The replaced waker is the executor's code, so it is dropped without a lock.
        let before = self.lock().driver.replace(waker.clone());
        drop(before);
    }

    /// A question may be asked in another task than the one that polls the handler,
    /// which has to see what has become of the run.
    pub(in crate::runtime::run) fn wake_driver(&self) {
        let driver = self.lock().driver.take();
        if let Some(driver) = driver {
            driver.wake();
        }
    }

    /// Why the run stops after a poll of the handler, if it does.
    pub(in crate::runtime::run) fn take_stop(&self) -> Option<Stop> {
        let mut inner = self.lock();
        let stop = inner.stop.take();
        let needs_arguments = stop.is_none() && !inner.needed.is_empty();
        stop.or_else(|| needs_arguments.then(|| Stop::ArgumentsNeeded(take(&mut inner.needed))))
    }

    /// The questions that have parked, in the order in which they were asked, while the handler waits.
    /// None, while something is awaited for a question.
    pub(in crate::runtime::run) fn take_parked(&self) -> Option<Vec<(Arc<str>, Parked)>> {
        let questions = &mut self.lock().ledger.questions;
        let mut departures = questions.values().map(|entry| &entry.live.departure);
        if departures.any(|departure| matches!(departure, Departure::Held)) {
            return None;
        }
        let entries = questions.iter_mut();
        let parked = entries.filter_map(|(key, entry)| match take(&mut entry.live.departure) {
            Departure::Parked(parked) => Some((Arc::clone(key), parked)),
            Departure::None | Departure::Held => None,
        });
        let mut parked: Vec<_> = parked.collect();
        parked.sort_unstable_by_key(|(_, parked)| parked.number);
        Some(parked).filter(|parked| !parked.is_empty())
    }

    /// The handler is gone. Wakes every task that still waits for an answer.
    pub(in crate::runtime::run) fn close(&self) {
        let (_driver, wakers) = {
            let mut kept = self.lock();
            kept.is_closed = true;
            let questions = kept.ledger.questions.values_mut();
            let wakers: Vec<_> = questions
                .filter_map(|entry| entry.live.waker.take())
                .collect();
            (kept.driver.take(), wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    /// The error of the server with which the call ends.
    pub(in crate::runtime::run) fn take_fault(&self) -> Option<AskError> {
        self.lock().fault.take()
    }

    /// The mode in which the handler learned that it cannot ask.
    pub(in crate::runtime::run) fn take_unsupported(&self) -> Option<Mode> {
        self.lock().unsupported.take()
    }
}
