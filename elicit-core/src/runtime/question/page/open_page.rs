//! The page of a question at one attempt: put into the store, shown, awaited, answered, and closed.

use std::time::Duration;

use super::{Opener, PageAsking, record, waiting::no_browser};
use crate::{
    pages::record::{PageQuestion, PageRecord, Ticket},
    runtime::{
        error::{AskError, call_error::CallError},
        ledger::entry::Entry,
        question::{client_asking::ClientAsking, completer::Completer},
        received_answer::ReceivedAnswer,
    },
};

/// What is done with a page, as far as earlier runs have come.
pub(super) enum Step {
    /// This goes into the store, where it may be already, and the person is sent to it.
    Put(PageQuestion, bool),
    /// The person was sent to it. The answer is awaited for this time, or is only looked for, because the
    /// person has not agreed to open the page yet.
    Look(Option<Duration>),
    /// The client has not shown the link.
    Leave,
    /// The client has said no, or has failed.
    Close(Result<ReceivedAnswer, AskError>),
}

/// The page of a question at one attempt. It is closed when this is dropped, unless somebody goes on with
/// it.
pub(super) struct OpenPage<'p, 'a> {
    pub(super) asking: &'p mut PageAsking<'a>,
    pub(super) ticket: Ticket,
    pub(super) attempt: u8,
    /// A later run waits on, if this one ends before the question: not where the call waits.
    goes_on: bool,
    /// Nobody waits for the answer here, so an error of this run says nothing of the page.
    is_left: bool,
}

impl<'p, 'a> OpenPage<'p, 'a> {
    pub(super) fn new(asking: &'p mut PageAsking<'a>, ticket: Ticket, attempt: u8) -> Self {
        Self {
            goes_on: !asking.run.waits_in_place(),
            is_left: false,
            asking,
            ticket,
            attempt,
        }
    }

    /// Does what is next, until there is an answer.
    pub(super) async fn take(&mut self, step: Step) -> Result<ReceivedAnswer, AskError> {
        match step {
            Step::Put(asked, may_be_open) => self.put(asked, may_be_open).await,
            Step::Look(waits) => self.look(waits).await,
            Step::Leave => {
                self.is_left = true;
                // A later run comes to the same.
                if !self.note_left()
                    && let Some(sent) = self.answer(Duration::ZERO, None).await?
                {
                    return Ok(self.kept(sent));
                }
                Err(self.leave().await)
            }
            Step::Close(no) => match self.sent_before().await? {
                Some(sent) => Ok(self.kept(sent)),
                None => no,
            },
        }
    }

    /// Closes the page, unless a later run or call goes on with it. A failure of the store is not a
    /// failure of the question.
    pub(super) async fn end(
        mut self,
        sent: Result<ReceivedAnswer, AskError>,
    ) -> Result<ReceivedAnswer, AskError> {
        let is_over = match sent {
            Ok(_) => true,
            // A client that is gone may come again.
            Err(AskError::Suspended | AskError::Gone) => !self.goes_on,
            Err(AskError::LinkNotShown { .. }) => false,
            Err(_) => !self.is_left,
        };
        if is_over {
            let (host, run) = (self.asking.host, self.asking.run);
            host.close(run, &self.ticket, self.attempt).await;
        }
        self.goes_on = true;
        sent
    }

    pub(super) fn record(&self) -> PageRecord<'_> {
        record(self.asking.run, &self.ticket)
    }

    /// Puts what the page asks into the store, sends the person there, and waits for the answer. Where the
    /// run cannot wait for the client, the question parks.
    async fn put(
        &mut self,
        asked: PageQuestion,
        may_be_open: bool,
    ) -> Result<ReceivedAnswer, AskError> {
        let (run, question) = (self.asking.run, self.asking.question);
        let in_place = run.waits_in_place();
        let parks = self.asking.parks();
        if parks {
            self.is_left = true;
            self.asking.admit().await?;
        }
        let failed = |error| self.asking.no_page(&error);
        let is_open = may_be_open && self.prolong().await.map_err(failed)?;
        if !is_open {
            self.record().put(&asked).await.map_err(failed)?;
        }
        // Another one than an earlier run has read.
        question.handle.entry(Entry::expect_another);
        let address = self.asking.address(&self.ticket)?;
        if parks {
            return Err(self.park().await);
        }
        let begun = self.clock().now();
        let id = question.handle.link_id(self.attempt);
        let sent = match self.asking.opener {
            // A retry that came before has opened the browser, and the person is at the page.
            Opener::Server if is_open && matches!(self.record().browser().await, Ok(Some(_))) => {
                self.answer_in_time(None).await?
            }
            Opener::Server => {
                question.log_asked(self.attempt, None);
                self.in_browser(&address).await?
            }
            Opener::Client => {
                let message = self.asking.message(self.attempt);
                let link = self.asking.link(&message, &address, &id);
                link.check()?;
                let said = self.unless_sent(ClientAsking::new(&link).next()).await;
                self.answer_after(said, &address).await?
            }
        };
        let latency = self.clock().since(begun);
        question
            .handle
            .entry(|entry| entry.live.latency = Some(latency));
        if self.asking.opener == Opener::Client {
            // Whether or not the client hears it, the page is answered.
            let _ = Completer::new(run, &id).complete().await;
        }
        Ok(if in_place {
            self.received(sent)
        } else {
            self.kept(sent)
        })
    }

    /// Opens the page in the browser of the server's computer, and waits for the answer.
    async fn in_browser(&mut self, address: &str) -> Result<ReceivedAnswer, AskError> {
        // The store has taken its time.
        self.asking.question.handle.unless_ending().await?;
        let opened = self.asking.host.open_browser(address, &self.ticket);
        let browser = opened.map_err(|error| no_browser(&format!(" ({error})")))?;
        self.answer_in_time(browser).await
    }

    /// The answer, after the client has said this of the link. `None`: the person has sent the page before.
    async fn answer_after(
        &mut self,
        said: Option<Result<ReceivedAnswer, AskError>>,
        address: &str,
    ) -> Result<ReceivedAnswer, AskError> {
        match said {
            Some(said) if self.asking.is_unshown(&said) => {
                if self.asking.turns_to_server() {
                    return self.in_browser(address).await;
                }
                match self.answer(Duration::ZERO, None).await? {
                    Some(sent) => Ok(sent),
                    None => Err(self.leave().await),
                }
            }
            // A later run may look, or nobody reads it.
            Some(Err(error @ (AskError::Suspended | AskError::Gone))) => Err(error),
            Some(no) if !no.as_ref().is_ok_and(ReceivedAnswer::is_accept) => {
                self.sent_before().await?.map_or(no, Ok)
            }
            Some(_) | None => self.answer_in_time(None).await,
        }
    }

    /// Looks for the answer to a page that was opened before. If the page is not there any more, it is
    /// opened again.
    async fn look(&mut self, waits: Option<Duration>) -> Result<ReceivedAnswer, AskError> {
        let in_place = self.asking.run.waits_in_place();
        let found = if in_place {
            self.answer(Duration::ZERO, None).await?
        } else {
            self.find(waits).await?
        };
        let Some(sent) = found else {
            let asked = self.asking.asked(self.attempt, None)?;
            return self.put(asked, in_place).await;
        };
        let handle = &self.asking.question.handle;
        let is_known = sent.is_accept() && handle.entry(|entry| entry.has_answer());
        Ok(if in_place || is_known {
            self.received(sent)
        } else {
            self.kept(sent)
        })
    }

    /// Lets the client ask, and waits for the next round.
    pub(super) async fn park(&self) -> AskError {
        let (asking, run) = (&*self.asking, self.asking.run);
        let handle = &asking.question.handle;
        if run.is_last_round() {
            let rounds = run.elicitation.rounds;
            return handle.fail(CallError::TooManyRounds { rounds }).await;
        }
        let address = match self.asking.address(&self.ticket) {
            Ok(address) => address,
            Err(error) => return error,
        };
        let message = asking.message(self.attempt);
        let id = handle.link_id(self.attempt);
        let link = asking.link(&message, &address, &id);
        if let Err(error) = link.check() {
            return error;
        }
        link.park(asking.question.digest(), self.attempt, None)
            .await
    }

    /// Stops taking answers to a link that was not agreed to. Returns what was sent before: it counts over
    /// what the client says of the link. If the store fails, it is not known whether there is an answer.
    async fn sent_before(&self) -> Result<Option<ReceivedAnswer>, AskError> {
        match self.withdraw().await {
            // The page was closed before.
            Err(AskError::TimedOut) => Ok(None),
            sent => sent,
        }
    }

    /// What was sent on the page. Later runs know it.
    fn kept(&self, sent: ReceivedAnswer) -> ReceivedAnswer {
        self.asking.keep(self.attempt, &sent);
        self.received(sent)
    }

    /// What was sent on the page at this attempt.
    fn received(&self, sent: ReceivedAnswer) -> ReceivedAnswer {
        // As in a form, a client of 2026-07-28 decides how often something is checked.
        let is_unread = !self.asking.note_read() && !self.asking.run.waits_in_place();
        ReceivedAnswer {
            attempt: self.attempt,
            is_unread,
            ..sent
        }
    }
}

impl Drop for OpenPage<'_, '_> {
    /// Nothing can be awaited here.
    fn drop(&mut self) {
        if !self.goes_on {
            self.record().close_now();
            self.asking.host.forget(&self.ticket);
        }
    }
}
