//! The wait for the answer to a page, which comes into the store.

use std::{future::poll_fn, mem::replace, pin::pin, task::Poll, time::Duration};

use super::{
    may_pass, no_page,
    open_page::{OpenPage, result_of},
};
use crate::{
    pages::Browser,
    runtime::{
        elicit_result::ElicitResult,
        error::AskError,
        run::{audit, backchannel::Backchannel},
    },
};

/// The first pause between two looks into the store, and the longest one.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(1)];

pub(super) const NO_BROWSER: AskError = AskError::NoPage {
    reason: "no browser could be opened where the server runs; in a container, over SSH and in \
             WSL it may be out of the user's reach",
};

const NO_VISIT: AskError = AskError::NoPage {
    reason: "nobody has opened it in the browser where the server runs; in a container, over SSH and \
             in WSL that may be out of the user's reach",
};

impl OpenPage<'_> {
    /// Waits for the answer to an attempt, until the time of the question is over.
    pub(super) async fn answer_in_time(
        &self,
        attempt: u8,
        browser: Option<Browser>,
    ) -> Result<ElicitResult, AskError> {
        let timeout = self.asking.question.timeout;
        if let Some(answer) = self.answer(attempt, timeout, browser).await? {
            return Ok(answer);
        }
        // It may have come at this very moment.
        let late = self.withdraw(attempt).await?;
        if late.is_none() && self.asking.by_browser() {
            let visited = self.ticket.bound(self.asking.records()).await;
            if matches!(visited, Ok(None)) {
                return Err(NO_VISIT);
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
    ) -> Result<Option<ElicitResult>, AskError> {
        let run = self.asking.run;
        if !patience.is_zero() {
            run.opened(self.asking.question.key);
        }
        let _open = run.count_open_question();
        let begun = run.wire.as_deref().map(|wire| (wire, wire.now()));
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
            let left = begun.and_then(|(wire, begun)| wire.left(patience, begun).zip(Some(wire)));
            let Some((left, wire)) = left else {
                return Ok(None);
            };
            if wire.is_gone() && !run.is_repeatable() {
                return Err(AskError::Gone);
            }
            if browser.as_mut().is_some_and(Browser::has_failed) {
                return Err(NO_BROWSER);
            }
            self.sleep(wire, pause.min(left)).await?;
            pause = (pause * 2).min(longest);
        }
    }

    /// Sleeps. A task that outlives the handler waits no longer than the handler.
    async fn sleep(&self, wire: &dyn Backchannel, time: Duration) -> Result<(), AskError> {
        let asking = self.asking;
        let mut sleep = pin!(wire.sleep(time));
        poll_fn(|context| {
            if asking.run.has_closed(asking.question.key, context) {
                return Poll::Ready(Err(AskError::Suspended));
            }
            sleep.as_mut().poll(context).map(Ok)
        })
        .await
    }
}
