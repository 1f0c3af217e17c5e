//! What a call carries through a client of 2026-07-28, between its rounds.

pub(super) mod binding;
pub(super) mod call_id;
pub(crate) mod digest;
pub(crate) mod json_size;
pub(crate) mod keys;
pub(crate) mod random_token;
pub(crate) mod records;

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    mem,
    ops::Not,
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    elicit_result::{ElicitResult, Evidence, NoAnswer},
    elicitation::Elicitation,
    outcome::{Action, AnsweredBy},
    run::call::Call,
};
use crate::form::FormSchema;
use call_id::CallId;
use digest::Digest;
use keys::LARGEST_PLAIN;

/// The room of a state that long answers leave for the questions that follow, and for short answers,
/// in bytes.
const SPARE: usize = 2 << 10;

/// The largest content of a short answer, in bytes.
const SHORT: usize = 256;

/// What the content of an answer has before it.
const BEFORE_CONTENT: usize = r#","c":"#.len();

/// The state of a call. Its names are short because it travels.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct State {
    /// When it expires, in seconds since the epoch.
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
    /// The questions that were asked and whose answer no run has taken yet.
    #[serde(rename = "q", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) open: BTreeMap<String, OpenQuestion>,
    /// The questions that were answered, and have not been asked again since. None of them is open.
    #[serde(rename = "a", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) answers: BTreeMap<String, CarriedAnswer>,
    /// What `Ask::remember` keeps.
    #[serde(rename = "m", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) remembered: BTreeMap<String, Value>,
    /// The pages of the questions that are answered on one. What was typed is in the store.
    #[serde(rename = "p", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) pages: BTreeMap<String, CarriedPage>,
    /// The questions that have changed between two rounds. Each may do that once.
    #[serde(rename = "c", default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) changed: BTreeSet<String>,
}

/// A page that was opened for a question.
#[derive(Serialize, Deserialize)]
pub(super) struct CarriedPage {
    #[serde(rename = "t")]
    pub(super) ticket: Arc<str>,
    /// Until when an answer to this attempt is awaited, in milliseconds since the epoch. `None`:
    /// the person has not agreed to open the page yet.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub(super) until: Option<u64>,
    /// A run has read the answer to this attempt.
    #[serde(rename = "r", default, skip_serializing_if = "Not::not")]
    pub(super) is_read: bool,
    /// The client has not shown the link, and the page is left open for the next call.
    #[serde(rename = "l", default, skip_serializing_if = "Not::not")]
    pub(super) is_left: bool,
}

/// A question that waits for its answer.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct OpenQuestion {
    #[serde(rename = "q")]
    pub(super) digest: Digest,
    /// Which attempt this is, from 1.
    #[serde(rename = "n")]
    pub(super) attempt: u8,
    /// That of the answers to earlier attempts.
    #[serde(rename = "e", default, skip_serializing_if = "is_default")]
    pub(super) earlier: Evidence,
    /// How many results had an action that is not one of the protocol.
    #[serde(rename = "u", default, skip_serializing_if = "is_default")]
    pub(super) unknown_actions: u8,
    /// There were too many of them, and a run has gone on without an answer. So none counts now.
    #[serde(rename = "x", default, skip_serializing_if = "Not::not")]
    pub(super) is_unreadable: bool,
    #[serde(rename = "l", default, skip_serializing_if = "Not::not")]
    pub(super) is_link: bool,
    /// When it was asked, in milliseconds since the epoch.
    #[serde(rename = "t")]
    pub(super) asked: u64,
}

/// An answer, valid or not. It is looked at again in every round, so that a later run comes to
/// the same value, or the same error, unless a check finds otherwise by then.
#[derive(Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each holds without the others"
)]
pub(super) struct CarriedAnswer {
    #[serde(rename = "q")]
    pub(super) digest: Digest,
    #[serde(rename = "n")]
    pub(super) attempt: u8,
    /// That of the answers to earlier attempts.
    #[serde(rename = "e", default, skip_serializing_if = "is_default")]
    pub(super) earlier: Evidence,
    /// The content of an accepted form is its properties as they came, or `null`.
    #[serde(rename = "a")]
    pub(super) result: ElicitResult,
    /// How long the answer took, in milliseconds, where that is known.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub(super) latency: Option<u64>,
    /// It came sooner than a person can answer.
    #[serde(rename = "f", default, skip_serializing_if = "Not::not")]
    pub(super) too_fast: bool,
    /// No run has got to the question since it was answered. The answer is as it came, or
    /// dropped for its size.
    #[serde(rename = "u", default, skip_serializing_if = "Not::not")]
    pub(super) unread: bool,
    /// A run has found that it is invalid, and logged that.
    #[serde(rename = "i", default, skip_serializing_if = "Not::not")]
    pub(super) invalid: bool,
    /// It came with the first request of the call, before anything was asked.
    #[serde(rename = "o", default, skip_serializing_if = "Not::not")]
    pub(super) is_unsolicited: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl State {
    /// That of a call which begins. In a task it has the name of the call that has started it.
    pub(super) fn begun(call: &mut Call) -> Self {
        Self {
            call: call.started_by.take(),
            ..Self::default()
        }
    }

    /// Takes the answers to the questions that were asked. The first to each counts: the run
    /// that it came with may have ended at another question.
    pub(super) fn receive(
        &mut self,
        responses: BTreeMap<String, Value>,
        elicitation: &Elicitation,
    ) {
        let now = elicitation.now();
        let mut left = self.left();
        for (key, response) in responses {
            let Entry::Occupied(mut open) = self.open.entry(key) else {
                continue;
            };
            let question = open.get_mut();
            if question.is_unreadable {
                continue;
            }
            // If a clock was set back, or another process has another time, it is not known.
            let latency = now.checked_sub(Duration::from_millis(question.asked));
            let millis = latency.and_then(|time| time.as_millis().try_into().ok());
            let is_link = question.is_link;
            let mut answer = question.answered(millis);
            // The question gives its room back.
            let before = left + entry_size(open.key(), open.get());
            let room = room_for(open.key(), &answer, before);
            let limit = elicitation.answer_limit;
            let limit = limit.map_or(room, |limit| limit.min(room));
            match ElicitResult::parse(response, Some(limit)) {
                Ok(result) => answer.result = result,
                Err(NoAnswer::Malformed) => continue,
                Err(NoAnswer::UnknownAction) => {
                    let question = open.get_mut();
                    question.unknown_actions = question.unknown_actions.saturating_add(1);
                    continue;
                }
            }
            let action = answer.result.action;
            if latency
                .is_some_and(|time| elicitation.is_too_fast(action, is_link, time, answer.earlier))
            {
                answer.too_fast = true;
                answer.result.content = Arc::default();
            }
            left = before.saturating_sub(entry_size(open.key(), &answer));
            let (key, _) = open.remove_entry();
            self.answers.insert(key, answer);
        }
    }

    /// The state with which the call starts over, because this one has expired at `now`: its name,
    /// and the pages that may have an answer. (A page lives as long as its state, and so does an
    /// answer on it.)
    pub(super) fn restarted(mut self, now: Duration, expiry: Duration) -> Self {
        let expired = Duration::from_secs(self.expires);
        if now.saturating_sub(expired) > expiry {
            self.pages.clear();
        }
        let mut restarted = Self {
            call: self.call,
            restarts: self.restarts.saturating_add(1),
            ..Self::default()
        };
        for (key, mut page) in self.pages {
            let answered = self.answers.remove(&key);
            let open = answered.map(CarriedAnswer::reopened);
            if let Some(open) = open.or_else(|| self.open.remove(&key)) {
                restarted.open.insert(key.clone(), open);
            }
            page.until = None;
            restarted.pages.insert(key, page);
        }
        restarted
    }

    /// How many bytes the state may still grow.
    fn left(&self) -> usize {
        LARGEST_PLAIN.saturating_sub(json_size::of(self))
    }

    /// How many bytes the content of this answer may have.
    pub(super) fn room_for(&self, key: &str, answer: &CarriedAnswer) -> usize {
        room_for(key, answer, self.left())
    }

    /// Whether there is room for an answer to each of these open questions: how many bytes its
    /// content has at least.
    pub(super) fn has_room<'a>(&self, asked: impl Iterator<Item = (&'a str, usize)>) -> bool {
        let (mut grows, mut longest) = (0_usize, 0);
        for (key, least) in asked {
            let Some(question) = self.open.get(key) else {
                continue;
            };
            // Seven weeks. A person may take less.
            let answer = question.answered(Some(u32::MAX.into()));
            let answered = answer_size(key, &answer).saturating_add(least);
            grows = grows.saturating_add(answered.saturating_sub(entry_size(key, question)));
            longest = longest.max(least);
        }
        let spared = if longest > SHORT { SPARE } else { 0 };
        grows.saturating_add(spared) <= self.left()
    }

    /// Asks a question in the next round, again if it was asked before. Its last answer does not
    /// count any more.
    pub(super) fn ask_again(&mut self, key: &str, mut question: OpenQuestion) {
        let answered = self.answers.remove(key);
        let answered = answered.map(|answer| {
            if answer.is_unsolicited {
                // No person has seen the question yet.
                return Evidence::None;
            }
            // What was sent on a page says nothing of the client, and neither does a link that it has
            // not shown.
            if question.is_link && (answer.too_fast || answer.latency.is_none()) {
                return answer.earlier;
            }
            answer.earlier.max(answer.result.evidence(None))
        });
        let open = self.open.get(key);
        question.unknown_actions = open.map_or(0, |open| open.unknown_actions);
        question.earlier = answered
            .or(open.map(|open| open.earlier))
            .unwrap_or_default();
        self.open.insert(key.to_owned(), question);
    }

    /// Drops what can be asked for again: the answers that no run has reached, and the invalid
    /// ones. Returns whether there was one.
    pub(super) fn drop_spare(&mut self) -> bool {
        let answers = mem::take(&mut self.answers).into_iter();
        let is_spare = |(_, answer): &(String, CarriedAnswer)| answer.unread || answer.invalid;
        let (spare, kept): (BTreeMap<_, _>, _) = answers.partition(is_spare);
        self.answers = kept;
        let is_any = !spare.is_empty();
        for (key, answer) in spare {
            if answer.unread {
                self.open.insert(key, answer.reopened());
            }
        }
        is_any
    }
}

/// How many bytes what is kept by a key takes in a state.
fn entry_size(key: &str, kept: &impl Serialize) -> usize {
    // With the colon and a comma.
    json_size::of(&key) + json_size::of(kept) + 2
}

/// The same for an answer whose content has not come yet.
fn answer_size(key: &str, answer: &CarriedAnswer) -> usize {
    entry_size(key, answer) + BEFORE_CONTENT
}

/// How many bytes the content of an answer may have, where so many are left.
fn room_for(key: &str, answer: &CarriedAnswer, left: usize) -> usize {
    let left = left.saturating_sub(answer_size(key, answer));
    left.saturating_sub(SPARE).max(left.min(SHORT))
}

impl OpenQuestion {
    /// An accept of this attempt after so many milliseconds, without content.
    fn answered(&self, latency: Option<u64>) -> CarriedAnswer {
        let accept = ElicitResult::without_content(Action::Accept);
        let mut answer = CarriedAnswer::new(self.digest.clone(), self.attempt, accept);
        answer.earlier = self.earlier;
        answer.latency = latency;
        answer
    }
}

impl CarriedAnswer {
    pub(super) fn new(digest: Digest, attempt: u8, result: ElicitResult) -> Self {
        Self {
            digest,
            attempt,
            earlier: Evidence::None,
            result,
            latency: None,
            too_fast: false,
            unread: true,
            invalid: false,
            is_unsolicited: false,
        }
    }

    /// The question, as if this answer had not come.
    fn reopened(self) -> OpenQuestion {
        OpenQuestion {
            digest: self.digest,
            attempt: self.attempt,
            earlier: self.earlier,
            unknown_actions: 0,
            is_unreadable: false,
            // Without a time it is not too fast.
            is_link: false,
            // It is not known any more.
            asked: u64::MAX,
        }
    }

    /// Who has given it.
    pub(super) fn answered_by(&self) -> AnsweredBy {
        if self.is_unsolicited {
            AnsweredBy::Unsolicited
        } else {
            AnsweredBy::Person
        }
    }

    /// The answer, for the run that reaches its question. The first such run drops everything that
    /// is not a property of the form.
    pub(super) fn read(&mut self, form: Option<&FormSchema>) -> ElicitResult {
        if mem::take(&mut self.unread) {
            self.result.is_foreign = form.is_some_and(|form| self.result.is_foreign_to(form));
            let content = mem::take(&mut self.result.content);
            let content = match (Arc::unwrap_or_clone(content), form) {
                (Value::Object(content), Some(form)) => content
                    .into_iter()
                    .filter(|(name, _)| form.property(name).is_some())
                    .collect(),
                (Value::Null, _) | (_, None) => Value::Null,
                // It is not an object, and has to stay what is not one.
                (_, Some(_)) => Value::Array(Vec::new()),
            };
            self.result.content = Arc::new(content);
        }
        self.result.clone()
    }
}
