//! What is known of a call: of the call, and of each of its questions. What a later run needs of it travels
//! through a client of 2026-07-28, sealed.

pub(super) mod entry;
mod room;

use std::{collections::BTreeMap, mem::take, sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    limits::Limits,
    received_answer::NoAnswer,
    state::{call_id::CallId, digest::Digest, json_size},
};
use entry::{Answered, Entry, Phase};
use room::room_for;

/// What is known of a call. Its names are short because it travels.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Ledger {
    /// When its state expires, in seconds since the epoch.
    #[serde(rename = "e")]
    pub(super) expires: u64,
    /// The name of the call, as soon as its `Ask` is taken. All states of the call have it.
    #[serde(rename = "i", default, skip_serializing_if = "Option::is_none")]
    pub(super) call: Option<CallId>,
    /// How often the call has asked.
    #[serde(rename = "r")]
    pub(super) round: u8,
    /// How often the call has started over, because its state had expired.
    #[serde(rename = "s", default, skip_serializing_if = "is_default")]
    pub(super) restarts: u8,
    /// What `Ask::remember` keeps.
    #[serde(rename = "m", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) remembered: BTreeMap<String, Value>,
    /// Boxed, since the map has room for eleven of them at once.
    #[serde(rename = "q", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) questions: BTreeMap<Arc<str>, Box<Entry>>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Ledger {
    /// That of a call which begins, with answers that came before their questions. In a task it has the name
    /// of the call that has started it.
    pub(super) fn begun(call: Option<CallId>, early: BTreeMap<String, Value>) -> Self {
        let early = early.into_iter();
        let entries = early.map(|(key, result)| (key.into(), Box::new(Entry::early(result))));
        Self {
            call,
            questions: entries.collect(),
            ..Self::default()
        }
    }

    pub(super) fn entry(&mut self, key: &Arc<str>) -> &mut Entry {
        self.questions.entry(Arc::clone(key)).or_default()
    }

    /// Takes the answers to the questions that were asked. The first to each counts: the run
    /// that it came with may have ended at another question.
    pub(super) fn receive(
        &mut self,
        results: BTreeMap<String, Value>,
        now: Duration,
        limits: &Limits,
    ) {
        let mut left = self.left();
        for (key, result) in results {
            let Some(entry) = self.questions.get_mut(&*key) else {
                continue;
            };
            let Phase::Open(open) = &mut entry.phase else {
                continue;
            };
            // If a clock was set back, or another process has another time, it is not known.
            let latency = now.checked_sub(Duration::from_millis(open.asked));
            let latency_ms = latency.and_then(|time| time.as_millis().try_into().ok());
            let mut answered = open.answered(latency_ms);
            // The question gives its room back.
            let before = left + json_size::of(open);
            let limit = limits.within(room_for(&answered, before));
            match answered.answer.take(result, Some(limit)) {
                Ok(()) => {}
                Err(NoAnswer::Malformed) => continue,
                Err(NoAnswer::UnknownAction) => {
                    open.unknown_actions = open.unknown_actions.saturating_add(1);
                    continue;
                }
            }
            let action = answered.answer.action;
            if latency.is_some_and(|time| {
                limits.is_too_fast(action, open.is_link, time, answered.earlier)
            }) {
                answered.answer.make_too_fast();
            }
            left = before.saturating_sub(json_size::of(&answered));
            entry.phase = Phase::Answered(answered);
        }
    }

    /// The answer that came before its question, if there is one and it can be read. It is taken.
    pub(super) fn take_early(
        &mut self,
        key: &str,
        digest: &Digest,
        limits: &Limits,
    ) -> Option<Answered> {
        let entry = self.questions.get_mut(key)?;
        let result = match take(&mut entry.phase) {
            Phase::Early(result) => result,
            phase => {
                entry.phase = phase;
                return None;
            }
        };
        let mut answered = Answered::unread(digest.clone(), 1);
        answered.answer.is_unsolicited = true;
        let left = self.left().saturating_sub(room::of_new_entry(key));
        let limit = limits.within(room_for(&answered, left));
        answered.answer.take(result, Some(limit)).ok()?;
        if !limits.min_answer_time.is_zero() {
            answered.answer.make_too_fast();
        }
        Some(answered)
    }

    /// The call as it starts over, because its state has expired at `now`: its name, and the pages that may
    /// have an answer. (A page lives as long as its state, and so does an answer on it.)
    pub(super) fn restarted(mut self, now: Duration, expiry: Duration) -> Self {
        let expired = Duration::from_secs(self.expires);
        if now.saturating_sub(expired) > expiry {
            self.questions.clear();
        }
        self.questions.retain(|_, entry| entry.start_over());
        Self {
            call: self.call,
            restarts: self.restarts.saturating_add(1),
            questions: self.questions,
            ..Self::default()
        }
    }

    /// Drops what can be asked for again: the answers that no run has reached, and the invalid
    /// ones. Returns whether there was one.
    pub(super) fn drop_spare(&mut self) -> bool {
        let entries = self.questions.values_mut();
        entries.filter_map(|entry| entry.drop_spare()).count() > 0
    }

    /// The pages of the call: the key of the question, the ticket, and the attempt that is open.
    #[cfg(feature = "pages")]
    pub(super) fn pages(&self) -> Vec<(Arc<str>, Arc<str>, u8)> {
        let questions = self.questions.iter();
        let pages = questions.filter_map(|(key, entry)| {
            let attempt = entry.open().map_or(1, |open| open.attempt);
            Some((
                Arc::clone(key),
                Arc::clone(&entry.page.as_ref()?.ticket),
                attempt,
            ))
        });
        pages.collect()
    }

    /// The tickets of the pages to close when the call ends: all, or those that no state has which was
    /// issued.
    #[cfg(feature = "pages")]
    pub(super) fn take_pages(&mut self, only_new: bool) -> Vec<Arc<str>> {
        let entries = self.questions.values_mut();
        let pages = entries.filter_map(|entry| entry.page.take());
        let open = pages.filter(|page| !page.is_left && (page.is_new || !only_new));
        open.map(|page| page.ticket).collect()
    }
}
