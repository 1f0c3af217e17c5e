//! How a run comes to its end: with the questions that it asks, or with the reason why it stops.

use std::{
    future::poll_fn,
    mem::take,
    pin::pin,
    task::{Context, Poll, Waker},
};

use super::{ParkedQuestion, RunProgress, Stop};
use crate::runtime::{error::AskError, needed_argument::NeededArgument, outcome::Mode};

/// For the questions.
impl RunProgress {
    /// Adds the question to those that this run ends with, and waits for that. If this is dropped
    /// earlier, as by `select!`, the question is not asked.
    pub(in crate::runtime) async fn park(&self, parked: ParkedQuestion) -> AskError {
        let key = parked.key.clone();
        {
            let mut kept = self.lock();
            kept.opening.remove(&key);
            kept.parked.push(parked);
        }
        self.wake_driver();
        let _parked = Parked {
            progress: self,
            key: &key,
        };
        self.closed(&key).await
    }

    /// The page of a question is in the store.
    #[cfg(feature = "pages")]
    pub(in crate::runtime) fn opened(&self, key: &str) {
        if self.lock().opening.remove(key) {
            self.wake_driver();
        }
    }

    /// Ends the run, with all arguments that are needed by then.
    pub(in crate::runtime) async fn need_argument(&self, needed: NeededArgument) -> AskError {
        let key = needed.key.clone();
        self.lock().needed.push(needed);
        self.wake_driver();
        self.closed(&key).await
    }

    /// Whether the run ends because an argument is needed.
    pub(in crate::runtime) fn needs_arguments(&self) -> bool {
        !self.lock().needed.is_empty()
    }

    /// Waits for the end of the run, if something ends it already. What comes now is not asked.
    pub(in crate::runtime) async fn unless_ending(&self, key: &str) -> Result<(), AskError> {
        let is_ending = {
            let kept = self.lock();
            kept.stop.is_some() || !kept.needed.is_empty()
        };
        if is_ending {
            return Err(self.closed(key).await);
        }
        Ok(())
    }

    /// Ends the run, so the handler cannot catch the error.
    pub(in crate::runtime) async fn end(&self, key: &str, stop: Stop) -> AskError {
        self.stop(stop);
        self.closed(key).await
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

    /// Waits until the handler is dropped, so the handler itself gets nothing.
    async fn closed(&self, key: &str) -> AskError {
        poll_fn(|context| self.poll_closed(key, context)).await
    }

    /// The driver was woken when the question parked or ended the run, and is not woken here: it may
    /// have to wait for the page of another question, and polls this one meanwhile.
    pub(in crate::runtime) fn poll_closed(
        &self,
        key: &str,
        context: &Context<'_>,
    ) -> Poll<AskError> {
        if self.has_closed(key, context) {
            Poll::Ready(AskError::Suspended)
        } else {
            Poll::Pending
        }
    }

    /// Awaits something for a question. A task that outlives the handler waits no longer than the
    /// handler.
    pub(in crate::runtime) async fn unless_closed<T>(
        &self,
        key: &str,
        awaited: impl Future<Output = T>,
    ) -> Result<T, AskError> {
        let mut awaited = pin!(awaited);
        poll_fn(|context| {
            // This comes first: after the handler an adapter may take the client for gone.
            if self.has_closed(key, context) {
                return Poll::Ready(Err(AskError::Suspended));
            }
            awaited.as_mut().poll(context).map(Ok)
        })
        .await
    }

    /// Whether the handler is gone. If not, what polls the question is woken when it is.
    fn has_closed(&self, key: &str, context: &Context<'_>) -> bool {
        let waker = context.waker().clone();
        let mut kept = self.lock();
        let is_closed = kept.is_closed;
        let before = if is_closed {
            Some(waker)
        } else {
            kept.question(key).waker.replace(waker)
        };
        drop(kept);
        drop(before);
        is_closed
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
    pub(in crate::runtime::run) fn take_stop(&self, is_done: bool) -> Option<Stop> {
        let mut kept = self.lock();
        if kept.stop.is_some() {
            return kept.stop.take();
        }
        if !kept.needed.is_empty() {
            return Some(Stop::ArgumentsNeeded(take(&mut kept.needed)));
        }
        let waits = kept.parked.is_empty() || !kept.opening.is_empty();
        // Taken before the handler is dropped, since its futures take their questions back.
        (!is_done && !waits).then(|| Stop::Asked(take(&mut kept.parked)))
    }

    /// The handler is gone. Wakes every task that still waits for an answer.
    pub(in crate::runtime::run) fn close(&self) {
        let (_driver, wakers) = {
            let mut kept = self.lock();
            kept.is_closed = true;
            let questions = kept.questions.values_mut();
            let wakers: Vec<_> = questions
                .filter_map(|question| question.waker.take())
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

/// A question that waits for the next round.
struct Parked<'a> {
    progress: &'a RunProgress,
    key: &'a str,
}

impl Drop for Parked<'_> {
    fn drop(&mut self) {
        let parked = &mut self.progress.lock().parked;
        parked.retain(|parked| parked.key != self.key);
    }
}
