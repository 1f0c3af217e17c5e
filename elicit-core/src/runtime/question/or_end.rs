//! A question without which the call is over.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use super::all::Askable;
use crate::runtime::{
    error::AskError,
    outcome::Outcome,
    run::{Run, progress::Stop, run_end::Ended},
};

/// A question that ends the call if it has no answer: `or_end` of
/// [`Form`](crate::runtime::Form), [`OneValue`](crate::runtime::OneValue), [`Confirm`](crate::runtime::Confirm),
/// [`Link`](crate::runtime::Link) and [`All`](crate::runtime::All). Await it for the value.
///
/// The call ends where the question is declined or closed without an answer, and where it fails with one
/// of these errors: [`Unsupported`](AskError::Unsupported), [`TooFast`](AskError::TooFast),
/// [`LinkNotShown`](AskError::LinkNotShown),
/// [`Invalid`](AskError::Invalid), [`Empty`](AskError::Empty), [`TimedOut`](AskError::TimedOut),
/// [`Unreadable`](AskError::Unreadable), [`RateLimited`](AskError::RateLimited),
/// [`TooManyAnswers`](AskError::TooManyAnswers) and [`Unfinished`](AskError::Unfinished). The code after it is not reached. The result of a tool says
/// what happened, and has `isError`. A client that cannot be asked gets the error `-32021` on
/// 2026-07-28. Prompts and
/// resources end with a JSON-RPC error.
///
/// [`Elicitation::on_end`](crate::Elicitation::on_end) hears of each of these ends, and may make
/// another error of it.
///
/// # Errors
///
/// Those of the question that do not end the call. They say that something is wrong with the
/// server, the client or the connection.
#[derive(Debug)]
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
            question.set_or_end();
            let words = run.words();
            let ended = match ready!(Pin::new(&mut *question).poll(context)) {
                Ok(Outcome::Accepted(value)) => return Poll::Ready(Ok(value)),
                Ok(Outcome::Declined)
                    if run
                        .progress
                        .question(question.key())
                        .entry(|entry| entry.live.is_refused) =>
                {
                    Ended::new(question.key(), true, words.not_agreed())
                }
                Ok(Outcome::Declined) => Ended::new(question.key(), true, words.declined()),
                Ok(Outcome::Cancelled) => Ended::new(question.key(), false, words.cancelled()),
                Err(error) if ends_the_call(&error) => Ended::failed(question.key(), error, words),
                Err(error) => return Poll::Ready(Err(error)),
            };
            run.progress.stop(Stop::Ended(Box::new(ended)));
            *ending = true;
        }
        // The run ends here, so the handler gets no error.
        run.progress
            .question(question.key())
            .poll_closed(context)
            .map(Err)
    }
}

/// Whether this error ends the call. Otherwise the handler gets it.
fn ends_the_call(error: &AskError) -> bool {
    match error {
        AskError::Unsupported(_)
        | AskError::NoSession
        | AskError::Invalid(_)
        | AskError::Empty(_)
        | AskError::TooFast
        | AskError::LinkNotShown { .. }
        | AskError::ArgumentNeeded(_)
        | AskError::TimedOut
        | AskError::Unreadable
        | AskError::RateLimited { .. }
        | AskError::TooManyAnswers { .. }
        | AskError::Unfinished => true,
        AskError::Gone
        | AskError::NotChecked(_)
        | AskError::SchemaRefused { .. }
        | AskError::BadQuestion { .. }
        | AskError::Refused { .. }
        | AskError::NoPage { .. }
        | AskError::Suspended => false,
    }
}

impl<Q> Unpin for OrEnd<'_, Q> {}
