//! What is known of a call, by which it is judged.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use serde_json::Value;

/// What is known of a call.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each holds without the others"
)]
pub(crate) struct CallFacts {
    /// The keys of the questions to which a handler came, of those that the client was asked, and of those
    /// that were not answered at once.
    pub(crate) posed: BTreeSet<String>,
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
    /// What a run has remembered first.
    pub(crate) remembered: BTreeMap<String, usize>,
    /// How many questions the person has seen, to how many pages they were sent, and how many runs have
    /// begun.
    pub(crate) seen: usize,
    pub(crate) visits: usize,
    pub(crate) runs: usize,
    /// The questions to which the person has given a valid answer.
    pub(crate) settled: BTreeSet<String>,
    pub(crate) has_cancelled: bool,
    /// The client has answered a question before it could show it.
    pub(crate) is_hasty: bool,
    /// The client has heard how the call has ended.
    pub(crate) has_heard: bool,
    /// A question had no answer that ends the call.
    pub(crate) has_ended: bool,
    /// A question had no answer, or the handler did not wait for one.
    pub(crate) has_failed: bool,
}

/// An answer on a page, of which the person read that it was sent.
pub(crate) struct SentPage {
    pub(crate) said: (String, Value),
    pub(crate) at: Duration,
    /// Since when the store has it for a whole lifetime.
    pub(crate) kept: Duration,
    /// The call was there, or came back, while the store had the answer.
    pub(crate) is_due: bool,
}
