//! The clock of a test: it advances when everybody waits for it.

use std::{
    collections::BTreeMap,
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
    time::Duration,
};

use crate::runtime::lock::lock;

/// The last time of the clock, since a time-out may be `Duration::MAX`: more than a century.
const END: Duration = Duration::from_secs(u32::MAX as u64);

/// A clock that begins at zero. Clones show the same time.
#[derive(Clone, Default)]
pub(super) struct Clock(Arc<Mutex<Times>>);

#[derive(Default)]
struct Times {
    now: Duration,
    /// Who waits for which time. A wait is in here until it is polled after its time.
    waiting: BTreeMap<(Duration, u64), Waker>,
    waits: u64,
    /// The task that advances the clock.
    keeper: Option<Waker>,
}

impl Clock {
    pub(super) fn now(&self) -> Duration {
        lock(&self.0).now
    }

    /// Advances by this time, while nobody waits.
    pub(super) fn pass(&self, time: Duration) {
        let mut times = lock(&self.0);
        times.now = times.after(time);
    }

    /// Is done after this time.
    pub(super) fn wait(&self, time: Duration) -> Wait {
        let mut times = lock(&self.0);
        times.waits += 1;
        Wait {
            key: (times.after(time), times.waits),
            clock: self.clone(),
        }
    }

    /// Advances to the next time that somebody waits for. Returns whether it did. It does not if
    /// nobody waits, or if a wait is over and was not polled yet; then it wakes `keeper` when that
    /// changes.
    pub(super) fn advance(&self, keeper: &Waker) -> bool {
        let mut times = lock(&self.0);
        let next = times.waiting.first_key_value().map(|((due, _), _)| *due);
        let Some(next) = next.filter(|next| *next > times.now) else {
            times.keeper = Some(keeper.clone());
            return false;
        };
        times.now = next;
        let due = times.waiting.range(..=(next, u64::MAX));
        let due: Vec<_> = due.map(|(_, waker)| waker.clone()).collect();
        // Whoever is woken may come back here.
        drop(times);
        due.into_iter().for_each(Waker::wake);
        true
    }

    /// Wakes the task that advances the clock.
    pub(super) fn wake_keeper(&self) {
        let keeper = lock(&self.0).keeper.take();
        keeper.into_iter().for_each(Waker::wake);
    }
}

impl Times {
    fn after(&self, time: Duration) -> Duration {
        self.now.saturating_add(time).min(END)
    }
}

/// Waits for a time of the clock.
pub(super) struct Wait {
    clock: Clock,
    /// When it is over, and its number, which tells it from others of that time.
    key: (Duration, u64),
}

impl Future for Wait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let waker = context.waker().clone();
        let mut times = lock(&self.clock.0);
        let is_over = times.now >= self.key.0;
        let before = if is_over {
            times.waiting.remove(&self.key)
        } else {
            times.waiting.insert(self.key, waker)
        };
        drop(times);
        // Perhaps the last of a task, which may come back here.
        drop(before);
        // This may be another task than the keeper's.
        self.clock.wake_keeper();
        if is_over {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        let mut times = lock(&self.clock.0);
        let waker = times.waiting.remove(&self.key);
        drop(times);
        drop(waker);
        self.clock.wake_keeper();
    }
}
