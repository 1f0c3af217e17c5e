//! A question of yes or no.

use std::{
    borrow::Cow,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use serde_json::{Map, Value};

use super::{
    all::Askable, error::AskError, form_mode::Form, or_end::OrEnd, outcome::Outcome, run::Run,
};
use crate::{
    elicit::{DerivedForm, Elicit},
    field::{Field, FieldType},
    form::FormSchema,
    reading::Answers,
    schema::{SchemaText, Spelling},
    violation::{InvalidContent, Violations},
};

/// A question of yes or no: [`Ask::confirm`](crate::Ask::confirm). Await it for an `Outcome<()>`, or put
/// [`or_end`](Self::or_end) first.
///
/// ```
/// use elicit_core::{Ask, AskError, Violations};
///
/// async fn merge(ask: Ask, is_open: fn() -> bool) -> Result<(), AskError> {
///     ask.confirm("merge", "Merge the change?")
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
/// As a [`Form`].
#[derive(Debug)]
#[must_use = "a question is asked when it is awaited"]
pub struct Confirm<'a> {
    form: Form<'a, Consent>,
}

impl<'a> Confirm<'a> {
    pub(super) fn new(run: &'a Run, key: Cow<'a, str>, message: Cow<'a, str>) -> Self {
        Self {
            form: Form::new(run, key, message),
        }
    }

    /// As [`Form::attempts`].
    pub fn attempts(self, attempts: u8) -> Self {
        Self {
            form: self.form.attempts(attempts),
        }
    }

    /// As [`Form::timeout`].
    pub fn timeout(self, timeout: Duration) -> Self {
        Self {
            form: self.form.timeout(timeout),
        }
    }

    /// A rule that takes the server's own data, for a yes that comes too late.
    pub fn check(self, check: impl Fn() -> Result<(), Violations> + Send + 'a) -> Self {
        let form = self
            .form
            .check(move |consent| if consent.confirm { check() } else { Ok(()) });
        Self { form }
    }

    /// As [`Form::or_end`]: only a yes goes on.
    pub fn or_end(self) -> OrEnd<'a, Self> {
        OrEnd::new(self.form.run(), self)
    }
}

impl Future for Confirm<'_> {
    type Output = Result<Outcome<()>, AskError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let outcome = ready!(Pin::new(&mut self.get_mut().form).poll(context))?;
        Poll::Ready(Ok(match outcome {
            Outcome::Accepted(Consent { confirm: true }) => Outcome::Accepted(()),
            Outcome::Accepted(Consent { confirm: false }) | Outcome::Declined => Outcome::Declined,
            Outcome::Cancelled => Outcome::Cancelled,
        }))
    }
}

#[diagnostic::do_not_recommend]
impl Askable for Confirm<'_> {
    type Answer = ();

    fn key(&self) -> &str {
        self.form.key()
    }
}

/// The form of it. The derive is another crate, so this is what it writes, by hand.
#[derive(Debug)]
struct Consent {
    confirm: bool,
}

const CONFIRM: FieldType<bool> = <bool as Field>::FIELD.named("confirm");

impl Elicit for Consent {
    type Choices = ();

    const FORM: &'static FormSchema = &FormSchema::new(&[CONFIRM.property()]);
}

impl DerivedForm for Consent {
    fn texts() -> SchemaText {
        SchemaText::of_form::<
            Self,
            { Spelling::EnumNames.length(Consent::FORM) },
            { Spelling::OneOf.length(Consent::FORM) },
        >()
    }

    fn build(answers: &mut Answers<'_>) -> Result<Self, InvalidContent> {
        match CONFIRM.next(answers) {
            Some(confirm) if answers.are_valid() => Ok(Self { confirm }),
            _ => Err(answers.invalid()),
        }
    }

    fn content(&self) -> Map<String, Value> {
        Map::from_iter([("confirm".to_owned(), self.confirm.into())])
    }
}
