//! How a run waits for its end: with the questions that it asks, or with the reason why it stops.

use std::{
    future::poll_fn,
    task::{Context, Poll},
};

use serde_json::Value;

use super::{Run, Stop, progress::ParkedQuestion};
use crate::runtime::{
    elicit_result::Evidence,
    error::AskError,
    needed_argument::NeededArgument,
    state::{OpenQuestion, digest::Digest},
};

impl Run {
    /// Adds the question to those that this run ends with, and waits for that. If this is dropped
    /// earlier, as by `select!`, the question is not asked.
    pub(in crate::runtime) async fn park(
        &self,
        key: &str,
        params: Value,
        digest: Digest,
        attempt: u8,
    ) -> AskError {
        let asked = self.elicitation.now().as_millis();
        let parked = ParkedQuestion {
            key: key.to_owned(),
            params,
            question: OpenQuestion {
                digest,
                attempt,
                earlier: Evidence::None,
                unknown_actions: 0,
                is_unreadable: false,
                asked: asked.try_into().unwrap_or(u64::MAX),
            },
        };
        self.progress().open.push(parked);
        self.opened(key);
        let _parked = Parked { run: self, key };
        poll_fn(|context| self.poll_closed(key, context)).await
    }

    /// Ends the run, with all arguments that are needed by then.
    pub(in crate::runtime) async fn need_argument(&self, needed: NeededArgument) -> AskError {
        let key = needed.key.clone();
        self.progress().needed.push(needed);
        self.wake_driver();
        poll_fn(|context| self.poll_closed(&key, context)).await
    }

    /// Whether the run ends because an argument is needed.
    pub(in crate::runtime) fn needs_arguments(&self) -> bool {
        !self.progress().needed.is_empty()
    }

    /// Ends the run, so the handler cannot catch the error.
    pub(in crate::runtime) async fn end(&self, key: &str, stop: Stop) -> AskError {
        self.stop(stop);
        poll_fn(|context| self.poll_closed(key, context)).await
    }

    /// Ends the run after the next poll of the handler, and has the handler polled.
    pub(in crate::runtime) fn stop(&self, stop: Stop) {
        self.progress().stop.get_or_insert(stop);
        self.wake_driver();
    }

    /// Waits until the handler is dropped, so the handler itself gets nothing.
    pub(in crate::runtime) fn poll_closed(
        &self,
        key: &str,
        context: &mut Context<'_>,
    ) -> Poll<AskError> {
        if self.has_closed(key, context) {
            return Poll::Ready(AskError::Suspended);
        }
        self.wake_driver();
        Poll::Pending
    }

    /// A question may be asked in another task than the one that polls the handler,
    /// which has to see what has become of the run.
    pub(super) fn wake_driver(&self) {
        let driver = self.progress().driver.take();
        if let Some(driver) = driver {
            driver.wake();
        }
    }
}

/// A question that waits for the next round.
struct Parked<'a> {
    run: &'a Run,
    key: &'a str,
}

impl Drop for Parked<'_> {
    fn drop(&mut self) {
        self.run.progress().open.retain(|open| open.key != self.key);
    }
}
