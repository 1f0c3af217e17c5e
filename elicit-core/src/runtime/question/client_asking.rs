//! A question that the client shows: a form or a link.

use std::{future::ready, mem::replace, time::Duration};

use serde_json::Value;

use super::{Question, rejected_answer::RejectedAnswer};
use crate::{
    form::Kind,
    runtime::{
        error::AskError,
        ledger::entry::Known,
        outcome::{Action, Mode},
        received_answer::{Evidence, NoAnswer, ReceivedAnswer},
        run::backchannel::{Backchannel, WireError},
        words::Words,
    },
};

/// A question that the client shows, while it is asked.
pub(super) struct ClientAsking<'a> {
    question: &'a Question<'a>,
    /// The attempt that comes next, and the answer to the one before.
    attempt: u8,
    rejected: Option<RejectedAnswer>,
    /// Whether an earlier run may have the answer.
    may_be_answered: bool,
    /// How many results were no answer: without an action, in all; with an unknown one, since the last
    /// answer.
    malformed: u8,
    unknown: u8,
}

impl<'a> ClientAsking<'a> {
    pub(super) fn new(question: &'a Question<'a>) -> Self {
        Self {
            question,
            attempt: 1,
            rejected: None,
            may_be_answered: true,
            malformed: 0,
            unknown: 0,
        }
    }

    /// The next answer, from an earlier run or from the client.
    pub(super) async fn next(&mut self) -> Result<ReceivedAnswer, AskError> {
        let question = self.question;
        let run = question.run;
        if run.waits_in_place() {
            return self.wait().await;
        }
        if replace(&mut self.may_be_answered, false) {
            match question.recall(question.form())? {
                Known::Answered(answer) => return answer.unless_too_fast(),
                Known::Open(attempt) => self.attempt = attempt,
            }
        }
        let rejected = self.rejected.as_ref();
        // The last round ends with what keeps the question open.
        if run.is_last_round() {
            if let Some(rejected) = rejected {
                return Err(question.invalid(&rejected.invalid));
            }
            if question.handle.entry(|entry| entry.open().is_some()) {
                return Err(AskError::Unreadable);
            }
        }
        let digest = question.digest();
        Err(question.park(digest, self.attempt, rejected).await)
    }

    /// Asks again, as this attempt, with what was wrong with the answer.
    pub(super) fn reject(&mut self, attempt: u8, rejected: RejectedAnswer) {
        self.attempt = attempt;
        self.rejected = Some(rejected);
        self.unknown = 0;
    }

    /// Asks the same question once more.
    pub(super) fn ask_again(&mut self) {
        *self = Self {
            may_be_answered: false,
            ..Self::new(self.question)
        };
    }

    /// Sends the question until there is an answer.
    async fn wait(&mut self) -> Result<ReceivedAnswer, AskError> {
        let (question, run) = (self.question, self.question.run);
        loop {
            question.admit().await?;
            let Some(wire) = &run.wire else {
                return Err(AskError::Unsupported(question.mode()));
            };
            let (result, latency) = self.send(&**wire).await?;
            let mut answer = ReceivedAnswer::without_content(Action::Accept, self.attempt);
            let limits = &run.elicitation.limits;
            if let Err(no_answer) = answer.take(result, limits.answer) {
                let (count, limit) = match no_answer {
                    // No person has answered. But it is not asked for ever.
                    NoAnswer::Malformed => (&mut self.malformed, run.elicitation.rounds),
                    NoAnswer::UnknownAction => (&mut self.unknown, question.attempts),
                };
                *count += 1;
                if *count >= limit {
                    return Err(AskError::Unreadable);
                }
                continue;
            }
            let is_link = question.mode() == Mode::Url;
            let earlier = question.evidence();
            answer.is_too_fast = limits.is_too_fast(answer.action, is_link, latency, earlier);
            answer.latency_ms = Some(latency.as_millis().try_into().unwrap_or(u64::MAX));
            let evidence = if answer.is_too_fast && is_link {
                Evidence::None
            } else {
                answer.evidence(question.form())
            };
            let meta = answer.meta.take();
            let meta = meta.filter(|_| run.call.revision.has_question_meta());
            question.handle.entry(|entry| {
                let live = &mut entry.live;
                (live.latency, live.meta) = (Some(latency), meta);
                live.evidence = live.evidence.max(evidence);
            });
            question.log_answered(&answer);
            return answer.unless_too_fast();
        }
    }

    /// Sends the question once.
    async fn send(&self, wire: &dyn Backchannel) -> Result<(Value, Duration), AskError> {
        let (question, run) = (self.question, self.question.run);
        let is_gone = ready(wire.is_gone());
        if question.handle.unless_closed(is_gone).await? {
            return Err(AskError::Gone);
        }
        let rejected = self.rejected.as_ref();
        let params = question.params(rejected);
        question.log_asked(self.attempt, rejected);
        let asked = wire.now();
        let _open = run.count_open_question();
        let mut withdrawal = Withdrawal {
            wire,
            key: question.key(),
            words: run.words(),
            is_due: true,
        };
        let elicit = wire.within(question.timeout, wire.elicit(question.key(), params));
        let elicit = wire.unless_gone(elicit);
        let result = question.handle.unless_closed(elicit).await?;
        withdrawal.is_due = matches!(result, Err(WireError::TimedOut | WireError::Gone));
        let result = result.map_err(|error| self.failure(error))?;
        Ok((result, wire.since(asked)))
    }

    /// What an error on the wire means for the question.
    fn failure(&self, error: WireError) -> AskError {
        const METHOD_NOT_FOUND: i32 = -32601;
        // Clients that cannot read a request answer with these: parse error, invalid request,
        // invalid params, internal error.
        const UNREAD: [i32; 4] = [-32700, -32600, -32602, -32603];
        let question = self.question;
        match (&error, self.unknown_to_client()) {
            (WireError::Refused { code, .. }, _) if *code == METHOD_NOT_FOUND => {
                let mode = question.mode();
                question.run.note_unsupported(mode);
                AskError::Unsupported(mode)
            }
            (WireError::Refused { code, .. }, Some(reason)) if UNREAD.contains(code) => {
                AskError::schema_refused(reason)
            }
            _ => error.into(),
        }
    }

    /// What the schema has that the revision of the client does not.
    fn unknown_to_client(&self) -> Option<&'static str> {
        let properties = self.question.form()?.properties();
        let selects_many = properties
            .iter()
            .any(|property| matches!(property.kind(), Kind::MultiSelect { .. }));
        (selects_many && !self.question.run.call.revision.has_multi_select())
            .then_some("the revision of the client has no multi-select, and the form has one")
    }
}

/// Withdraws a question that was sent and is not waited for any more.
struct Withdrawal<'a> {
    wire: &'a dyn Backchannel,
    key: &'a str,
    words: &'a dyn Words,
    is_due: bool,
}

impl Drop for Withdrawal<'_> {
    fn drop(&mut self) {
        if self.is_due {
            self.wire.withdraw(self.key, &self.words.withdrawn());
        }
    }
}
