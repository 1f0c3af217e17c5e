//! A form that is answered on a page of the server: [`Ask::page`](crate::Ask::page).
//!
//! The question to the client is a link. The answer comes into the [store](crate::store), wherever
//! the browser sends it, and whoever waits for it looks there.

mod asked;
mod open_page;
mod rounds;
mod stored_answer;
mod waiting_call;

use std::{
    mem,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

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
            CarriedPage,
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
    /// The client cannot open a page, and the server opens it itself.
    by_browser: AtomicBool,
}

impl Run {
    /// Asks on a page, until there is a valid answer, or an error.
    pub(super) async fn ask_on_page(
        &self,
        question: &Question<'_>,
        form: &PageForm,
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
            by_browser: by_browser.into(),
        };
        if self.is_legacy() {
            asking.wait(judge).await
        } else {
            let _opening = Opening::new(self, question.key);
            asking.step(judge).await
        }
    }

    /// The page of a question, if it was opened in an earlier round.
    fn ticket(&self, key: &str) -> Option<Ticket> {
        let progress = self.progress();
        let page = progress.state.pages.get(key)?;
        Some(Ticket::new(page.ticket.clone()))
    }

    /// Whether a client that went away can send the request again and get the response of this run.
    fn is_repeatable(&self) -> bool {
        self.elicitation.once && self.progress().state.round > 0
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
        let open = mem::take(&mut self.progress().state.pages);
        for page in open.into_values() {
            let ticket = Ticket::new(page.ticket);
            self.close_page(pages, &ticket, u8::MAX).await;
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

/// Keeps a run from ending while a page is put into the store, so that questions that are awaited
/// together go out together.
struct Opening<'a> {
    run: &'a Run,
    key: &'a str,
}

impl<'a> Opening<'a> {
    fn new(run: &'a Run, key: &'a str) -> Self {
        run.progress().opening.insert(key.to_owned());
        Self { run, key }
    }
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        self.run.opened(self.key);
    }
}

impl Asking<'_> {
    /// A new page for the question, by which later runs find it.
    fn new_ticket(&self) -> Result<Ticket, AskError> {
        let ticket: Arc<str> = self.unguessable()?.into();
        let page = CarriedPage {
            ticket: Arc::clone(&ticket),
            until: None,
        };
        let key = self.question.key.to_owned();
        self.run.progress().state.pages.insert(key, page);
        Ok(Ticket::new(ticket))
    }

    /// Counts the question, if it may be asked. Nothing is put into the store before this.
    fn admit(&self) -> Result<(), AskError> {
        if self.by_browser() {
            self.run.count(self.question)
        } else {
            self.run.admit(self.question)
        }
    }

    fn by_browser(&self) -> bool {
        self.by_browser.load(Ordering::Relaxed)
    }

    /// If the client did not show the link, the server opens the page itself, where it can.
    fn turns_to_browser<T>(&self, answer: &Result<T, AskError>) -> bool {
        let is_shown = !matches!(answer, Err(AskError::TooFast))
            || !self.run.evidence(self.question.key).is_none();
        if is_shown || !self.pages.opens_browser() {
            return false;
        }
        self.by_browser.store(true, Ordering::Relaxed);
        true
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
