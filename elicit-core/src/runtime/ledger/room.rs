//! How much room the state of a call has for what comes next.

use std::sync::Arc;

use super::{Answered, Ledger};
use crate::runtime::state::{json_size, keys::LARGEST_PLAIN};

/// The room of a state that long answers leave for the questions that follow, and for short answers,
/// in bytes.
const SPARE: usize = 2 << 10;

/// The largest content of a short answer, in bytes.
const SHORT: usize = 256;

/// What the content of an answer has before it.
const BEFORE_CONTENT: usize = r#","c":"#.len();

/// What an entry of a question has around its answer and its key.
const AROUND: usize = r#":{"a":},"#.len();

impl Ledger {
    /// How many bytes the state may still grow.
    pub(super) fn left(&self) -> usize {
        LARGEST_PLAIN.saturating_sub(json_size::of(self))
    }

    /// Whether there is room for an answer to each of these open questions: how many bytes its
    /// content has at least.
    pub(in crate::runtime) fn has_room(&self, asked: &[(Arc<str>, usize)]) -> bool {
        let (mut grows, mut longest) = (0_usize, 0);
        for &(ref key, least) in asked {
            let Some(open) = self.questions.get(key).and_then(|entry| entry.open()) else {
                continue;
            };
            // Seven weeks. A person may take less.
            let answered = open.answered(Some(u32::MAX.into()));
            let answered = size(&answered).saturating_add(least);
            grows = grows.saturating_add(answered.saturating_sub(json_size::of(open)));
            longest = longest.max(least);
        }
        let spared = if longest > SHORT { SPARE } else { 0 };
        grows.saturating_add(spared) <= self.left()
    }
}

/// How many bytes the content of an answer may have, where so many are left.
pub(super) fn room_for(answered: &Answered, left: usize) -> usize {
    let left = left.saturating_sub(size(answered));
    left.saturating_sub(SPARE).max(left.min(SHORT))
}

/// How many bytes an entry takes that is not in the state yet, beside its answer.
pub(super) fn of_new_entry(key: &str) -> usize {
    json_size::of(&key) + AROUND
}

/// How many bytes an answer takes whose content has not come yet.
fn size(answered: &Answered) -> usize {
    json_size::of(answered) + BEFORE_CONTENT
}
