//! Tasks on tokio's clock, which goes on when all of them wait. A seed says which goes first.

use std::{
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Wake, Waker},
    time::Duration,
};

use tokio::time::{Instant, Sleep};

use crate::sim::Sim;

/// All is over by then: no world has so much to do.
pub(crate) const END: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// More polls of a task at one time, or more wakers of it that are kept, have no reason, beside some for
/// each question.
const MOST: usize = 20;

pub(crate) fn sleep(time: Duration) -> Sleep {
    tokio::time::sleep(time.min(END))
}

/// A future that is watched while it runs.
pub(crate) struct Watched<T> {
    sim: Sim,
    future: Pin<Box<dyn Future<Output = T> + Send>>,
    waker: Arc<Relay>,
    /// How many tasks go first that are ready, too.
    others: usize,
    /// How often it was polled at the same time.
    polls: usize,
    polled: Instant,
}

/// Wakes the task. How often it is held is how many wakers are kept somewhere.
struct Relay(Mutex<Waker>);

impl Wake for Relay {
    fn wake(self: Arc<Self>) {
        self.0.lock().unwrap().wake_by_ref();
    }
}

impl<T> Watched<T> {
    pub(crate) fn new(sim: &Sim, future: impl Future<Output = T> + Send + 'static) -> Self {
        Self {
            others: sim.facts().order.below(3),
            sim: sim.clone(),
            future: Box::pin(future),
            waker: Arc::new(Relay(Mutex::new(Waker::noop().clone()))),
            polls: 0,
            polled: Instant::now(),
        }
    }
}

impl<T> Future for Watched<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let this = &mut *self;
        if this.others > 0 {
            this.others -= 1;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        this.others = this.sim.polled();
        this.waker.0.lock().unwrap().clone_from(context.waker());
        let waker = Waker::from(Arc::clone(&this.waker));
        let polled = this.future.as_mut().poll(&mut Context::from_waker(&waker));
        drop(waker);
        let has_passed = this.polled.elapsed() > Duration::ZERO;
        this.polled = Instant::now();
        this.polls = if has_passed { 0 } else { this.polls + 1 };
        let (polls, wakers) = (this.polls, Arc::strong_count(&this.waker) - 1);
        if polled.is_pending() && polls.max(wakers) > MOST {
            let questions = this.sim.questions();
            if polls > MOST + 4 * questions || wakers > MOST + questions {
                let wrong =
                    format!("a call is polled {polls} times at once, and keeps {wakers} wakers");
                this.sim.wrong(wrong);
            }
        }
        polled
    }
}
