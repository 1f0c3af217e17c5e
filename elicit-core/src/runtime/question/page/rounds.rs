//! The rounds of 2026-07-28: each run of the handler looks for the answer, and parks if there is none.

use std::{sync::Arc, time::Duration};

use super::{PageAsking, may_pass, open_page::OpenPage};
use crate::{
    pages::record::{PageQuestion, Ticket},
    runtime::{
        error::{AskError, call_error::CallError},
        ledger::entry::{Answered, Known, Page, Phase},
        received_answer::ReceivedAnswer,
        run::{audit, progress::Stop},
    },
};

/// The longest time that a round waits for the page. Most clients give up a request after a minute, and
/// many that ask for progress do so whether or not there is any.
const ROUND: Duration = Duration::from_secs(50);

impl PageAsking<'_> {
    /// Looks for the answer. If there is none, the client has to ask.
    pub(super) async fn find(&mut self) -> Result<ReceivedAnswer, AskError> {
        let question = self.question;
        let ticket = || question.handle.page(|page| Arc::clone(&page.ticket));
        let asked = ticket().map(Ticket::new);
        // A link has no content.
        let known = question.recall(None);
        self.ticket = ticket().map(Ticket::new);
        if let (Some(asked), None) = (&asked, &self.ticket) {
            // It was another question.
            self.page(asked).close(u8::MAX).await;
        }
        let (attempt, is_agreed) = match known? {
            Known::Open(attempt) => (attempt, false),
            Known::Answered(said) => {
                let (attempt, is_new) = (said.attempt, said.is_unread);
                let said = said.in_time();
                if let Some(ticket) = &self.ticket
                    && self.turns_to_browser(&said)
                {
                    let page = self.page(ticket);
                    return if is_new {
                        page.begin(attempt).await
                    } else {
                        page.go_on(attempt, None).await
                    };
                }
                if let (Some(ticket), true) = (&self.ticket, self.is_unshown(&said)) {
                    return self.page(ticket).answer_or_leave(attempt).await;
                }
                let is_agreed = matches!(&said, Ok(said) if said.is_accept());
                if let (Some(ticket), false) = (&self.ticket, is_agreed) {
                    let page = self.page(ticket);
                    let sent = page.sent_before(attempt).await;
                    page.close(attempt).await;
                    if let Some(sent) = sent {
                        self.keep(attempt, &sent);
                        return Ok(page.received(attempt, sent));
                    }
                }
                let said = said?;
                if !is_agreed {
                    return Ok(said);
                }
                (attempt, true)
            }
        };
        let Some(ticket) = &self.ticket else {
            // What was accepted without having been asked has no page.
            self.admit().await?;
            let (ticket, attempt) = self.find_page().await?;
            let page = self.page(&ticket);
            return if self.is_found {
                page.go_on(attempt, None).await
            } else {
                page.begin(attempt).await
            };
        };
        let waits = self.time_left(is_agreed);
        self.page(ticket).go_on(attempt, waits).await
    }

    /// How long the answer is still awaited: the time of the question, from when the person has
    /// agreed to open the page. `None`: they have not.
    pub(super) fn time_left(&self, is_agreed: bool) -> Option<Duration> {
        let now = self.run.elicitation.now();
        let until = is_agreed.then(|| {
            let until = now.saturating_add(self.question.timeout).as_millis();
            until.try_into().unwrap_or(u64::MAX)
        });
        let wait = |page: &mut Page| {
            page.until = until.map(|until| page.until.unwrap_or(until));
            page.until
        };
        let until = self.question.handle.page(wait)??;
        Some(Duration::from_millis(until).saturating_sub(now))
    }

    /// Keeps for later runs what was done on the page. What was typed is in the store.
    pub(super) fn keep(&self, attempt: u8, answer: &ReceivedAnswer) {
        let kept = ReceivedAnswer::without_content(answer.action, attempt);
        let kept = Answered::new(self.question.digest().clone(), kept);
        let handle = &self.question.handle;
        handle.entry(|entry| entry.phase = Phase::Answered(kept));
    }
}

impl OpenPage<'_> {
    /// Goes on with a page that was opened before.
    async fn go_on(
        &self,
        attempt: u8,
        waits: Option<Duration>,
    ) -> Result<ReceivedAnswer, AskError> {
        let found = self.find(attempt, waits).await;
        // A client that is gone may come again.
        if !matches!(found, Ok(None) | Err(AskError::Suspended | AskError::Gone)) {
            self.close(attempt).await;
        }
        let Some(result) = found? else {
            return self.begin(attempt).await;
        };
        let asking = self.asking;
        if !result.is_accept() || !asking.question.handle.entry(|entry| entry.has_answer()) {
            asking.keep(attempt, &result);
        }
        Ok(self.received(attempt, result))
    }

    /// What was sent on a page whose link the client has not shown. If there is nothing, the page is
    /// left open for the next call.
    async fn answer_or_leave(&self, attempt: u8) -> Result<ReceivedAnswer, AskError> {
        let asking = self.asking;
        // A later run comes to the same.
        if !asking.note_left()
            && let Some(sent) = self.answer(attempt, Duration::ZERO, None).await?
        {
            self.close(attempt).await;
            asking.keep(attempt, &sent);
            return Ok(self.received(attempt, sent));
        }
        Err(self.leave(attempt).await)
    }

    /// Looks for the answer. If there is none, a later run looks again. `None`: the page is not there.
    async fn find(
        &self,
        attempt: u8,
        waits: Option<Duration>,
    ) -> Result<Option<ReceivedAnswer>, AskError> {
        let asking = self.asking;
        let patience = waits.map_or(Duration::ZERO, |left| left.min(ROUND));
        if let Some(answer) = self.answer(attempt, patience, None).await? {
            return Ok(Some(answer));
        }
        if waits.is_some_and(|left| left <= ROUND) {
            let late = self.withdraw(attempt).await?;
            return late.map(Some).ok_or(AskError::TimedOut);
        }
        asking.admit().await?;
        match self.record.prolong(attempt, asking.lives()).await {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            // The page may be there, and a later round looks again.
            Err(error) if may_pass(&error) => audit::no_record(asking.run, &error),
            Err(error) => return Err(asking.no_page(&error)),
        }
        if asking.by_browser() {
            // The browser was opened in an earlier run.
            return self.answer_in_time(attempt, None).await.map(Some);
        }
        // Another retry may have found an answer and opened the next attempt, and `prolong` has
        // overwritten that. With the answer, this one opens it again.
        if let Some(answer) = self.answer(attempt, Duration::ZERO, None).await? {
            return Ok(Some(answer));
        }
        if waits.is_some() {
            // The person fills it in, and is not disturbed.
            return Err(asking.question.handle.park(None).await);
        }
        Err(self.park(attempt).await)
    }

    /// Asks for the first time, or for what the store has forgotten.
    async fn begin(&self, attempt: u8) -> Result<ReceivedAnswer, AskError> {
        let asked = self.asking.asked(attempt, None)?;
        if self.asking.by_browser() {
            return self.ask(asked).await;
        }
        self.open(&asked).await?;
        Err(self.park(attempt).await)
    }

    /// Asks after an answer that was rejected.
    pub(super) async fn ask_again(&self, asked: PageQuestion) -> Result<ReceivedAnswer, AskError> {
        let asking = self.asking;
        if asking.run.waits_in_place() || asking.by_browser() {
            return self.ask(asked).await;
        }
        asking.admit().await?;
        // A retry that came before may have opened it, and the person may have it on the screen.
        let prolonged = self.record.prolong(asked.attempt, asking.lives()).await;
        if !prolonged.map_err(|error| asking.no_page(&error))? {
            self.open(&asked).await?;
        }
        Err(self.park(asked.attempt).await)
    }

    /// Lets the client ask, and waits for the next round.
    async fn park(&self, attempt: u8) -> AskError {
        let (asking, run) = (self.asking, self.asking.run);
        let handle = &asking.question.handle;
        if run.is_last_round() {
            let rounds = run.elicitation.rounds;
            let failure = CallError::TooManyRounds { rounds }.into();
            return handle.end(Stop::Failed(failure)).await;
        }
        let address = match self.address() {
            Ok(address) => address,
            Err(error) => return error,
        };
        let message = asking.message(attempt);
        let id = handle.link_id(attempt);
        let link = asking.link(&message, &address, &id);
        if let Err(error) = link.check() {
            return error;
        }
        link.park(asking.question.digest(), attempt, None).await
    }
}
