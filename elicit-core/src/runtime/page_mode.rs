//! A form that is answered on a page of the server: [`Ask::page`](crate::Ask::page).
//!
//! The question to the client is a link. The answer comes into the [store](crate::store), wherever
//! the browser sends it, and whoever waits for it looks there.

use std::{borrow::Cow, future::poll_fn, pin::pin, sync::Arc, task::Poll, time::Duration};

use serde_json::{Map, Value};

use super::{
    audit,
    backchannel::Backchannel,
    call_error::CallError,
    completer::Completer,
    elicit_result::{ElicitResult, Judge, Made},
    error::AskError,
    outcome::{Action, Mode, Outcome},
    question::{Body, Question},
    records::{RecordError, Records},
    run::{Known, Run, Stop},
    state::Recorded,
};
use crate::{
    pages::{
        Browser, Complaint, PageForm, Pages,
        ticket::{PageAnswer, PageRecord, StoredOptions, Ticket, unguessable},
        without_secrets,
    },
    plain_text::visible,
    store::StoreError,
    violation::InvalidContent,
};

/// How long a retry of 2026-07-28 waits for the page. Some clients retry at once, and others take
/// a call for lost that takes long.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often the store is looked into, at first and at last.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(1)];

/// What the entries of a page live longer than who waits for them.
const SPARE: Duration = Duration::from_secs(60);

/// No page is open for longer.
const LONGEST_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// A question on a page that is being asked.
struct Asking<'a> {
    run: &'a Run,
    pages: &'a Pages,
    question: &'a Question<'a>,
    form: &'a PageForm,
    or_end: bool,
    /// The client cannot open a page, and the server opens it itself.
    by_browser: bool,
}

/// Closes a page also where the call is dropped. A later run may still wait for a page of
/// 2026-07-28.
struct Closing<'a> {
    asking: &'a Asking<'a>,
    ticket: &'a Ticket,
    is_due: bool,
}

impl Run {
    /// Asks on a page, until there is a valid answer, or an error.
    pub(super) async fn ask_on_page(
        &self,
        question: &Question<'_>,
        form: &PageForm,
        or_end: bool,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, AskError> {
        self.claim(question)?;
        self.check_layer(question)?;
        question.check()?;
        let Some(pages) = &self.elicitation.pages else {
            return Err(question.bad(
                "the server has no pages; give `Pages::local()` or `Pages::at(..)` to \
                 `Elicitation::pages`",
            ));
        };
        let principal = self.call.principal.as_deref();
        if let Some(reason) = pages.fault(form, principal, &self.elicitation) {
            return Err(question.bad(reason));
        }
        let by_browser = pages.opens_browser() && !self.reaches(Mode::Url);
        let asking = Asking {
            run: self,
            pages,
            question,
            form,
            or_end,
            by_browser,
        };
        if self.is_legacy() {
            asking.wait(judge).await
        } else {
            asking.step(judge).await
        }
    }
}

impl Asking<'_> {
    /// Before 2026-07-28: asks, and waits for the answer.
    async fn wait(&self, judge: Judge<'_>) -> Result<Outcome<Made>, AskError> {
        self.admit()?;
        let ticket = self.draw()?;
        let page = self.page(1, self.prefill(), Vec::new())?;
        self.ask(&ticket, page, judge).await
    }

    /// 2026-07-28: looks for the answer. If there is none, the client has to ask.
    async fn step(&self, judge: Judge<'_>) -> Result<Outcome<Made>, AskError> {
        let (run, question) = (self.run, self.question);
        let asked = run.ticket(question.key);
        let known = run.recall(question, question.digest());
        if let Some(asked) = asked.filter(|_| run.ticket(question.key).is_none()) {
            // It was another question.
            self.close(&asked, u8::MAX).await;
        }
        let (attempt, patience, is_new) = match known? {
            Known::Open(attempt) => (attempt, Duration::ZERO, true),
            Known::Answered(recorded) => {
                let (attempt, is_new) = (recorded.attempt, recorded.unread);
                let said = self.said(recorded);
                if let (Some(ticket), Ok(Outcome::Declined | Outcome::Cancelled) | Err(_)) =
                    (run.ticket(question.key), &said)
                {
                    self.close(&ticket, attempt).await;
                }
                match said? {
                    Outcome::Accepted(()) => (attempt, PATIENCE, is_new),
                    Outcome::Declined => return Ok(Outcome::Declined),
                    Outcome::Cancelled => return Ok(Outcome::Cancelled),
                }
            }
        };
        // What was accepted without having been asked has no page.
        let Some(ticket) = run.ticket(question.key) else {
            self.admit()?;
            let ticket = self.draw()?;
            run.keep_ticket(question.key, &ticket);
            return self.begin(&ticket, attempt, judge).await;
        };
        let found = self.find(&ticket, attempt, patience).await;
        // A client that is gone may come again.
        if !matches!(found, Ok(None) | Err(AskError::Suspended | AskError::Gone)) {
            self.close(&ticket, attempt).await;
        }
        match found? {
            Some(answer) => self.take(&ticket, attempt, answer, is_new, judge).await,
            None => self.begin(&ticket, attempt, judge).await,
        }
    }

    /// 2026-07-28: looks for the answer to a page, and has the client ask again if there is none.
    /// `None`: the page is not there.
    async fn find(
        &self,
        ticket: &Ticket,
        attempt: u8,
        patience: Duration,
    ) -> Result<Option<Outcome<Value>>, AskError> {
        if let Some(answer) = self.answer(ticket, attempt, patience, None).await? {
            return Ok(Some(answer));
        }
        if !patience.is_zero() && self.or_end && self.run.is_last_round() {
            let late = self.withdraw(ticket, attempt).await?;
            return late.ok_or(AskError::Unfinished).map(Some);
        }
        self.admit()?;
        if !self.refresh(ticket, attempt).await? {
            return Ok(None);
        }
        if self.by_browser {
            // The browser was opened in an earlier run.
            return self.answer_in_time(ticket, attempt, None).await.map(Some);
        }
        Err(self.park(ticket, attempt).await)
    }

    /// 2026-07-28: asks for the first time, or for what the store has forgotten.
    async fn begin(
        &self,
        ticket: &Ticket,
        attempt: u8,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, AskError> {
        let page = self.page(attempt, self.prefill(), Vec::new())?;
        if self.by_browser {
            return self.ask(ticket, page, judge).await;
        }
        self.open(ticket, &page).await?;
        Err(self.park(ticket, attempt).await)
    }

    /// Asks and waits for the answer, until it is valid.
    async fn ask(
        &self,
        ticket: &Ticket,
        mut page: PageRecord,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, AskError> {
        loop {
            let closing = Closing {
                asking: self,
                ticket,
                is_due: self.run.is_legacy(),
            };
            let answer = self.attempt(ticket, &page).await;
            // Before the answer is judged: nobody keeps the value over an `await`.
            closing.close(page.attempt, &answer).await;
            let answer = answer?;
            if !self.run.is_legacy() {
                self.record(page.attempt, &answer);
            }
            let content = match answer {
                Outcome::Accepted(content) => content,
                Outcome::Declined => return Ok(Outcome::Declined),
                Outcome::Cancelled => return Ok(Outcome::Cancelled),
            };
            match self.judged(content, true, &mut *judge)? {
                Ok(made) => return Ok(Outcome::Accepted(made)),
                Err(Objection { invalid, content }) => {
                    let attempt = self.next_attempt(page.attempt, &invalid)?;
                    page = self.objecting(attempt, &invalid, &content)?;
                }
            }
        }
    }

    /// Opens the page, sends the person there and waits for the answer.
    async fn attempt(
        &self,
        ticket: &Ticket,
        page: &PageRecord,
    ) -> Result<Outcome<Value>, AskError> {
        let (run, attempt) = (self.run, page.attempt);
        let address = self.open(ticket, page).await?;
        let begun = run.wire.as_ref().map(|wire| wire.now());
        let id = self.unguessable()?;
        let browser = if self.by_browser {
            audit::asked(&run.names, self.question, attempt, None);
            Some(Browser::open(&address).map_err(|_| NO_BROWSER)?)
        } else {
            let message = self.message(attempt);
            let link = self.link(&message, &address, &id);
            link.check()?;
            let mut agreed = |_: &Value, _| Ok(Ok(Box::new(()) as Made));
            match run.wait(&link, &mut agreed).await?.map(drop) {
                Outcome::Accepted(()) => None,
                Outcome::Declined => return Ok(Outcome::Declined),
                Outcome::Cancelled => return Ok(Outcome::Cancelled),
            }
        };
        let answer = self.answer_in_time(ticket, attempt, browser).await?;
        if let (Some(begun), Some(wire)) = (begun, &run.wire) {
            let latency = wire.now().saturating_duration_since(begun);
            run.took(self.question.key, latency);
        }
        if !self.by_browser {
            // Whether or not the client hears it, the page is answered.
            let _ = Completer::new(run, Some(&id)).complete().await;
        }
        Ok(answer)
    }

    /// 2026-07-28: what comes of an answer that was found.
    async fn take(
        &self,
        ticket: &Ticket,
        attempt: u8,
        answer: Outcome<Value>,
        is_new: bool,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, AskError> {
        let is_accepted = matches!(answer, Outcome::Accepted(_));
        if !is_accepted || !self.run.has_answer(self.question.key) {
            self.record(attempt, &answer);
        }
        let content = match answer {
            Outcome::Accepted(content) => content,
            Outcome::Declined => return Ok(Outcome::Declined),
            Outcome::Cancelled => return Ok(Outcome::Cancelled),
        };
        let Objection { invalid, content } = match self.judged(content, is_new, judge)? {
            Ok(made) => return Ok(Outcome::Accepted(made)),
            Err(objection) => objection,
        };
        let attempt = self.next_attempt(attempt, &invalid)?;
        let page = self.objecting(attempt, &invalid, &content)?;
        if self.by_browser {
            return self.ask(ticket, page, judge).await;
        }
        self.admit()?;
        // A retry that came before may have opened it, and the person may have it on the screen.
        if !self.refresh(ticket, attempt).await? {
            self.open(ticket, &page).await?;
        }
        Err(self.park(ticket, attempt).await)
    }

    /// Keeps for later runs what was done on the page (2026-07-28). What was typed is in the store.
    fn record(&self, attempt: u8, answer: &Outcome<Value>) {
        let result = ElicitResult {
            action: match answer {
                Outcome::Accepted(_) => Action::Accept,
                Outcome::Declined => Action::Decline,
                Outcome::Cancelled => Action::Cancel,
            },
            content: Arc::default(),
            beyond: None,
        };
        let mut recorded = Recorded::new(self.question.digest(), attempt, result);
        recorded.unread = false;
        self.run.record(self.question.key, recorded);
    }

    /// Counts the question, if it may be asked. Before that nothing is put into the store for it.
    fn admit(&self) -> Result<(), AskError> {
        if self.by_browser {
            self.run.count(self.question)
        } else {
            self.run.admit(self.question)
        }
    }

    /// What the client said of the link (2026-07-28).
    fn said(&self, mut recorded: Recorded) -> Result<Outcome<()>, AskError> {
        let (run, question) = (self.run, self.question);
        let (action, attempt, latency) = (recorded.action, recorded.attempt, recorded.latency());
        let (is_new, is_too_fast) = (recorded.unread, recorded.too_fast);
        if let Some(latency) = latency {
            run.took(question.key, latency);
        }
        if is_new {
            audit::answered(&run.names, question, action, attempt, latency);
        }
        // A link has no content.
        recorded.read(None);
        run.record(question.key, recorded);
        if is_too_fast {
            if !is_new {
                run.note_old_news(question.key);
            }
            return Err(AskError::TooFast);
        }
        Ok(match action {
            Action::Accept => Outcome::Accepted(()),
            Action::Decline => Outcome::Declined,
            Action::Cancel => Outcome::Cancelled,
        })
    }

    /// Waits for the answer to an attempt, until the time of the question is over.
    async fn answer_in_time(
        &self,
        ticket: &Ticket,
        attempt: u8,
        browser: Option<Browser>,
    ) -> Result<Outcome<Value>, AskError> {
        let timeout = self.question.timeout;
        if let Some(answer) = self.answer(ticket, attempt, timeout, browser).await? {
            return Ok(answer);
        }
        // It may have come at this very moment.
        let late = self.withdraw(ticket, attempt).await?;
        late.ok_or(AskError::TimedOut)
    }

    /// Waits for the answer to an attempt.
    async fn answer(
        &self,
        ticket: &Ticket,
        attempt: u8,
        patience: Duration,
        mut browser: Option<Browser>,
    ) -> Result<Option<Outcome<Value>>, AskError> {
        let _open = self.run.reports.question();
        if self.run.elicitation.keep_alive.is_some() {
            // It may be asked in another task.
            self.run.wake_driver();
        }
        let (mut waited, [mut pause, longest]) = (Duration::ZERO, PAUSES);
        loop {
            let found = self.look(ticket, attempt).await;
            let found = found.map_err(|error| self.no_page(&error))?;
            let found = found.map(outcome).transpose()?;
            let Some(wire) = self.run.wire.as_deref() else {
                return Ok(found);
            };
            if found.is_some() || waited >= patience {
                return Ok(found);
            }
            if wire.is_gone() {
                return Err(AskError::Gone);
            }
            if browser.as_mut().is_some_and(Browser::has_failed) {
                return Err(NO_BROWSER);
            }
            pause = pause.min(patience.saturating_sub(waited));
            self.sleep(wire, pause).await?;
            waited += pause;
            pause = (pause * 2).min(longest);
        }
    }

    /// Looks into the store once.
    async fn look(&self, ticket: &Ticket, attempt: u8) -> Result<Option<PageAnswer>, RecordError> {
        let owner = self.run.session.owner(&self.run.call);
        let (records, lives) = (self.records(), self.lives());
        if self.run.is_legacy() {
            ticket.take_answer(records, attempt, &owner, lives).await
        } else {
            // Each later run of the handler comes here again.
            ticket.keep_answer(records, attempt, &owner, lives).await
        }
    }

    /// Nobody waits for the answer to an attempt any more. Returns one that came just now.
    async fn withdraw(
        &self,
        ticket: &Ticket,
        attempt: u8,
    ) -> Result<Option<Outcome<Value>>, AskError> {
        let owner = self.run.session.owner(&self.run.call);
        let withdrawn = ticket.withdraw(self.records(), attempt, &owner, self.lives());
        let late = withdrawn.await.map_err(|error| self.no_page(&error))?;
        late.map(outcome).transpose()
    }

    /// Closes the page of an attempt. A failure of the store is no failure of the question.
    async fn close(&self, ticket: &Ticket, attempt: u8) {
        match ticket.close(self.records(), attempt).await {
            Ok(true) => self.pages.forget(ticket),
            // It asks something else by now.
            Ok(false) => {}
            Err(error) => {
                audit::no_record(&self.run.names, &error);
                self.pages.forget(ticket);
            }
        }
    }

    /// Has the page live on, if it asks for this attempt or a later one. Whether it does.
    async fn refresh(&self, ticket: &Ticket, attempt: u8) -> Result<bool, AskError> {
        let refreshed = ticket.refresh(self.records(), attempt, self.lives());
        refreshed.await.map_err(|error| self.no_page(&error))
    }

    /// Sleeps. A task that outlives the handler waits no longer than the handler.
    async fn sleep(&self, wire: &dyn Backchannel, time: Duration) -> Result<(), AskError> {
        let mut sleep = pin!(wire.sleep(time));
        poll_fn(|context| {
            if self.run.park(self.question.key, context) {
                return Poll::Ready(Err(AskError::Suspended));
            }
            sleep.as_mut().poll(context).map(Ok)
        })
        .await
    }

    /// The value of what was sent, or what a check objects to. It is new where no earlier run has
    /// judged it.
    fn judged(
        &self,
        content: Value,
        is_new: bool,
        judge: Judge<'_>,
    ) -> Result<Result<Made, Objection>, AskError> {
        // As in a form, a client of 2026-07-28 decides how often something is judged.
        let may_be_guess = is_new && !self.run.is_legacy();
        let judged = judge(&content, may_be_guess);
        if judged.is_err() && may_be_guess {
            self.run.note_unread(self.question.key);
        }
        Ok(judged?.map_err(|invalid| Objection { invalid, content }))
    }

    /// Counts an objection.
    fn next_attempt(&self, attempt: u8, invalid: &InvalidContent) -> Result<u8, AskError> {
        let (run, question) = (self.run, self.question);
        let is_new = run.is_legacy() || run.note_invalid(question.key);
        if is_new {
            audit::invalid(&run.names, question, attempt, invalid);
        }
        if attempt < question.attempts {
            return Ok(attempt + 1);
        }
        if !is_new {
            run.note_old_news(question.key);
        }
        Err(AskError::Invalid(invalid.clone()))
    }

    /// 2026-07-28: has the client ask, and waits for the next round.
    async fn park(&self, ticket: &Ticket, attempt: u8) -> AskError {
        let run = self.run;
        if run.is_last_round() {
            self.close(ticket, attempt).await;
            let rounds = run.elicitation.rounds;
            let failure = CallError::TooManyRounds { rounds }.into();
            return run.end(self.question.key, Stop::Failed(failure)).await;
        }
        let address = match self.address(ticket) {
            Ok(address) => address,
            Err(error) => return error,
        };
        let message = self.message(attempt);
        // The revision has no id.
        let link = self.link(&message, &address, "none");
        let opened = link
            .check()
            .and_then(|()| run.open(&link, self.question.digest(), attempt, None));
        match opened {
            Ok(()) => run.parked(self.question.key).await,
            Err(error) => error,
        }
    }

    /// Puts what the page asks into the store. Returns the address of the page.
    async fn open(&self, ticket: &Ticket, page: &PageRecord) -> Result<String, AskError> {
        let opened = ticket.open(self.records(), page).await;
        opened.map_err(|error| self.no_page(&error))?;
        self.address(ticket)
    }

    fn address(&self, ticket: &Ticket) -> Result<String, AskError> {
        let elicitation = &self.run.elicitation;
        let address = self
            .pages
            .address(ticket, self.form, elicitation, self.lives());
        address.map_err(|_| AskError::NoPage {
            reason: "the server cannot listen on its computer",
        })
    }

    /// What the page asks, with what was wrong with the attempt before.
    fn page(
        &self,
        attempt: u8,
        prefill: Map<String, Value>,
        complaints: Vec<Complaint>,
    ) -> Result<PageRecord, AskError> {
        let (run, question) = (self.run, self.question);
        let Body::Form { choices, .. } = question.body else {
            return Err(question.bad("only a form is asked on a page"));
        };
        Ok(PageRecord {
            form: self.form.digest.clone(),
            key: question.key.to_owned(),
            tool: run.call.target.clone(),
            message: visible(question.message).into_owned(),
            principal: run.call.principal.clone(),
            owner: run.session.owner(&run.call),
            csrf: self.unguessable()?.as_ref().to_owned(),
            options: StoredOptions::of(choices, self.form.schema.properties().len()),
            prefill,
            attempt,
            complaints,
            lives: self.lives(),
        })
    }

    /// The page once more, after a check has objected to an answer.
    fn objecting(
        &self,
        attempt: u8,
        invalid: &InvalidContent,
        content: &Value,
    ) -> Result<PageRecord, AskError> {
        let form = self.form.schema;
        let complaints = Complaint::of(invalid, form, self.run.words());
        self.page(attempt, without_secrets(form, content), complaints)
    }

    fn prefill(&self) -> Map<String, Value> {
        match self.question.body {
            Body::Form { prefill, .. } => {
                without_secrets(self.form.schema, &Value::Object(prefill.clone()))
            }
            Body::Link { .. } => Map::new(),
        }
    }

    /// The message beside the link. What is wrong with an answer is on the page alone.
    fn message(&self, attempt: u8) -> Cow<'_, str> {
        let message = self.question.message;
        if attempt > 1 {
            let correct = self.run.words().please_correct();
            format!("{correct}\n{message}").into()
        } else {
            message.into()
        }
    }

    /// The question that the client is asked.
    fn link<'q>(&self, message: &'q str, url: &'q str, id: &'q str) -> Question<'q>
    where
        Self: 'q,
    {
        Question {
            key: self.question.key,
            message,
            attempts: 1,
            timeout: self.question.timeout,
            is_on_page: false,
            body: Body::Link {
                url,
                longest: self.run.elicitation.url_limit,
                id,
            },
        }
    }

    fn records(&self) -> &Records {
        &self.run.elicitation.records
    }

    /// How long the entries of the page live: as long as somebody waits, and a little longer.
    fn lives(&self) -> Duration {
        // For the client, and then for the page.
        let waits = self.question.timeout.saturating_mul(2);
        let carried = self.run.elicitation.expiry;
        let lives = match (self.run.is_legacy(), self.by_browser) {
            (true, _) => waits,
            (false, true) => waits.max(carried),
            (false, false) => carried,
        };
        lives.saturating_add(SPARE).min(LONGEST_LIFE)
    }

    fn draw(&self) -> Result<Ticket, AskError> {
        Ticket::draw().ok_or_else(|| self.question.bad(NO_RANDOMNESS))
    }

    fn unguessable(&self) -> Result<Arc<str>, AskError> {
        let text = unguessable().ok_or_else(|| self.question.bad(NO_RANDOMNESS))?;
        Ok(text.into())
    }

    /// The store has failed, or has no room.
    fn no_page(&self, error: &RecordError) -> AskError {
        audit::no_record(&self.run.names, error);
        AskError::NoPage {
            reason: match error {
                RecordError::Store(StoreError::Full) => {
                    "the server has no room for another page; try again later"
                }
                _ => "the server cannot use its store; try again later",
            },
        }
    }
}

/// What a check has found wrong with an answer.
struct Objection {
    invalid: InvalidContent,
    content: Value,
}

const NO_RANDOMNESS: &str = "the system has no randomness for its link";

const NO_BROWSER: AskError = AskError::NoPage {
    reason: "no browser could be opened where the server runs; in a container, over SSH and in \
             WSL it may be out of the user's reach",
};

/// What a person has done on a page.
fn outcome(answer: PageAnswer) -> Result<Outcome<Value>, AskError> {
    match answer {
        PageAnswer::Accepted(content) => Ok(Outcome::Accepted(content)),
        PageAnswer::Declined => Ok(Outcome::Declined),
        PageAnswer::Withdrawn => Err(AskError::TimedOut),
    }
}

impl Closing<'_> {
    async fn close(mut self, attempt: u8, answer: &Result<Outcome<Value>, AskError>) {
        // A later run of 2026-07-28 waits on.
        let waits = matches!(answer, Err(AskError::Suspended | AskError::Gone));
        if self.is_due || !waits {
            self.asking.close(self.ticket, attempt).await;
        }
        self.is_due = false;
    }
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if self.is_due {
            self.ticket.close_now(self.asking.records());
            self.asking.pages.forget(self.ticket);
        }
    }
}
