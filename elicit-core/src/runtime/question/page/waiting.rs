//! The wait for the answer to a page, which comes into the store.

use std::{
    future::{pending, poll_fn},
    mem::replace,
    pin::pin,
    task::Poll,
    time::{Duration, Instant},
};

use super::{Opener, is_repeatable, may_pass, no_page, open_page::OpenPage};
use crate::{
    pages::{Browser, record::PageAnswer, timer},
    runtime::{
        error::AskError,
        outcome::Action,
        pauses::Pauses,
        received_answer::ReceivedAnswer,
        run::{audit, backchannel::Backchannel},
        state::records::RecordError,
    },
    store::BoxFuture,
};

/// The first pause between two looks into the store.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

const NO_VISIT: &str = "it was not opened in the browser on the server's computer; in a container, \
                        over SSH and in WSL, the user may not be able to see that browser";

/// `system` is what the system says.
pub(super) fn no_browser(system: &str) -> AskError {
    AskError::no_page(format!(
        "the server could not open a browser on its computer{system}; in a container, over SSH and \
         in WSL, the user may not be able to see that browser"
    ))
}

/// The time by which a page is awaited. Without a way back to the client, it is that of this process.
#[derive(Clone, Copy)]
pub(super) struct PageClock<'a>(Option<&'a dyn Backchannel>);

impl PageClock<'_> {
    pub(super) fn now(self) -> Instant {
        self.0.map_or_else(Instant::now, Backchannel::now)
    }

    pub(super) fn since(self, begun: Instant) -> Duration {
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

impl OpenPage<'_, '_> {
    pub(super) fn clock(&self) -> PageClock<'_> {
        PageClock(self.asking.run.wire.as_deref())
    }

    /// Waits for the answer, until the time of the question is over.
    pub(super) async fn answer_in_time(
        &self,
        browser: Option<Browser>,
    ) -> Result<ReceivedAnswer, AskError> {
        let timeout = self.asking.question.timeout;
        if let Some(answer) = self.answer(timeout, browser).await? {
            return Ok(answer);
        }
        // It may have come at this very moment.
        let late = self.withdraw().await?;
        if late.is_none() && self.asking.opener == Opener::Server {
            let visited = self.record().browser().await;
            if matches!(visited, Ok(None)) {
                return Err(AskError::no_page(NO_VISIT));
            }
        }
        late.ok_or(AskError::TimedOut)
    }

    /// Waits for the answer. `None`: there is none when this time is over, or the store cannot say.
    pub(super) async fn answer(
        &self,
        patience: Duration,
        mut browser: Option<Browser>,
    ) -> Result<Option<ReceivedAnswer>, AskError> {
        let (run, handle) = (self.asking.run, &self.asking.question.handle);
        let _open = run.count_open_question();
        let clock = self.clock();
        let begun = clock.now();
        let mut pauses = Pauses::from(FIRST_PAUSE);
        let mut is_logged = false;
        loop {
            match self.stored_answer().await {
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
            // The run may end for another question now, and not before this has looked once: the store
            // keeps an answer for later runs only if it is read.
            if !patience.is_zero() {
                handle.opened();
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
            let sleep = clock.sleep(pauses.next().min(left))?;
            handle.unless_closed(sleep).await?;
        }
    }

    /// Looks once into the store for the answer.
    async fn stored_answer(&self) -> Result<Option<PageAnswer>, RecordError> {
        let Some(answer) = self.record().answer(self.attempt).await? else {
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
        let replaced = self.record().replace(self.attempt, &lease, kept).await;
        // The answer is known, whether or not this fails.
        if let Err(error) = replaced {
            audit::no_record(self.asking.run, &error);
        }
        Ok(Some(answer))
    }

    /// Stops taking answers. Returns one that came before.
    pub(super) async fn withdraw(&self) -> Result<Option<ReceivedAnswer>, AskError> {
        let (record, lease) = (self.record(), self.asking.lease());
        let claimed = record.claim(self.attempt, &lease, &PageAnswer::Withdrawn);
        let late = claimed.await.map_err(|error| self.asking.no_page(&error))?;
        late.map(result_of).transpose()
    }

    /// Lets the page live on, if it asks for this attempt. Returns whether it does.
    pub(super) async fn prolong(&self) -> Result<bool, RecordError> {
        let lives = self.asking.lives();
        let is_open = self.record().prolong(self.attempt, lives).await?;
        if is_open {
            // So that it is served as long as it is in the store. If it cannot be, its next link says so.
            let _ = self.asking.address(&self.ticket);
        }
        Ok(is_open)
    }

    /// What the client says of its link. `None`: the person has sent the page before. Some clients keep
    /// the dialog open until the person closes it; here it is withdrawn.
    pub(super) async fn unless_sent<T>(&self, said: impl Future<Output = T>) -> Option<T> {
        let (mut said, mut sent) = (pin!(said), pin!(self.sent()));
        poll_fn(|context| match said.as_mut().poll(context) {
            Poll::Ready(said) => Poll::Ready(Some(said)),
            Poll::Pending => sent.as_mut().poll(context).map(|()| None),
        })
        .await
    }

    /// Completes when this attempt is answered. It changes nothing in the store, so it can be dropped at
    /// any time.
    async fn sent(&self) {
        let clock = self.clock();
        let mut pauses = Pauses::from(FIRST_PAUSE);
        loop {
            let answer = self.record().answer(self.attempt).await;
            if matches!(
                answer,
                Ok(Some(PageAnswer::Accepted(_) | PageAnswer::Declined))
            ) {
                return;
            }
            match clock.sleep(pauses.next()) {
                Ok(sleep) => sleep.await,
                Err(_) => pending().await,
            }
        }
    }
}

/// The answer to a page, as a client would send it.
fn result_of(answer: PageAnswer) -> Result<ReceivedAnswer, AskError> {
    let action = match answer {
        PageAnswer::Accepted(_) => Action::Accept,
        PageAnswer::Declined => Action::Decline,
        PageAnswer::Withdrawn => return Err(AskError::TimedOut),
    };
    let mut sent = ReceivedAnswer::without_content(action, 1);
    if let PageAnswer::Accepted(content) = answer {
        sent.set_content(content, None);
    }
    Ok(sent)
}
