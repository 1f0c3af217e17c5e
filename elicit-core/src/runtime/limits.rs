//! What the author of a server limits of an answer.

use std::time::Duration;

use super::{outcome::Action, received_answer::Evidence};

/// The limits of an answer.
#[derive(Clone)]
pub(crate) struct Limits {
    /// The largest content, in bytes.
    pub(crate) answer: Option<usize>,
    /// Zero: any answer may be a person's.
    pub(super) min_answer_time: Duration,
    /// The same for a decline or a cancel.
    pub(super) min_decline_time: Duration,
    /// The same for an accept of a link.
    pub(super) min_agreement_time: Duration,
}

impl Limits {
    /// Whether the client has answered by itself.
    pub(super) fn is_too_fast(
        &self,
        action: Action,
        is_link: bool,
        latency: Duration,
        earlier: Evidence,
    ) -> bool {
        let least = match action {
            _ if !earlier.is_none() => Duration::ZERO,
            Action::Decline | Action::Cancel => self.min_decline_time,
            Action::Accept if is_link => self.min_agreement_time,
            Action::Accept => Duration::ZERO,
        };
        latency < least.max(self.min_answer_time)
    }

    /// The largest content, where there is room for so many bytes.
    pub(super) fn within(&self, room: usize) -> usize {
        self.answer.map_or(room, |limit| limit.min(room))
    }
}
