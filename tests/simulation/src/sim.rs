//! What all of a world share: the server's processes, what happened so far, and what must hold.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};

use elicit_core::{
    Elicitation, Keys,
    pages::{Pages, PagesService},
};
use serde_json::Value;

use crate::{
    client::Wire,
    executor::Executor,
    handler::{Account, BASE},
    store::SimStore,
    world::{Chance, World},
};

/// Each text that a person types has this in it.
pub(crate) const CANARY: &str = "typed-by-a-person";

/// Questions and answers of this size have room in a state, which has 36 KiB, and keeps 2 KiB free.
const SMALL: usize = 33 << 10;

/// How long a thing takes at most for which nobody has to wait: two looks into the store.
const MOMENT: Duration = Duration::from_secs(5);

/// A world while it runs. Clones are the same world.
#[derive(Clone)]
pub(crate) struct Sim(Arc<Shared>);

struct Shared {
    world: World,
    executor: Executor,
    begun: Instant,
    is_told: bool,
    is_wrong: AtomicBool,
    facts: Mutex<Facts>,
}

struct Facts {
    story: String,
    wrong: Option<String>,
    store: Chance,
    balance: Chance,
    processes: Vec<Process>,
    calls: Vec<CallFacts>,
    typed: u32,
    wires: Vec<Weak<Wire>>,
}

/// A process of the server.
#[derive(Clone)]
pub(crate) struct Process {
    pub(crate) elicitation: Elicitation,
    pub(crate) pages: PagesService,
    pub(crate) store: SimStore,
}

/// What is known of a call.
#[derive(Default)]
pub(crate) struct CallFacts {
    /// The keys of the questions that the client was asked.
    pub(crate) asked: BTreeSet<String>,
    /// What somebody sent to which question: the content, or the action.
    pub(crate) said: Vec<(String, Value)>,
    /// The keys with which the effect was carried out, and how often it was.
    pub(crate) paid: BTreeSet<String>,
    pub(crate) payments: usize,
    /// The answers on pages of which the person read that they were sent.
    pub(crate) sent: Vec<SentPage>,
    pub(crate) read: Vec<(String, Value)>,
    /// The questions that a handler has come to.
    pub(crate) posed: BTreeSet<String>,
    /// The questions that were not answered at once.
    pub(crate) shown: BTreeSet<String>,
    /// When the client replied last, where the call waits.
    pub(crate) replied: Duration,
    /// In which poll a question had no answer.
    pub(crate) refused: Option<usize>,
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
    pub(crate) fn new(world: &World, is_told: bool) -> Self {
        let calls = world.calls.iter().map(|_| CallFacts::default()).collect();
        let sim = Self(Arc::new(Shared {
            executor: Executor::new(world.order.clone()),
            begun: Instant::now(),
            is_told,
            is_wrong: AtomicBool::new(false),
            facts: Mutex::new(Facts {
                story: String::new(),
                wrong: None,
                store: world.store.clone(),
                balance: world.balance.clone(),
                processes: Vec::new(),
                calls,
                typed: 0,
                wires: Vec::new(),
            }),
            world: world.clone(),
        }));
        let shared = SimStore::new(&sim, world.server.is_shared);
        for _ in 0..world.server.processes {
            let process = sim.process(&shared);
            sim.facts().processes.push(process);
        }
        sim
    }

    /// A process that has just started.
    fn process(&self, shared: &SimStore) -> Process {
        let server = &self.world().server;
        let (keys, store) = if server.is_shared {
            (Keys::new([[7; 32]]).unwrap(), shared.clone())
        } else {
            (Keys::random(), SimStore::new(self, false))
        };
        let sim = self.clone();
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
            .clock(move || SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 30) + sim.now());
        if server.takes_unasked {
            elicitation = elicitation.accept_unsolicited_answers(true);
        }
        if server.once {
            elicitation = elicitation.once();
        }
        Process {
            pages: pages.service(&elicitation).unwrap(),
            elicitation,
            store,
        }
    }

    /// A process ends and starts again.
    pub(crate) fn restart(&self, place: usize) {
        let place = place % self.world().server.processes;
        self.tell(|| format!("process {place} restarts"));
        self.executor().kill(place);
        let shared = self.facts().processes[0].store.clone();
        let process = self.process(&shared);
        let before = std::mem::replace(&mut self.facts().processes[place], process);
        drop(before);
    }

    /// The process that gets the next request of a call. Only what is shared can be anywhere.
    pub(crate) fn balance(&self, call: usize) -> usize {
        let server = &self.world().server;
        if server.is_shared {
            self.facts().balance.below(server.processes)
        } else {
            call % server.processes
        }
    }

    pub(crate) fn process_at(&self, place: usize) -> Process {
        self.facts().processes[place].clone()
    }

    pub(crate) fn world(&self) -> &World {
        &self.0.world
    }

    pub(crate) fn executor(&self) -> &Executor {
        &self.0.executor
    }

    pub(crate) fn now(&self) -> Duration {
        self.executor().now()
    }

    pub(crate) fn instant(&self) -> Instant {
        self.0.begun + self.now()
    }

    pub(crate) async fn sleep(&self, time: Duration) {
        self.executor().sleep(time).await;
    }

    fn facts(&self) -> MutexGuard<'_, Facts> {
        self.0.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at what is known of a call, or adds to it.
    pub(crate) fn of<R>(&self, call: usize, look: impl FnOnce(&mut CallFacts) -> R) -> R {
        look(&mut self.facts().calls[call])
    }

    /// A way to a client, of which nothing may be left when its call has ended.
    pub(crate) fn watch(&self, wire: Weak<Wire>) {
        self.facts().wires.push(wire);
    }

    /// What the store does next.
    pub(crate) fn fault(&self) -> u8 {
        self.facts().store.next()
    }

    /// Whether the store has no faults in this world.
    fn has_good_store(&self) -> bool {
        let server = &self.world().server;
        self.world().store.is_empty() && server.room == usize::MAX
    }

    /// A text that nobody has typed before.
    pub(crate) fn typed(&self) -> String {
        let mut facts = self.facts();
        facts.typed += 1;
        format!("{CANARY} {}", facts.typed)
    }

    /// Adds a line to the story.
    pub(crate) fn tell(&self, line: impl FnOnce() -> String) {
        if self.0.is_told {
            let (now, line) = (self.now(), line());
            let _ = writeln!(self.facts().story, "{:>12.3} s  {line}", now.as_secs_f64());
        }
    }

    pub(crate) fn story(&self) -> String {
        self.facts().story.clone()
    }

    pub(crate) fn wrong(&self, reason: impl Into<String>) {
        let reason = reason.into();
        self.tell(|| format!("WRONG: {reason}"));
        self.0.is_wrong.store(true, Ordering::Relaxed);
        self.facts().wrong.get_or_insert(reason);
    }

    pub(crate) fn is_wrong(&self) -> bool {
        self.0.is_wrong.load(Ordering::Relaxed)
    }

    pub(crate) fn take_wrong(&self) -> Option<String> {
        self.facts().wrong.take()
    }
}

/// What must hold.
impl Sim {
    /// No text that a person typed is in this one.
    pub(crate) fn check_private(&self, place: &str, text: &str) {
        if text.contains(CANARY) {
            self.wrong(format!("what a person typed is in {place}: {text}"));
        }
        if text.contains(" 0 bytes") || text.contains("panicked") {
            self.wrong(format!("{place} says: {text}"));
        }
    }

    /// A handler has got an answer: somebody sent it, to this question of this call.
    pub(crate) fn check_answer(&self, call: usize, key: &str, answer: &Value, is_unasked: bool) {
        let wrong = self.of(call, |facts| {
            if !facts
                .said
                .iter()
                .any(|(to, said)| to == key && said == answer)
            {
                Some("nobody has sent")
            } else if !is_unasked && !facts.asked.contains(key) {
                Some("it has not asked")
            } else {
                None
            }
        });
        if let Some(wrong) = wrong {
            self.wrong(format!("call {call} got {answer} to {key}, which {wrong}"));
        }
        self.check_read(call, key, answer);
    }

    /// The handler has read what was typed on a page.
    pub(crate) fn check_read(&self, call: usize, key: &str, answer: &Value) {
        let now = self.now();
        let waits = !self.world().calls[call].revision().asks_in_result();
        let late = self.of(call, |facts| {
            facts.read.push((key.to_owned(), answer.clone()));
            let mut sent = facts.sent.iter();
            let sent = sent.find(|sent| sent.said.0 == key && sent.said.1 == *answer);
            sent.map(|sent| now.saturating_sub(facts.replied.max(sent.at)))
        });
        if let Some(late) = late.filter(|late| waits && *late > MOMENT && self.has_good_store()) {
            self.wrong(format!(
                "the answer to {key} was there, and call {call} waited {late:?}"
            ));
        }
    }

    /// A client that answers at once has not shown a link, and nobody has agreed to it.
    pub(crate) fn check_shown(&self, call: usize, key: &str) {
        if !self.of(call, |facts| facts.shown.contains(key)) {
            self.wrong(format!(
                "call {call} goes on after {key}, which was not shown"
            ));
        }
    }

    /// A call was too large for a state.
    pub(crate) fn check_size(&self, call: usize) {
        let size = self.of(call, |facts| {
            let said = facts.said.iter().map(|(_, said)| said.to_string().len());
            said.sum::<usize>() + facts.posed.iter().map(|key| 90 + key.len()).sum::<usize>()
        });
        if size < SMALL {
            self.wrong(format!("call {call} is too large with {size} bytes"));
        }
    }

    /// Something was waited for that should not take longer than a moment.
    pub(crate) fn check_moment(&self, what: &str, begun: Duration) {
        let took = self.now().saturating_sub(begun);
        if took > MOMENT && self.has_good_store() {
            self.wrong(format!("{what} took {took:?}"));
        }
    }

    /// A handler carries out its effect.
    pub(crate) fn pay(&self, call: usize, key: &str) {
        self.tell(|| format!("call {call} pays with the key {}", &key[..4]));
        let once = self.world().server.once;
        let wrong = self.of(call, |facts| {
            facts.paid.insert(key.to_owned());
            facts.payments += 1;
            if facts.paid.len() > 1 {
                Some("has paid with two keys")
            } else if once && facts.payments > 1 {
                Some("has paid twice under `once`")
            } else {
                None
            }
        });
        if let Some(wrong) = wrong {
            self.wrong(format!("call {call} {wrong}"));
        }
    }

    /// A call is there. The answers that the store has are due.
    pub(crate) fn come_back(&self, call: usize) {
        // The store has them for a minute longer.
        let lives = Duration::from_secs(self.world().server.expiry + 50);
        let now = self.now();
        self.of(call, |facts| {
            for sent in &mut facts.sent {
                sent.is_due |= now.saturating_sub(sent.at) < lives;
            }
        });
    }

    /// A client hears that the effect was carried out: the handler has come to its end.
    pub(crate) fn check_paid(&self, call: usize, key: &str) {
        let (is_paid, unread) = self.of(call, |facts| {
            let is_lost = |sent: &&SentPage| sent.is_due && !facts.read.contains(&sent.said);
            let unread = facts
                .sent
                .iter()
                .find(is_lost)
                .map(|sent| sent.said.0.clone());
            (
                facts.paid.contains(key),
                unread.filter(|_| !facts.has_failed),
            )
        });
        if !is_paid {
            self.wrong(format!(
                "the client of call {call} heard of a payment that was not made"
            ));
        }
        let is_kept = self.world().server.is_shared || self.world().restarts.is_empty();
        if let Some(key) = unread.filter(|_| is_kept) {
            self.wrong(format!(
                "an answer to {key} was sent on a page, and call {call} has not read it"
            ));
        }
    }

    /// All calls have ended.
    pub(crate) fn check_end(&self) {
        let facts = self.facts();
        let stores: Vec<_> = facts
            .processes
            .iter()
            .map(|process| process.store.clone())
            .collect();
        let mut all = BTreeMap::new();
        let calls = facts.calls.iter().enumerate();
        let paid = calls.flat_map(|(call, facts)| facts.paid.iter().map(move |key| (key, call)));
        let twice = paid
            .into_iter()
            .find(|(key, call)| all.insert(*key, *call).is_some());
        let twice = twice.map(|(_, call)| call);
        let kept = facts
            .wires
            .iter()
            .filter(|wire| wire.strong_count() > 0)
            .count();
        drop(facts);
        if kept > 0 {
            self.wrong(format!("{kept} runs are kept in memory"));
        }
        if let Some(call) = twice {
            self.wrong(format!("call {call} has the key of another call"));
        }
        if let Some(left) = stores.iter().find_map(SimStore::left) {
            self.wrong(format!("the store still has {left}"));
        }
    }
}
