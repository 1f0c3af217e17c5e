//! A question that is a link: URL mode.

use std::{
    borrow::Cow,
    fmt,
    mem::take,
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll},
    time::Duration,
};

use serde_json::{Map, Value};

use super::{
    Body, Question,
    all::Askable,
    client_asking::ClientAsking,
    completer::{Agreed, Completer},
    form_question::OutcomeFuture,
    or_end::OrEnd,
};
use crate::{
    runtime::{
        error::{AskError, call_error::CallError, failure::Failure},
        log_name::log_name,
        outcome::{Action, Outcome},
        run::Run,
    },
    schema::value::RunTimeTexts,
    store::BoxFuture,
};

/// A question that is a link: [`Ask::url`](crate::Ask::url). Await it for an
/// `Outcome<`[`Agreed`]`>`, or put [`or_end`](Self::or_end) first.
///
/// # Errors
///
/// As a [`Form`](crate::runtime::Form), but never [`AskError::Invalid`]: there is no content.
/// If the client has not declared URL mode, it is [`AskError::Unsupported`]. (2025-06-18 has no
/// URL mode; clients of it that declare it are asked as on 2025-11-25.) If the address must not be
/// shown to a person, such as one with `http` on another machine, it is [`AskError::BadQuestion`].
///
/// Protocol: [URL Mode Elicitation Requests] (2025-11-25, 2026-07-28).
///
/// [URL Mode Elicitation Requests]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
#[must_use = "a question is asked when it is awaited"]
pub struct Link<'a> {
    run: &'a Run,
    asked: LinkQuestion<'a>,
    asking: Option<OutcomeFuture<'a, Agreed>>,
}

type Done<'a> = Box<dyn FnMut() -> BoxFuture<'a, bool> + Send + 'a>;

impl<'a> Link<'a> {
    pub(in crate::runtime) fn new(
        run: &'a Run,
        key: Cow<'a, str>,
        url: Cow<'a, str>,
        message: Cow<'a, str>,
    ) -> Self {
        let id = run.progress.question(&key).link_id(1);
        Self {
            run,
            asked: LinkQuestion {
                key,
                url,
                message,
                timeout: run.elicitation.timeout,
                id,
                ..LinkQuestion::default()
            },
            asking: None,
        }
    }

    /// As [`Form::timeout`](crate::runtime::Form::timeout).
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.asked.timeout = timeout;
        self
    }

    /// As [`Form::meta`](crate::runtime::Form::meta).
    pub fn meta(mut self, meta: Map<String, Value>) -> Self {
        self.asked.meta = Some(meta);
        self
    }

    /// Sets how the server finds out that the page is done. There is an example at
    /// [`Ask::url`](crate::Ask::url).
    ///
    /// If the person has agreed and is not done, the same question is asked again, within
    /// [`Elicitation::rounds`](crate::Elicitation::rounds).
    ///
    /// The closure must change nothing: it runs when the person has agreed, and on 2026-07-28 in
    /// each later run of the handler. If the server may know already that the person is done, add
    /// [`or_require`](Self::or_require). Then the person is not asked.
    ///
    /// The closure is cloned for each call, because an `async` closure that borrows what it
    /// captures is `FnOnce` and `Clone`, but not `Fn`.
    pub fn done_when<F>(mut self, done: impl FnOnce() -> F + Clone + Send + 'a) -> Self
    where
        F: Future<Output = bool> + Send + 'a,
    {
        self.asked.done = Some(Box::new(move || Box::pin(done.clone()())));
        self
    }

    /// Makes the page a condition of the call.
    ///
    /// If [`done_when`](Self::done_when) says that the page is done, the person is not asked, and
    /// the outcome is [`Outcome::Accepted`]. Otherwise:
    ///
    /// - On 2025-11-25 the call ends with the error `-32042`, which names the page. The client
    ///   calls again when the server has said that the page is done
    ///   ([`completer`](Self::completer)).
    /// - On 2026-07-28 the client gets the question and calls again, as with every question.
    /// - On 2025-06-18 the call waits for the answer, because there is no such error.
    ///
    /// Without a [`done_when`](Self::done_when) the question ends with [`AskError::BadQuestion`],
    /// because a call that comes back has no other way to tell.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError};
    ///
    /// async fn report(ask: Ask) -> Result<String, AskError> {
    ///     ask.url("link", "https://example.org/link", "Link your account")
    ///         .done_when(is_linked)
    ///         .or_require()
    ///         .or_end()
    ///         .await?;
    ///     Ok("the report".to_owned())
    /// }
    /// # async fn is_linked() -> bool { true }
    /// ```
    ///
    /// Protocol: [URL Elicitation Required Error] (2025-11-25).
    ///
    /// [URL Elicitation Required Error]: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
    pub fn or_require(mut self) -> Self {
        self.asked.require = true;
        self
    }

    /// Tells the client when the person has finished on the page, also after the call has ended.
    #[must_use]
    pub fn completer(&self) -> Completer {
        Completer::new(self.run, &self.asked.id)
    }

    /// As [`Form::or_end`](crate::runtime::Form::or_end).
    /// A page that is not [done with](Self::done_when) within
    /// [`Elicitation::rounds`](crate::Elicitation::rounds) ends the call, too:
    /// [`AskError::Unfinished`].
    pub fn or_end(self) -> OrEnd<'a, Self> {
        OrEnd::new(self.run, self)
    }
}

impl Future for Link<'_> {
    type Output = Result<Outcome<Agreed>, AskError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { run, asked, asking } = self.get_mut();
        let asking = asking.get_or_insert_with(|| {
            let link = take(asked);
            asked.key.clone_from(&link.key);
            Box::pin(link.ask(run))
        });
        asking.as_mut().poll(context)
    }
}

#[diagnostic::do_not_recommend]
impl Askable for Link<'_> {
    type Answer = Agreed;

    fn key(&self) -> &str {
        &self.asked.key
    }

    fn set_or_end(&mut self) {
        self.asked.or_end = true;
    }
}

/// A link that is being asked.
#[derive(Default)]
struct LinkQuestion<'a> {
    key: Cow<'a, str>,
    url: Cow<'a, str>,
    message: Cow<'a, str>,
    timeout: Duration,
    meta: Option<Map<String, Value>>,
    done: Option<Done<'a>>,
    require: bool,
    or_end: bool,
    /// `elicitationId`.
    id: Arc<str>,
}

impl LinkQuestion<'_> {
    async fn ask(mut self, run: &Run) -> Result<Outcome<Agreed>, AskError> {
        let done = self.done.take();
        let question = Question {
            run,
            handle: run.progress.question(&self.key),
            message: &self.message,
            attempts: run.elicitation.attempts.max(1),
            timeout: self.timeout,
            meta: self.meta.as_ref(),
            texts: RunTimeTexts::default(),
            is_consent: false,
            digest: OnceLock::new(),
            body: Body::Link {
                url: &self.url,
                id: &self.id,
            },
        };
        let asking = ask_until_done(&question, done, self.require, self.or_end);
        let outcome = question.logged(&question.span(), asking).await?;
        let completer = Completer::new(run, &self.id);
        Ok(outcome.map(|()| Agreed { completer }))
    }
}

/// Asks until the server says that the page is done with.
async fn ask_until_done(
    question: &Question<'_>,
    mut done: Option<Done<'_>>,
    require: bool,
    or_end: bool,
) -> Result<Outcome<()>, AskError> {
    let run = question.run;
    question.handle.claim()?;
    question.check()?;
    if require && done.is_none() {
        return Err(question
            .bad("nothing says when its page is done\nhelp: `or_require` requires a `done_when`"));
    }
    let has_done = done.is_some();
    let mut is_done = async || match &mut done {
        Some(done) => question.handle.unless_closed(done()).await,
        None => Ok(true),
    };
    if require && !question.handle.entry(|entry| entry.has_answer()) {
        if is_done().await? {
            return Ok(Outcome::Accepted(()));
        }
        if run.call.revision.has_url_completion() {
            question.admit().await?;
            // It goes out with the error.
            question.log_asked(1, None);
            let failure = Failure::PageRequired(question.params(None));
            return Err(question.handle.fail(failure).await);
        }
    }
    let mut asking = ClientAsking::new(question);
    let mut rounds = 0;
    loop {
        let said = match asking.next().await {
            Err(error) if question.is_unshown(&error) => {
                // The model may have given the link to the person in an earlier call.
                if has_done && is_done().await? {
                    return Ok(Outcome::Accepted(()));
                }
                return Err(question.link_not_shown(has_done));
            }
            said => said?,
        };
        question.note_answered_by(said.by());
        match said.action {
            Action::Accept => {}
            Action::Decline => return Ok(Outcome::Declined),
            Action::Cancel => return Ok(Outcome::Cancelled),
        }
        if is_done().await? {
            return Ok(Outcome::Accepted(()));
        }
        rounds = if run.waits_in_place() {
            rounds + 1
        } else {
            run.progress.round()
        };
        let limit = run.elicitation.rounds;
        if rounds >= limit && or_end {
            return Err(AskError::Unfinished);
        }
        if rounds >= limit && run.waits_in_place() {
            let failure = CallError::TooManyRounds { rounds: limit };
            return Err(question.handle.fail(failure).await);
        }
        asking.ask_again();
    }
}

impl fmt::Debug for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link")
            .field("key", &log_name(&self.asked.key))
            .finish_non_exhaustive()
    }
}
