//! The page of a question, and the wait for its answer, which comes into the store.

use std::{
    future::{pending, poll_fn},
    mem::replace,
    pin::pin,
    task::Poll,
    time::{Duration, Instant},
};

use super::{PageAsking, is_repeatable, may_pass, no_page};
use crate::{
    pages::{
        Browser,
        record::{Lease, PageAnswer, PageQuestion, PageRecord, Ticket},
        timer,
    },
    runtime::{
        error::AskError,
        outcome::Action,
        question::{client_asking::ClientAsking, completer::Completer},
        received_answer::ReceivedAnswer,
        run::{Run, audit, backchannel::Backchannel},
        state::records::RecordError,
    },
    store::BoxFuture,
};

/// How much longer the entries of a page live than the question.
const SPARE: Duration = Duration::from_secs(60);

/// The longest time that a page is open.
const LONGEST_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// The first pause between two looks into the store, and the longest one.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(1)];

const NO_VISIT: &str = "it was not opened in the browser on the server's computer; in a container, \
                        over SSH and in WSL, the user may not be able to see that browser";

/// `system` is what the system says.
fn no_browser(system: &str) -> AskError {
    AskError::no_page(format!(
        "the server could not open a browser on its computer{system}; in a container, over SSH and \
         in WSL, the user may not be able to see that browser"
    ))
}

/// The time by which a page is awaited. Without a way back to the client, it is that of this process.
#[derive(Clone, Copy)]
struct PageClock<'a>(Option<&'a dyn Backchannel>);

impl PageClock<'_> {
    fn now(self) -> Instant {
        self.0.map_or_else(Instant::now, Backchannel::now)
    }

    fn since(self, begun: Instant) -> Duration {
        self.now().saturating_duration_since(begun)
    }

    fn sleep(self, time: Duration) -> Result<BoxFuture<'static, ()>, AskError> {
        match self.0 {
            Some(wire) => Ok(wire.sleep(time)),
            None => timer::sleep(time).map_err(|error| {
                AskError::no_page(format!("the server cannot start a thread ({error})"))
            }),
        }
    }
}

/// The page of a question.
#[derive(Clone, Copy)]
pub(super) struct OpenPage<'a> {
    pub(super) asking: &'a PageAsking<'a>,
    pub(super) record: PageRecord<'a>,
}

/// How long the entries of a page live that a carried state knows.
pub(super) fn carried_life(run: &Run) -> Duration {
    let lives = run.elicitation.expiry.saturating_add(SPARE);
    lives.min(LONGEST_LIFE)
}

impl PageAsking<'_> {
    pub(super) fn page<'p>(&'p self, ticket: &'p Ticket) -> OpenPage<'p> {
        let records = &self.run.elicitation.records;
        OpenPage {
            asking: self,
            record: PageRecord { records, ticket },
        }
    }

    /// How long the entries of the page live: a little longer than the question, but no longer than a
    /// day.
    pub(super) fn lives(&self) -> Duration {
        // For the client, and then for the page.
        let waits = self.question.timeout.saturating_mul(2);
        let carried = self.run.elicitation.expiry;
        let lives = match (self.run.waits_in_place(), self.by_browser()) {
            (true, _) => waits,
            (false, true) => waits.max(carried),
            // Nobody would read what is sent after the state has expired.
            (false, false) if self.run.elicitation.once => return carried.min(LONGEST_LIFE),
            (false, false) => carried,
        };
        lives.saturating_add(SPARE).min(LONGEST_LIFE)
    }

    pub(super) fn lease(&self) -> Lease {
        Lease {
            owner: self.run.session.owner(&self.run.call),
            lives: self.lives(),
        }
    }
}

impl OpenPage<'_> {
    fn clock(&self) -> PageClock<'_> {
        PageClock(self.asking.run.wire.as_deref())
    }

    /// Puts what the page asks into the store. Returns the address of the page.
    pub(super) async fn open(&self, asked: &PageQuestion) -> Result<String, AskError> {
        let asking = self.asking;
        let failed = |error: RecordError| asking.no_page(&error);
        // The person may have it on the screen.
        let is_open = asking.is_found
            && self
                .record
                .prolong(asked.attempt, asking.lives())
                .await
                .map_err(failed)?;
        if !is_open {
            self.record.put(asked).await.map_err(failed)?;
        }
        self.address()
    }

    pub(super) fn address(&self) -> Result<String, AskError> {
        let asking = self.asking;
        let (ticket, elicitation) = (self.record.ticket, &asking.run.elicitation);
        let pages = asking.pages;
        let address = pages
            .host()
            .address(ticket, asking.form, elicitation, asking.lives());
        address.map_err(|error| {
            AskError::no_page(format!(
                "the server cannot listen on its computer ({error})"
            ))
        })
    }

    /// Looks once into the store for the answer to an attempt.
    async fn look(&self, attempt: u8) -> Result<Option<PageAnswer>, RecordError> {
        let Some(answer) = self.record.answer(attempt).await? else {
            return Ok(None);
        };
        // On 2026-07-28 each later run reads it again. On older revisions no run does: what was typed
        // is removed, and the page stays answered.
        let kept = if self.asking.run.waits_in_place() {
            &PageAnswer::Withdrawn
        } else {
            &answer
        };
        let lease = self.asking.lease();
        let replaced = self.record.replace(attempt, &lease, kept).await;
        // The answer is known, whether or not this fails.
        if let Err(error) = replaced {
            audit::no_record(self.asking.run, &error);
        }
        Ok(Some(answer))
    }

    /// Stops taking answers to an attempt. Returns one that came just now.
    pub(super) async fn withdraw(&self, attempt: u8) -> Result<Option<ReceivedAnswer>, AskError> {
        let (asking, lease) = (self.asking, self.asking.lease());
        let claimed = self.record.claim(attempt, &lease, &PageAnswer::Withdrawn);
        let late = claimed.await.map_err(|error| asking.no_page(&error))?;
        late.map(result_of).transpose()
    }

    /// Stops taking answers to an attempt whose link was not agreed to. Returns what was sent on the page
    /// before that: it counts over what the client says of the link.
    pub(super) async fn sent_before(&self, attempt: u8) -> Option<ReceivedAnswer> {
        self.withdraw(attempt).await.ok().flatten()
    }

    /// Closes the page of an attempt. A failure of the store is not a failure of the question.
    pub(super) async fn close(&self, attempt: u8) {
        let asking = self.asking;
        let closed = asking.pages.close(asking.run, self.record, attempt);
        closed.await;
    }

    /// Closes the page where nothing can be awaited.
    pub(super) fn close_now(&self) {
        self.record.close_now();
        self.asking.pages.host().forget(self.record.ticket);
    }

    /// Waits for the answer to an attempt, until the time of the question is over.
    pub(super) async fn answer_in_time(
        &self,
        attempt: u8,
        browser: Option<Browser>,
    ) -> Result<ReceivedAnswer, AskError> {
        let timeout = self.asking.question.timeout;
        if let Some(answer) = self.answer(attempt, timeout, browser).await? {
            return Ok(answer);
        }
        // It may have come at this very moment.
        let late = self.withdraw(attempt).await?;
        if late.is_none() && self.asking.by_browser() {
            let visited = self.record.browser().await;
            if matches!(visited, Ok(None)) {
                return Err(AskError::no_page(NO_VISIT));
            }
        }
        late.ok_or(AskError::TimedOut)
    }

    /// Waits for the answer to an attempt. `None`: there is none when this time is over, or the store
    /// cannot say.
    pub(super) async fn answer(
        &self,
        attempt: u8,
        patience: Duration,
        mut browser: Option<Browser>,
    ) -> Result<Option<ReceivedAnswer>, AskError> {
        let (run, handle) = (self.asking.run, &self.asking.question.handle);
        if !patience.is_zero() {
            handle.opened();
        }
        let _open = run.count_open_question();
        let clock = self.clock();
        let begun = clock.now();
        let [mut pause, longest] = PAUSES;
        let mut is_logged = false;
        loop {
            match self.look(attempt).await {
                Ok(Some(answer)) => return result_of(answer).map(Some),
                Ok(None) => {}
                Err(error) => {
                    if !replace(&mut is_logged, true) {
                        audit::no_record(run, &error);
                    }
                    if !may_pass(&error) {
                        return Err(no_page(&error));
                    }
                }
            }
            // The time of a slow store counts, too.
            let left = patience.saturating_sub(clock.since(begun));
            if left.is_zero() {
                return Ok(None);
            }
            if run.wire.as_ref().is_some_and(|wire| wire.is_gone()) && !is_repeatable(run) {
                return Err(AskError::Gone);
            }
            if browser.as_mut().is_some_and(Browser::has_failed) {
                return Err(no_browser(""));
            }
            let sleep = clock.sleep(pause.min(left))?;
            handle.unless_closed(sleep).await?;
            pause = (pause * 2).min(longest);
        }
    }
}

/// A call that waits for the answer: before 2026-07-28, and where the server opens the browser.
impl OpenPage<'_> {
    /// Asks for the first time, unless the person has answered since an earlier call.
    pub(super) async fn ask_in_place(&self, attempt: u8) -> Result<ReceivedAnswer, AskError> {
        let asking = self.asking;
        if asking.is_found
            && let Some(answer) = self.answer(attempt, Duration::ZERO, None).await?
        {
            self.close(attempt).await;
            return Ok(self.received(attempt, answer));
        }
        self.ask(asking.asked(attempt, None)?).await
    }

    /// Asks, waits for the answer, and closes the page.
    pub(super) async fn ask(&self, asked: PageQuestion) -> Result<ReceivedAnswer, AskError> {
        let asking = self.asking;
        let waits = asking.run.waits_in_place();
        let mut closing = CloseOnDrop {
            page: *self,
            is_due: waits,
        };
        let answer = self.attempt(&asked).await;
        let is_kept = match answer {
            // A later run of 2026-07-28 waits on.
            Err(AskError::Suspended | AskError::Gone) => !waits,
            Err(AskError::LinkNotShown { .. }) => true,
            _ => false,
        };
        if !is_kept {
            self.close(asked.attempt).await;
        }
        closing.is_due = false;
        let result = answer?;
        if !waits {
            asking.keep(asked.attempt, &result);
        }
        Ok(self.received(asked.attempt, result))
    }

    async fn open_browser(&self, address: &str) -> Result<Option<Browser>, AskError> {
        // The store has taken its time.
        self.asking.question.handle.unless_ending().await?;
        let opened = self
            .asking
            .pages
            .host()
            .open_browser(address, self.record.ticket);
        opened.map_err(|error| no_browser(&format!(" ({error})")))
    }

    /// Opens the page, sends the person there and waits for the answer.
    async fn attempt(&self, asked: &PageQuestion) -> Result<ReceivedAnswer, AskError> {
        let (asking, attempt) = (self.asking, asked.attempt);
        let run = asking.run;
        let address = self.open(asked).await?;
        let begun = self.clock().now();
        let id = asking.question.handle.link_id(attempt);
        let answer = if asking.by_browser() {
            asking.question.log_asked(attempt, None);
            let browser = self.open_browser(&address).await?;
            self.answer_in_time(attempt, browser).await?
        } else {
            let message = asking.message(attempt);
            let link = asking.link(&message, &address, &id);
            link.check()?;
            match self
                .unless_sent(attempt, ClientAsking::new(&link).next())
                .await
            {
                Some(said) => self.answer_after(attempt, said, &address).await?,
                None => self.answer_in_time(attempt, None).await?,
            }
        };
        let latency = self.clock().since(begun);
        let handle = &asking.question.handle;
        handle.entry(|entry| entry.live.latency = Some(latency));
        if !asking.by_browser() {
            // Whether or not the client hears it, the page is answered.
            let _ = Completer::new(run, &id).complete().await;
        }
        Ok(answer)
    }
}

impl OpenPage<'_> {
    /// What the client says of its link. `None`: the person has sent the page before. Some clients keep
    /// the dialog open until the person closes it; here it is withdrawn.
    async fn unless_sent<T>(&self, attempt: u8, said: impl Future<Output = T>) -> Option<T> {
        let (mut said, mut sent) = (pin!(said), pin!(self.sent(attempt)));
        poll_fn(|context| match said.as_mut().poll(context) {
            Poll::Ready(said) => Poll::Ready(Some(said)),
            Poll::Pending => sent.as_mut().poll(context).map(|()| None),
        })
        .await
    }

    /// Completes when an attempt is answered. It changes nothing in the store, so it can be dropped at
    /// any time.
    async fn sent(&self, attempt: u8) {
        let clock = self.clock();
        let [mut pause, longest] = PAUSES;
        loop {
            let answer = self.record.answer(attempt).await;
            if matches!(
                answer,
                Ok(Some(PageAnswer::Accepted(_) | PageAnswer::Declined))
            ) {
                return;
            }
            match clock.sleep(pause) {
                Ok(sleep) => sleep.await,
                Err(_) => pending().await,
            }
            pause = (pause * 2).min(longest);
        }
    }

    /// The answer to an attempt, after the client has said this of its link.
    async fn answer_after(
        &self,
        attempt: u8,
        said: Result<ReceivedAnswer, AskError>,
        address: &str,
    ) -> Result<ReceivedAnswer, AskError> {
        let asking = self.asking;
        if asking.is_unshown(&said) {
            if asking.turns_to_browser(&said) {
                let browser = self.open_browser(address).await?;
                return self.answer_in_time(attempt, browser).await;
            }
            let sent = self.answer(attempt, Duration::ZERO, None).await?;
            return match sent {
                Some(sent) => Ok(sent),
                None => Err(self.leave(attempt).await),
            };
        }
        let no = match said {
            Ok(said) if said.is_accept() => {
                return self.answer_in_time(attempt, None).await;
            }
            Ok(said) => Ok(ReceivedAnswer::without_content(said.action, attempt)),
            Err(error @ AskError::TimedOut) => Err(error),
            Err(error) => return Err(error),
        };
        self.sent_before(attempt).await.map_or(no, Ok)
    }

    /// What was sent on the page at this attempt.
    pub(super) fn received(&self, attempt: u8, sent: ReceivedAnswer) -> ReceivedAnswer {
        let asking = self.asking;
        // As in a form, a client of 2026-07-28 decides how often something is checked.
        let is_unread = !asking.note_read(true) && !asking.run.waits_in_place();
        ReceivedAnswer {
            attempt,
            is_unread,
            ..sent
        }
    }
}

/// Closes a page also where the call is dropped. A later run may still wait for a page of
/// 2026-07-28.
struct CloseOnDrop<'a> {
    page: OpenPage<'a>,
    is_due: bool,
}

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        if self.is_due {
            self.page.close_now();
        }
    }
}

/// The answer to a page, as a client would send it.
fn result_of(answer: PageAnswer) -> Result<ReceivedAnswer, AskError> {
    match answer {
        PageAnswer::Accepted(content) => {
            let mut sent = ReceivedAnswer::without_content(Action::Accept, 1);
            sent.set_content(content, None);
            Ok(sent)
        }
        PageAnswer::Declined => Ok(ReceivedAnswer::without_content(Action::Decline, 1)),
        PageAnswer::Withdrawn => Err(AskError::TimedOut),
    }
}
