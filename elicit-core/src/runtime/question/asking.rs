//! A form while it is asked: one answer after the other, until one is valid.

use std::{
    mem::{replace, take},
    sync::Arc,
};

use serde_json::{Map, Value};
use tracing::{Span, span::EnteredSpan};

use elicit_text::visible;

use super::{
    Body, Question,
    argument::{self, OrArgument},
    async_check::{CheckError, Checking},
    client_asking::ClientAsking,
    page::PageAsking,
    rejected_answer::RejectedAnswer,
};
use crate::{
    runtime::{
        error::{AskError, call_error::CallError},
        needed_argument::{Naming, NeededArgument},
        outcome::{Action, AnsweredBy, Outcome},
        received_answer::ReceivedAnswer,
    },
    violation::{InvalidContent, Problem},
};

/// A form while it is asked. Each [`next`](Self::next) answer is [settled](Self::settle) by code that
/// knows the type of the form. Everything else is here once,
/// and not once for each form.
pub(super) struct Asking<'a> {
    question: &'a Question<'a>,
    span: Span,
    channel: Channel<'a>,
    /// What is the answer if the client cannot be asked.
    argument: Option<OrArgument>,
    /// The attempt that was answered last.
    attempt: u8,
    next: Next,
}

/// Where the person answers.
enum Channel<'a> {
    Client(ClientAsking<'a>),
    /// On the heap: no other question needs the room.
    Page(Box<PageAsking<'a>>),
}

/// What comes next.
#[derive(Default)]
enum Next {
    #[default]
    Answer,
    /// The last answer was invalid, and there is no further attempt.
    Failed(AskError),
    ArgumentNeeded(Naming, Option<InvalidContent>),
}

/// An accepted form, before it is validated.
pub(super) struct Answer {
    received: ReceivedAnswer,
    /// If the answer is an argument.
    pub(super) argument: Option<OrArgument>,
}

impl Answer {
    pub(super) fn content(&self) -> &Value {
        &self.received.content
    }
}

impl<'a> Asking<'a> {
    /// Claims the key of the question, and checks the question.
    pub(super) fn begin(
        question: &'a Question<'a>,
        argument: Option<OrArgument>,
    ) -> Result<Self, AskError> {
        let span = question.span();
        let begin = || {
            question.handle.claim()?;
            let reason = argument.as_ref().and_then(|argument| argument.reason);
            if reason.is_some_and(|reason| reason.trim().is_empty()) {
                return Err(question.bad("the reason why no person is needed is empty"));
            }
            question.check()?;
            if let Body::Form {
                page: Some(form), ..
            } = question.body
            {
                let asking = PageAsking::new(question, form)?;
                return Ok(Channel::Page(Box::new(asking)));
            }
            Ok(Channel::Client(ClientAsking::new(question)))
        };
        let channel = span.in_scope(|| begin().inspect_err(|error| question.log_failure(error)))?;
        Ok(Self {
            question,
            span,
            channel,
            argument,
            attempt: 1,
            next: Next::Answer,
        })
    }

    /// The next answer, or no: waits for it, or parks.
    pub(super) async fn next(&mut self) -> Result<Outcome<Answer>, AskError> {
        let (question, span) = (self.question, self.span.clone());
        question.logged(&span, self.next_in_span()).await
    }

    async fn next_in_span(&mut self) -> Result<Outcome<Answer>, AskError> {
        loop {
            let received = match take(&mut self.next) {
                Next::Answer => self.receive().await,
                Next::Failed(error) => Err(error),
                Next::ArgumentNeeded(naming, invalid) => {
                    return Err(self.question.need_argument(naming, invalid).await);
                }
            };
            let mut answer = match received {
                Ok(received) => match received.action {
                    Action::Accept => {
                        self.attempt = received.attempt;
                        Answer {
                            received,
                            argument: None,
                        }
                    }
                    Action::Decline => return Ok(self.no(received.by(), Outcome::Declined)),
                    Action::Cancel => return Ok(self.no(received.by(), Outcome::Cancelled)),
                },
                Err(error) => {
                    let question = self.question;
                    let argument = self.argument.take_if(|_| question.takes_argument(&error));
                    let mut argument = argument.ok_or(error)?;
                    if let Channel::Page(asking) = &mut self.channel {
                        asking.abandon().await;
                    }
                    let Some(content) = argument.json.take() else {
                        // The tool was called without it.
                        self.next = Next::ArgumentNeeded(argument.naming, None);
                        continue;
                    };
                    let limit = question.run.elicitation.limits.answer;
                    let mut received = ReceivedAnswer::without_content(Action::Accept, 1);
                    received.set_content(content, limit);
                    // It is the same in each run of the call.
                    received.is_unread = question
                        .handle
                        .entry(|entry| !replace(&mut entry.has_read_argument, true));
                    Answer {
                        received,
                        argument: Some(argument),
                    }
                }
            };
            let Some(limit) = answer.received.beyond else {
                if answer.received.content.is_null() {
                    answer.received.content = Arc::new(Map::new().into());
                }
                return Ok(Outcome::Accepted(answer));
            };
            if self.question.has_no_room(limit) {
                let handle = &self.question.handle;
                return Err(handle.fail(CallError::StateTooLarge).await);
            }
            self.reject(
                answer,
                InvalidContent::on_document(Problem::too_large(limit)),
            );
        }
    }

    async fn receive(&mut self) -> Result<ReceivedAnswer, AskError> {
        match &mut self.channel {
            Channel::Client(asking) => asking.next().await,
            Channel::Page(asking) => Box::pin(asking.next()).await,
        }
    }

    /// What is wrong with an answer that has only unknown properties.
    pub(super) fn foreign(&self, answer: &Answer) -> Option<InvalidContent> {
        let form = self.question.form()?;
        let is_foreign = answer.received.is_foreign_to(form);
        is_foreign.then(|| InvalidContent::on_document(Problem::foreign(form)))
    }

    fn no(&self, by: AnsweredBy, outcome: Outcome<Answer>) -> Outcome<Answer> {
        self.question.note_answered_by(by);
        outcome
    }

    /// Enters the span of the question.
    pub(super) fn enter(&self) -> EnteredSpan {
        self.span.clone().entered()
    }

    /// Counts the answer, if a check may judge one more now. Otherwise a later run has to.
    pub(super) fn admit_to_check(&self, answer: &Answer) -> Result<(), AskError> {
        // A client may be sending one after the other, to find out what a check knows.
        if !answer.received.is_unread {
            return Ok(());
        }
        let question = self.question;
        question.run.admit_guess().inspect_err(|error| {
            question.handle.entry(|entry| match answer.argument {
                Some(_) => entry.has_read_argument = false,
                None => entry.make_unread(),
            });
            question.log_failure(error);
        })
    }

    /// Awaits a check. On 2026-07-28 no round ends meanwhile.
    pub(super) async fn awaited<T>(
        &self,
        checking: Checking<'_, T>,
    ) -> Result<Result<T, InvalidContent>, AskError> {
        let (question, handle) = (self.question, &self.question.handle);
        let _held = handle.hold();
        let checked = async {
            match handle.unless_closed(handle.checking(checking)).await? {
                Ok(value) => {
                    handle.entry(|entry| entry.is_checked = true);
                    Ok(Ok(value))
                }
                Err(CheckError::Invalid(found)) => Ok(Err(match question.form() {
                    Some(form) => found.in_form(form),
                    None => found.into(),
                })),
                Err(CheckError::Failed(failure)) => Err(AskError::NotChecked(failure)),
            }
        };
        question.logged(&self.span, checked).await
    }

    /// Whether an earlier run has accepted this answer by the checks that await something.
    pub(super) fn is_checked(&self) -> bool {
        self.question.handle.entry(|entry| entry.is_checked)
    }

    /// Accepts the answer, or rejects it.
    pub(super) fn settle<T>(
        &mut self,
        answer: Answer,
        read: Result<T, InvalidContent>,
    ) -> Option<T> {
        let _span = self.enter();
        match read {
            Ok(value) => {
                self.accept(&answer);
                Some(value)
            }
            Err(invalid) => {
                self.reject(answer, invalid);
                None
            }
        }
    }

    /// The answer is valid.
    fn accept(&self, answer: &Answer) {
        let by = match &answer.argument {
            Some(argument) => {
                if answer.received.is_unread {
                    self.question.log_argument(argument.reason);
                }
                AnsweredBy::Argument
            }
            None => answer.received.by(),
        };
        self.question.note_answered_by(by);
    }

    /// Counts the answer as invalid, and asks again, if there is another attempt.
    fn reject(&mut self, answer: Answer, invalid: InvalidContent) {
        self.next = match answer.argument {
            Some(argument) => Next::ArgumentNeeded(argument.naming, Some(invalid)),
            None => match self.try_again(answer, invalid) {
                Ok(()) => Next::Answer,
                Err(error) => Next::Failed(error),
            },
        };
    }

    fn try_again(&mut self, answer: Answer, invalid: InvalidContent) -> Result<(), AskError> {
        let question = self.question;
        let rejected = RejectedAnswer {
            invalid: self.foreign(&answer).unwrap_or(invalid),
            content: answer.received.content,
        };
        let attempt = question.next_attempt(self.attempt, &rejected.invalid)?;
        match &mut self.channel {
            Channel::Client(asking) => asking.reject(attempt, rejected),
            Channel::Page(asking) => asking.reject(attempt, &rejected)?,
        }
        Ok(())
    }
}

impl Question<'_> {
    /// Whether an argument is the answer if the question failed with this error: the client did not
    /// show it.
    fn takes_argument(&self, error: &AskError) -> bool {
        match error {
            AskError::Unsupported(_) | AskError::NoSession => return true,
            AskError::Empty(_) | AskError::LinkNotShown { .. } => {}
            AskError::TooFast if self.evidence().is_none() => {}
            _ => return false,
        }
        // The client said that it can be asked, and the log says why it was not.
        self.log_failure(error);
        true
    }

    /// The argument is missing or invalid. Ends the run, with all arguments that are needed by then.
    async fn need_argument(&self, naming: Naming, invalid: Option<InvalidContent>) -> AskError {
        if let Some(invalid) = &invalid {
            self.log_invalid(1, invalid);
        }
        self.log_findings(None);
        self.log_error(&AskError::ArgumentNeeded(invalid.clone()));
        let properties = self.properties();
        let properties: Vec<_> = if self.is_consent {
            vec![(argument::of_consent(), None)]
        } else {
            properties
                .map(|(property, choices)| (property.clone(), choices.cloned()))
                .collect()
        };
        let needed = NeededArgument {
            key: self.key().to_owned(),
            message: visible(self.message).into_owned(),
            title: self.texts.title.map(|title| visible(title).into_owned()),
            properties,
            naming,
            invalid,
        };
        self.handle.need_argument(needed).await
    }
}
