//! The rounds of 2026-07-28: each run of the handler looks for the answer, and parks if there is none.

use std::time::Duration;

use super::{Asking, may_pass, open_page::OpenPage};
use crate::runtime::{
    error::{AskError, call_error::CallError},
    outcome::{Action, Outcome},
    question::elicit_result::{ElicitResult, Judge, Made},
    run::{Known, Stop, audit},
    state::CarriedAnswer,
};

/// How long a retry waits for the page. Some clients retry at once, and others give up a call that
/// takes long.
const PATIENCE: Duration = Duration::from_secs(20);

impl Asking<'_> {
    /// Looks for the answer. If there is none, the client has to ask.
    pub(super) async fn step(&self, judge: Judge<'_>) -> Result<Outcome<Made>, AskError> {
        let (run, question) = (self.run, self.question);
        let asked = run.ticket(question.key);
        let known = run.recall(question, question.digest());
        let ticket = run.ticket(question.key);
        if let (Some(asked), None) = (&asked, &ticket) {
            // It was another question.
            self.page(asked).close(u8::MAX).await;
        }
        let (attempt, is_agreed, is_new) = match known? {
            Known::Open(attempt) => (attempt, false, true),
            Known::Answered(carried) => {
                let (attempt, is_new) = (carried.attempt, carried.unread);
                // A link has no content.
                let said = run.received(question, carried, None);
                if let Some(ticket) = &ticket
                    && self.turns_to_browser(&said)
                {
                    let page = self.page(ticket);
                    return if is_new {
                        page.begin(attempt, judge).await
                    } else {
                        page.go_on(attempt, None, is_new, judge).await
                    };
                }
                let said = said.map(|answer| answer.action);
                if let (Some(ticket), Ok(Action::Decline | Action::Cancel) | Err(_)) =
                    (&ticket, &said)
                {
                    self.page(ticket).close(attempt).await;
                }
                match said? {
                    Action::Accept => (attempt, true, is_new),
                    Action::Decline => return Ok(Outcome::Declined),
                    Action::Cancel => return Ok(Outcome::Cancelled),
                }
            }
        };
        // What was accepted without having been asked has no page.
        let Some(ticket) = ticket else {
            self.admit()?;
            let ticket = self.new_ticket()?;
            return self.page(&ticket).begin(attempt, judge).await;
        };
        let waits = self.time_left(is_agreed);
        self.page(&ticket)
            .go_on(attempt, waits, is_new, judge)
            .await
    }

    /// How long the answer is still awaited: the time of the question, from when somebody has agreed to
    /// open the page. `None`: nobody has, or this run cannot wait.
    fn time_left(&self, is_agreed: bool) -> Option<Duration> {
        let is_awaited = is_agreed && self.run.wire.is_some();
        let now = self.run.elicitation.now();
        let mut progress = self.run.progress();
        let page = progress.state.pages.get_mut(self.question.key)?;
        let until = page.until.filter(|_| is_awaited).or_else(|| {
            let until = now.saturating_add(self.question.timeout).as_millis();
            is_awaited.then(|| until.try_into().unwrap_or(u64::MAX))
        });
        page.until = until;
        Some(Duration::from_millis(until?).saturating_sub(now))
    }

    /// Keeps for later runs what was done on the page. What was typed is in the store.
    pub(super) fn keep(&self, attempt: u8, answer: &ElicitResult) {
        let result = ElicitResult::without_content(answer.action);
        let mut carried = CarriedAnswer::new(self.question.digest(), attempt, result);
        carried.unread = false;
        self.run.carry(self.question.key, carried);
    }
}

impl OpenPage<'_> {
    /// Goes on with a page that was opened before.
    async fn go_on(
        &self,
        attempt: u8,
        waits: Option<Duration>,
        is_new: bool,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, AskError> {
        let found = self.find(attempt, waits).await;
        // A client that is gone may come again.
        if !matches!(found, Ok(None) | Err(AskError::Suspended | AskError::Gone)) {
            self.close(attempt).await;
        }
        match found? {
            Some(answer) => self.take(attempt, answer, is_new, judge).await,
            None => self.begin(attempt, judge).await,
        }
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
        asking.admit()?;
        match self.refresh(attempt).await {
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
        // Another retry may have found an answer and opened the next attempt, and `refresh` has
        // overwritten that. With the answer, this one opens it again.
        if let Some(answer) = self.answer(attempt, Duration::ZERO, None).await? {
            return Ok(Some(answer));
        }
        Err(self.park(attempt).await)
    }

    /// Asks for the first time, or for what the store has forgotten.
    async fn begin(&self, attempt: u8, judge: Judge<'_>) -> Result<Outcome<Made>, AskError> {
        let asked = self.asking.first_page(attempt)?;
        if self.asking.by_browser() {
            return self.ask(asked, judge).await;
        }
        self.open(&asked).await?;
        Err(self.park(attempt).await)
    }

    /// What comes of an answer that was found.
    async fn take(
        &self,
        attempt: u8,
        answer: ElicitResult,
        is_new: bool,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, AskError> {
        let asking = self.asking;
        let (run, question) = (asking.run, asking.question);
        let is_accepted = matches!(answer.action, Action::Accept);
        if !is_accepted || !run.has_answer(question.key) {
            asking.keep(attempt, &answer);
        }
        let rejected = match run.judged(question, answer, is_new, judge)? {
            Ok(outcome) => return Ok(outcome),
            Err(rejected) => rejected,
        };
        let asked = asking.next_page(attempt, &rejected)?;
        let attempt = asked.attempt;
        asking.time_left(false);
        if asking.by_browser() {
            return self.ask(asked, judge).await;
        }
        asking.admit()?;
        // A retry that came before may have opened it, and the person may have it on the screen.
        let refreshed = self.refresh(attempt).await;
        if !refreshed.map_err(|error| asking.no_page(&error))? {
            self.open(&asked).await?;
        }
        Err(self.park(attempt).await)
    }

    /// Lets the client ask, and waits for the next round.
    async fn park(&self, attempt: u8) -> AskError {
        let (asking, run) = (self.asking, self.asking.run);
        let key = asking.question.key;
        let is_awaited = run.progress().state.is_awaited(key);
        if run.is_last_round() && !is_awaited {
            let rounds = run.elicitation.rounds;
            let failure = CallError::TooManyRounds { rounds }.into();
            return run.end(key, Stop::Failed(failure)).await;
        }
        let address = match self.address() {
            Ok(address) => address,
            Err(error) => return error,
        };
        let message = asking.message(attempt);
        let id = run.link_id(key, attempt);
        let link = asking.link(&message, &address, &id);
        let opened = link
            .check(run.elicitation.url_limit)
            .and_then(|()| run.open(&link, asking.question.digest(), attempt, None));
        match opened {
            Ok(()) => run.parked(key).await,
            Err(error) => error,
        }
    }
}
