//! The way of a question from `await` to its outcome, on either kind of revision.

use std::{
    future::poll_fn,
    pin::pin,
    sync::atomic::Ordering,
    task::{Context, Poll},
    time::Duration,
};

use tracing::Instrument as _;

use super::{
    Known, ParkedQuestion, Run, Stop, audit,
    backchannel::{Backchannel, WireError},
};
use crate::{
    form::{FormSchema, Kind},
    plain_text::visible,
    runtime::{
        error::{AskError, client_words::client_words},
        outcome::{AnsweredBy, Outcome},
        question::{
            Question,
            argument::TakesArgument,
            elicit_result::{
                ElicitResult, Evidence, Judge, Judged, Made, NoAnswer, RejectedAnswer,
            },
            needed_argument::NeededArgument,
        },
        state::{CarriedAnswer, OpenQuestion, digest::Digest},
        words::Words,
    },
    violation::InvalidContent,
};

impl Run {
    /// Awaits `asking`, and logs what becomes of the question.
    pub(in crate::runtime) async fn audited<T>(
        &self,
        question: &Question<'_>,
        asking: impl Future<Output = Result<T, AskError>>,
    ) -> Result<T, AskError> {
        let span = audit::span(self, question);
        let outcome = asking.instrument(span.clone()).await;
        if let Err(error) = &outcome {
            span.in_scope(|| self.log_failure(question, error));
        }
        outcome
    }

    /// Logs the error of a question, unless an earlier run has.
    fn log_failure(&self, question: &Question<'_>, error: &AskError) {
        if !self.is_logged(question.key) {
            audit::failed(self, question, error);
        }
    }

    /// Asks, until there is a valid answer, or an error.
    pub(in crate::runtime) async fn ask(
        &self,
        question: &Question<'_>,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, AskError> {
        self.claim(question)?;
        question.check(self.elicitation.url_limit)?;
        if self.is_legacy() {
            return self.wait(question, judge).await;
        }
        if let Some(outcome) = self.step(question, judge)? {
            return Ok(outcome);
        }
        Err(self.parked(question.key).await)
    }

    /// Whether an argument is the answer to a question that failed with this error: if the client
    /// did not show it.
    pub(in crate::runtime) fn takes_argument(
        &self,
        question: &Question<'_>,
        error: &AskError,
    ) -> bool {
        match error {
            AskError::Unsupported(_) | AskError::NoSession => return true,
            AskError::Empty(_) => {}
            AskError::TooFast if self.evidence(question.key).is_none() => {}
            _ => return false,
        }
        // The client said that it can be asked, and the log says why it was not.
        self.log_failure(question, error);
        true
    }

    /// Notes that an argument is the answer.
    pub(in crate::runtime) fn argued(&self, question: &Question<'_>, argument: TakesArgument) {
        audit::argued(self, question, argument.reason);
        self.progress().question_mut(question.key).answered_by = Some(AnsweredBy::Argument);
    }

    /// The argument is missing or not valid. Ends the run, with all arguments that are needed by then.
    pub(in crate::runtime) async fn need_argument(
        &self,
        question: &Question<'_>,
        argument: TakesArgument,
        invalid: Option<InvalidContent>,
    ) -> AskError {
        if let Some(invalid) = &invalid {
            audit::invalid(self, question, 1, invalid);
        }
        audit::findings(self, question, None);
        audit::failed(self, question, &AskError::ArgumentNeeded(invalid.clone()));
        let properties = question.properties();
        let needed = NeededArgument {
            key: question.key.to_owned(),
            message: visible(question.message).into_owned(),
            title: question.title().map(|title| visible(title).into_owned()),
            properties: properties
                .map(|(property, choices)| (property, choices.cloned()))
                .collect(),
            naming: argument.naming,
            invalid,
        };
        self.progress().needed.push(needed);
        self.wake_driver();
        poll_fn(|context| self.poll_closed(question.key, context)).await
    }

    /// Whether the run ends because an argument is needed.
    pub(in crate::runtime) fn needs_arguments(&self) -> bool {
        !self.progress().needed.is_empty()
    }

    /// Before 2026-07-28: sends the question and waits.
    pub(in crate::runtime) async fn wait(
        &self,
        question: &Question<'_>,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, AskError> {
        let mut rejected = None;
        let mut attempt = 1;
        let (mut malformed, mut unknown) = (0, 0);
        loop {
            self.admit(question)?;
            let Some(wire) = &self.wire else {
                return Err(AskError::Unsupported(question.mode()));
            };
            let (answer, latency) = self
                .send(&**wire, question, attempt, rejected.as_ref())
                .await?;
            let answer = match answer {
                Ok(answer) => answer,
                Err(no_answer) => {
                    let (count, limit) = match no_answer {
                        // Nobody has answered. But it is not asked for ever.
                        NoAnswer::Malformed => (&mut malformed, self.elicitation.rounds),
                        NoAnswer::UnknownAction => (&mut unknown, question.attempts),
                    };
                    *count += 1;
                    if *count >= limit {
                        return Err(AskError::Unreadable);
                    }
                    continue;
                }
            };
            let earlier = {
                let mut progress = self.progress();
                let progress = progress.question_mut(question.key);
                progress.latency = Some(latency);
                let earlier = progress.evidence;
                progress.evidence = earlier.max(answer.evidence(question.form()));
                earlier
            };
            let action = answer.action;
            let is_too_fast = self.elicitation.is_too_fast(action, latency, earlier);
            audit::answered(self, question, action, attempt, Some(latency), is_too_fast);
            if is_too_fast {
                return Err(AskError::TooFast);
            }
            // One answer comes to each question that is sent.
            match answer.judged(question.form(), false, &mut *judge)? {
                Ok(outcome) => return Ok(outcome),
                Err(answer) => {
                    attempt = self.next_attempt(question, attempt, &answer.invalid)?;
                    rejected = Some(answer);
                    unknown = 0;
                }
            }
        }
    }

    /// Sends the question once.
    async fn send(
        &self,
        wire: &dyn Backchannel,
        question: &Question<'_>,
        attempt: u8,
        rejected: Option<&RejectedAnswer>,
    ) -> Result<(Result<ElicitResult, NoAnswer>, Duration), AskError> {
        let params = question.params(self.call.revision, self.words(), rejected);
        audit::asked(self, question, attempt, rejected);
        let asked = wire.now();
        let _open = self.count_open_question();
        let mut withdrawal = Withdrawal {
            wire,
            key: question.key,
            words: self.words(),
            is_due: true,
        };
        let mut elicit = pin!(wire.within(question.timeout, wire.elicit(question.key, params)));
        let result = poll_fn(|context| {
            // A task that outlives the handler waits no longer than the handler. This comes first:
            // after the handler an adapter may take the client for gone.
            if self.park(question.key, context) {
                return Poll::Ready(Err(AskError::Suspended));
            }
            elicit.as_mut().poll(context).map(|result| {
                withdrawal.is_due = matches!(result, Err(WireError::TimedOut | WireError::Gone));
                result.map_err(|error| self.failure(question, error))
            })
        })
        .await?;
        let answer = ElicitResult::parse(result, self.elicitation.answer_limit);
        Ok((answer, wire.since(asked)))
    }

    /// 2026-07-28: one look at what has been answered. `None`: it has to be asked, and the
    /// handler waits for the next round.
    fn step(
        &self,
        question: &Question<'_>,
        judge: Judge<'_>,
    ) -> Result<Option<Outcome<Made>>, AskError> {
        let digest = question.digest();
        let (attempt, rejected) = match self.recall(question, digest.clone())? {
            Known::Open(attempt) => (attempt, None),
            Known::Answered(carried) => {
                let (attempt, is_unread) = (carried.attempt, carried.unread);
                let answer = self.received(question, carried, question.form())?;
                // One state may come back with one answer after the other.
                match self.judged(question, answer, is_unread, judge)? {
                    Ok(outcome) => return Ok(Some(outcome)),
                    // It stays in the state unless the question goes out again, so that the next
                    // run comes to the same error, or the same attempt.
                    Err(answer) => {
                        let next = self.next_attempt(question, attempt, &answer.invalid)?;
                        (next, Some(answer))
                    }
                }
            }
        };
        // The last round ends with what keeps the question open.
        if self.is_last_round() {
            if let Some(rejected) = rejected {
                return Err(self.invalid(question, &rejected.invalid));
            }
            if self.was_open(question.key) {
                return Err(AskError::Unreadable);
            }
        }
        self.open(question, digest, attempt, rejected.as_ref())?;
        Ok(None)
    }

    /// Takes the answer of the client. The first run keeps the properties of the form, and logs it.
    pub(in crate::runtime) fn received(
        &self,
        question: &Question<'_>,
        mut carried: CarriedAnswer,
        form: Option<&FormSchema>,
    ) -> Result<ElicitResult, AskError> {
        let (is_unread, is_too_fast) = (carried.unread, carried.too_fast);
        let attempt = carried.attempt;
        let latency = carried.latency.map(Duration::from_millis);
        {
            let mut progress = self.progress();
            let progress = progress.question_mut(question.key);
            progress.latency = latency.or(progress.latency);
            progress.evidence = carried.earlier.max(carried.result.evidence(form));
        }
        if is_unread {
            let action = carried.result.action;
            audit::answered(self, question, action, attempt, latency, is_too_fast);
        }
        let answer = carried.read(form);
        self.carry(question.key, carried);
        if !is_too_fast {
            return Ok(answer);
        }
        if !is_unread {
            self.progress().question_mut(question.key).is_logged = true;
        }
        Err(AskError::TooFast)
    }

    /// The outcome of an answer. If it could not be judged, a later run has to.
    pub(in crate::runtime) fn judged(
        &self,
        question: &Question<'_>,
        answer: ElicitResult,
        may_be_guess: bool,
        judge: Judge<'_>,
    ) -> Judged<Outcome<Made>, RejectedAnswer> {
        let judged = answer.judged(question.form(), may_be_guess, judge);
        if judged.is_err() && may_be_guess {
            self.note_unread(question.key);
        }
        judged
    }

    /// The attempt that follows an invalid answer. An error, if this was the last one.
    pub(in crate::runtime) fn next_attempt(
        &self,
        question: &Question<'_>,
        attempt: u8,
        invalid: &InvalidContent,
    ) -> Result<u8, AskError> {
        let is_new = self.is_legacy() || self.note_invalid(question.key);
        if is_new {
            audit::invalid(self, question, attempt, invalid);
        }
        // Whoever answers another form does so again.
        if attempt < question.attempts && !invalid.is_foreign() {
            return Ok(attempt + 1);
        }
        self.progress().question_mut(question.key).is_logged = !is_new;
        Err(self.invalid(question, invalid))
    }

    /// What ends a question whose last answer was invalid.
    fn invalid(&self, question: &Question<'_>, invalid: &InvalidContent) -> AskError {
        let mut properties = question.properties();
        let mut is_required =
            || properties.any(|(property, choices)| property.at_run_time(choices).is_required());
        let is_shown = question.is_on_page
            || invalid.is_foreign()
            || self.evidence(question.key) == Evidence::FilledIn;
        if !is_shown && is_required() {
            AskError::Empty(invalid.clone())
        } else {
            AskError::Invalid(invalid.clone())
        }
    }

    /// Waits for the next round. If this is dropped earlier, as by `select!`, the question is not
    /// asked.
    pub(in crate::runtime) async fn parked(&self, key: &str) -> AskError {
        let _parked = Parked { run: self, key };
        poll_fn(|context| self.poll_closed(key, context)).await
    }

    /// Adds the question to those that this run ends with.
    pub(in crate::runtime) fn open(
        &self,
        question: &Question<'_>,
        digest: Digest,
        attempt: u8,
        rejected: Option<&RejectedAnswer>,
    ) -> Result<(), AskError> {
        self.admit(question)?;
        let asked = self.elicitation.now().as_millis();
        let open = ParkedQuestion {
            key: question.key.to_owned(),
            params: question.params(self.call.revision, self.words(), rejected),
            question: OpenQuestion {
                digest,
                attempt,
                earlier: Evidence::None,
                unknown_actions: 0,
                is_unreadable: false,
                asked: asked.try_into().unwrap_or(u64::MAX),
            },
        };
        audit::asked(self, question, attempt, rejected);
        self.progress().open.push(open);
        self.opened(question.key);
        Ok(())
    }

    /// What an error on the wire means for the question.
    fn failure(&self, question: &Question<'_>, error: WireError) -> AskError {
        const METHOD_NOT_FOUND: i64 = -32601;
        // Clients that cannot read a request answer with these: parse error, invalid request,
        // invalid params, internal error.
        const UNREAD: [i64; 4] = [-32700, -32600, -32602, -32603];
        let (code, message) = match error {
            WireError::Refused { code, message } => (code, message),
            error => return error.into(),
        };
        if code == METHOD_NOT_FOUND {
            let mode = question.mode();
            self.session.cannot(mode).store(true, Ordering::Relaxed);
            self.progress().unsupported = Some(mode);
            return AskError::Unsupported(mode);
        }
        match self.unknown_to_client(question) {
            Some(reason) if UNREAD.contains(&code) => AskError::SchemaRefused { reason },
            _ => AskError::Refused {
                code,
                message: client_words(&message, |name| question.has_property(name)),
            },
        }
    }

    /// What the schema has that the revision of the client does not.
    fn unknown_to_client(&self, question: &Question<'_>) -> Option<&'static str> {
        let properties = question.form()?.properties();
        let selects_many = properties
            .iter()
            .any(|property| matches!(property.kind(), Kind::MultiSelect { .. }));
        (selects_many && !self.call.revision.has_multi_select())
            .then_some("the revision of the client has no multi-select, and the form has one")
    }

    /// Ends the run, so the handler cannot catch the error.
    pub(in crate::runtime) async fn end(&self, key: &str, stop: Stop) -> AskError {
        self.stop(stop);
        poll_fn(|context| self.poll_closed(key, context)).await
    }

    /// Ends the run after the next poll of the handler, and has the handler polled.
    pub(in crate::runtime) fn stop(&self, stop: Stop) {
        self.progress().stop.get_or_insert(stop);
        self.wake_driver();
    }

    /// Waits until the handler is dropped, so the handler itself gets nothing.
    pub(in crate::runtime) fn poll_closed(
        &self,
        key: &str,
        context: &mut Context<'_>,
    ) -> Poll<AskError> {
        if self.park(key, context) {
            return Poll::Ready(AskError::Suspended);
        }
        self.wake_driver();
        Poll::Pending
    }

    /// A question may be asked in another task than the one that polls the handler,
    /// which has to see what has become of the run.
    pub(super) fn wake_driver(&self) {
        let driver = self.progress().driver.take();
        if let Some(driver) = driver {
            driver.wake();
        }
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

/// A question that waits for the next round.
struct Parked<'a> {
    run: &'a Run,
    key: &'a str,
}

impl Drop for Parked<'_> {
    fn drop(&mut self) {
        self.run.progress().open.retain(|open| open.key != self.key);
    }
}
