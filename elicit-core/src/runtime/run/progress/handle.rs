//! One question of a run, by which everything that is known of it is read and changed.

use std::{
    future::poll_fn,
    mem::replace,
    pin::pin,
    sync::Arc,
    task::{Context, Poll},
    thread,
};

use super::{RunProgress, Stop};
#[cfg(feature = "pages")]
use crate::runtime::ledger::entry::Page;
use crate::{
    form::FormSchema,
    runtime::{
        error::{AskError, failure::Failure},
        ledger::entry::{Asked, Departure, Entry, Known, Parked, Unfit},
        needed_argument::NeededArgument,
        state::digest::Digest,
    },
};

/// One question of a run.
#[derive(Clone)]
pub(in crate::runtime) struct Handle<'a> {
    progress: &'a RunProgress,
    key: Arc<str>,
}

/// What is known of it.
impl<'a> Handle<'a> {
    pub(super) fn new(progress: &'a RunProgress, key: Arc<str>) -> Self {
        Self { progress, key }
    }

    pub(in crate::runtime) fn key(&self) -> &str {
        &self.key
    }

    /// Takes the key. A run can take each key once.
    pub(in crate::runtime) fn claim(&self) -> Result<(), AskError> {
        let mut kept = self.progress.lock();
        if kept.is_closed {
            return Err(AskError::Suspended);
        }
        if !replace(&mut kept.ledger.entry(&self.key).live.is_claimed, true) {
            return Ok(());
        }
        Err(kept.fault(AskError::bad_question(
            &self.key,
            "the key was used before in this call; give each question its own key, because \
             answers are kept by key",
        )))
    }

    /// What is known of the question with this digest. A question may change once.
    pub(in crate::runtime) fn recall(
        &self,
        digest: &Digest,
        attempts: u8,
        form: Option<&FormSchema>,
    ) -> Result<Known, AskError> {
        let mut kept = self.progress.lock();
        let recalled = kept.ledger.entry(&self.key).recall(digest, attempts, form);
        recalled.map_err(|unfit| match unfit {
            Unfit::Unreadable => AskError::Unreadable,
            Unfit::Changing => kept.fault(AskError::bad_question(
                &self.key,
                "the question changes in each run, so an answer never fits\nhelp: keep the values \
                 that change with `Ask::remember`",
            )),
        })
    }

    /// Counts the question, if `admit` allows it. A question that was sent before in this call is not
    /// counted again.
    pub(in crate::runtime) fn count(
        &self,
        admit: impl FnOnce() -> Result<(), AskError>,
    ) -> Result<(), AskError> {
        self.entry(|entry| {
            if !entry.was_sent() && !entry.live.is_counted {
                admit()?;
                entry.live.is_counted = true;
            }
            Ok(())
        })
    }

    /// Reads or changes what is known of it.
    pub(in crate::runtime) fn entry<T>(&self, change: impl FnOnce(&mut Entry) -> T) -> T {
        change(self.progress.lock().ledger.entry(&self.key))
    }

    /// Reads or changes its page, if it has one.
    #[cfg(feature = "pages")]
    pub(in crate::runtime) fn page<T>(&self, change: impl FnOnce(&mut Page) -> T) -> Option<T> {
        self.entry(|entry| entry.page.as_mut().map(change))
    }

    /// The id of the link that the question sends, for one attempt.
    pub(in crate::runtime) fn link_id(&self, attempt: u8) -> Arc<str> {
        let call = self.progress.lock().ledger.call.clone();
        // A run has it from when its `Ask` is taken.
        call.map_or_else(|| "".into(), |call| call.link_id(&self.key, attempt))
    }
}

/// How it waits for the end of the run.
impl Handle<'_> {
    /// Adds the question to those that this run ends with, and waits for that. If this is dropped
    /// earlier, as by `select!`, the question is not asked.
    ///
    /// Without what is asked, the person has the question on a page, and the client asks nothing.
    pub(in crate::runtime) async fn park(&self, asked: Option<Asked>) -> AskError {
        let number = {
            let mut kept = self.progress.lock();
            kept.parked += 1;
            kept.parked
        };
        let asked = asked.map(Box::new);
        self.depart(Departure::Parked(Parked { number, asked }));
        let _parked = Departing(self.clone());
        self.closed().await
    }

    /// Keeps the run from ending while something is awaited for the question, so that questions that are
    /// awaited together go out together.
    pub(in crate::runtime) fn hold(&self) -> Departing<'_> {
        self.depart(Departure::Held);
        Departing(self.clone())
    }

    /// Awaits a check of the answer, which may ask another question. The run may end with that one.
    pub(in crate::runtime) async fn checking<T>(&self, check: impl Future<Output = T>) -> T {
        let mut check = pin!(check);
        poll_fn(|context| {
            let _polling = self.polling();
            check.as_mut().poll(context)
        })
        .await
    }

    /// Notes that this thread polls a check of the answer, until the value is dropped.
    fn polling(&self) -> Polling<'_> {
        let checks = &mut self.progress.lock().checks;
        checks.push((thread::current().id(), Arc::clone(&self.key)));
        Polling(self)
    }

    /// The page of the question is in the store.
    #[cfg(feature = "pages")]
    pub(in crate::runtime) fn opened(&self) {
        if self.entry(|entry| matches!(entry.live.departure, Departure::Held)) {
            self.depart(Departure::None);
        }
    }

    fn depart(&self, departure: Departure) {
        let may_end = matches!(departure, Departure::Parked(_));
        let before = self.entry(|entry| replace(&mut entry.live.departure, departure));
        if may_end {
            self.progress.lock().release_checks();
        }
        if may_end || matches!(before, Departure::Held) {
            self.progress.wake_driver();
        }
    }

    /// Ends the run, with all arguments that are needed by then.
    pub(in crate::runtime) async fn need_argument(&self, needed: NeededArgument) -> AskError {
        self.progress.lock().needed.push(needed);
        self.progress.wake_driver();
        self.closed().await
    }

    /// Waits for the end of the run, if something ends it already. What comes now is not asked.
    pub(in crate::runtime) async fn unless_ending(&self) -> Result<(), AskError> {
        let is_ending = {
            let kept = self.progress.lock();
            kept.stop.is_some() || !kept.needed.is_empty()
        };
        if is_ending {
            return Err(self.closed().await);
        }
        Ok(())
    }

    /// Ends the run with this error, so the handler cannot catch it.
    pub(in crate::runtime) async fn fail(&self, failure: impl Into<Failure>) -> AskError {
        self.progress.stop(Stop::Failed(failure.into()));
        self.closed().await
    }

    /// Waits until the handler is dropped, so the handler itself gets nothing.
    async fn closed(&self) -> AskError {
        poll_fn(|context| self.poll_closed(context)).await
    }

    /// The driver was woken when the question parked or ended the run, and is not woken here: it may
    /// have to wait for the page of another question, and polls this one meanwhile.
    pub(in crate::runtime) fn poll_closed(&self, context: &Context<'_>) -> Poll<AskError> {
        if self.has_closed(context) {
            Poll::Ready(AskError::Suspended)
        } else {
            Poll::Pending
        }
    }

    /// Awaits something for the question. A task that outlives the handler waits no longer than the
    /// handler.
    pub(in crate::runtime) async fn unless_closed<T>(
        &self,
        awaited: impl Future<Output = T>,
    ) -> Result<T, AskError> {
        let mut awaited = pin!(awaited);
        poll_fn(|context| {
            // This comes first: after the handler an adapter may take the client for gone.
            if self.has_closed(context) {
                return Poll::Ready(Err(AskError::Suspended));
            }
            awaited.as_mut().poll(context).map(Ok)
        })
        .await
    }

    /// Whether the handler is gone. If not, what polls the question is woken when it is.
    fn has_closed(&self, context: &Context<'_>) -> bool {
        let waker = context.waker().clone();
        let mut kept = self.progress.lock();
        let is_closed = kept.is_closed;
        let before = if is_closed {
            Some(waker)
        } else {
            kept.ledger.entry(&self.key).live.waker.replace(waker)
        };
        drop(kept);
        drop(before);
        is_closed
    }
}

/// A question that goes out when the run ends, unless this is dropped before.
pub(in crate::runtime) struct Departing<'a>(Handle<'a>);

impl Drop for Departing<'_> {
    fn drop(&mut self) {
        self.0.depart(Departure::None);
    }
}

/// A check that this thread polls.
struct Polling<'a>(&'a Handle<'a>);

impl Drop for Polling<'_> {
    fn drop(&mut self) {
        let this = (thread::current().id(), &self.0.key);
        let checks = &mut self.0.progress.lock().checks;
        if let Some(index) = checks.iter().rposition(|(id, key)| (*id, key) == this) {
            checks.remove(index);
        }
    }
}
