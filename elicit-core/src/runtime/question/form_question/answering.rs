//! Asks a form, and makes a value of the answer.

use std::{
    borrow::Cow,
    marker::PhantomData,
    mem::take,
    sync::{Arc, OnceLock},
    time::Duration,
};

use serde_json::{Map, Value};

use crate::{
    elicit::{DerivedForm, Elicit, FormCheck},
    form::{FormSchema, choices::RunTimeOptions},
    reading::Answers,
    revision::Revision,
    runtime::{
        error::AskError,
        outcome::Outcome,
        question::{
            Body, Question,
            argument::{OrArgument, TypedArgument},
            asking::{Answer, Asking},
            async_check::{BoxedCheck, Checking},
            page::PageForm,
        },
        run::Run,
    },
    schema::{declared::Declared, value::RunTimeTexts},
    violation::{InvalidContent, Violation, Violations},
};

/// A rule of the question, beside those of the form.
pub(in crate::runtime) type Check<'a, T> = Box<dyn Fn(&T) -> Result<(), Violations> + Send + 'a>;

/// The rules of a question, beside those of its form.
pub(in crate::runtime) struct Checks<'a, T> {
    pub(super) now: Vec<Check<'a, T>>,
    /// Those that await something.
    pub(super) later: Option<BoxedCheck<'a, T>>,
}

impl<T> Checks<'_, T> {
    fn is_empty(&self) -> bool {
        self.now.is_empty() && self.later.is_none()
    }
}

impl<T> Default for Checks<'_, T> {
    fn default() -> Self {
        Self {
            now: Vec::new(),
            later: None,
        }
    }
}

/// What does not depend on the type of the form.
#[derive(Default)]
pub(in crate::runtime) struct FormQuestion<'a> {
    pub(in crate::runtime) key: Cow<'a, str>,
    pub(in crate::runtime) message: Cow<'a, str>,
    pub(in crate::runtime) attempts: u8,
    pub(in crate::runtime) timeout: Duration,
    pub(in crate::runtime) meta: Option<Map<String, Value>>,
    pub(in crate::runtime) prefill: Map<String, Value>,
    /// The title of its only property, if it is known only at run time.
    pub(in crate::runtime) title: Option<Cow<'a, str>>,
    /// The same of its description.
    pub(in crate::runtime) description: Option<Cow<'a, str>>,
    /// If the person answers on a page of the server.
    pub(in crate::runtime) page: Option<PageForm>,
    /// If it asks for a consent.
    pub(in crate::runtime) is_consent: bool,
    pub(in crate::runtime) argument: Option<OrArgument>,
}

impl FormQuestion<'_> {
    /// What the form begins with, before that is validated.
    fn prefill(&mut self, form: &FormSchema, run: &Run) -> Map<String, Value> {
        let mut prefill = take(&mut self.prefill);
        if let Some(argument) = &self.argument {
            prefill.extend(argument.prefill(form, run.elicitation.limits.answer));
        }
        prefill
    }

    fn question<'q>(
        &'q self,
        run: &'q Run,
        form: &'q FormSchema,
        declared: Arc<Declared>,
        choices: &'q dyn RunTimeOptions,
        prefill: &'q Map<String, Value>,
    ) -> Question<'q> {
        Question {
            run,
            handle: run.progress.question(&self.key),
            message: &self.message,
            attempts: self.attempts.max(1),
            timeout: self.timeout,
            meta: self.meta.as_ref(),
            texts: RunTimeTexts {
                title: self.title.as_deref(),
                description: self.description.as_deref(),
            },
            is_consent: self.is_consent,
            digest: OnceLock::new(),
            body: Body::Form {
                form,
                declared,
                choices,
                prefill,
                page: self.page.as_ref(),
            },
        }
    }
}

/// A form, and how the content of its answer becomes a `T`: most forms are the `T`, and the form of one
/// value is not.
pub(in crate::runtime) trait FormFor<T>: Send + Sync {
    fn schema(&self) -> &FormSchema;

    /// The declared schema.
    fn declared(&self, revision: Revision) -> Arc<Declared>;

    /// Whether an answer with only unknown properties is invalid even if nothing is required: the server
    /// has chosen the name of the property, and the client another one.
    fn is_one_value(&self) -> bool {
        false
    }

    /// The rule across fields, which [`read`](Self::read) runs, too.
    fn check(&self) -> Option<FormCheck<T>> {
        None
    }

    fn read(&self, content: &Value, choices: &dyn RunTimeOptions) -> Result<T, InvalidContent>;

    /// The value as the content of an answer.
    fn content(&self, value: &T) -> Map<String, Value>;
}

/// A form that the derive made, whose answer is the `T`.
pub(in crate::runtime) struct Derived<T>(PhantomData<fn() -> T>);

impl<T: 'static> Derived<T> {
    pub(in crate::runtime) const FORM: &'static Self = &Self(PhantomData);
}

impl<T: Elicit> FormFor<T> for Derived<T> {
    fn schema(&self) -> &FormSchema {
        T::FORM
    }

    fn declared(&self, revision: Revision) -> Arc<Declared> {
        let text = || T::texts().of(revision).into();
        Declared::once::<T>(revision.titled_choice(), text)
    }

    fn check(&self) -> Option<FormCheck<T>> {
        <T as DerivedForm>::CHECK
    }

    fn read(&self, content: &Value, choices: &dyn RunTimeOptions) -> Result<T, InvalidContent> {
        T::build(&mut Answers::from_value(T::FORM, choices, content)?)
    }

    fn content(&self, value: &T) -> Map<String, Value> {
        value.content()
    }
}

/// Asks the question, and makes a value of the answer.
pub(super) async fn answer<T>(
    run: &Run,
    form: &dyn FormFor<T>,
    mut asked: FormQuestion<'_>,
    choices: Box<dyn RunTimeOptions>,
    checks: Checks<'_, T>,
    typed: Option<TypedArgument<T>>,
) -> Result<Outcome<T>, AskError> {
    let choices = &*choices;
    let declared = form.declared(run.call.revision);
    let mut prefill = asked.prefill(form.schema(), run);
    if !prefill.is_empty() {
        keep_valid(form, &mut prefill, choices);
    }
    let argument = asked.argument.take();
    let question = asked.question(run, form.schema(), declared, choices, &prefill);
    let mut asking = Asking::begin(&question, argument)?;
    let mut reader = Reader {
        form,
        choices,
        checks,
        typed,
        checking: None,
    };
    loop {
        // No value is kept over the `await`: it need not be `Send`, and the future is.
        match asking.next().await? {
            Outcome::Accepted(answer) => {
                if let Some(read) = reader.read(&asking, &answer)? {
                    if let Some(value) = asking.settle(answer, read) {
                        return Ok(Outcome::Accepted(value));
                    }
                } else if let Some(checking) = reader.checking.take() {
                    // Its future has the value.
                    let checked = asking.awaited(checking).await?;
                    if let Some(value) = asking.settle(answer, checked) {
                        return Ok(Outcome::Accepted(value));
                    }
                }
            }
            Outcome::Declined => return Ok(Outcome::Declined),
            Outcome::Cancelled => return Ok(Outcome::Cancelled),
        }
    }
}

/// Validates by the rules of the form, and then by those of the question. (It owns the checks,
/// because they need not be `Sync`.)
struct Reader<'r, 'a, T> {
    form: &'r dyn FormFor<T>,
    choices: &'r dyn RunTimeOptions,
    checks: Checks<'a, T>,
    typed: Option<TypedArgument<T>>,
    checking: Option<Checking<'a, T>>,
}

impl<T> Reader<'_, '_, T> {
    /// Makes a value of the answer. `None`: rules that await something have [begun](Self::checking), unless
    /// an earlier run has accepted this answer by them.
    fn read(
        &mut self,
        asking: &Asking<'_>,
        answer: &Answer,
    ) -> Result<Option<Result<T, InvalidContent>>, AskError> {
        let _span = asking.enter();
        let typed = self.typed.take_if(|_| answer.argument.is_some());
        let read = match (typed, asking.foreign(answer)) {
            (Some(value), _) => self.typed(value(), answer.content()),
            (None, Some(foreign)) if self.form.is_one_value() => Err(foreign),
            (None, _) => self.form.read(answer.content(), self.choices),
        };
        let read = match read {
            Ok(value) if !self.checks.is_empty() => {
                asking.admit_to_check(answer)?;
                self.checked(value)
            }
            read => read,
        };
        match (read, &self.checks.later) {
            (Ok(value), Some(check)) if !asking.is_checked() => {
                self.checking = Some(check(value));
                Ok(None)
            }
            (read, _) => Ok(Some(read)),
        }
    }

    /// A value that was given as an argument is validated by what can be written of it.
    fn typed(&self, value: T, content: &Value) -> Result<T, InvalidContent> {
        let is_written = |violation: &Violation| {
            violation
                .property()
                .is_none_or(|name| content.get(name).is_some())
        };
        if let Err(invalid) = self.form.read(content, self.choices)
            && let Some(invalid) = invalid.only(is_written)
        {
            return Err(invalid);
        }
        match self.form.check().map_or(Ok(()), |check| check(&value)) {
            Ok(()) => Ok(value),
            Err(found) => Err(found.in_form(self.form.schema())),
        }
    }

    /// Runs the rules of the question. They compare the value with what the server knows.
    fn checked(&self, value: T) -> Result<T, InvalidContent> {
        let mut checked = self.checks.now.iter().map(|check| check(&value));
        match checked.find_map(Result::err) {
            Some(found) => Err(found.in_form(self.form.schema())),
            None => Ok(value),
        }
    }
}

/// Drops what the form itself would reject: a strict client may reject the whole form for it.
fn keep_valid<T>(
    form: &dyn FormFor<T>,
    prefill: &mut Map<String, Value>,
    choices: &dyn RunTimeOptions,
) {
    let content = Value::Object(prefill.clone());
    if let Err(invalid) = form.read(&content, choices) {
        let invalid = invalid.properties();
        prefill.retain(|name, _| !invalid.contains(name.as_str()));
    }
}
