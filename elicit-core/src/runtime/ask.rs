//! What a handler asks with.

mod asker;
mod this_call;

pub use asker::Asker;
#[cfg(feature = "rmcp3")]
pub(crate) use asker::origin;
pub use this_call::Settled;

use std::{borrow::Cow, collections::BTreeSet, sync::Arc};

use super::{
    question::{
        all::{All, Askable},
        confirm::Confirm,
        form_question::{Derived, Form},
        link::Link,
        one_value::OneValue,
    },
    run::Run,
    state::call_id::CallId,
};
use crate::{
    elicit::{Elicit, NoRunTimeChoices, NoSecrets},
    field::AskableValue,
    form::choices::Choices,
    opaque_debug::opaque_debug,
};

/// Asks the user of the client that has sent the request.
///
/// A handler takes one as a parameter (see `elicit_core::rmcp3`), and asks through
/// it as often as it needs. One handler serves clients of every revision:
///
/// - before 2026-07-28 a question is sent when it is awaited, and the handler
///   waits there for the answer;
/// - since 2026-07-28 a server may not send requests. When the handler awaits a
///   question that has no answer yet, this run of it **ends there**: it is
///   dropped, the client gets the question, and calls again with the answer.
///   Then the handler **runs again from its top**, and every question that has
///   been answered returns its answer at once.
///
/// So what comes before a question happens again with each round. Reading is
/// fine; what is costly, or random, goes into [`remember`](Self::remember); what
/// must not happen with each round comes after the last question and
/// [`settle`](Self::settle). Guards in the handler are dropped with it, as when a
/// future is dropped by `select!`; code after an `await` for cleaning up is not
/// reached.
///
/// Answers are kept by the key that each question has. A key is good for one question in a call.
/// Use a constant: keys are in the log and in errors, so they must not be made of data, such as a
/// command or an answer. In a loop, add an index, or a hash if the order can change between runs.
///
/// A question that is awaited gives an [`Outcome`](crate::Outcome), or an
/// [`AskError`](crate::AskError) where there is none.
///
/// If questions do not depend on each other, await them together. Then they go out in one round:
/// with `tokio::join!` or any other `join!`, or with [`all`](Self::all) if their number is not
/// known. On 2026-07-28 the other futures in the `join!` are dropped with the run. If one of them
/// asks a question later, this question goes out in another round.
///
/// ```
/// use elicit_core::{Ask, AskError};
///
/// async fn replace(ask: Ask) -> Result<String, AskError> {
///     ask.confirm("sure", "Replace what runs in production?").or_end().await?;
///     let settled = ask.settle();
///     // From here on nothing is run again for another question.
/// #   let _ = settled;
///     Ok("replaced".to_owned())
/// }
/// ```
///
/// Protocol: [Elicitation Requests] (2025-11-25; before it *Creating Elicitation
/// Requests*), [Basic Workflow] of *Multi Round-Trip Requests* (2026-07-28).
///
/// [Elicitation Requests]: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#elicitation-requests
/// [Basic Workflow]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#basic-workflow
pub struct Ask {
    run: Arc<Run>,
    call: CallId,
}

impl Ask {
    /// A question: the form of `T` below a message.
    ///
    /// The message is plain text, and the same in each run of the call. It is sent with `\n` for
    /// `\r\n`, and with control and invisible characters escaped (`\u{200b}`). If it has a link,
    /// the log has a warning. Put text that is not yours into [`quoted`](crate::quoted).
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Elicit, Outcome};
    ///
    /// #[derive(Elicit)]
    /// struct Scale {
    ///     #[elicit(minimum = 1, maximum = 20)]
    ///     replicas: u8,
    /// }
    ///
    /// async fn scale(ask: Ask) -> Result<String, AskError> {
    ///     Ok(match ask.form::<Scale>("scale", "How many should run?").await? {
    ///         Outcome::Accepted(scale) => format!("{} replicas", scale.replicas),
    ///         Outcome::Declined => "nothing was changed".to_owned(),
    ///         Outcome::Cancelled => "ask again later".to_owned(),
    ///     })
    /// }
    /// ```
    ///
    /// Protocol: [Form Mode Elicitation Requests] (2025-11-25, 2026-07-28).
    ///
    /// [Form Mode Elicitation Requests]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-elicitation-requests
    pub fn form<'a, T: Elicit + NoRunTimeChoices + NoSecrets>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
    ) -> Form<'a, T> {
        Form::new(&self.run, Derived::FORM, key.into(), message.into(), ())
    }

    /// Like [`form`](Self::form), for a form with `#[elicit(choices)]`: with the options that are
    /// known only at run time.
    ///
    /// They have to be the same in each run of the call, in the same order: what
    /// a server discovers goes through [`remember`](Self::remember). If there is
    /// none, if two are alike, or if there are fewer than `min_items`, the question ends with
    /// [`AskError::BadQuestion`](crate::AskError::BadQuestion) when it is awaited.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Elicit};
    ///
    /// #[derive(Elicit)]
    /// struct Target {
    ///     #[elicit(choices)]
    ///     environment: String,
    /// }
    ///
    /// async fn target(ask: Ask) -> Result<String, AskError> {
    ///     let environments = vec![("eu", "Europe"), ("us", "America")];
    ///     let choices = TargetChoices { environment: environments.into() };
    ///     let target: Target = ask.form_with("target", "Where?", choices).or_end().await?;
    ///     Ok(target.environment) // `eu` or `us`
    /// }
    /// ```
    pub fn form_with<'a, T: Elicit + NoSecrets>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
        choices: T::Choices,
    ) -> Form<'a, T> {
        Form::new(
            &self.run,
            Derived::FORM,
            key.into(),
            message.into(),
            choices,
        )
    }

    /// A question whose form is known only at run time: see [`dynamic`](crate::dynamic).
    ///
    /// It is asked as every [`form`](Self::form) is: again if the answer is invalid, prefilled, with checks,
    /// with an argument in JSON ([`Form::or_json_argument`]), on each revision. On 2026-07-28 the form has
    /// to be the same in each run of the call.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, dynamic::{DynamicAnswer, DynamicForm}};
    ///
    /// async fn pass_on(ask: Ask, message: &str, form: &DynamicForm) -> Result<DynamicAnswer, AskError> {
    ///     ask.dynamic("question", message, form).or_end().await
    /// }
    /// ```
    ///
    /// Protocol: [Form Mode Elicitation Requests] (2025-11-25, 2026-07-28).
    ///
    /// [Form Mode Elicitation Requests]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-elicitation-requests
    #[cfg(feature = "dynamic")]
    pub fn dynamic<'a>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
        form: &'a crate::dynamic::DynamicForm,
    ) -> Form<'a, crate::dynamic::DynamicAnswer> {
        let options = form.run_time_options();
        Form::new(&self.run, form, key.into(), message.into(), options)
    }

    /// A question of yes or no: a form of one choice, `confirm`, of which "no" is chosen at first.
    ///
    /// It is accepted if the person chooses "yes". A form that is sent off as it is counts as declined,
    /// and so does an empty answer. The label is "Agree" or the [`title`](Confirm::title). For the
    /// message, the same holds as in [`form`](Self::form).
    ///
    /// A client that answers without a person sends `{"confirm": true}` or `{"confirm": "yes"}`.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError};
    ///
    /// async fn delete(ask: Ask) -> Result<String, AskError> {
    ///     let message = "Delete the project atlas and its 3 databases, for good?";
    ///     ask.confirm("delete", message).or_end().await?;
    ///     Ok("deleted".to_owned())
    /// }
    /// ```
    pub fn confirm<'a>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
    ) -> Confirm<'a> {
        Confirm::new(&self.run, key.into(), message.into())
    }

    /// A question of one value: a form of one property, for every type that can be a field.
    ///
    /// The property is called `value`: a client answers `{"value": "app.log"}`, whatever the key is.
    ///
    /// The label of the property is the key in words, unless a
    /// [`title`](OneValue::title) is set. For the message, the same holds as in
    /// [`form`](Self::form).
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Elicit};
    ///
    /// #[derive(Elicit)]
    /// enum Level {
    ///     Debug,
    ///     Info,
    ///     Error,
    /// }
    ///
    /// #[derive(Elicit)]
    /// struct Days(#[elicit(minimum = 1, maximum = 365)] u16);
    ///
    /// async fn log(ask: Ask) -> Result<(String, Level, Days), AskError> {
    ///     let file = ask.value::<String>("file", "Where should the log go?").or_end().await?;
    ///     let level = ask.value::<Level>("level", "What should be in it?").or_end().await?;
    ///     let days = ask.value::<Days>("days", "How long is it kept?").or_end().await?;
    ///     Ok((file, level, days))
    /// }
    /// ```
    pub fn value<'a, T: AskableValue>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
    ) -> OneValue<'a, T> {
        OneValue::new(&self.run, key.into(), message.into(), ())
    }

    /// A question for one of these options, which are known only at run time.
    ///
    /// An option is a text, or a value and the title that is shown for it. The answer is the
    /// value: a client answers `{"value": "b7"}`. The options have to be the same in each run of the call, as those of
    /// [`form_with`](Self::form_with).
    ///
    /// ```
    /// use elicit_core::{Ask, AskError};
    ///
    /// async fn restore(ask: Ask) -> Result<String, AskError> {
    ///     let backups = ask.remember("backups", find_backups).await?;
    ///     let backup = ask.pick("backup", "Which backup?", backups).or_end().await?;
    ///     Ok(format!("restored {backup}"))
    /// }
    ///
    /// /// The names of the backups, and what they are.
    /// async fn find_backups() -> Result<Vec<(String, String)>, AskError> {
    ///     Ok(vec![("b7".to_owned(), "last night".to_owned())])
    /// }
    /// ```
    pub fn pick<'a>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
        options: impl Into<Choices>,
    ) -> OneValue<'a, String> {
        OneValue::new::<Choices>(&self.run, key.into(), message.into(), options.into())
    }

    /// A question for any number of these options, which are known only at run time: like
    /// [`pick`](Self::pick), but several can be chosen. A client answers `{"value": ["b7"]}`.
    ///
    /// If the client sends an option twice, it is in the list twice.
    /// [`pick_set`](Self::pick_set) returns a set.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError};
    ///
    /// async fn delete(ask: Ask, old: Vec<String>) -> Result<String, AskError> {
    ///     let backups = ask
    ///         .pick_several("backups", "Which of the old backups should be deleted?", old)
    ///         .at_least(1)
    ///         .or_end()
    ///         .await?;
    ///     Ok(format!("{} backups were deleted", backups.len()))
    /// }
    /// ```
    pub fn pick_several<'a>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
        options: impl Into<Choices>,
    ) -> OneValue<'a, Vec<String>> {
        OneValue::new::<Choices>(&self.run, key.into(), message.into(), options.into())
    }

    /// Like [`pick_several`](Self::pick_several), but the answer is a set: if the client sends an
    /// option twice, the answer is invalid, and the person is asked again. It is for options that
    /// must not be acted on twice.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError};
    ///
    /// async fn pay(ask: Ask, open: Vec<String>) -> Result<usize, AskError> {
    ///     let invoices = ask.pick_set("invoices", "Which invoices should be paid?", open);
    ///     Ok(invoices.or_end().await?.len())
    /// }
    /// ```
    pub fn pick_set<'a>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
        options: impl Into<Choices>,
    ) -> OneValue<'a, BTreeSet<String>> {
        OneValue::new::<Choices>(&self.run, key.into(), message.into(), options.into())
    }

    /// A question that is answered in a browser: a page for the person to visit,
    /// for what must not pass through the client, such as credentials or a
    /// payment (URL mode: 2025-11-25 and later, and clients of 2025-06-18 that declare it).
    ///
    /// The address is `https`, or `http` on this machine, and has no user name or
    /// password in it. Its host is not percent-encoded, and it is not longer than
    /// [`Elicitation::url_limit`](crate::Elicitation::url_limit). It must not give access by itself
    /// to anyone who has it: the page finds out who is visiting, and whether that is the user who
    /// was asked ([`LinkTickets`](crate::LinkTickets)).
    /// On 2026-07-28 the address has to be the same in each run of the call, so a
    /// token in it comes from [`remember`](Self::remember).
    ///
    /// ```
    /// use elicit_core::{Ask, AskError};
    ///
    /// async fn link(ask: Ask) -> Result<String, AskError> {
    ///     ask.url("link", "https://example.org/link", "Link your account")
    ///         .done_when(is_linked)
    ///         .or_end()
    ///         .await?;
    ///     Ok("the account is linked".to_owned())
    /// }
    ///
    /// async fn is_linked() -> bool {
    ///     true
    /// }
    /// ```
    ///
    /// Protocol: [URL Mode Elicitation Requests], [Safe URL Handling] and [Phishing]
    /// (2025-11-25, 2026-07-28).
    ///
    /// [URL Mode Elicitation Requests]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
    /// [Safe URL Handling]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling
    /// [Phishing]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#phishing
    pub fn url<'a>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        url: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
    ) -> Link<'a> {
        Link::new(&self.run, key.into(), url.into(), message.into())
    }

    /// Asks several questions of one type, whose number is known only at run time.
    ///
    /// The answers are in the order of the questions. On 2026-07-28 the questions go out together,
    /// in one round. Before 2026-07-28 they are asked one after the other, until the first no,
    /// because clients put dialogs on top of each other.
    ///
    /// If all answers are accepted, or if there is no question, the [`Outcome`](crate::Outcome) is
    /// `Accepted`. Otherwise it is the first no. Write `or_end` after `all`, not on each question.
    ///
    /// Each question has a key of its own, and counts for
    /// [`Elicitation::rate_limit`](crate::Elicitation::rate_limit): more than sixty in a call require a higher
    /// one. Questions of different types are awaited with `tokio::join!`, which on every
    /// revision asks all of them at once.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Elicit};
    ///
    /// #[derive(Elicit)]
    /// struct Backups {
    ///     /// How long they are kept
    ///     #[elicit(minimum = 1, maximum = 365)]
    ///     days: u16,
    /// }
    ///
    /// async fn keep(ask: Ask, databases: &[String]) -> Result<String, AskError> {
    ///     let questions = databases.iter().enumerate().map(|(index, database)| {
    ///         let message = format!("How many days should backups of {database} be kept?");
    ///         ask.form::<Backups>(format!("keep {index}"), message)
    ///     });
    ///     let backups = ask.all(questions).or_end().await?;
    ///     let longest = backups.iter().map(|backups| backups.days).max();
    ///     Ok(format!("kept for up to {longest:?} days"))
    /// }
    /// ```
    pub fn all<Q: Askable>(&self, questions: impl IntoIterator<Item = Q>) -> All<'_, Q, Q::Answer> {
        All::new(&self.run, questions)
    }
}

#[cfg(feature = "pages")]
impl Ask {
    /// A question that is answered on a page of the server, in the browser: the form of `T` below
    /// a message.
    ///
    /// It is for what must not pass through the client, such as a `SecretString`. What the person
    /// types goes from the browser to the server, and not to the client, to a log or to a model.
    /// Any other form can be asked on a page as well. Everything else is as in
    /// [`form`](Self::form): the options, the checks, the outcome.
    ///
    /// The server says where its pages are ([`Elicitation::pages`](crate::Elicitation::pages)).
    /// The client has to have URL mode, unless the server opens the browser itself
    /// ([`open_browser`](crate::pages::LocalPages::open_browser)).
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Elicit};
    /// use secrecy::SecretString;
    ///
    /// #[derive(Elicit)]
    /// struct Account {
    ///     #[elicit(title = "API key", min_length = 20)]
    ///     api_key: SecretString,
    ///     workspace: String,
    /// }
    ///
    /// async fn connect(ask: Ask) -> Result<String, AskError> {
    ///     let account: Account = ask.page("connect", "Connect your account").or_end().await?;
    ///     Ok(format!("connected to {}", account.workspace))
    /// }
    /// ```
    ///
    /// - An invalid answer is corrected on the page. If a [`check`](Form::check) of the question
    ///   objects, the page opens again with its words, and the client is asked again: that is an
    ///   [attempt](Form::attempts).
    /// - The page is open for the [time-out](Form::timeout) of the question, from when the person agrees
    ///   to open it. Before 2026-07-28 the call waits, and the client has the same time to answer.
    ///   The client gets a notice when the page is answered (2025-11-25).
    /// - On 2026-07-28 the answer stays in the [store](crate::Elicitation::store), encrypted, for
    ///   the later runs of the handler. If the client comes back before the person has answered,
    ///   the question waits for 50 seconds, and the client then comes back without asking again. That is
    ///   no [round](crate::Elicitation::rounds).
    /// - What was sent on the page counts, also if the client declines or dismisses the link later.
    ///
    /// # Errors
    ///
    /// As a [`Form`], and [`AskError::NoPage`](crate::AskError::NoPage) if the page cannot be
    /// opened or read. If the server has no pages, or under
    /// [`Pages::at`](crate::pages::Pages::at) if the form is not registered or the call has no
    /// principal, it is [`AskError::BadQuestion`](crate::AskError::BadQuestion). If the client has
    /// not declared URL mode, it is [`AskError::Unsupported`](crate::AskError::Unsupported).
    ///
    /// Protocol: [URL Mode Elicitation Requests] and [Phishing] (2025-11-25, 2026-07-28).
    ///
    /// [URL Mode Elicitation Requests]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
    /// [Phishing]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#phishing
    pub fn page<'a, T: Elicit + NoRunTimeChoices>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
    ) -> Form<'a, T> {
        self.on_page(key.into(), message.into(), ())
    }

    /// Like [`page`](Self::page), for a form with `#[elicit(choices)]`: with the options that are
    /// known only at run time, as in [`form_with`](Self::form_with).
    pub fn page_with<'a, T: Elicit>(
        &'a self,
        key: impl Into<Cow<'a, str>>,
        message: impl Into<Cow<'a, str>>,
        choices: T::Choices,
    ) -> Form<'a, T> {
        self.on_page(key.into(), message.into(), choices)
    }

    fn on_page<'a, T: Elicit>(
        &'a self,
        key: Cow<'a, str>,
        message: Cow<'a, str>,
        choices: impl crate::form::choices::RunTimeOptions,
    ) -> Form<'a, T> {
        let mut form = Form::new(&self.run, Derived::FORM, key, message, choices);
        form.question.page = Some(crate::pages::PageForm::new::<T>());
        form
    }
}

opaque_debug!(Ask);
