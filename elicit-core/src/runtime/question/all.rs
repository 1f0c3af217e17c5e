//! Several questions whose number is known only at run time.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

use super::or_end::OrEnd;
use crate::runtime::{
    error::AskError,
    outcome::Outcome::{self, Accepted, Cancelled, Declined},
    run::Run,
};

/// A question that may be one of several: a [`Form`](crate::runtime::Form), a
/// [`OneValue`](crate::runtime::OneValue), a [`Confirm`](crate::runtime::Confirm), a
/// [`Link`](crate::runtime::Link) or an [`All`]. Do not implement it.
///
/// ```
/// use elicit_core::{Ask, AskError, Outcome, runtime::Askable};
///
/// /// Asks at most so many of the questions.
/// async fn first<Q: Askable>(
///     ask: &Ask,
///     questions: Vec<Q>,
///     most: usize,
/// ) -> Result<Outcome<Vec<Q::Answer>>, AskError> {
///     ask.all(questions.into_iter().take(most)).await
/// }
/// ```
///
/// A question with an `or_end` of its own is none of them:
///
/// ```compile_fail,E0277
/// use elicit_core::{Ask, AskError};
///
/// async fn drop_all(ask: Ask, tables: &[&str]) -> Result<(), AskError> {
///     // `OrEnd` is not a question that can be asked together with others
///     let question = |(index, table)| {
///         ask.confirm(format!("drop {index}"), format!("Drop {table}?")).or_end()
///     };
///     let questions = tables.iter().enumerate().map(question);
///     ask.all(questions).await?;
///     Ok(())
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a question that can be asked together with others",
    label = "not a form, a `confirm` or a link",
    note = "`or_end` comes after `Ask::all`: `ask.all(questions).or_end()`"
)]
pub trait Askable: Future<Output = Result<Outcome<Self::Answer>, AskError>> + Unpin {
    /// What an accepted answer is.
    type Answer;

    /// The key of the question; of several, that of the one that has ended them.
    #[doc(hidden)]
    fn key(&self) -> &str;

    /// The question is under `or_end`.
    #[doc(hidden)]
    fn set_or_end(&mut self) {}
}

/// Several questions: [`Ask::all`](crate::Ask::all). Await it for an `Outcome<Vec<_>>`, or put
/// [`or_end`](Self::or_end) first for the values alone.
///
/// # Errors
///
/// The first one of a question. The others are withdrawn.
#[must_use = "a question is asked when it is awaited"]
pub struct All<'a, Q, T> {
    run: &'a Run,
    /// Each with its answer, once it is accepted.
    questions: Vec<(Q, Option<T>)>,
    /// How many of the first questions have an answer. They are not looked at again.
    answered: usize,
    /// The key of the question that has ended it.
    ended: String,
}

impl<'a, Q: Askable> All<'a, Q, Q::Answer> {
    pub(in crate::runtime) fn new(run: &'a Run, questions: impl IntoIterator<Item = Q>) -> Self {
        Self {
            run,
            questions: questions.into_iter().map(|one| (one, None)).collect(),
            answered: 0,
            ended: String::new(),
        }
    }

    /// As [`Form::or_end`](crate::runtime::Form::or_end): the first no ends the call.
    pub fn or_end(self) -> OrEnd<'a, Self> {
        OrEnd::new(self.run, self)
    }

    /// No answer to this question, so the others need none.
    fn end<E>(&mut self, index: usize, end: E) -> Poll<E> {
        let (question, _) = &self.questions[index];
        question.key().clone_into(&mut self.ended);
        self.questions.clear();
        Poll::Ready(end)
    }
}

impl<Q: Askable> Future for All<'_, Q, Q::Answer> {
    type Output = Result<Outcome<Vec<Q::Answer>>, AskError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        for index in this.answered..this.questions.len() {
            let (question, answer) = &mut this.questions[index];
            if answer.is_none() {
                match Pin::new(question).poll(context) {
                    Poll::Ready(Ok(Accepted(accepted))) => *answer = Some(accepted),
                    Poll::Ready(Ok(Declined)) => return this.end(index, Ok(Declined)),
                    Poll::Ready(Ok(Cancelled)) => return this.end(index, Ok(Cancelled)),
                    Poll::Ready(Err(error)) => return this.end(index, Err(error)),
                    // Clients put dialogs on top of each other. If the call ends because an argument
                    // is needed, it names those of the other questions, too.
                    Poll::Pending
                        if this.run.waits_in_place() && !this.run.progress.needs_arguments() =>
                    {
                        return Poll::Pending;
                    }
                    Poll::Pending => continue,
                }
            }
            if this.answered == index {
                this.answered += 1;
            }
        }
        if this.answered < this.questions.len() {
            return Poll::Pending;
        }
        let answers = this.questions.drain(..).filter_map(|(_, answer)| answer);
        Poll::Ready(Ok(Accepted(answers.collect())))
    }
}

#[diagnostic::do_not_recommend]
impl<Q: Askable> Askable for All<'_, Q, Q::Answer> {
    type Answer = Vec<Q::Answer>;

    fn key(&self) -> &str {
        &self.ended
    }

    fn set_or_end(&mut self) {
        for (question, _) in &mut self.questions {
            question.set_or_end();
        }
    }
}

/// Nothing in it is pinned.
impl<Q, T> Unpin for All<'_, Q, T> {}

impl<Q, T> fmt::Debug for All<'_, Q, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("All").finish_non_exhaustive()
    }
}
