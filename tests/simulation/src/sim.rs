//! What all of a world share: the server's processes, what happened so far, and what must hold.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, Weak},
    time::{Duration, SystemTime},
};

use elicit_core::{
    Elicitation, Keys,
    pages::{Pages, PagesService},
};
use rmcp::task_manager::TaskManager;
use serde_json::Value;
use tokio::{
    sync::Notify,
    task::{AbortHandle, JoinHandle},
    time::{Instant, timeout},
};

use crate::{
    client::Client,
    executor::{END, Watched, sleep},
    handler::{Account, BASE},
    server::Wire,
    store::SimStore,
    world::{Chance, World},
};

/// Each text that a person types has this in it.
pub(crate) const CANARY: &str = "typed-by-a-person";

/// A world while it runs. Clones are the same world.
#[derive(Clone)]
pub(crate) struct Sim {
    pub(crate) world: Arc<World>,
    begun: Instant,
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
    balance: Chance,
    pub(crate) processes: Vec<Process>,
    tasks: Vec<JoinHandle<()>>,
    /// Those of which process.
    of_processes: Vec<(usize, AbortHandle)>,
    pub(crate) calls: Vec<CallFacts>,
    typed: u32,
    /// The ways to clients, of which nothing may be left when their calls have ended.
    pub(crate) wires: Vec<Weak<Wire>>,
}

/// A process of the server.
#[derive(Clone)]
pub(crate) struct Process {
    pub(crate) elicitation: Elicitation,
    /// The same, with pages that the server opens itself.
    pub(crate) local: Elicitation,
    pub(crate) pages: PagesService,
    pub(crate) tasks: Arc<TaskManager>,
    pub(crate) store: SimStore,
}

/// What is known of a call.
#[derive(Default)]
pub(crate) struct CallFacts {
    /// The keys of the questions to which a handler came, and when it did last, of those that the client was
    /// asked, and of those that were not answered at once.
    pub(crate) posed: BTreeMap<String, Duration>,
    pub(crate) asked: BTreeSet<String>,
    pub(crate) shown: BTreeSet<String>,
    /// The questions that the client has accepted, whether or not the answer was valid.
    pub(crate) answered: BTreeSet<String>,
    /// What somebody sent to which question: the content, or the action.
    pub(crate) said: Vec<(String, Value)>,
    /// The keys with which the effect was carried out, and how often it was.
    pub(crate) paid: BTreeSet<String>,
    pub(crate) payments: usize,
    /// The answers on pages of which the person read that they were sent.
    pub(crate) sent: Vec<SentPage>,
    pub(crate) read: Vec<(String, Value)>,
    /// When the client was there last.
    pub(crate) came: Duration,
    /// How many questions the person has seen, to how many pages they were sent, and how many runs have
    /// begun.
    pub(crate) seen: usize,
    pub(crate) visits: usize,
    pub(crate) runs: usize,
    /// The questions to which the person has given a valid answer.
    pub(crate) settled: BTreeSet<String>,
    pub(crate) has_cancelled: bool,
    /// A question had no answer that ends the call.
    pub(crate) has_ended: bool,
    /// A question had no answer, or the handler did not wait for one.
    pub(crate) has_failed: bool,
}

/// An answer on a page, of which the person read that it was sent.
pub(crate) struct SentPage {
    pub(crate) said: (String, Value),
    pub(crate) at: Duration,
    /// The call was there, or came back, while the store had the answer.
    pub(crate) is_due: bool,
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
        let shared = SimStore::new(&sim, world.server.is_shared);
        for _ in 0..world.server.processes {
            let process = sim.process(&shared);
            sim.facts().processes.push(process);
        }
        sim
    }

    /// A process that has just started.
    fn process(&self, shared: &SimStore) -> Process {
        let server = &self.world.server;
        let (keys, store) = if server.is_shared {
            (Keys::new([[7; 32]]).unwrap(), shared.clone())
        } else {
            (Keys::random(), SimStore::new(self, false))
        };
        let begun = self.begun;
        let pages = Pages::at(BASE, |parts| {
            let visitor = parts.headers.get("visitor")?;
            visitor.to_str().ok().map(str::to_owned)
        });
        let pages = pages.form::<Account>();
        let mut elicitation = Elicitation::with_keys(keys)
            .store(store.clone())
            .pages(pages.clone())
            .rate(None)
            .expiry(Duration::from_secs(server.expiry))
            .timeout(Duration::from_secs(server.timeout))
            .rounds(server.rounds)
            .attempts(server.attempts)
            .keep_alive(server.keep_alive.then_some(Duration::from_secs(10)))
            .clock(move || SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 30) + begun.elapsed());
        if server.takes_unasked {
            elicitation = elicitation.accept_unsolicited_answers(true);
        }
        if server.once {
            elicitation = elicitation.once();
        }
        Process {
            pages: pages.service(&elicitation).unwrap(),
            local: elicitation.clone().pages(Pages::local().open_browser()),
            elicitation,
            tasks: Arc::default(),
            store,
        }
    }

    /// A process ends and starts again.
    fn restart(&self, place: usize) {
        let place = place % self.world.server.processes;
        self.tell(|| format!("process {place} restarts"));
        let mut facts = self.facts();
        let of_it = facts
            .of_processes
            .extract_if(.., |(process, _)| *process == place);
        of_it.for_each(|(_, task)| task.abort());
        let shared = facts.processes[0].store.clone();
        drop(facts);
        let process = self.process(&shared);
        let before = std::mem::replace(&mut self.facts().processes[place], process);
        before.tasks.shutdown();
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

    /// Waits for all tasks, also those that begin meanwhile, and for a day longer.
    async fn to_end(&self) {
        let next = || self.facts().tasks.pop();
        while let Some(task) = next() {
            if task.await.is_err_and(|error| error.is_panic()) {
                self.wrong("a panic");
            }
        }
        sleep(Duration::from_secs(24 * 60 * 60)).await;
    }

    /// The process that gets the next request of a call. Only what is shared can be anywhere.
    pub(crate) fn balance(&self, call: usize) -> usize {
        let server = &self.world.server;
        if server.is_shared {
            self.facts().balance.below(server.processes)
        } else {
            call % server.processes
        }
    }

    pub(crate) fn process_at(&self, place: usize) -> Process {
        self.facts().processes[place].clone()
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
