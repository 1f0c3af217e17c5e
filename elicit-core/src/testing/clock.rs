//! The clock of a test: it advances when all tasks wait for it.

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

/// From here on, the clock advances to the last time that a task waits for, unless an answer is on its
/// way: what looks at an interval would look for a century.
const LATE: Duration = Duration::from_secs(24 * 60 * 60);

/// A clock that begins at zero. Clones show the same time.
#[derive(Clone, Default)]
pub(super) struct Clock(Arc<Mutex<ClockState>>);

#[derive(Default)]
struct ClockState {
    now: Duration,
    /// What waits for which time. A wait is in here until it is polled after its time.
    waiting: BTreeMap<(Duration, u64), Waker>,
    waits: u64,
    /// How many answers are on their way.
    answers: usize,
    /// The task that advances the clock.
    keeper: Option<Waker>,
}

impl Clock {
    pub(super) fn now(&self) -> Duration {
        lock(&self.0).now
    }

    /// Advances by this time, while no task waits.
    pub(super) fn pass(&self, time: Duration) {
        let mut state = lock(&self.0);
        state.now = state.after(time);
    }

    /// Is done after this time, when an answer comes.
    pub(super) fn answer(&self, time: Duration) -> Wait {
        self.wait(time, true)
    }

    /// Is done after this time.
    pub(super) fn sleep(&self, time: Duration) -> Wait {
        self.wait(time, false)
    }

    fn wait(&self, time: Duration, is_answer: bool) -> Wait {
        let mut state = lock(&self.0);
        state.waits += 1;
        state.answers += usize::from(is_answer);
        Wait {
            key: (state.after(time), state.waits),
            is_answer,
            clock: self.clone(),
        }
    }

    /// Advances to the next time that a task waits for. Returns whether it did. It does not if no task
    /// waits, or if a wait is over and was not polled yet; then it wakes `keeper` when that changes.
    pub(super) fn advance(&self, keeper: &Waker) -> bool {
        let mut state = lock(&self.0);
        let next = state.waiting.first_key_value().map(|((due, _), _)| *due);
        let Some(mut next) = next.filter(|next| *next > state.now) else {
            state.keeper = Some(keeper.clone());
            return false;
        };
        if next > LATE
            && state.answers == 0
            && let Some(((last, _), _)) = state.waiting.last_key_value()
        {
            next = *last;
        }
        state.now = next;
        let due = state.waiting.range(..=(next, u64::MAX));
        let due: Vec<_> = due.map(|(_, waker)| waker.clone()).collect();
        // A task that is woken may come back here.
        drop(state);
        due.into_iter().for_each(Waker::wake);
        true
    }

    /// Wakes the task that advances the clock.
    pub(super) fn wake_keeper(&self) {
        let keeper = lock(&self.0).keeper.take();
        keeper.into_iter().for_each(Waker::wake);
    }
}

impl ClockState {
    fn after(&self, time: Duration) -> Duration {
        self.now.saturating_add(time).min(END)
    }
}

/// Waits for a time of the clock.
pub(super) struct Wait {
    clock: Clock,
    /// When it is over, and its number, which tells it from others of that time.
    key: (Duration, u64),
    is_answer: bool,
}

impl Future for Wait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let waker = context.waker().clone();
        let mut state = lock(&self.clock.0);
        let is_over = state.now >= self.key.0;
        let before = if is_over {
            state.waiting.remove(&self.key)
        } else {
            state.waiting.insert(self.key, waker)
        };
        drop(state);
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
        let mut state = lock(&self.clock.0);
        let waker = state.waiting.remove(&self.key);
        state.answers -= usize::from(self.is_answer);
        drop(state);
        drop(waker);
        self.clock.wake_keeper();
    }
}
