//! A world while it runs: its tasks, and what happened so far.

use std::{
    sync::{Arc, Mutex, MutexGuard, Weak},
    time::Duration,
};

use tokio::{
    sync::Notify,
    task::{AbortHandle, JoinHandle},
    time::{Instant, timeout},
};

use crate::{
    call_facts::CallFacts,
    client::Client,
    executor::{END, Watched, sleep},
    process::Process,
    server::Wire,
    world::{Chance, World},
};

/// Each text that a person types has this in it.
pub(crate) const CANARY: &str = "typed-by-a-person";

/// No world has so much to do. A call that never ends may wake up each second.
const MOST_POLLS: usize = 500_000;

/// A world while it runs. Clones are the same world.
#[derive(Clone)]
pub(crate) struct Sim {
    pub(crate) world: Arc<World>,
    pub(crate) begun: Instant,
    is_told: bool,
    is_over: Arc<Notify>,
    facts: Arc<Mutex<Facts>>,
}

#[derive(Default)]
pub(crate) struct Facts {
    story: Vec<String>,
    wrong: Option<String>,
    pub(crate) order: Chance,
    pub(crate) store: Chance,
    pub(crate) balance: Chance,
    pub(crate) processes: Vec<Process>,
    tasks: Vec<JoinHandle<()>>,
    /// Those of which process.
    pub(crate) of_processes: Vec<(usize, AbortHandle)>,
    pub(crate) calls: Vec<CallFacts>,
    typed: u32,
    /// How often tasks were polled.
    polls: usize,
    /// The ways to clients, of which nothing may be left when their calls have ended.
    pub(crate) wires: Vec<Weak<Wire>>,
}

impl Sim {
    /// Runs a world to its end. Returns what is wrong, if anything, and what happened.
    pub(crate) async fn run(world: &World, is_told: bool) -> Result<(), (String, String)> {
        let sim = Self::new(world, is_told);
        for call in 0..world.calls.len() {
            sim.spawn(None, Client::new(&sim, call).run());
        }
        for (after, place) in world.restarts.clone() {
            let sim = sim.clone();
            sim.clone().spawn(None, async move {
                sleep(after.time()).await;
                sim.restart(place);
            });
        }
        tokio::select! {
            biased;
            () = sim.is_over.notified() => {}
            ended = timeout(END, sim.to_end()) => match ended {
                Ok(()) => sim.check_end(),
                Err(_) => sim.wrong("a call never ends"),
            },
        }
        // A store knows its world.
        let processes = std::mem::take(&mut sim.facts().processes);
        drop(processes);
        let wrong = sim.facts().wrong.take();
        wrong.map_or(Ok(()), |wrong| Err((wrong, sim.story())))
    }

    fn new(world: &World, is_told: bool) -> Self {
        let facts = Facts {
            order: world.order.clone(),
            store: world.store.clone(),
            balance: world.balance.clone(),
            calls: world.calls.iter().map(|_| CallFacts::default()).collect(),
            ..Facts::default()
        };
        let sim = Self {
            world: Arc::new(world.clone()),
            begun: Instant::now(),
            is_told,
            is_over: Arc::default(),
            facts: Arc::new(Mutex::new(facts)),
        };
        sim.start();
        sim
    }

    /// Begins a task. It ends early if its process does.
    pub(crate) fn spawn(
        &self,
        process: Option<usize>,
        task: impl Future<Output = ()> + Send + 'static,
    ) {
        let task = tokio::spawn(Watched::new(self, task));
        let mut facts = self.facts();
        if let Some(process) = process {
            facts.of_processes.push((process, task.abort_handle()));
        }
        facts.tasks.push(task);
    }

    /// Waits for all tasks, also those that begin meanwhile.
    async fn to_end(&self) {
        let next = || self.facts().tasks.pop();
        while let Some(task) = next() {
            if task.await.is_err_and(|error| error.is_panic()) {
                self.wrong("a panic");
            }
        }
    }

    /// A task is polled. Returns how many others go first where it can go on once more.
    pub(crate) fn polled(&self) -> usize {
        let mut facts = self.facts();
        facts.polls += 1;
        let is_endless = facts.polls == MOST_POLLS;
        let others = facts.order.below(3);
        drop(facts);
        if is_endless {
            self.wrong("a call never ends");
        }
        others
    }

    /// How much time has passed.
    pub(crate) fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    /// How many questions there were, for which a task may be polled and keep a waker.
    pub(crate) fn questions(&self) -> usize {
        let facts = self.facts();
        facts.calls.iter().map(|call| call.posed.len()).sum()
    }

    pub(crate) fn facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock().unwrap()
    }

    /// Looks at what is known of a call, or adds to it.
    pub(crate) fn of<R>(&self, call: usize, look: impl FnOnce(&mut CallFacts) -> R) -> R {
        look(&mut self.facts().calls[call])
    }

    /// Whether the store has no faults in this world.
    pub(crate) fn has_good_store(&self) -> bool {
        self.world.store.is_empty() && !self.world.server.is_full
    }

    /// A text that nobody has typed before.
    pub(crate) fn typed(&self) -> String {
        let mut facts = self.facts();
        facts.typed += 1;
        format!("{CANARY} {}", facts.typed)
    }

    /// Adds a line to the story.
    pub(crate) fn tell(&self, line: impl FnOnce() -> String) {
        if self.is_told {
            let line = format!("{:>12.3} s  {}", self.now().as_secs_f64(), line());
            self.facts().story.push(line);
        }
    }

    /// The story, in which lines that begin alike, but for numbers, are one.
    fn story(&self) -> String {
        let alike = |line: &String| {
            let begins = line.split(": ").next().unwrap_or_default();
            begins.replace(|one: char| one.is_ascii_digit(), "")
        };
        let facts = self.facts();
        let groups = facts.story.chunk_by(|one, next| alike(one) == alike(next));
        let lines = groups.map(|group| match group {
            [one] => format!("{one}\n"),
            _ => format!("{} (and {} like it)\n", group[0], group.len() - 1),
        });
        lines.collect()
    }

    pub(crate) fn wrong(&self, reason: impl Into<String>) {
        let reason = reason.into();
        self.tell(|| format!("WRONG: {reason}"));
        self.facts().wrong.get_or_insert(reason);
        self.is_over.notify_one();
    }
}
