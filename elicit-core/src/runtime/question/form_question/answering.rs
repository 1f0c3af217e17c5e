//! Asks a form, and makes a value of the answer.

use std::{borrow::Cow, mem::take, time::Duration};

use serde_json::{Map, Value};

#[cfg(feature = "pages")]
use crate::pages::PageForm;
use crate::{
    elicit::Elicit,
    reading::content::from_value_with,
    runtime::{
        error::AskError,
        log_name::log_name,
        outcome::{AnsweredBy, Outcome},
        question::{
            Body, Question,
            argument::{Given, TakesArgument},
            elicit_result::{Judged, Made},
        },
        run::Run,
    },
    schema::value::RunTimeTexts,
    violation::{InvalidContent, Problem, Violation, Violations},
};

/// A rule of the question, beside those of the form.
pub(in crate::runtime) type Check<'a, T> = Box<dyn Fn(&T) -> Result<(), Violations> + Send + 'a>;

/// What does not depend on the type of the form.
#[derive(Default)]
pub(in crate::runtime) struct FormQuestion<'a> {
    pub(in crate::runtime) key: Cow<'a, str>,
    pub(in crate::runtime) message: Cow<'a, str>,
    pub(in crate::runtime) attempts: u8,
    pub(in crate::runtime) timeout: Duration,
    pub(in crate::runtime) prefill: Map<String, Value>,
    /// The title of its only property, if it is known only at run time.
    pub(in crate::runtime) title: Option<Cow<'a, str>>,
    /// The same of its description.
    pub(in crate::runtime) description: Option<Cow<'a, str>>,
    /// Whether the person answers on a page of the server.
    pub(in crate::runtime) is_on_page: bool,
    pub(in crate::runtime) argument: Option<TakesArgument>,
}

/// Asks the question, and makes a value of the answer.
pub(super) async fn answer<T: Elicit>(
    run: &Run,
    mut asked: FormQuestion<'_>,
    choices: T::Choices,
    checks: Vec<Check<'_, T>>,
    given: Option<Given<T>>,
) -> Result<Outcome<T>, AskError> {
    let mut prefill = take(&mut asked.prefill);
    let stranger = prefill.keys().find(|name| T::FORM.property(name).is_none());
    if let Some(name) = stranger {
        let reason = format!(
            "it fills in `{}`, and the form has no such property",
            log_name(name)
        );
        return Err(AskError::bad_question(&asked.key, reason));
    }
    let argument = asked.argument;
    // A model fills in no confirmation.
    if argument.is_some_and(|argument| argument.reason.is_none())
        && let Some(given) = &given
    {
        prefill.extend(given.prefill(run.elicitation.answer_limit));
    }
    if !prefill.is_empty() {
        keep_valid::<T>(&mut prefill, &choices);
    }
    let question = Question {
        key: &asked.key,
        message: &asked.message,
        attempts: asked.attempts.max(1),
        timeout: asked.timeout,
        is_on_page: asked.is_on_page,
        body: Body::Form {
            form: T::FORM,
            choices: &choices,
            prefill: &prefill,
            texts: RunTimeTexts {
                title: asked.title.as_deref(),
                description: asked.description.as_deref(),
            },
        },
    };
    if argument.is_some_and(TakesArgument::lacks_reason) {
        return Err(question.bad("there is no reason why no person is needed"));
    }
    let mut judge = FormJudge {
        run,
        choices: &choices,
        checks,
    };
    let asking = async {
        let mut read = |content: &Value, may_be_guess| judge.read(content, may_be_guess);
        let outcome = async {
            #[cfg(feature = "pages")]
            if asked.is_on_page {
                let form = PageForm::of::<T>();
                // On the heap: no other question has to have room for it.
                let asking = run.ask_on_page(&question, &form, &mut read);
                return Box::pin(asking).await;
            }
            run.ask(&question, &mut read).await
        };
        let error = match outcome.await {
            Ok(outcome) => {
                run.progress().question_mut(question.key).answered_by = Some(AnsweredBy::Person);
                return Ok(outcome);
            }
            Err(error) => error,
        };
        let Some(argument) = argument.filter(|_| run.takes_argument(&question, &error)) else {
            return Err(error);
        };
        let invalid = match given.map(|given| judge.take(given)).transpose()? {
            Some(Ok(made)) => {
                run.argued(&question, argument);
                return Ok(Outcome::Accepted(made));
            }
            Some(Err(invalid)) => Some(invalid),
            None => None,
        };
        Err(run.need_argument(&question, argument, invalid).await)
    };
    match run.audited(&question, asking).await? {
        // Nobody has kept the value over an `await`: it need not be `Send`, and the future is.
        Outcome::Accepted(made) => match made.downcast() {
            Ok(value) => Ok(Outcome::Accepted(*value)),
            // The judge of this question made it, so it has this type.
            Err(_) => Err(AskError::Unreadable),
        },
        Outcome::Declined => Ok(Outcome::Declined),
        Outcome::Cancelled => Ok(Outcome::Cancelled),
    }
}

/// Validates by the rules of the form, and then by those of the question. (It owns the checks,
/// because they need not be `Sync`.)
struct FormJudge<'a, T: Elicit> {
    run: &'a Run,
    choices: &'a T::Choices,
    checks: Vec<Check<'a, T>>,
}

impl<T: Elicit> FormJudge<'_, T> {
    /// Makes a value of an answer.
    fn read(&mut self, content: &Value, may_be_guess: bool) -> Judged<Made> {
        match from_value_with::<T>(content, self.choices) {
            Ok(value) => self.checked(value, may_be_guess),
            Err(invalid) => Ok(Err(invalid)),
        }
    }

    /// Takes an argument for the answer. A value that was given as one is judged by what can be
    /// written of it.
    fn take(&mut self, given: Given<T>) -> Judged<Made> {
        if let Some(limit) = given.excess(self.run.elicitation.answer_limit) {
            return Ok(Err(InvalidContent::of_document(Problem::too_large(limit))));
        }
        let (content, value) = given.into_parts();
        let Some(value) = value else {
            return self.read(&content, true);
        };
        let is_written = |violation: &Violation| {
            violation
                .property()
                .is_none_or(|name| content.get(name).is_some())
        };
        if let Err(invalid) = from_value_with::<T>(&content, self.choices)
            && let Some(invalid) = invalid.only(is_written)
        {
            return Ok(Err(invalid));
        }
        if let Some(check) = T::CHECK
            && let Err(found) = check(&value)
        {
            return Ok(Err(found.of(T::FORM)));
        }
        self.checked(value, true)
    }

    /// Runs the rules of the question. They compare the value with what the server knows.
    fn checked(&mut self, value: T, may_be_guess: bool) -> Judged<Made> {
        if may_be_guess && !self.checks.is_empty() {
            self.run.admit_guess()?;
        }
        let mut checked = self.checks.iter().map(|check| check(&value));
        Ok(match checked.find_map(Result::err) {
            Some(found) => Err(found.of(T::FORM)),
            None => Ok(Box::new(value)),
        })
    }
}

/// Drops what the form itself would refuse: a strict client may refuse all of the
/// form for it.
fn keep_valid<T: Elicit>(prefill: &mut Map<String, Value>, choices: &T::Choices) {
    let content = Value::Object(prefill.clone());
    if let Err(invalid) = from_value_with::<T>(&content, choices) {
        let invalid = invalid.properties();
        prefill.retain(|name, _| !invalid.contains(name.as_str()));
    }
}
