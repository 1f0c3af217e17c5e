//! One thread, a simulated clock, and a seed that says which task goes on.

use std::{
    collections::BTreeMap,
    mem::take,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Wake, Waker},
    time::Duration,
};

use crate::world::Chance;

/// A task is polled at most so often without an event: its own time passed, or a store, a client or a
/// browser answered it.
const MOST_POLLS: usize = 24;

/// So many wakers of one task may be kept somewhere, beside one for each question.
pub(crate) const MOST_WAKERS: usize = 48;

/// All is over by then: no world has so much to do.
const END: Duration = Duration::from_secs(5 * 365 * 24 * 60 * 60);

type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Runs tasks. Clones are the same executor.
#[derive(Clone)]
pub(crate) struct Executor(Arc<Mutex<Inner>>);

struct Inner {
    now: Duration,
    timers: BTreeMap<(Duration, u64), Waker>,
    numbers: u64,
    ready: Vec<usize>,
    order: Chance,
    new: Vec<Spawned>,
    killed: Vec<usize>,
    /// The task that is polled had an event.
    had_event: bool,
    polls: usize,
}

/// A task, and the process in which it runs, if any.
struct Spawned {
    id: usize,
    process: Option<usize>,
    task: Task,
}

struct Running {
    process: Option<usize>,
    task: Task,
    waker: Arc<TaskWaker>,
    /// Since the last event.
    polls: usize,
}

struct TaskWaker {
    id: usize,
    executor: Executor,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let mut inner = self.executor.lock();
        if !inner.ready.contains(&self.id) {
            inner.ready.push(self.id);
        }
    }
}

impl Executor {
    pub(crate) fn new(order: Chance) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            now: Duration::ZERO,
            timers: BTreeMap::new(),
            numbers: 0,
            ready: Vec::new(),
            order,
            new: Vec::new(),
            killed: Vec::new(),
            had_event: false,
            polls: 0,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn now(&self) -> Duration {
        self.lock().now
    }

    /// How often any task was polled.
    pub(crate) fn polls(&self) -> usize {
        self.lock().polls
    }

    /// Begins a task. It ends early if its process does.
    pub(crate) fn spawn(
        &self,
        process: Option<usize>,
        task: impl Future<Output = ()> + Send + 'static,
    ) {
        let mut inner = self.lock();
        inner.numbers += 1;
        let id = usize::try_from(inner.numbers).unwrap();
        let task = Box::pin(task);
        inner.new.push(Spawned { id, process, task });
        inner.ready.push(id);
    }

    /// Ends all tasks of a process.
    pub(crate) fn kill(&self, process: usize) {
        self.lock().killed.push(process);
    }

    pub(crate) fn sleep(&self, time: Duration) -> Sleep {
        let mut inner = self.lock();
        inner.numbers += 1;
        Sleep {
            key: (inner.now.saturating_add(time).min(END * 2), inner.numbers),
            executor: self.clone(),
        }
    }

    /// Runs until all tasks have ended, or until something is wrong.
    pub(crate) fn run(&self, wakers: usize, is_wrong: impl Fn() -> bool) -> Result<(), String> {
        let mut running: BTreeMap<usize, Running> = BTreeMap::new();
        let mut result = Ok(());
        while result.is_ok() && !is_wrong() {
            self.begin_and_end(&mut running);
            let Some(id) = self.next() else {
                match self.advance() {
                    true => continue,
                    false if running.is_empty() => return Ok(()),
                    false => return Err("a call never ends: all tasks wait".to_owned()),
                }
            };
            // It may have ended since it was woken.
            if let Some(one) = running.get_mut(&id) {
                result = self.poll(one, wakers).map(|is_done| {
                    if is_done {
                        running.remove(&id);
                    }
                });
            }
        }
        result
    }

    fn begin_and_end(&self, running: &mut BTreeMap<usize, Running>) {
        loop {
            let (new, killed) = {
                let mut inner = self.lock();
                (take(&mut inner.new), take(&mut inner.killed))
            };
            if new.is_empty() && killed.is_empty() {
                return;
            }
            for Spawned { id, process, task } in new {
                let executor = self.clone();
                let waker = Arc::new(TaskWaker { id, executor });
                let polls = 0;
                let one = Running {
                    process,
                    task,
                    waker,
                    polls,
                };
                running.insert(id, one);
            }
            // What is dropped may come back here.
            running.retain(|_, one| one.process.is_none_or(|process| !killed.contains(&process)));
        }
    }

    fn next(&self) -> Option<usize> {
        let mut inner = self.lock();
        let number = inner.ready.len();
        (number > 0).then(|| {
            let chosen = inner.order.below(number);
            inner.ready.remove(chosen)
        })
    }

    /// Lets the time pass until somebody waits for it. Returns whether somebody does.
    fn advance(&self) -> bool {
        let mut inner = self.lock();
        let Some((&(due, _), _)) = inner.timers.first_key_value() else {
            return false;
        };
        inner.now = due;
        let later = inner.timers.split_off(&(due, u64::MAX));
        let due = std::mem::replace(&mut inner.timers, later);
        drop(inner);
        due.into_values().for_each(Waker::wake);
        true
    }

    fn poll(&self, one: &mut Running, most_wakers: usize) -> Result<bool, String> {
        self.lock().had_event = false;
        let waker = Waker::from(Arc::clone(&one.waker));
        let polled = one.task.as_mut().poll(&mut Context::from_waker(&waker));
        drop(waker);
        let mut inner = self.lock();
        inner.polls += 1;
        one.polls = if inner.had_event { 0 } else { one.polls + 1 };
        let now = inner.now;
        drop(inner);
        if polled.is_pending() && one.polls > MOST_POLLS {
            return Err(format!(
                "a call was polled {} times, and nothing had happened",
                one.polls
            ));
        }
        let wakers = Arc::strong_count(&one.waker);
        if polled.is_pending() && wakers > most_wakers {
            return Err(format!("{wakers} wakers of one call are kept"));
        }
        if now > END {
            return Err("a call never ends: it waits for years".to_owned());
        }
        Ok(polled.is_ready())
    }
}

/// Waits for a time of the clock.
pub(crate) struct Sleep {
    key: (Duration, u64),
    executor: Executor,
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut inner = self.executor.lock();
        if inner.now >= self.key.0 {
            inner.had_event = true;
            return Poll::Ready(());
        }
        let before = inner.timers.insert(self.key, context.waker().clone());
        drop(inner);
        drop(before);
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        let waker = self.executor.lock().timers.remove(&self.key);
        drop(waker);
    }
}
