//! The page of a question, by its ticket.

use std::{sync::Arc, time::Duration};

use super::PageAsking;
use crate::{
    pages::ticket::{AskedPage, PageAnswer, Ticket},
    runtime::{
        elicit_result::ElicitResult,
        error::AskError,
        outcome::Action,
        run::{ReceivedAnswer, audit},
        state::records::RecordError,
    },
};

/// How much longer the entries of a page live than whoever waits for them.
const SPARE: Duration = Duration::from_secs(60);

/// The longest time that a page is open.
const LONGEST_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// The page of a question.
#[derive(Clone, Copy)]
pub(super) struct OpenPage<'a> {
    pub(super) asking: &'a PageAsking<'a>,
    pub(super) ticket: &'a Ticket,
}

impl PageAsking<'_> {
    pub(super) fn page<'p>(&'p self, ticket: &'p Ticket) -> OpenPage<'p> {
        OpenPage {
            asking: self,
            ticket,
        }
    }

    /// How long the entries of the page live: as long as somebody waits, and a little longer, but no
    /// longer than a day.
    pub(super) fn lives(&self) -> Duration {
        // For the client, and then for the page.
        let waits = self.question.timeout.saturating_mul(2);
        let carried = self.run.elicitation.expiry;
        let lives = match (self.run.waits_in_place(), self.by_browser()) {
            (true, _) => waits,
            (false, true) => waits.max(carried),
            (false, false) => carried,
        };
        lives.saturating_add(SPARE).min(LONGEST_LIFE)
    }

    /// Whose room in the store the page takes.
    pub(super) fn owner(&self) -> Arc<str> {
        self.run.session.owner(&self.run.call)
    }
}

impl OpenPage<'_> {
    /// Puts what the page asks into the store. Returns the address of the page.
    pub(super) async fn open(&self, asked: &AskedPage) -> Result<String, AskError> {
        let opened = self.ticket.open(self.asking.records(), asked).await;
        opened.map_err(|error| self.asking.no_page(&error))?;
        self.address()
    }

    pub(super) fn address(&self) -> Result<String, AskError> {
        let asking = self.asking;
        let lives = asking.lives();
        let address = asking
            .pages
            .address(self.ticket, asking.form, &asking.config, lives);
        address.map_err(|_| AskError::NoPage {
            reason: "the server cannot listen on its computer",
        })
    }

    /// Prolongs the life of the page, if it asks for this attempt or a later one. Returns whether it
    /// does.
    pub(super) async fn refresh(&self, attempt: u8) -> Result<bool, RecordError> {
        let (records, lives) = (self.asking.records(), self.asking.lives());
        self.ticket.refresh(records, attempt, lives).await
    }

    /// Looks into the store once for the answer to an attempt.
    pub(super) async fn look(&self, attempt: u8) -> Result<Option<PageAnswer>, RecordError> {
        let (records, owner) = (self.asking.records(), self.asking.owner());
        let Some(answer) = self.ticket.answer_to(records, attempt).await? else {
            return Ok(None);
        };
        // On 2026-07-28 each later run reads it again. Before, nobody does: what was typed is removed,
        // and the page stays answered.
        let kept = if self.asking.run.waits_in_place() {
            &PageAnswer::Withdrawn
        } else {
            &answer
        };
        let put = self
            .ticket
            .put_answer(records, attempt, &owner, self.asking.lives(), kept);
        // The answer is known all the same.
        if let Err(error) = put.await {
            audit::no_record(self.asking.run, &error);
        }
        Ok(Some(answer))
    }

    /// Stops taking answers to an attempt. Returns one that came just now.
    pub(super) async fn withdraw(&self, attempt: u8) -> Result<Option<ElicitResult>, AskError> {
        let (asking, owner) = (self.asking, self.asking.owner());
        let withdrawn = self
            .ticket
            .withdraw(asking.records(), attempt, &owner, asking.lives());
        let late = withdrawn.await.map_err(|error| asking.no_page(&error))?;
        late.map(result_of).transpose()
    }

    /// Closes the page of an attempt. A failure of the store is no failure of the question.
    pub(super) async fn close(&self, attempt: u8) {
        let asking = self.asking;
        let closed = asking.run.close_page(asking.pages, self.ticket, attempt);
        closed.await;
    }

    /// Closes the page where nothing can be awaited.
    pub(super) fn close_now(&self) {
        self.ticket.close_now(self.asking.records());
        self.asking.pages.forget(self.ticket);
    }
}

/// What a person has done on a page, as a client would say it.
pub(super) fn result_of(answer: PageAnswer) -> Result<ElicitResult, AskError> {
    match answer {
        PageAnswer::Accepted(content) => Ok(ElicitResult::new(Action::Accept, content, None)),
        PageAnswer::Declined => Ok(ElicitResult::without_content(Action::Decline)),
        PageAnswer::Withdrawn => Err(AskError::TimedOut),
    }
}

/// What has come to an attempt.
pub(super) fn received(attempt: u8, result: ElicitResult, is_unread: bool) -> ReceivedAnswer {
    ReceivedAnswer {
        result,
        attempt,
        latency: None,
        is_unread,
        is_too_fast: false,
    }
}
