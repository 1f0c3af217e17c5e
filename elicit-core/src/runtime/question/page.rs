//! A form that is answered on a page of the server: [`Ask::page`](crate::Ask::page).
//!
//! The client is sent a link. Whichever process gets the answer puts it into the
//! [store](crate::store), and the run that waits for it looks there.

mod left_page;
mod open_page;
mod rounds;

use std::{
    borrow::Cow,
    mem::replace,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use elicit_text::visible;

use super::{
    Body, Question,
    rejected_answer::{BREAK, RejectedAnswer},
};
use crate::{
    pages::{
        FormError,
        record::{Lease, PageQuestion, PageRecord, StoredOptions, Ticket},
        without_secrets,
    },
    runtime::{
        error::AskError,
        ledger::{Ledger, entry::Page},
        outcome::Mode,
        received_answer::ReceivedAnswer,
        run::{Run, audit},
        state::{random_token::random_token, records::RecordError},
    },
    store::StoreError,
};

use open_page::carried_life;

pub(crate) use crate::pages::{PageForm, Pages};

/// A form on a page of the server, while it is asked.
pub(super) struct PageAsking<'a> {
    run: &'a Run,
    pages: &'a Pages,
    question: &'a Question<'a>,
    form: &'a PageForm,
    /// The client cannot open a page, and the server opens it itself.
    by_browser: AtomicBool,
    /// The page, as soon as there is one.
    ticket: Option<Ticket>,
    /// An earlier call has opened it.
    is_found: bool,
    /// What the page asks next, after an answer that was rejected.
    next: Option<PageQuestion>,
}

impl<'a> PageAsking<'a> {
    pub(super) fn new(question: &'a Question<'a>, form: &'a PageForm) -> Result<Self, AskError> {
        let run = question.run;
        run.check_layer(question.key())?;
        let Some(pages) = &run.elicitation.pages else {
            return Err(question.bad(
                "the server has no pages\nhelp: give `Pages::local()` or `Pages::at(..)` to \
                 `Elicitation::pages`",
            ));
        };
        let principal = run.call.principal.as_deref();
        if let Some(reason) = pages.host().fault(form, principal, &run.elicitation) {
            return Err(question.bad(reason));
        }
        let by_browser = pages.host().opens_browser() && !run.reaches(Mode::Url);
        Ok(Self {
            run,
            pages,
            question,
            form,
            by_browser: by_browser.into(),
            ticket: None,
            is_found: false,
            next: None,
        })
    }

    /// The next answer, from the store. Where the run cannot wait for it, the question parks. The page
    /// is closed by then.
    pub(super) async fn next(&mut self) -> Result<ReceivedAnswer, AskError> {
        let waits = self.run.waits_in_place();
        let _opening = (!waits).then(|| self.question.handle.hold());
        match (self.next.take(), &self.ticket) {
            (Some(asked), Some(ticket)) => self.page(ticket).ask_again(asked).await,
            _ if waits => {
                self.admit().await?;
                // The end of the call closes it if this future is dropped.
                let (ticket, attempt) = self.find_page().await?;
                self.page(&ticket).ask_in_place(attempt).await
            }
            _ => self.find().await,
        }
    }

    /// Asks again, as this attempt, with what was wrong with the answer.
    pub(super) fn reject(
        &mut self,
        attempt: u8,
        rejected: &RejectedAnswer,
    ) -> Result<(), AskError> {
        self.next = Some(self.asked(attempt, Some(rejected))?);
        self.time_left(false);
        self.note_read(false);
        Ok(())
    }
}

impl Pages {
    /// Closes the pages that are still open when the call ends: no run reads their answers any more.
    pub(in crate::runtime) async fn close_all(&self, run: &Run) {
        let is_gone = run.wire.as_ref().is_some_and(|wire| wire.is_gone());
        // A client that is gone may send the same state again, and then the page goes on.
        if is_gone && !run.waits_in_place() && !is_repeatable(run) {
            return;
        }
        for ticket in run.progress.with_ledger(Ledger::take_pages) {
            let record = PageRecord {
                records: &run.elicitation.records,
                ticket: &Ticket::new(ticket),
            };
            self.close(run, record, u8::MAX).await;
        }
    }

    /// Keeps those pages of an expired state that are open or have an answer, as long as the next state
    /// is valid. A question that has none gets a new one.
    pub(in crate::runtime) async fn keep_usable(&self, run: &Run) {
        let lease = Lease {
            owner: run.session.owner(&run.call),
            lives: carried_life(run),
        };
        for (key, ticket, attempt) in run.progress.with_ledger(|ledger| ledger.pages()) {
            let record = PageRecord {
                records: &run.elicitation.records,
                ticket: &Ticket::new(ticket),
            };
            match record.keep(attempt, &lease).await {
                Ok(true) => {}
                Ok(false) => run
                    .progress
                    .with_ledger(|ledger| ledger.entry(&key).forget()),
                // The question will say so.
                Err(error) => audit::no_record(run, &error),
            }
        }
    }

    /// Closes the page of an attempt. A failure of the store is not a failure of the question.
    async fn close(&self, run: &Run, record: PageRecord<'_>, attempt: u8) {
        match record.close(attempt).await {
            // It asks for a later attempt.
            Ok(false) => return,
            Ok(true) => {}
            Err(error) => audit::no_record(run, &error),
        }
        self.host().forget(record.ticket);
    }
}

impl PageAsking<'_> {
    /// Makes this the page of the question, by which later runs find it.
    fn add_page(&mut self, ticket: Arc<str>) -> Ticket {
        let page = Page {
            ticket: Arc::clone(&ticket),
            until: None,
            is_read: false,
            is_checked: false,
            is_left: false,
        };
        self.question.handle.entry(|entry| entry.page = Some(page));
        self.ticket.insert(Ticket::new(ticket)).clone()
    }

    /// Notes whether a run has read the answer to the attempt on the page. Returns whether one had.
    fn note_read(&self, is_read: bool) -> bool {
        let note = |page: &mut Page| replace(&mut page.is_read, is_read);
        self.question.handle.page(note).unwrap_or_default()
    }

    /// Counts the question, if it may be asked. Nothing is put into the store before this.
    async fn admit(&self) -> Result<(), AskError> {
        if self.by_browser() {
            self.question.handle.unless_ending().await?;
            self.run.count(&self.question.handle)
        } else {
            self.question.admit().await
        }
    }

    fn by_browser(&self) -> bool {
        self.by_browser.load(Ordering::Relaxed)
    }

    /// Whether the client did not show the link.
    fn is_unshown<T>(&self, answer: &Result<T, AskError>) -> bool {
        matches!(answer, Err(error) if self.question.is_unshown(error))
    }

    /// If the client did not show the link, the server opens the page itself, where it can.
    fn turns_to_browser<T>(&self, answer: &Result<T, AskError>) -> bool {
        let turns = self.is_unshown(answer) && self.pages.host().opens_browser();
        if turns {
            self.by_browser.store(true, Ordering::Relaxed);
        }
        turns
    }

    fn random_token(&self) -> Result<String, AskError> {
        let no_randomness = "the system has no randomness for its link";
        random_token().ok_or_else(|| self.question.bad(no_randomness))
    }

    /// What the page asks at this attempt: at first, or after a check has rejected the answer.
    fn asked(
        &self,
        attempt: u8,
        rejected: Option<&RejectedAnswer>,
    ) -> Result<PageQuestion, AskError> {
        let (run, question, form) = (self.run, self.question, self.form.schema);
        let Body::Form {
            choices, prefill, ..
        } = question.body
        else {
            return Err(question.bad("only a form is asked on a page"));
        };
        let (prefill, errors) = match rejected {
            Some(RejectedAnswer { invalid, content }) => (
                without_secrets(form, |name| content.get(name)),
                FormError::all(invalid, form, run.words()),
            ),
            None => (without_secrets(form, |name| prefill.get(name)), Vec::new()),
        };
        Ok(PageQuestion {
            form: self.form.digest.clone(),
            key: question.key().to_owned(),
            tool: run.call.target.clone(),
            message: visible(question.message).into_owned(),
            principal: run.call.principal.clone(),
            csrf: self.random_token()?,
            options: StoredOptions::new(choices, form.properties().len()),
            prefill,
            attempt,
            errors,
            lease: self.lease(),
        })
    }

    /// The message beside the link. What is wrong with an answer is on the page alone.
    fn message(&self, attempt: u8) -> Cow<'_, str> {
        let message = self.question.message;
        if attempt > 1 {
            let correct = self.run.words().please_correct();
            format!("{correct}{BREAK}{message}").into()
        } else {
            message.into()
        }
    }

    /// The question that the client is asked.
    fn link<'q>(&self, message: &'q str, url: &'q str, id: &'q str) -> Question<'q>
    where
        Self: 'q,
    {
        Question {
            run: self.run,
            handle: self.question.handle.clone(),
            message,
            attempts: self.question.attempts,
            timeout: self.question.timeout,
            meta: self.question.meta,
            digest: OnceLock::new(),
            body: Body::Link { url, id },
        }
    }

    /// The store has failed, or has no room.
    fn no_page(&self, error: &RecordError) -> AskError {
        audit::no_record(self.run, error);
        no_page(error)
    }
}

/// Whether a client that went away can send the request again and get the response of this run.
fn is_repeatable(run: &Run) -> bool {
    run.elicitation.once && run.progress.round() > 0
}

/// What a failure of the store means for a question.
fn no_page(error: &RecordError) -> AskError {
    AskError::no_page(match error {
        RecordError::Store(StoreError::Full) => {
            "the server has no room for another page; try again later"
        }
        _ => "the server cannot use its store; try again later",
    })
}

/// Whether the store may work again soon.
fn may_pass(error: &RecordError) -> bool {
    matches!(
        error,
        RecordError::Store(StoreError::Unavailable(_) | StoreError::Full)
    )
}
