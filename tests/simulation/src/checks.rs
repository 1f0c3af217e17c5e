//! What must hold.

use std::{collections::BTreeSet, time::Duration};

use serde_json::{Value, json};

use crate::{
    call_facts::{CallFacts, SentPage},
    client::{Client, Sent},
    sim::{CANARY, Sim},
    store::SimStore,
    world::Server,
};

/// How long a thing takes at most for which nobody has to wait: two looks into the store.
const MOMENT: Duration = Duration::from_secs(5);

/// Questions and answers of this size have room in a state, which has 36 KiB, and keeps 2 KiB free.
const SMALL: usize = 33 << 10;

/// While a call runs.
impl Client {
    /// No text that a person typed is in this one.
    pub(crate) fn check_private(&self, place: &str, text: &str) {
        let wrong = [CANARY, " 0 bytes", "panicked"];
        if wrong.iter().any(|wrong| text.contains(wrong)) {
            self.wrong(&format!("has {place} that says: {text}"));
        }
    }

    /// A person is not asked again who has given a valid answer, unless a state may have no room for it.
    pub(crate) fn check_settled(&self, key: &str) {
        if self.facts(|facts| facts.settled.contains(key)) && self.size() < SMALL / 2 {
            self.wrong(&format!("asks for {key} again, and the answer was valid"));
        }
    }

    /// A handler has got an answer: somebody sent it, to this question of this call.
    pub(crate) fn check_answer(&self, key: &str, answer: &Value, is_unasked: bool) {
        let said = (key.to_owned(), answer.clone());
        let wrong = self.facts(|facts| match is_unasked {
            _ if !facts.said.contains(&said) => Some("nobody has sent"),
            false if !facts.asked.contains(key) => Some("it has not asked"),
            false if answer.is_null() && !facts.shown.contains(key) => {
                Some("the client has accepted before it could show the link")
            }
            _ => None,
        });
        if let Some(wrong) = wrong {
            self.wrong(&format!("got {answer} to {key}, which {wrong}"));
        }
        self.check_read(key, answer);
        self.check_unread(key);
    }

    /// The handler has read what was typed on a page.
    pub(crate) fn check_read(&self, key: &str, answer: &Value) {
        let said = (key.to_owned(), answer.clone());
        let sent = self.facts(|facts| {
            let sent = facts.sent.iter().find(|sent| sent.said == said);
            let at = sent.map(|sent| sent.at);
            facts.read.push(said);
            at
        });
        if let Some(sent) = sent.filter(|_| !self.has_rounds()) {
            self.check_moment(&format!("the answer to {key}"), sent);
        }
    }

    /// A question has ended. What was sent on its page before counts.
    pub(crate) fn check_unread(&self, key: &str) {
        let now = self.sim.now();
        let is_lost = |facts: &mut CallFacts| {
            let mut sent = facts.sent.iter().filter(|sent| sent.is_unread(facts));
            sent.any(|sent| sent.said.0 == key && now.saturating_sub(sent.at) > MOMENT)
        };
        if self.sim.has_good_store() && self.facts(is_lost) {
            self.wrong(&format!(
                "goes on without the answer to {key} that was sent"
            ));
        }
    }

    /// What one run remembers, a later one does, too, until the call starts over.
    pub(crate) fn check_remembered(&self, key: &str, number: usize) {
        let first = self.facts(|facts| *facts.remembered.entry(key.to_owned()).or_insert(number));
        if first != number && self.plan().is_plain() && self.sim.world.restarts.is_empty() {
            self.wrong(&format!("remembers {number} as {key} after {first}"));
        }
    }

    /// About how many bytes of a state the questions and answers of the call take.
    fn size(&self) -> usize {
        self.facts(|facts| {
            let said = facts.said.iter().map(|(_, said)| said.to_string().len());
            said.sum::<usize>() + facts.posed.iter().map(|key| 90 + key.len()).sum::<usize>()
        })
    }

    /// The call was too large for a state.
    pub(crate) fn check_size(&self) {
        let size = self.size();
        if size < SMALL {
            self.wrong(&format!("is too large with {size} bytes"));
        }
    }

    /// Something was waited for that should not take longer than a moment.
    pub(crate) fn check_moment(&self, what: &str, begun: Duration) {
        let took = self.sim.now().saturating_sub(begun);
        if took > MOMENT && self.sim.has_good_store() {
            self.wrong(&format!("waits {took:?} for {what}"));
        }
    }

    /// A handler carries out its effect.
    pub(crate) fn pay(&self, key: &str, is_in_task: bool) {
        self.tell(|| format!("pays with the key {}", &key[..4]));
        let once = self.sim.world.server.once && !is_in_task;
        let (keys, payments) = self.facts(|facts| {
            facts.paid.insert(key.to_owned());
            facts.payments += 1;
            (facts.paid.len(), facts.payments)
        });
        if keys > 1 || once && payments > 1 {
            self.wrong(&format!("has paid {payments} times with {keys} keys"));
        }
    }

    /// The call is there, so the answers that the store has are due. Where a state has expired, the call starts
    /// over, and each answer is kept anew. As long after that as it was valid, the call has no pages.
    pub(crate) fn come_back(&self, request: &Sent) {
        let (now, lives) = (self.sim.now(), self.sim.answers_live());
        let expiry = Duration::from_secs(self.sim.world.server.expiry);
        let begun = request.state.as_ref().map(|_| request.sealed);
        let age = now.saturating_sub(begun.unwrap_or(now));
        let is_forgotten = age >= (2 * expiry).saturating_sub(MOMENT);
        let starts_over = age > expiry && self.sim.has_good_store();
        self.facts(|facts| {
            facts.sent.retain_mut(|sent| {
                let is_there = now.saturating_sub(sent.kept) < lives;
                sent.is_due = true;
                if starts_over {
                    sent.kept = now;
                }
                is_there && !is_forgotten
            });
        });
    }

    /// A handler comes to a question, and the store keeps the answer on its page for the time of another
    /// state. If the handler was busy for so long, the answer is lost.
    pub(crate) fn pose(&self, key: &str) {
        let (now, lives) = (self.sim.now(), self.sim.answers_live());
        self.facts(|facts| {
            facts.posed.insert(key.to_owned());
            facts.sent.retain_mut(|sent| {
                let is_of_another = sent.said.0 != key;
                let is_there = now.saturating_sub(sent.kept) < lives;
                if !is_of_another {
                    sent.kept = now;
                }
                is_there || is_of_another
            });
        });
    }

    /// A client hears that the effect was carried out: the handler has come to its end.
    pub(crate) fn check_paid(&self, key: &str) {
        let world = &self.sim.world;
        // A store that needs half a minute for a request is slower than a short expiry.
        let is_in_time = world.server.expiry > 60 || self.sim.has_good_store();
        let is_kept = is_in_time && (world.server.is_shared || world.restarts.is_empty());
        let (is_paid, unread) = self.facts(|facts| {
            let unread = facts.sent.iter().find(|sent| sent.is_unread(facts));
            let unread = unread.filter(|_| is_kept && !facts.has_failed);
            (
                facts.paid.contains(key),
                unread.map(|sent| json!(sent.said.0)),
            )
        });
        if !is_paid {
            self.wrong("heard of a payment that was not made");
        }
        if let Some(key) = unread {
            self.wrong(&format!("has not read what was sent on the page of {key}"));
        }
    }
}

impl SentPage {
    fn is_unread(&self, facts: &CallFacts) -> bool {
        self.is_due && !facts.read.contains(&self.said)
    }
}

impl Sim {
    /// How long the store has an answer on a page at least.
    fn answers_live(&self) -> Duration {
        let Server { expiry, once, .. } = self.world.server;
        Duration::from_secs(expiry + if once { 50 } else { 110 })
    }

    /// All calls have ended.
    pub(crate) fn check_end(&self) {
        let facts = self.facts();
        let wires = facts.wires.iter();
        let wires = wires.filter(|wire| wire.strong_count() > 0).count();
        let mut keys = BTreeSet::new();
        let mut paid = facts.calls.iter().flat_map(|call| &call.paid);
        let has_each_its_own = paid.all(|key| keys.insert(key.clone()));
        // A page whose link was not shown is open for the next call, and one of a client that is gone for its
        // next request.
        let mut calls = facts.calls.iter().zip(&self.world.calls);
        let have_closed =
            calls.all(|(call, plan)| call.has_heard && plan.is_plain() && !call.is_hasty);
        let processes = facts.processes.clone();
        drop(facts);
        let is_good = self.has_good_store() && self.world.restarts.is_empty();
        if wires > 0 {
            self.wrong(format!("{wires} runs are kept in memory"));
        }
        if !has_each_its_own {
            self.wrong("two calls have one key");
        }
        let mut stores = processes.iter().map(|process| &process.store);
        if have_closed && is_good && stores.any(SimStore::has_page) {
            self.wrong("a page is open after the end of its call");
        }
    }
}
