//! The rounds of 2026-07-28: each run of the handler looks for the answer, and parks if there is none.

use std::time::Duration;

use super::{
    PageAsking, may_pass,
    open_page::{OpenPage, received},
};
use crate::{
    pages::record::{PageQuestion, Ticket},
    runtime::{
        elicit_result::ElicitResult,
        error::{AskError, call_error::CallError},
        outcome::Action,
        run::{Known, ReceivedAnswer, Stop, audit},
        state::CarriedAnswer,
    },
};

/// How long a retry waits for the page. Some clients retry at once, and others give up a call that
/// takes long.
const PATIENCE: Duration = Duration::from_secs(20);

impl PageAsking<'_> {
    /// Looks for the answer. If there is none, the client has to ask.
    pub(super) async fn find(&mut self) -> Result<ReceivedAnswer, AskError> {
        let (run, question) = (self.run, self.question);
        let asked = run.progress.ticket(question.key).map(Ticket::new);
        // A link has no content.
        let known = question.recall(None);
        self.ticket = run.progress.ticket(question.key).map(Ticket::new);
        if let (Some(asked), None) = (&asked, &self.ticket) {
            // It was another question.
            self.page(asked).close(u8::MAX).await;
        }
        let (attempt, is_agreed, is_new) = match known? {
            Known::Open(attempt) => (attempt, false, true),
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
                        page.go_on(attempt, None, is_new).await
                    };
                }
                let is_agreed =
                    matches!(&said, Ok(said) if matches!(said.result.action, Action::Accept));
                if let (Some(ticket), false) = (&self.ticket, is_agreed) {
                    self.page(ticket).close(attempt).await;
                }
                let said = said?;
                if !is_agreed {
                    return Ok(said);
                }
                (attempt, true, is_new)
            }
        };
        let Some(ticket) = &self.ticket else {
            // What was accepted without having been asked has no page.
            self.admit().await?;
            let ticket = self.ticket.insert(self.new_ticket()?).clone();
            return self.page(&ticket).begin(attempt).await;
        };
        let waits = self.time_left(is_agreed);
        self.page(ticket).go_on(attempt, waits, is_new).await
    }

    /// How long the answer is still awaited: the time of the question, from when the person has
    /// agreed to open the page. `None`: they have not, or this run cannot wait.
    pub(super) fn time_left(&self, is_agreed: bool) -> Option<Duration> {
        let is_awaited = is_agreed && self.run.wire.is_some();
        let now = self.run.elicitation.now();
        let until = is_awaited.then(|| {
            let until = now.saturating_add(self.question.timeout).as_millis();
            until.try_into().unwrap_or(u64::MAX)
        });
        let until = self.run.progress.await_page(self.question.key, until)?;
        Some(Duration::from_millis(until).saturating_sub(now))
    }

    /// Keeps for later runs what was done on the page. What was typed is in the store.
    pub(super) fn keep(&self, attempt: u8, answer: &ElicitResult) {
        let result = ElicitResult::without_content(answer.action);
        let mut carried = CarriedAnswer::new(self.question.digest().clone(), attempt, result);
        carried.unread = false;
        self.run.progress.keep_answer(self.question.key, carried);
    }
}

impl OpenPage<'_> {
    /// Goes on with a page that was opened before.
    async fn go_on(
        &self,
        attempt: u8,
        waits: Option<Duration>,
        is_new: bool,
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
        let is_accepted = matches!(result.action, Action::Accept);
        if !is_accepted || !asking.run.progress.has_answer(asking.question.key) {
            asking.keep(attempt, &result);
        }
        Ok(received(attempt, result, is_new))
    }

    /// Looks for the answer, and has the client ask again if there is none. `None`: the page is not
    /// there.
    async fn find(
        &self,
        attempt: u8,
        waits: Option<Duration>,
    ) -> Result<Option<ElicitResult>, AskError> {
        let asking = self.asking;
        let patience = waits.map_or(Duration::ZERO, |left| left.min(PATIENCE));
        if let Some(answer) = self.answer(attempt, patience, None).await? {
            return Ok(Some(answer));
        }
        if waits.is_some_and(|left| left <= PATIENCE) {
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
        let key = asking.question.key;
        let is_awaited = run.progress.is_awaited(key);
        if run.is_last_round() && !is_awaited {
            let rounds = run.elicitation.rounds;
            let failure = CallError::TooManyRounds { rounds }.into();
            return run.progress.end(key, Stop::Failed(failure)).await;
        }
        let address = match self.address() {
            Ok(address) => address,
            Err(error) => return error,
        };
        let message = asking.message(attempt);
        let id = run.progress.link_id(key, attempt);
        let link = asking.link(&message, &address, &id);
        if let Err(error) = link.check() {
            return error;
        }
        link.park(asking.question.digest(), attempt, None).await
    }
}
