//! The rounds of 2026-07-28: each run of the handler looks for the answer, and parks if there is none.

use std::{
    ops::ControlFlow::{self, Break, Continue},
    sync::Arc,
    time::Duration,
};

use super::{
    Opener, PageAsking, may_pass,
    open_page::{OpenPage, Step},
};
use crate::{
    pages::record::Ticket,
    runtime::{
        error::{AskError, UnshownLink},
        ledger::entry::{Known, Page},
        received_answer::ReceivedAnswer,
        run::audit,
    },
};

/// The longest time that a round waits for the page. Most clients give up a request after a minute, and
/// many that ask for progress do so whether or not there is any.
const ROUND: Duration = Duration::from_secs(50);

impl PageAsking<'_> {
    /// The page, the attempt, and what is done with it after what earlier runs have done. If there is no
    /// page, the client may have said no.
    pub(super) async fn recalled_step(
        &mut self,
    ) -> Result<ControlFlow<ReceivedAnswer, (Ticket, u8, Step)>, AskError> {
        let question = self.question;
        let ticket = || question.handle.page(|page| Arc::clone(&page.ticket));
        let before = ticket().map(Ticket::new);
        if let Some(before) = &before
            && self.is_of_another_call(before).await?
        {
            // As this call has ended before.
            return Err(AskError::LinkNotShown {
                link: UnshownLink::new(self.address(before)?, true),
            });
        }
        // A link has no content.
        let known = question.recall(None);
        self.ticket = ticket().map(Ticket::new);
        if let (Some(before), None) = (&before, &self.ticket) {
            // It was another question.
            self.host.close(self.run, before, u8::MAX).await;
        }
        let (attempt, is_new, said) = match known? {
            Known::Open(attempt) => (attempt, false, None),
            Known::Answered(said) => (said.attempt, said.is_unread, Some(said.unless_too_fast())),
        };
        let is_no = |said: &ReceivedAnswer| !said.is_accept();
        let Some(ticket) = self.ticket.clone() else {
            return match said.transpose()?.filter(is_no) {
                Some(no) => Ok(Break(no)),
                // What was accepted without having been asked has no page.
                None => self.first_step().await.map(Continue),
            };
        };
        let step = match said {
            None => Step::Look(self.time_left(false)),
            Some(Ok(said)) if said.is_accept() => Step::Look(self.time_left(true)),
            Some(said) if !self.is_unshown(&said) => Step::Close(said),
            Some(_) if !self.turns_to_server() => Step::Leave,
            Some(_) if is_new => Step::Put(self.asked(attempt, None)?, true),
            // The browser was opened in an earlier run.
            Some(_) => Step::Look(None),
        };
        Ok(Continue((ticket, attempt, step)))
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
}

impl OpenPage<'_, '_> {
    /// Looks for the answer. If there is none, a later run looks again. `None`: the page is not there.
    pub(super) async fn find(
        &self,
        waits: Option<Duration>,
    ) -> Result<Option<ReceivedAnswer>, AskError> {
        let asking = &*self.asking;
        let patience = waits.map_or(Duration::ZERO, |left| left.min(ROUND));
        // Under `once` it lives no longer than the state, which may expire while this waits.
        if asking.run.elicitation.once
            && !patience.is_zero()
            && let Err(error) = self.prolong().await
        {
            audit::no_record(asking.run, &error);
        }
        if let Some(answer) = self.answer(patience, None).await? {
            return Ok(Some(answer));
        }
        if waits.is_some_and(|left| left <= ROUND) {
            let late = self.withdraw().await?;
            return late.map(Some).ok_or(AskError::TimedOut);
        }
        asking.admit().await?;
        match self.prolong().await {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            // The page may be there, and a later round looks again.
            Err(error) if may_pass(&error) => audit::no_record(asking.run, &error),
            Err(error) => return Err(asking.no_page(&error)),
        }
        if asking.opener == Opener::Server {
            return self.answer_in_time(None).await.map(Some);
        }
        // Another retry may have found an answer and opened the next attempt, and `prolong` has
        // overwritten that. With the answer, this one opens it again.
        if let Some(answer) = self.answer(Duration::ZERO, None).await? {
            return Ok(Some(answer));
        }
        Err(match waits {
            // The person fills it in, and is not disturbed.
            Some(_) => asking.question.handle.park(None).await,
            None => self.park().await,
        })
    }
}
