//! A question without which the call is over.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll, ready},
};

use super::{
    all::Askable,
    driven::Ended,
    error::AskError,
    outcome::Outcome,
    run::{Run, Stop},
};

/// A question whose decline ends the call: `or_end` of [`Form`](crate::runtime::Form),
/// [`Confirm`](crate::runtime::Confirm), [`Link`](crate::runtime::Link) and
/// [`All`](crate::runtime::All). Await it for the value.
///
/// The code behind it runs when there is a value, or on an error other than that
/// the client cannot be asked.
///
/// ```
/// use elicit_core::{Ask, AskError};
///
/// async fn delete(ask: Ask) -> Result<String, AskError> {
///     ask.confirm("sure", "Delete it?").or_end().await?;
///     Ok("deleted".to_owned()) // the person said yes
/// }
/// ```
///
/// # Errors
///
/// Those of the question but [`AskError::Unsupported`], which ends the call.
#[must_use = "a question is asked when it is awaited"]
pub struct OrEnd<'a, Q> {
    run: &'a Run,
    question: Q,
    /// There is no answer, and the run ends.
    ending: bool,
}

impl<'a, Q> OrEnd<'a, Q> {
    pub(super) fn new(run: &'a Run, question: Q) -> Self {
        Self {
            run,
            question,
            ending: false,
        }
    }
}

impl<Q: Askable> Future for OrEnd<'_, Q> {
    type Output = Result<Q::Answer, AskError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Self {
            run,
            question,
            ending,
        } = self.get_mut();
        if !*ending {
            let stop = match ready!(Pin::new(&mut *question).poll(context)) {
                Ok(Outcome::Accepted(value)) => return Poll::Ready(Ok(value)),
                Ok(Outcome::Declined) => Stop::Ended(Ended::declined(question.key(), run.words())),
                Ok(Outcome::Cancelled) => {
                    Stop::Ended(Ended::dismissed(question.key(), run.words()))
                }
                Err(error @ AskError::Unsupported(_)) => Stop::Failed(error.into()),
                Err(error) => return Poll::Ready(Err(error)),
            };
            run.stop(stop);
            *ending = true;
        }
        // The run ends here, so this is never more than polled.
        run.poll_closed(question.key(), context).map(Err)
    }
}

impl<Q> Unpin for OrEnd<'_, Q> {}

impl<Q> fmt::Debug for OrEnd<'_, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OrEnd").finish_non_exhaustive()
    }
}
