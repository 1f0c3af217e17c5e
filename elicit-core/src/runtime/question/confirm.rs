//! A question of yes or no.

use std::{
    borrow::Cow,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use serde_json::{Map, Value};

use super::{
    all::Askable,
    argument::CONSENT,
    one_value::{OneValue, ValueWith},
    or_end::OrEnd,
};
use crate::{
    field::FieldType,
    form::{
        Kind, OptionSource,
        choices::{Choices, RunTimeOptions},
        const_bool::ConstBool,
    },
    reading::Answer,
    runtime::{error::AskError, outcome::Outcome, run::Run},
    violation::Violations,
};

/// A question of yes or no: [`Ask::confirm`](crate::Ask::confirm). Await it for an `Outcome<()>`, or put
/// [`or_end`](Self::or_end) first.
///
/// ```
/// use elicit_core::{Ask, AskError, Violations};
///
/// async fn merge(ask: Ask, is_open: fn() -> bool) -> Result<(), AskError> {
///     ask.confirm("merge", "Merge the change?")
///         .title("Merge it")
///         .check(move || match is_open() {
///             true => Ok(()),
///             false => Err(Violations::new().form("the change was closed meanwhile")),
///         })
///         .or_end()
///         .await
/// }
/// ```
///
/// # Errors
///
/// As a [`Form`](crate::runtime::Form).
#[derive(Debug)]
#[must_use = "a question is asked when it is awaited"]
pub struct Confirm<'a>(OneValue<'a, bool>);

impl<'a> Confirm<'a> {
    pub(in crate::runtime) fn new(run: &'a Run, key: Cow<'a, str>, message: Cow<'a, str>) -> Self {
        let words = run.words();
        let no = words.no().into_owned();
        let options = [no.clone(), words.yes().into_owned()];
        let mut question = OneValue::new(run, key, message, Consent(options.into()))
            .title(words.agree())
            .description(words.meaning_of_yes());
        let form = &mut question.form.question;
        form.is_consent = true;
        form.prefill.insert(CONSENT.to_owned(), no.into());
        Self(question)
    }

    /// The label above “no” and “yes”, instead of [`Words::agree`](crate::Words::agree): what the
    /// person agrees to, in a few words.
    ///
    /// It is sent as a [message](crate::Ask::form) is.
    pub fn title(self, title: impl Into<Cow<'a, str>>) -> Self {
        Self(self.0.title(title))
    }

    /// What “yes” means, instead of [`Words::meaning_of_yes`](crate::Words::meaning_of_yes). Some
    /// clients show a text field instead of the options, so say what to enter.
    pub fn description(self, description: impl Into<Cow<'a, str>>) -> Self {
        Self(self.0.description(description))
    }

    /// As [`Form::attempts`](crate::runtime::Form::attempts).
    pub fn attempts(self, attempts: u8) -> Self {
        Self(self.0.attempts(attempts))
    }

    /// As [`Form::timeout`](crate::runtime::Form::timeout).
    pub fn timeout(self, timeout: Duration) -> Self {
        Self(self.0.timeout(timeout))
    }

    /// As [`Form::meta`](crate::runtime::Form::meta).
    pub fn meta(self, meta: Map<String, Value>) -> Self {
        Self(self.0.meta(meta))
    }

    /// Adds a rule that uses the server's own data, for a yes that comes too late.
    pub fn check(self, check: impl Fn() -> Result<(), Violations> + Send + 'a) -> Self {
        let check = move |is_yes: &bool| if *is_yes { check() } else { Ok(()) };
        Self(self.0.check(check))
    }

    /// Uses an argument of the tool in place of the person's consent, if the client cannot be
    /// asked.
    ///
    /// **A model writes the argument.** It can say yes without having asked anybody, so this is no
    /// protection from what the model does by mistake, or on the order of a text that it has read.
    /// Use it only if something else protects, and say in `reason` what that is: it is in the log
    /// beside the answer. An empty reason is [`AskError::BadQuestion`].
    ///
    /// Otherwise it is as [`Form::or_argument`](crate::runtime::Form::or_argument). The argument
    /// fills in nothing: if the client can be asked, the person sees that “no” is chosen.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError};
    ///
    /// async fn restart(ask: Ask, restart: Option<bool>) -> Result<(), AskError> {
    ///     ask.confirm("restart", "Restart the build agent?")
    ///         .or_argument_as_consent(restart, "it restarts within seconds, and loses nothing")
    ///         .or_end()
    ///         .await
    /// }
    /// ```
    pub fn or_argument_as_consent(mut self, argument: Option<bool>, reason: &'static str) -> Self {
        self.0 = self.0.or_argument(argument);
        if let Some(argument) = &mut self.0.form.question.argument {
            argument.reason = Some(reason);
        }
        self
    }

    /// As [`Form::or_end`](crate::runtime::Form::or_end): only a yes goes on.
    pub fn or_end(self) -> OrEnd<'a, Self> {
        OrEnd::new(self.0.form.run, self)
    }
}

impl Future for Confirm<'_> {
    type Output = Result<Outcome<()>, AskError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Self(question) = self.get_mut();
        let outcome = ready!(Pin::new(&mut *question).poll(context))?;
        if outcome == Outcome::Accepted(false) {
            let progress = &question.form.run.progress;
            let handle = progress.question(question.key());
            handle.entry(|entry| entry.live.is_refused = true);
            return Poll::Ready(Ok(Outcome::Declined));
        }
        Poll::Ready(Ok(outcome.map(|_| ())))
    }
}

#[diagnostic::do_not_recommend]
impl Askable for Confirm<'_> {
    type Answer = ();

    fn key(&self) -> &str {
        self.0.key()
    }
}

/// Asks for a consent, with these options: no and yes.
struct Consent(Choices);

impl RunTimeOptions for Consent {
    type Needed = ConstBool<true>;

    fn choices(&self, _: usize) -> Option<&Choices> {
        Some(&self.0)
    }
}

/// A choice and no boolean: some clients have `true` chosen whatever its default is, so that Enter
/// alone would agree. If it is left out, it is a no.
impl ValueWith<Consent> for bool {
    const FIELD: FieldType<Self> = {
        let field = FieldType::new(Kind::Choice(OptionSource::Supplied), agrees, |is_yes| {
            Some((*is_yes).into())
        });
        field.optional().named(CONSENT)
    };
}

/// Whether it is the second option. A program that answers without a person may send a boolean.
fn agrees(answer: &mut Answer<'_>) -> Option<bool> {
    match answer.as_boolean() {
        Some(boolean) => Some(boolean),
        None if answer.is_absent() => Some(false),
        None => answer.option().map(|index| index == 1),
    }
}
