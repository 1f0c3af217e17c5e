//! A question of one value.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    fmt,
    marker::PhantomData,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use elicit_text::in_words;
use serde_json::{Map, Value, json};

use super::{
    all::Askable,
    async_check::{AsyncCheck, CheckError},
    form_question::{Form, FormFor},
    or_end::OrEnd,
};
use crate::{
    field::{AskableValue, FieldType, RunTimeChoice, RunTimeMultiSelect},
    form::{
        FormSchema, Property,
        choices::{Choices, RunTimeOptions},
    },
    reading::Answers,
    revision::Revision,
    runtime::{error::AskError, needed_argument::Naming, outcome::Outcome, run::Run},
    schema::declared::Declared,
    violation::{InvalidContent, Violations},
};

/// A question of one value: [`Ask::value`](crate::Ask::value), [`Ask::pick`](crate::Ask::pick)
/// and [`Ask::pick_several`](crate::Ask::pick_several). Await it for an [`Outcome`], or put
/// [`or_end`](Self::or_end) first for the value alone.
///
/// It is a form of one property, which is called `value`: a client answers `{"value": 8080}`.
///
/// ```
/// use elicit_core::{Ask, AskError, Violations};
///
/// async fn port(ask: Ask, is_free: fn(u16) -> bool) -> Result<u16, AskError> {
///     ask.value::<u16>("port", "Which port should the server listen on?")
///         .title("TCP port")
///         .description("A port that no other program uses.")
///         .prefill(&8080)
///         .check(move |port| match is_free(*port) {
///             true => Ok(()),
///             false => Err(Violations::new().form("this port is in use")),
///         })
///         .or_end()
///         .await
/// }
/// ```
///
/// # Errors
///
/// As a [`Form`].
#[must_use = "a question is asked when it is awaited"]
pub struct OneValue<'a, T> {
    pub(super) form: Form<'a, T>,
    /// The name of the property.
    name: &'static str,
}

impl<'a, T> OneValue<'a, T> {
    pub(in crate::runtime) fn new<C: RunTimeOptions>(
        run: &'a Run,
        key: Cow<'a, str>,
        message: Cow<'a, str>,
        choices: C,
    ) -> Self
    where
        T: ValueWith<C>,
    {
        let field = OneProperty::<T, C>::FIELD;
        let title = in_words(&key).filter(|_| field.title.is_none());
        let form = const { &OneProperty::<T, C>(PhantomData) };
        let mut form = Form::new(run, form, key, message, choices);
        form.question.title = title.map(Cow::Owned);
        Self {
            form,
            name: field.name,
        }
    }

    /// The short label that clients show beside the input.
    ///
    /// Without one it is the title of the newtype, if it has one, else the key in words: of
    /// `release_branch`, it is "Release branch".
    ///
    /// It is sent as a [message](crate::Ask::form) is.
    pub fn title(mut self, title: impl Into<Cow<'a, str>>) -> Self {
        self.form.question.title = Some(title.into());
        self
    }

    /// What clients show under the title, in smaller letters: what to enter, in a sentence.
    ///
    /// It replaces the description of a newtype. It is sent as a [message](crate::Ask::form) is.
    pub fn description(mut self, description: impl Into<Cow<'a, str>>) -> Self {
        self.form.question.description = Some(description.into());
        self
    }

    /// As [`Form::attempts`].
    pub fn attempts(mut self, attempts: u8) -> Self {
        self.form.question.attempts = attempts;
        self
    }

    /// As [`Form::timeout`].
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.form.question.timeout = timeout;
        self
    }

    /// As [`Form::meta`].
    pub fn meta(mut self, meta: Map<String, Value>) -> Self {
        self.form = self.form.meta(meta);
        self
    }

    /// As [`Form::prefill`]: the value that the form shows before the person types or chooses anything.
    pub fn prefill(mut self, value: &T) -> Self {
        self.form = self.form.prefill(value);
        self
    }

    /// As [`Form::check`]: a rule that needs the server's own data. What it finds is about the
    /// answer as a whole: [`Violations::form`].
    pub fn check(mut self, check: impl Fn(&T) -> Result<(), Violations> + Send + 'a) -> Self {
        self.form = self.form.check(check);
        self
    }

    /// As [`Form::check_async`].
    pub fn check_async<C>(mut self, check: C) -> Self
    where
        T: Send + 'a,
        C: AsyncFnOnce(&T) -> Result<(), CheckError> + for<'x> AsyncCheck<'x, T> + 'a,
    {
        self.form = self.form.check_async(check);
        self
    }

    /// As [`Form::or_argument`]: uses an argument of the tool as the answer, if the client cannot
    /// be asked.
    ///
    /// The model reads the key of the question as the name of the argument, so give them one name. There
    /// is an example at [`Ask::answered_by`](crate::Ask::answered_by).
    pub fn or_argument(mut self, argument: Option<T>) -> Self
    where
        T: Send + 'static,
    {
        self.form = self.form.with_value(argument, Naming::Key);
        self
    }

    /// As [`Form::or_json_argument`]: the same of an argument in JSON, a [`Value`] or an
    /// `Option<Value>`.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError};
    /// use serde_json::Value;
    ///
    /// async fn port(ask: Ask, port: Option<Value>) -> Result<u16, AskError> {
    ///     ask.value("port", "Which port?").or_json_argument(port).or_end().await
    /// }
    /// ```
    pub fn or_json_argument(mut self, argument: impl Into<Option<Value>>) -> Self {
        let argument = argument.into().filter(|value| !value.is_null());
        let content = argument.map(|value| json!({ self.name: value }));
        self.form = self.form.with_json(content, Naming::Key);
        self
    }

    /// As [`Form::or_end`].
    pub fn or_end(self) -> OrEnd<'a, Self> {
        OrEnd::new(self.form.run, self)
    }
}

impl<T: PicksSeveral> OneValue<'_, T> {
    /// The person must choose at least this many options. Without it, to choose none is an answer
    /// too.
    ///
    /// More than there are options is [`AskError::BadQuestion`].
    pub fn at_least(self, options: usize) -> Self {
        self.bounded(|choices| choices.min_items = Some(options as u64))
    }

    /// The person can choose at most this many options.
    ///
    /// Fewer than [`at_least`](Self::at_least), or 0, is [`AskError::BadQuestion`].
    pub fn at_most(self, options: usize) -> Self {
        self.bounded(|choices| choices.max_items = Some(options as u64))
    }

    fn bounded(mut self, bound: impl FnOnce(&mut Choices)) -> Self {
        if let Some(mut options) = self.form.choices.choices(0).cloned() {
            bound(&mut options);
            self.form.choices = Box::new(options);
        }
        self
    }
}

impl<T> Future for OneValue<'_, T> {
    type Output = Result<Outcome<T>, AskError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.get_mut().form).poll(context)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Askable for OneValue<'_, T> {
    type Answer = T;

    fn key(&self) -> &str {
        self.form.key()
    }
}

impl<T> fmt::Debug for OneValue<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.form.fmt(f)
    }
}

/// A value that is asked for with these options.
pub(in crate::runtime) trait ValueWith<C>: Sized + 'static {
    /// The property of the question.
    const FIELD: FieldType<Self>;
}

impl<T: AskableValue> ValueWith<()> for T {
    const FIELD: FieldType<Self> = <T as AskableValue>::FIELD.named(NAME);
}

impl ValueWith<Choices> for String {
    const FIELD: FieldType<Self> = <Self as RunTimeChoice>::FIELD.named(NAME);
}

impl<S: PicksSeveral> ValueWith<Choices> for S {
    const FIELD: FieldType<Self> = <Self as RunTimeMultiSelect>::FIELD.named(NAME);
}

/// What several options are picked into: a `Vec<String>` or a `BTreeSet<String>`. Do not implement
/// it.
pub trait PicksSeveral: RunTimeMultiSelect {}

impl PicksSeveral for Vec<String> {}

impl PicksSeveral for BTreeSet<String> {}

/// The form of it: one property.
struct OneProperty<T, C>(PhantomData<fn() -> (T, C)>);

/// The name of the property.
pub(crate) const NAME: &str = "value";

impl<T: ValueWith<C>, C> OneProperty<T, C> {
    const FIELD: FieldType<T> = {
        assert!(
            T::FIELD.is_supported(),
            "such a type is not one value that a client can ask for"
        );
        T::FIELD
    };
    const PROPERTIES: &'static [Property] = &[Self::FIELD.property()];
    const SCHEMA: &'static FormSchema = &FormSchema::new(Self::PROPERTIES);
}

impl<T: ValueWith<C>, C: RunTimeOptions> FormFor<T> for OneProperty<T, C> {
    fn schema(&self) -> &FormSchema {
        Self::SCHEMA
    }

    fn declared(&self, revision: Revision) -> Arc<Declared> {
        let spelling = revision.titled_choice();
        Declared::once::<Self>(spelling, || spelling.text(Self::SCHEMA).into())
    }

    fn is_one_value(&self) -> bool {
        true
    }

    fn read(&self, content: &Value, choices: &dyn RunTimeOptions) -> Result<T, InvalidContent> {
        let mut answers = Answers::from_value(Self::SCHEMA, choices, content)?;
        match Self::FIELD.next(&mut answers) {
            Some(value) if answers.is_valid() => Ok(value),
            _ => Err(answers.invalid()),
        }
    }

    fn content(&self, value: &T) -> Map<String, Value> {
        let mut content = Map::new();
        Self::FIELD.give_into(&mut content, value);
        content
    }
}
