//! A form that is answered on a page of the server: [`Ask::page`](crate::Ask::page).
//!
//! The client is sent a link. Whichever process gets the answer puts it into the
//! [store](crate::store), and the run that waits for it looks there.

mod left_page;
mod open_page;
mod recalled;
mod waiting;

use std::{
    borrow::Cow,
    mem::replace,
    ops::ControlFlow::{Break, Continue},
    sync::{Arc, OnceLock},
    time::Duration,
};

use elicit_text::visible;

use super::{
    Body, Question,
    rejected_answer::{BREAK, RejectedAnswer},
};
use crate::{
    pages::{
        FormError,
        page_host::PageHost,
        record::{PageQuestion, PageRecord, StoredOptions, Ticket},
        without_secrets,
    },
    runtime::{
        error::AskError,
        ledger::{
            Ledger,
            entry::{Answered, Page, Phase},
        },
        outcome::Mode,
        received_answer::ReceivedAnswer,
        run::{Run, audit},
        state::{
            random_token::random_token,
            records::{Lease, RecordError},
        },
    },
    schema::value::RunTimeTexts,
    store::StoreError,
};

use open_page::{OpenPage, Step};

pub(crate) use crate::pages::PageForm;

/// How much longer the entries of a page live than the question.
const LONGER: Duration = Duration::from_secs(60);

/// The longest time that a page is open.
const LONGEST_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// A form on a page of the server, while it is asked.
pub(super) struct PageAsking<'a> {
    run: &'a Run,
    host: &'a dyn PageHost,
    question: &'a Question<'a>,
    form: &'a PageForm,
    opener: Opener,
    /// The page, as soon as there is one.
    ticket: Option<Ticket>,
    /// What the page asks next, after an answer that was rejected.
    next: Option<PageQuestion>,
}

/// Who opens the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opener {
    /// The client shows a link.
    Client,
    /// The client cannot show it, so the server opens the browser.
    Server,
}

impl<'a> PageAsking<'a> {
    pub(super) fn new(question: &'a Question<'a>, form: &'a PageForm) -> Result<Self, AskError> {
        let run = question.run;
        run.check_layer(question.key())?;
        let Some(host) = run.elicitation.pages.as_deref() else {
            return Err(question.bad(
                "the server has no pages\nhelp: give `Pages::local()` or `Pages::at(..)` to \
                 `Elicitation::pages`",
            ));
        };
        let principal = run.call.principal.as_deref();
        if let Some(reason) = host.fault(form, principal, &run.elicitation) {
            return Err(question.bad(reason));
        }
        let by_server = host.opens_browser() && !run.reaches(Mode::Url);
        Ok(Self {
            run,
            host,
            question,
            form,
            opener: if by_server {
                Opener::Server
            } else {
                Opener::Client
            },
            ticket: None,
            next: None,
        })
    }

    /// The next answer, from the store. Where the run cannot wait for it, the question parks. The page
    /// is closed by then, unless a later run or call goes on with it.
    pub(super) async fn next(&mut self) -> Result<ReceivedAnswer, AskError> {
        let (question, in_place) = (self.question, self.run.waits_in_place());
        let _opening = (!in_place).then(|| question.handle.hold());
        let (ticket, attempt, step) = match (self.next.take(), self.ticket.clone()) {
            // A retry that came before may have opened it, and the person may have it on the screen.
            (Some(asked), Some(ticket)) => (ticket, asked.attempt, Step::Put(asked, !in_place)),
            _ if in_place => self.first_step().await?,
            _ => match self.recalled_step().await? {
                Continue(step) => step,
                Break(said) => return Ok(said),
            },
        };
        let mut page = OpenPage::new(self, ticket, attempt);
        let sent = page.take(step).await;
        page.end(sent).await
    }

    /// The page, the attempt, and what to do with it, if no run has asked the question.
    async fn first_step(&mut self) -> Result<(Ticket, u8, Step), AskError> {
        self.admit().await?;
        if let Some((ticket, attempt)) = self.find_left_page().await {
            let ticket = self.add_page(ticket);
            self.bind(&ticket, &self.call_mark()).await?;
            return Ok((ticket, attempt, Step::Look(None)));
        }
        let ticket = self.add_page(self.random_token()?.into());
        Ok((ticket, 1, Step::Put(self.asked(1, None)?, false)))
    }

    /// Asks again, as this attempt, with what was wrong with the answer.
    pub(super) fn reject(
        &mut self,
        attempt: u8,
        rejected: &RejectedAnswer,
    ) -> Result<(), AskError> {
        self.next = Some(self.asked(attempt, Some(rejected))?);
        Ok(())
    }

    /// Makes this the page of the question, by which later runs find it.
    fn add_page(&mut self, ticket: Arc<str>) -> Ticket {
        let page = Page {
            ticket: Arc::clone(&ticket),
            until: None,
            is_read: false,
            is_left: false,
            is_new: true,
        };
        let handle = &self.question.handle;
        handle.entry(|entry| entry.page = Some(page));
        self.ticket.insert(Ticket::new(ticket)).clone()
    }

    /// Notes that a run has read the answer to the attempt on the page. Returns whether one had before.
    fn note_read(&self) -> bool {
        let note = |page: &mut Page| replace(&mut page.is_read, true);
        self.question.handle.page(note).unwrap_or_default()
    }

    /// Keeps for later runs what was done on the page. What was typed is in the store.
    fn keep(&self, attempt: u8, sent: &ReceivedAnswer) {
        let kept = ReceivedAnswer::without_content(sent.action, attempt);
        let kept = Answered::new(self.question.digest().clone(), kept);
        let handle = &self.question.handle;
        handle.entry(|entry| entry.phase = Phase::Answered(kept));
    }

    /// Whether the client shows the link after the run, so nobody waits for the answer in it.
    fn parks(&self) -> bool {
        !self.run.waits_in_place() && self.opener == Opener::Client
    }

    /// Counts the question, if it may be asked. Nothing is put into the store before this.
    async fn admit(&self) -> Result<(), AskError> {
        let question = self.question;
        match self.opener {
            Opener::Client => question.admit().await,
            Opener::Server => {
                question.handle.unless_ending().await?;
                self.run.count(&question.handle)
            }
        }
    }

    /// Whether the client did not show the link.
    fn is_unshown<T>(&self, answer: &Result<T, AskError>) -> bool {
        matches!(answer, Err(error) if self.question.is_unshown(error))
    }

    /// The client did not show the link, so the server opens the page itself, if it can.
    fn turns_to_server(&mut self) -> bool {
        let turns = self.host.opens_browser();
        if turns {
            self.opener = Opener::Server;
        }
        turns
    }

    fn random_token(&self) -> Result<String, AskError> {
        let no_randomness = "the system has no randomness for its link";
        random_token().ok_or_else(|| self.question.bad(no_randomness))
    }

    /// How long the entries of the page live: a little longer than the question, but no longer than a
    /// day.
    fn lives(&self) -> Duration {
        // For the client, and then for the page.
        let waits = self.question.timeout.saturating_mul(2);
        let carried = self.run.elicitation.expiry;
        let lives = match (self.run.waits_in_place(), self.opener) {
            (true, _) => waits,
            (false, Opener::Server) => waits.max(carried),
            // Nobody would read what is sent after the state has expired.
            (false, Opener::Client) if self.run.elicitation.once => {
                return carried.min(LONGEST_LIFE);
            }
            (false, Opener::Client) => carried,
        };
        lives.saturating_add(LONGER).min(LONGEST_LIFE)
    }

    fn lease(&self) -> Lease {
        let owner = self.run.session.owner(&self.run.call);
        Lease::new(Some(owner), self.lives())
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
    fn message(&self, attempt: u8) -> Cow<'a, str> {
        let message = self.question.message;
        if attempt > 1 {
            let correct = self.run.words().please_correct();
            format!("{correct}{BREAK}{message}").into()
        } else {
            message.into()
        }
    }

    /// Where the page is.
    fn address(&self, ticket: &Ticket) -> Result<String, AskError> {
        let (elicitation, lives) = (&self.run.elicitation, self.lives());
        let address = self.host.address(ticket, self.form, elicitation, lives);
        address.map_err(|error| {
            AskError::no_page(format!(
                "the server cannot listen on its computer ({error})"
            ))
        })
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
            texts: RunTimeTexts::default(),
            is_consent: false,
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

impl dyn PageHost + '_ {
    /// Closes the pages that are still open when the call ends: no run reads their answers any more.
    pub(in crate::runtime) async fn close_all(&self, run: &Run) {
        let is_gone = run.wire.as_ref().is_some_and(|wire| wire.is_gone());
        // A client that is gone may send the same state again, and then its pages go on.
        let may_come_again = is_gone && !run.waits_in_place() && !is_repeatable(run);
        let tickets = |ledger: &mut Ledger| ledger.take_pages(may_come_again);
        for ticket in run.progress.with_ledger(tickets) {
            self.close(run, &Ticket::new(ticket), u8::MAX).await;
        }
    }

    /// The same where the call is dropped, and nothing can be awaited. Pages of a state that was issued
    /// stay open: the client may send it again.
    pub(in crate::runtime) fn close_all_now(&self, run: &Run) {
        let tickets = |ledger: &mut Ledger| ledger.take_pages(true);
        for ticket in run.progress.with_ledger(tickets) {
            let ticket = Ticket::new(ticket);
            record(run, &ticket).close_now();
            self.forget(&ticket);
        }
    }

    /// Keeps those pages of an expired state that are open or have an answer, as long as the next state
    /// is valid. A question that has none gets a new one.
    pub(in crate::runtime) async fn keep_usable(&self, run: &Run) {
        let owner = run.session.owner(&run.call);
        let lives = run.elicitation.expiry.saturating_add(LONGER);
        let lease = Lease::new(Some(owner), lives.min(LONGEST_LIFE));
        for (key, ticket, attempt) in run.progress.with_ledger(|ledger| ledger.pages()) {
            match record(run, &Ticket::new(ticket))
                .keep(attempt, &lease)
                .await
            {
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
    async fn close(&self, run: &Run, ticket: &Ticket, attempt: u8) {
        match record(run, ticket).close(attempt).await {
            // It asks for a later attempt.
            Ok(false) => return,
            Ok(true) => {}
            Err(error) => audit::no_record(run, &error),
        }
        self.forget(ticket);
    }
}

/// What the store has of a page.
fn record<'a>(run: &'a Run, ticket: &'a Ticket) -> PageRecord<'a> {
    PageRecord {
        records: &run.elicitation.records,
        ticket,
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
