//! What is known of one question, and how that changes.

mod live;
mod travelled;

pub(in crate::runtime) use live::{Asked, Departure, Live, Parked};
use travelled::Travelled;

use std::{
    mem::{replace, take},
    ops::Not,
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::is_default;
use crate::{
    form::FormSchema,
    runtime::{
        outcome::Action,
        received_answer::{Evidence, ReceivedAnswer, first, is_first},
        state::digest::Digest,
    },
};

/// What is known of one question.
#[derive(Default, Deserialize)]
#[serde(from = "Travelled")]
pub(in crate::runtime) struct Entry {
    pub(in crate::runtime) phase: Phase,
    /// If it is answered on a page. What was typed there is in the store.
    pub(in crate::runtime) page: Option<Page>,
    /// It has changed between two rounds, which it may do once.
    has_changed: bool,
    /// The checks that await something have accepted the answer. They do not run again.
    pub(in crate::runtime) is_checked: bool,
    /// A run has read the argument that is the answer.
    pub(in crate::runtime) has_read_argument: bool,
    pub(in crate::runtime) live: Live,
}

/// How far a question is.
#[derive(Default)]
pub(in crate::runtime) enum Phase {
    #[default]
    Unasked,
    /// This came with the first request of the call, before anything was asked, and no run has got to the
    /// question.
    Early(Value),
    /// It was asked, and no run has an answer.
    Open(Open),
    /// There were too many results without an action of the protocol, and a run has gone on without an
    /// answer. So none counts now.
    Unreadable(Open),
    /// It was answered, and was not asked again since. The answer is looked at in every round, so that a
    /// later run comes to the same value, or the same error, unless a check finds otherwise by then.
    Answered(Answered),
}

/// A question that waits for its answer.
#[derive(Clone, Serialize, Deserialize)]
pub(in crate::runtime) struct Open {
    #[serde(rename = "q")]
    pub(in crate::runtime) digest: Digest,
    /// Which attempt this is, from 1.
    #[serde(rename = "n", default = "first", skip_serializing_if = "is_first")]
    pub(in crate::runtime) attempt: u8,
    /// That of the answers to earlier attempts.
    #[serde(rename = "e", default, skip_serializing_if = "is_default")]
    pub(in crate::runtime) earlier: Evidence,
    /// How many results had an action that is not one of the protocol.
    #[serde(rename = "u", default, skip_serializing_if = "is_default")]
    pub(in crate::runtime) unknown_actions: u8,
    #[serde(rename = "l", default, skip_serializing_if = "Not::not")]
    pub(in crate::runtime) is_link: bool,
    /// When it was asked, in milliseconds since the epoch.
    #[serde(rename = "t")]
    pub(in crate::runtime) asked: u64,
}

/// A question that was answered.
#[derive(Serialize, Deserialize)]
pub(in crate::runtime) struct Answered {
    #[serde(rename = "q")]
    digest: Digest,
    /// That of the answers to earlier attempts.
    #[serde(rename = "e", default, skip_serializing_if = "is_default")]
    pub(super) earlier: Evidence,
    /// A run has found that the answer is invalid, and logged that.
    #[serde(rename = "i", default, skip_serializing_if = "Not::not")]
    is_invalid: bool,
    #[serde(rename = "a")]
    pub(super) answer: ReceivedAnswer,
}

/// A page that was opened for a question.
#[derive(Serialize, Deserialize)]
pub(in crate::runtime) struct Page {
    #[serde(rename = "t")]
    pub(in crate::runtime) ticket: Arc<str>,
    /// Until when an answer to this attempt is awaited, in milliseconds since the epoch. `None`:
    /// the person has not agreed to open the page yet.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub(in crate::runtime) until: Option<u64>,
    /// A run has read the answer to this attempt.
    #[serde(rename = "r", default, skip_serializing_if = "Not::not")]
    pub(in crate::runtime) is_read: bool,
    /// The client has not shown the link, and the page is left open for the next call.
    #[serde(rename = "l", default, skip_serializing_if = "Not::not")]
    pub(in crate::runtime) is_left: bool,
    /// This run has added it: no state that was issued has it yet.
    #[cfg(feature = "pages")]
    #[serde(skip)]
    pub(in crate::runtime) is_new: bool,
}

/// What the ledger says of a question that a run gets to.
pub(in crate::runtime) enum Known {
    Answered(ReceivedAnswer),
    /// It has to be asked, as this attempt.
    Open(u8),
}

/// Why a question ends before it is asked.
pub(in crate::runtime) enum Unfit {
    Unreadable,
    /// It is another one in each run.
    Changing,
}

impl Entry {
    /// That of a question whose answer came before it.
    pub(super) fn early(result: Value) -> Self {
        Self {
            phase: Phase::Early(result),
            ..Self::default()
        }
    }

    /// What is known of the question with this digest. A question may change once.
    pub(in crate::runtime) fn recall(
        &mut self,
        digest: &Digest,
        attempts: u8,
        form: Option<&FormSchema>,
    ) -> Result<Known, Unfit> {
        match &mut self.phase {
            Phase::Unasked | Phase::Early(_) => Ok(Known::Open(1)),
            Phase::Open(open) | Phase::Unreadable(open)
                if open.digest == *digest && open.unknown_actions < attempts =>
            {
                Ok(Known::Open(open.attempt))
            }
            Phase::Open(open) if open.digest == *digest => {
                self.phase = Phase::Unreadable(open.clone());
                Err(Unfit::Unreadable)
            }
            Phase::Unreadable(open) if open.digest == *digest => {
                self.live.is_logged = true;
                Err(Unfit::Unreadable)
            }
            Phase::Answered(answered) if answered.digest == *digest => {
                Ok(Known::Answered(answered.recall(&mut self.live, form)))
            }
            // The options were discovered anew, or a release changed the text: what
            // was answered then says nothing about the question as it is now.
            _ => {
                self.forget();
                if replace(&mut self.has_changed, true) {
                    return Err(Unfit::Changing);
                }
                Ok(Known::Open(1))
            }
        }
    }

    /// Forgets what was asked, and its page.
    pub(in crate::runtime) fn forget(&mut self) {
        self.phase = Phase::Unasked;
        self.page = None;
        self.is_checked = false;
    }

    /// Whether an answer has come, in the state or in the request.
    pub(in crate::runtime) fn has_answer(&self) -> bool {
        matches!(self.phase, Phase::Answered(_) | Phase::Early(_))
    }

    /// What went out in an earlier round, and has no answer yet.
    pub(in crate::runtime) fn open(&self) -> Option<&Open> {
        match &self.phase {
            Phase::Open(open) | Phase::Unreadable(open) => Some(open),
            _ => None,
        }
    }

    /// Notes that the answer still has to be validated.
    pub(in crate::runtime) fn make_unread(&mut self) {
        if let Phase::Answered(answered) = &mut self.phase {
            answered.answer.is_unread = true;
        }
        if let Some(page) = &mut self.page {
            page.is_read = false;
        }
    }

    /// Notes that the answer is invalid. Returns whether that is new.
    pub(in crate::runtime) fn make_invalid(&mut self) -> bool {
        match &mut self.phase {
            Phase::Answered(answered) => !replace(&mut answered.is_invalid, true),
            _ => true,
        }
    }

    /// Notes that the next answer is another one, so nothing that was found of the last one holds for it.
    pub(in crate::runtime) fn expect_another(&mut self) {
        self.is_checked = false;
        if let Some(page) = &mut self.page {
            page.until = None;
            page.is_read = false;
        }
    }

    /// Whether it was sent before in this call.
    pub(in crate::runtime) fn was_sent(&self) -> bool {
        match &self.phase {
            Phase::Unasked | Phase::Early(_) => false,
            Phase::Open(_) | Phase::Unreadable(_) => true,
            Phase::Answered(answered) => !answered.answer.is_unsolicited,
        }
    }

    /// Asks in the next round, again if it was asked before. The last answer does not count any more.
    pub(in crate::runtime) fn ask(&mut self, mut open: Open) {
        self.expect_another();
        match take(&mut self.phase) {
            Phase::Unasked | Phase::Early(_) => {}
            Phase::Open(before) | Phase::Unreadable(before) => {
                open.earlier = before.earlier;
                open.unknown_actions = before.unknown_actions;
            }
            Phase::Answered(Answered {
                answer, earlier, ..
            }) => {
                open.earlier = if answer.is_unsolicited {
                    // No person has seen the question yet.
                    Evidence::None
                } else if open.is_link && (answer.is_too_fast || answer.latency_ms.is_none()) {
                    // What was sent on a page says nothing of the client, and neither does a link that it
                    // has not shown.
                    earlier
                } else {
                    earlier.max(answer.evidence(None))
                };
            }
        }
        self.phase = Phase::Open(open);
    }

    /// The call starts over. Returns whether there is something that it keeps: a page that may have an
    /// answer.
    pub(super) fn start_over(&mut self) -> bool {
        let Some(page) = &mut self.page else {
            return false;
        };
        page.until = None;
        self.has_changed = false;
        self.phase = match take(&mut self.phase) {
            Phase::Answered(answered) => Phase::Open(answered.reopened()),
            phase => phase,
        };
        true
    }

    /// Drops an answer that can be asked for again, if there is one.
    pub(super) fn drop_spare(&mut self) -> Option<()> {
        self.phase = match take(&mut self.phase) {
            Phase::Answered(answered) if answered.answer.is_unread => {
                Phase::Open(answered.reopened())
            }
            Phase::Answered(answered) if answered.is_invalid => Phase::Unasked,
            phase => {
                self.phase = phase;
                return None;
            }
        };
        Some(())
    }

    /// Whether a later run needs any of it.
    pub(in crate::runtime) fn travels(&self) -> bool {
        let is_asked = !matches!(self.phase, Phase::Unasked | Phase::Early(_));
        is_asked || self.page.is_some() || self.has_changed || self.has_read_argument
    }
}

impl Open {
    /// An accept of this attempt after so many milliseconds, without content.
    pub(super) fn answered(&self, latency_ms: Option<u64>) -> Answered {
        let mut answered = Answered::unread(self.digest.clone(), self.attempt);
        answered.earlier = self.earlier;
        answered.answer.latency_ms = latency_ms;
        answered
    }
}

impl Answered {
    pub(in crate::runtime) fn new(digest: Digest, answer: ReceivedAnswer) -> Self {
        Self {
            digest,
            earlier: Evidence::None,
            is_invalid: false,
            answer,
        }
    }

    /// An accept that no run has read, without content.
    pub(super) fn unread(digest: Digest, attempt: u8) -> Self {
        let accept = ReceivedAnswer::without_content(Action::Accept, attempt);
        let mut answered = Self::new(digest, accept);
        answered.answer.is_unread = true;
        answered
    }

    /// The question, as if this answer had not come.
    fn reopened(self) -> Open {
        Open {
            digest: self.digest,
            attempt: self.answer.attempt,
            earlier: self.earlier,
            unknown_actions: 0,
            // Without a time it is not too fast.
            is_link: false,
            // It is not known any more.
            asked: u64::MAX,
        }
    }

    /// The answer, for the run that gets to its question.
    fn recall(&mut self, live: &mut Live, form: Option<&FormSchema>) -> ReceivedAnswer {
        let answer = &mut self.answer;
        let is_unread = answer.is_unread;
        let latency = answer.latency_ms.map(Duration::from_millis);
        live.latency = latency.or(live.latency);
        let evidence = if answer.is_too_fast && form.is_none() {
            // The client has not shown the link.
            Evidence::None
        } else {
            answer.evidence(form)
        };
        live.evidence = self.earlier.max(evidence);
        live.is_logged |= answer.is_too_fast && !is_unread;
        answer.read(form);
        ReceivedAnswer {
            is_unread,
            ..answer.clone()
        }
    }
}
