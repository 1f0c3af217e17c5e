//! A form that is answered on a page of the server: [`Ask::page`](crate::Ask::page).
//!
//! The question to the client is a link. The answer comes into the [store](crate::store), wherever
//! the browser sends it, and whoever waits for it looks there.

mod asked;
mod open_page;
mod rounds;
mod stored_answer;
mod waiting_call;

use std::mem;

use super::{
    Question,
    elicit_result::{Judge, Made},
};
use crate::{
    pages::{PageForm, Pages, Setup, ticket::Ticket},
    runtime::{
        error::AskError,
        outcome::{Mode, Outcome},
        run::{Run, audit},
        state::{
            records::{RecordError, Records},
            unguessable::unguessable,
        },
    },
    store::StoreError,
};

/// A question on a page that is being asked.
struct Asking<'a> {
    run: &'a Run,
    pages: &'a Pages,
    setup: Setup,
    question: &'a Question<'a>,
    form: &'a PageForm,
    or_end: bool,
    /// The client cannot open a page, and the server opens it itself.
    by_browser: bool,
}

impl Run {
    /// Asks on a page, until there is a valid answer, or an error.
    pub(super) async fn ask_on_page(
        &self,
        question: &Question<'_>,
        form: &PageForm,
        or_end: bool,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, AskError> {
        self.claim(question)?;
        self.check_layer(question)?;
        question.check(self.elicitation.url_limit)?;
        let Some(pages) = &self.elicitation.pages else {
            return Err(question.bad(
                "the server has no pages; give `Pages::local()` or `Pages::at(..)` to \
                 `Elicitation::pages`",
            ));
        };
        let setup = self.elicitation.page_setup();
        let principal = self.call.principal.as_deref();
        if let Some(reason) = pages.fault(form, principal, &setup) {
            return Err(question.bad(reason));
        }
        let by_browser = pages.opens_browser() && !self.reaches(Mode::Url);
        let asking = Asking {
            run: self,
            pages,
            setup,
            question,
            form,
            or_end,
            by_browser,
        };
        if self.is_legacy() {
            asking.wait(judge).await
        } else {
            asking.step(judge).await
        }
    }

    /// Closes the pages that are still open when the call ends: nobody reads their answers any more.
    pub(in crate::runtime) async fn close_pages(&self) {
        let is_gone = self.wire.as_ref().is_some_and(|wire| wire.is_gone());
        let Some(pages) = &self.elicitation.pages else {
            return;
        };
        // A client that is gone may send the same state again, and then the page goes on.
        if is_gone && !self.is_legacy() && !self.is_repeatable() {
            return;
        }
        let tickets = mem::take(&mut self.progress().state.pages);
        for ticket in tickets.values() {
            self.close_page(pages, ticket, u8::MAX).await;
        }
    }

    /// Closes the page of an attempt. A failure of the store is no failure of the question.
    async fn close_page(&self, pages: &Pages, ticket: &Ticket, attempt: u8) {
        match ticket.close(&self.elicitation.records, attempt).await {
            // It asks for a later attempt.
            Ok(false) => return,
            Ok(true) => {}
            Err(error) => audit::no_record(self, &error),
        }
        pages.forget(ticket);
    }
}

impl Asking<'_> {
    /// Counts the question, if it may be asked. Nothing is put into the store before this.
    fn admit(&self) -> Result<(), AskError> {
        if self.by_browser {
            self.run.count(self.question)
        } else {
            self.run.admit(self.question)
        }
    }

    fn records(&self) -> &Records {
        &self.setup.records
    }

    fn unguessable(&self) -> Result<String, AskError> {
        let no_randomness = "the system has no randomness for its link";
        unguessable().ok_or_else(|| self.question.bad(no_randomness))
    }

    /// The store has failed, or has no room.
    fn no_page(&self, error: &RecordError) -> AskError {
        audit::no_record(self.run, error);
        no_page(error)
    }
}

/// What a failure of the store means for a question.
fn no_page(error: &RecordError) -> AskError {
    AskError::NoPage {
        reason: match error {
            RecordError::Store(StoreError::Full) => {
                "the server has no room for another page; try again later"
            }
            _ => "the server cannot use its store; try again later",
        },
    }
}

/// Whether the store may work again soon.
fn may_pass(error: &RecordError) -> bool {
    matches!(
        error,
        RecordError::Store(StoreError::Unavailable(_) | StoreError::Full)
    )
}
