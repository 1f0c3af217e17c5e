//! A question that is a form. The client shows it, or a page of the server does.

mod answering;

use std::{
    borrow::Cow,
    fmt,
    mem::{replace, take},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use serde_json::{Map, Value};

use super::{
    all::Askable,
    argument::{OrArgument, TypedArgument},
    async_check::{self, AsyncCheck, CheckError},
    or_end::OrEnd,
};
use crate::{
    elicit::NoSecrets,
    form::choices::RunTimeOptions,
    runtime::{
        error::AskError, log_name::log_name, needed_argument::Naming, outcome::Outcome, run::Run,
    },
    store::BoxFuture,
    violation::Violations,
};
use answering::{Checks, FormQuestion, answer};
pub(in crate::runtime) use answering::{Derived, FormFor};

/// A question: [`Ask::form`](crate::Ask::form). Await it for an [`Outcome`], or put
/// [`or_end`](Self::or_end) first for the value alone.
///
/// ```
/// use std::time::Duration;
/// use elicit_core::{Ask, AskError, Elicit};
///
/// #[derive(Elicit)]
/// struct Scale {
///     #[elicit(minimum = 1, maximum = 20)]
///     replicas: u8,
/// }
///
/// async fn scale(ask: Ask, running: u8) -> Result<u8, AskError> {
///     let scale = ask
///         .form::<Scale>("scale", "How many should run?")
///         .prefill(&Scale { replicas: running })
///         .timeout(Duration::from_secs(60))
///         .or_end()
///         .await?;
///     Ok(scale.replicas)
/// }
/// ```
///
/// A form with `#[elicit(choices)]` is asked with its options: [`Ask::form_with`](crate::Ask::form_with).
///
/// # Errors
///
/// An [`AskError`] if there is no outcome. Each of its variants says when it comes.
#[must_use = "a question is asked when it is awaited"]
pub struct Form<'a, T> {
    pub(super) run: &'a Run,
    pub(in crate::runtime) question: FormQuestion<'a>,
    pub(super) choices: Box<dyn RunTimeOptions>,
    checks: Checks<'a, T>,
    typed: Option<TypedArgument<T>>,
    pub(super) shape: &'a (dyn FormFor<T> + 'a),
    asking: Option<OutcomeFuture<'a, T>>,
}

/// A question that has been polled.
pub(super) type OutcomeFuture<'a, T> = BoxFuture<'a, Result<Outcome<T>, AskError>>;

impl<'a, T> Form<'a, T> {
    pub(in crate::runtime) fn new(
        run: &'a Run,
        shape: &'a (dyn FormFor<T> + 'a),
        key: Cow<'a, str>,
        message: Cow<'a, str>,
        choices: impl RunTimeOptions,
    ) -> Self
    where
        T: 'a,
    {
        Self {
            run,
            question: FormQuestion {
                key,
                message,
                attempts: run.elicitation.attempts,
                timeout: run.elicitation.timeout,
                ..FormQuestion::default()
            },
            choices: Box::new(choices),
            checks: Checks::default(),
            typed: None,
            shape,
            asking: None,
        }
    }

    /// How often to ask until the answer is valid, instead of
    /// [`Elicitation::attempts`](crate::Elicitation::attempts). An answer that is still invalid is
    /// [`AskError::Invalid`].
    pub fn attempts(mut self, attempts: u8) -> Self {
        self.question.attempts = attempts;
        self
    }

    /// Sets how long to wait for each answer, instead of
    /// [`Elicitation::timeout`](crate::Elicitation::timeout). It holds where that one holds. If the
    /// time passes, the question ends with [`AskError::TimedOut`].
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.question.timeout = timeout;
        self
    }

    /// `_meta` of the question, for what a client understands beyond the protocol. It is sent
    /// before 2026-07-28; the later revision has no place for it. What the client answers is
    /// [`Ask::meta`](crate::Ask::meta). It is not logged, and does not make this question another
    /// one.
    ///
    /// Protocol: [`_meta`] (2025-06-18, 2025-11-25).
    ///
    /// [`_meta`]: https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta
    pub fn meta(mut self, meta: Map<String, Value>) -> Self {
        self.question.meta = Some(meta);
        self
    }

    /// Fills in the form before the person sees it. A value that the form would reject is left out.
    /// The values are sent as the `default` of each field, which clients need not show.
    ///
    /// Protocol: [Requested Schema] (2025-11-25, 2026-07-28).
    ///
    /// [Requested Schema]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
    pub fn prefill(mut self, value: &T) -> Self {
        self.question.prefill = self.shape.content(value);
        self
    }

    /// Fills in one field, by the name of its property. The others stay as they are, so a whole `T`
    /// is not needed. After [`prefill`](Self::prefill), it replaces the value of this field.
    ///
    /// The value is as an answer has it: of a choice, it is the value of the option. A value that the
    /// form would refuse is left out. If the form has no such property, the question ends with
    /// [`AskError::BadQuestion`].
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Elicit};
    ///
    /// #[derive(Elicit)]
    /// struct Deploy {
    ///     branch: String,
    ///     #[elicit(minimum = 1, maximum = 20)]
    ///     replicas: u8,
    /// }
    ///
    /// async fn deploy(ask: Ask, running: u8) -> Result<Deploy, AskError> {
    ///     ask.form("deploy", "What should be deployed?")
    ///         .prefill_field("replicas", running)
    ///         .or_end()
    ///         .await
    /// }
    /// ```
    pub fn prefill_field(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.question.prefill.insert(name.into(), value.into());
        self
    }

    /// Adds a rule that needs the server's own data.
    ///
    /// The rule runs if the answer is valid by the form. If the rule rejects the answer, the person
    /// reads its violations and may correct the answer.
    ///
    /// Name the form at the question (`ask.form::<Branch>(..)`): the compiler checks the closure
    /// before it knows the type of the `let`.
    ///
    /// On 2026-07-28, [`Elicitation::rate_limit`](crate::Elicitation::rate_limit) limits how many answers get
    /// here, since a client can send one state again with other answers.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Elicit, Violations};
    ///
    /// #[derive(Elicit)]
    /// struct Branch {
    ///     name: String,
    /// }
    ///
    /// async fn pick(ask: Ask, existing: &[String]) -> Result<Branch, AskError> {
    ///     ask.form::<Branch>("branch", "Which branch?")
    ///         .check(|branch| match existing.contains(&branch.name) {
    ///             true => Ok(()),
    ///             false => Err(Violations::new().property("name", "does not exist")),
    ///         })
    ///         .or_end()
    ///         .await
    /// }
    /// ```
    pub fn check(mut self, check: impl Fn(&T) -> Result<(), Violations> + Send + 'a) -> Self {
        self.checks.now.push(Box::new(check));
        self
    }

    /// Adds a rule that has to await something, such as a query.
    ///
    /// It runs after each [`check`](Self::check), and rejects an answer as that one does, with
    /// [`Violations`]. Any other error ends the question with [`AskError::NotChecked`], and the person is
    /// not asked again. The time-out of the question does not hold for it.
    ///
    /// On 2026-07-28 it runs once for an answer that it accepts: later rounds of the call do not run it
    /// again. Questions that are awaited together wait for it. If it asks a question itself, it runs again
    /// for the answer, as the handler does.
    ///
    /// ```
    /// use std::io;
    /// use elicit_core::{Ask, AskError, Elicit, Violations};
    ///
    /// #[derive(Elicit)]
    /// struct Branch {
    ///     name: String,
    /// }
    ///
    /// struct Repository;
    ///
    /// impl Repository {
    ///     async fn has_branch(&self, name: &str) -> io::Result<bool> {
    ///         Ok(name == "main")
    ///     }
    /// }
    ///
    /// async fn pick(ask: Ask, repository: &Repository) -> Result<Branch, AskError> {
    ///     ask.form::<Branch>("branch", "Which branch?")
    ///         .check_async(async |branch| {
    ///             if repository.has_branch(&branch.name).await? {
    ///                 return Ok(());
    ///             }
    ///             Err(Violations::new().property("name", "does not exist").into())
    ///         })
    ///         .or_end()
    ///         .await
    /// }
    /// ```
    pub fn check_async<F>(mut self, check: F) -> Self
    where
        T: Send + 'a,
        F: AsyncFnOnce(&T) -> Result<(), CheckError> + for<'x> AsyncCheck<'x, T> + 'a,
    {
        let before = self.checks.later.take();
        self.checks.later = Some(async_check::boxed(before, check));
        self
    }

    /// Uses an argument of the tool as the answer, if the client cannot be asked.
    ///
    /// The argument has the name of the question's key, and is an object with the properties of the
    /// form: the model reads their names as `claim.amount`. If each property is an argument of its own,
    /// write [`or_flattened_argument`](Self::or_flattened_argument).
    ///
    /// If the client can be asked, the person is asked, and the valid values of the argument are
    /// no more than what the form begins with, as with [`prefill`](Self::prefill).
    ///
    /// If it cannot, a valid argument is the answer, `Accepted`. If there is none, or if it is not
    /// valid, the call ends, with or without [`or_end`](Self::or_end). The result of a tool has
    /// `isError` then, and says to the model what to ask its user in the chat, and which values go
    /// where. [`Ask::answered_by`](crate::Ask::answered_by) says who answered, and so does the log.
    ///
    /// A model writes the arguments, so this is not for a consent: see
    /// [`Confirm`](crate::runtime::Confirm).
    ///
    /// It does not compile for a form with a secret, which no argument may have.
    ///
    /// The argument is validated by what [`prefill`](Self::prefill) writes of it. A field that cannot be
    /// written counts as valid. The answer is the value that was given.
    ///
    /// A tool whose argument has this type fails before it runs if the model gave an invalid one, also
    /// where the person could be asked. [`or_json_argument`](Self::or_json_argument) reports what is
    /// wrong with it.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Elicit};
    ///
    /// #[derive(Elicit)]
    /// struct Scale {
    ///     #[elicit(minimum = 1, maximum = 20)]
    ///     replicas: u8,
    /// }
    ///
    /// /// `replicas` is an argument of the tool.
    /// async fn scale(ask: Ask, replicas: Option<u8>) -> Result<u8, AskError> {
    ///     let question = ask.form("scale", "How many should run?");
    ///     let given = replicas.map(|replicas| Scale { replicas });
    ///     let scale = question.or_flattened_argument(given).or_end().await?;
    ///     Ok(scale.replicas)
    /// }
    /// ```
    pub fn or_argument(self, argument: Option<T>) -> Self
    where
        // Everything that can be a field is `Send`.
        T: NoSecrets + Send,
    {
        self.with_value(argument, Naming::InKey)
    }

    /// Like [`or_argument`](Self::or_argument), for a form whose properties are themselves
    /// arguments of the tool: the model reads their names as they are.
    pub fn or_flattened_argument(self, arguments: Option<T>) -> Self
    where
        T: NoSecrets + Send,
    {
        self.with_value(arguments, Naming::Properties)
    }

    /// Like [`or_argument`](Self::or_argument), with an argument in JSON: a [`Value`] or an
    /// `Option<Value>`. It is validated as an answer is, and `null` counts as none.
    ///
    /// The guide has [a tool for it](crate::guide::when_not_asked#a-whole-form).
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Elicit, Revision, testing::{End, User}};
    /// use serde_json::{Value, json};
    ///
    /// #[derive(Elicit)]
    /// struct Scale {
    ///     #[elicit(minimum = 1, maximum = 20)]
    ///     replicas: u8,
    /// }
    ///
    /// /// `wanted` is the argument `scale` of the tool.
    /// async fn scale(ask: Ask, wanted: Option<Value>) -> Result<u8, AskError> {
    ///     let question = ask.form::<Scale>("scale", "How many should run?");
    ///     let scale = question.or_json_argument(wanted).or_end().await?;
    ///     Ok(scale.replicas)
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let user = User::cannot_be_asked();
    /// let call = async |ask: Ask| scale(ask, Some(json!({"replicas": 3}))).await;
    /// assert_eq!(user.run(Revision::LATEST, call).await, End::Returned(Ok(3)));
    ///
    /// let call = async |ask: Ask| scale(ask, None).await;
    /// let End::Ended(ended) = user.run(Revision::LATEST, call).await else { panic!() };
    /// assert!(ended.text().contains("- `scale.replicas`: a whole number. Replicas. 1 to 20"));
    /// # }
    /// ```
    pub fn or_json_argument(self, argument: impl Into<Option<Value>>) -> Self
    where
        T: NoSecrets,
    {
        self.with_json(argument.into(), Naming::InKey)
    }

    /// Like [`or_json_argument`](Self::or_json_argument), for a form whose properties are themselves
    /// arguments of the tool: an object of them.
    pub fn or_flattened_json_argument(self, arguments: impl Into<Option<Value>>) -> Self
    where
        T: NoSecrets,
    {
        self.with_json(arguments.into(), Naming::Properties)
    }

    pub(super) fn with_value(mut self, value: Option<T>, naming: Naming) -> Self
    where
        T: Send + 'static,
    {
        let content = value.as_ref().map(|value| self.shape.content(value).into());
        self = self.with_json(content, naming);
        self.typed = value.map(|value| Box::new(|| value) as TypedArgument<T>);
        self
    }

    pub(super) fn with_json(mut self, json: Option<Value>, naming: Naming) -> Self {
        self.typed = None;
        self.question.argument = Some(OrArgument {
            naming,
            reason: None,
            json: json.filter(|json| !json.is_null()),
        });
        self
    }

    /// Ends the call if the question has no answer. The handler stops here, and the result of the
    /// call says why. [`OrEnd`] lists what ends a call. Other errors are returned as without `or_end`.
    pub fn or_end(self) -> OrEnd<'a, Self> {
        OrEnd::new(self.run, self)
    }
}

impl<T> Future for Form<'_, T> {
    type Output = Result<Outcome<T>, AskError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let asking = this.asking.get_or_insert_with(|| {
            let question = take(&mut this.question);
            this.question.key.clone_from(&question.key);
            let choices = replace(&mut this.choices, Box::new(()));
            let checks = take(&mut this.checks);
            let typed = this.typed.take();
            Box::pin(answer(
                this.run, this.shape, question, choices, checks, typed,
            ))
        });
        asking.as_mut().poll(context)
    }
}

impl<T> Askable for Form<'_, T> {
    type Answer = T;

    fn key(&self) -> &str {
        &self.question.key
    }
}

impl<T> Unpin for Form<'_, T> {}

impl<T> fmt::Debug for Form<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Form")
            .field("key", &log_name(&self.question.key))
            .finish_non_exhaustive()
    }
}
