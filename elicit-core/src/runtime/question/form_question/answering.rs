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
        outcome::{AnsweredBy, Outcome},
        question::{
            Body, Question,
            argument::GivenArgument,
            elicit_result::{Judged, Made},
        },
        run::Run,
    },
    schema::value::RunTimeTexts,
    violation::Violations,
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
    pub(in crate::runtime) argument: Option<GivenArgument>,
}

/// Asks the question, and makes a value of the answer.
pub(super) async fn answer<T: Elicit>(
    run: &Run,
    mut asked: FormQuestion<'_>,
    choices: T::Choices,
    checks: Vec<Check<'_, T>>,
) -> Result<Outcome<T>, AskError> {
    let mut prefill = take(&mut asked.prefill);
    let argument = asked.argument.as_ref();
    let limit = run.elicitation.answer_limit;
    if let Some(values) = argument.and_then(|argument| argument.prefill(limit)) {
        prefill.extend(values);
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
    if argument.is_some_and(GivenArgument::lacks_reason) {
        return Err(question.bad("there is no reason why no person is needed"));
    }
    let mut judge = judge(run, &choices, checks);
    let asking = async {
        let outcome = async {
            #[cfg(feature = "pages")]
            if asked.is_on_page {
                let form = PageForm::of::<T>();
                // On the heap: no other question has to have room for it.
                let asking = run.ask_on_page(&question, &form, &mut judge);
                return Box::pin(asking).await;
            }
            run.ask(&question, &mut judge).await
        };
        let error = match outcome.await {
            Ok(outcome) => {
                run.progress().question_mut(question.key).answered_by = Some(AnsweredBy::Person);
                return Ok(outcome);
            }
            Err(error) => error,
        };
        run.or_argument(&question, argument, error, &mut judge)
            .await
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

/// Validates by the rules of the form, and then by those of the question. (The checks are moved in,
/// because they need not be `Sync`.)
fn judge<T: Elicit>(
    run: &Run,
    choices: &T::Choices,
    checks: Vec<Check<'_, T>>,
) -> impl FnMut(&Value, bool) -> Judged<Made> + Send {
    move |content, may_be_guess| {
        let value = match from_value_with::<T>(content, choices) {
            Ok(value) => value,
            Err(invalid) => return Ok(Err(invalid)),
        };
        if may_be_guess && !checks.is_empty() {
            run.admit_guess()?;
        }
        let mut checked = checks.iter().map(|check| check(&value));
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
