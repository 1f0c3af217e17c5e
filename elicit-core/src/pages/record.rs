//! What the store has of a page: what it asks, which browser it is open in, and the answer to each
//! attempt. All of it is encrypted.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::{Context, Waker},
    time::Duration,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::question_page::FormError;
use crate::{
    form::choices::{ChoiceOption, Choices, RunTimeOptions},
    runtime::state::{
        digest::{Digest, Fields},
        random_token::may_be_random_token,
        records::{Lease, RecordError, RecordName, Records},
    },
};

/// How much longer an answer lives than its page. The run that reads it may have begun while the page was
/// open, and have worked or waited for something else since.
const TIME_TO_READ: Duration = Duration::from_secs(60);

/// The secret in the link to a page: random, and without data.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Ticket(Arc<str>);

/// What a page asks.
#[derive(Serialize, Deserialize)]
pub(crate) struct PageQuestion {
    pub(crate) form: Digest,
    /// The key of the question and the name of the tool, for the log.
    pub(crate) key: String,
    pub(crate) tool: String,
    pub(crate) message: String,
    /// Who was asked.
    pub(crate) principal: Option<String>,
    /// The token that the browser sends with the answer.
    pub(crate) csrf: String,
    pub(crate) options: StoredOptions,
    /// The values of the fields at first, without secrets.
    pub(crate) prefill: Map<String, Value>,
    /// Which attempt this is, from 1. If a check of the server rejects the answer, there is another.
    pub(crate) attempt: u8,
    pub(crate) errors: Vec<FormError>,
    /// That of the page.
    pub(crate) lease: Lease,
}

/// The answer to a page.
#[derive(Serialize, Deserialize)]
pub(crate) enum PageAnswer {
    Accepted(Value),
    Declined,
    /// The question has ended, or the answer was read.
    Withdrawn,
}

/// The options that are known only at run time: for each property of the form, values and titles.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredOptions(Vec<Option<Vec<StoredOption>>>);

/// A value and a title.
type StoredOption = (String, Option<String>);

impl StoredOptions {
    pub(crate) fn new(options: &dyn RunTimeOptions, properties: usize) -> Self {
        let stored = (0..properties).map(|index| {
            let options = options.choices(index)?.options().iter();
            let pairs = options.map(|option| {
                let title = option.title().map(str::to_owned);
                (option.value().to_owned(), title)
            });
            Some(pairs.collect())
        });
        Self(stored.collect())
    }

    /// In the process that shows the page.
    pub(crate) fn restored(&self) -> Arc<[Option<Choices>]> {
        let choices = self.0.iter().map(|options| {
            let options = options.as_ref()?.iter().cloned();
            let options = options.map(|(value, title)| match title {
                Some(title) => ChoiceOption::from((value, title)),
                None => ChoiceOption::from(value),
            });
            Some(options.collect())
        });
        choices.collect()
    }
}

impl Ticket {
    /// A ticket from a text that cannot be guessed.
    pub(crate) fn new(random_token: Arc<str>) -> Self {
        Self(random_token)
    }

    /// Reads a text from an address, if it may be a ticket.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        may_be_random_token(text).then(|| Self(text.into()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The entries of one page.
#[derive(Clone, Copy)]
pub(crate) struct PageRecord<'a> {
    pub(crate) records: &'a Records,
    pub(crate) ticket: &'a Ticket,
}

impl PageRecord<'_> {
    /// What the page asks, unless it is closed.
    pub(crate) async fn page(&self) -> Result<Option<PageQuestion>, RecordError> {
        self.get(&self.name("page")).await
    }

    /// Opens the page, or asks something else on it.
    pub(crate) async fn put(&self, page: &PageQuestion) -> Result<(), RecordError> {
        let (name, lease) = (self.name("page"), &page.lease);
        self.records.put(&name, &json(page)?, lease).await?;
        // Another browser must not take the page because this entry expires first.
        match self.browser().await? {
            Some(cookie) => {
                let name = self.name("page-browser");
                self.records.put(&name, cookie.as_bytes(), lease).await
            }
            None => Ok(()),
        }
    }

    /// Lets the page live for this time from now, if it asks for this attempt or a later one. Returns
    /// whether it does.
    pub(crate) async fn prolong(&self, attempt: u8, lives: Duration) -> Result<bool, RecordError> {
        match self.page().await? {
            Some(mut page) if page.attempt >= attempt => {
                page.lease.lives = lives;
                self.put(&page).await.map(|()| true)
            }
            _ => Ok(false),
        }
    }

    /// The answer to an attempt.
    pub(crate) async fn answer(&self, attempt: u8) -> Result<Option<PageAnswer>, RecordError> {
        self.get(&self.answer_name(attempt)).await
    }

    /// Whether an attempt is answered.
    pub(super) async fn is_answered(&self, attempt: u8) -> Result<bool, RecordError> {
        let found = self.records.get(&self.answer_name(attempt)).await?;
        Ok(found.is_some())
    }

    /// Keeps an attempt that is answered, or can be, as long from now as if it were new. Returns
    /// whether it is.
    pub(crate) async fn keep(&self, attempt: u8, lease: &Lease) -> Result<bool, RecordError> {
        match self.answer(attempt).await? {
            Some(PageAnswer::Withdrawn) => return Ok(false),
            Some(answer) => self.replace(attempt, lease, &answer).await?,
            None => match self.page().await? {
                Some(page) => self.put(&page).await?,
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    /// Answers an attempt, if this is the first answer. Returns the one that is there.
    pub(crate) async fn claim(
        &self,
        attempt: u8,
        lease: &Lease,
        answer: &PageAnswer,
    ) -> Result<Option<PageAnswer>, RecordError> {
        let (name, lease) = (self.answer_name(attempt), follow_up(lease, TIME_TO_READ));
        let found = self.records.claim(&name, &json(answer)?, &lease).await?;
        found.map(|json| parsed(&json)).transpose()
    }

    /// Puts an answer to an attempt in place of the one that is there.
    pub(crate) async fn replace(
        &self,
        attempt: u8,
        lease: &Lease,
        answer: &PageAnswer,
    ) -> Result<(), RecordError> {
        let (name, lease) = (self.answer_name(attempt), follow_up(lease, TIME_TO_READ));
        self.records.put(&name, &json(answer)?, &lease).await
    }

    /// Binds the page to a browser, if it is the first. Returns the cookie of the browser to which the
    /// page is bound already.
    pub(super) async fn bind(
        &self,
        page: &PageQuestion,
        cookie: &str,
    ) -> Result<Option<String>, RecordError> {
        let (name, cookie) = (self.name("page-browser"), cookie.as_bytes());
        let lease = follow_up(&page.lease, Duration::ZERO);
        let found = self.records.claim(&name, cookie, &lease).await?;
        Ok(found.map(|cookie| String::from_utf8_lossy(&cookie).into_owned()))
    }

    /// The cookie of the browser to which the page is bound.
    pub(crate) async fn browser(&self) -> Result<Option<String>, RecordError> {
        let found = self.records.get(&self.name("page-browser")).await?;
        Ok(found.map(|cookie| String::from_utf8_lossy(&cookie).into_owned()))
    }

    /// Closes the page, unless it asks for a later attempt than this by now. Returns whether it is
    /// closed.
    pub(crate) async fn close(&self, attempt: u8) -> Result<bool, RecordError> {
        let Some(page) = self.page().await? else {
            return Ok(true);
        };
        if page.attempt > attempt {
            return Ok(false);
        }
        // A browser that already shows the page comes too late.
        self.claim(page.attempt, &page.lease, &PageAnswer::Withdrawn)
            .await?;
        self.remove().await.map(|()| true)
    }

    /// Closes the page where nothing can be awaited. The store in memory does it at once. Another
    /// store is sent the request if it can be sent at once. Otherwise the page expires.
    ///
    /// It does not panic, since the thread may be unwinding. Some stores panic without an executor.
    pub(crate) fn close_now(&self) {
        let close = AssertUnwindSafe(|| {
            let closing = pin!(self.remove());
            let _ = closing.poll(&mut Context::from_waker(Waker::noop()));
        });
        let _ = catch_unwind(close);
    }

    async fn remove(&self) -> Result<(), RecordError> {
        self.records.remove(&self.name("page")).await
    }

    async fn get<T: DeserializeOwned>(&self, name: &RecordName) -> Result<Option<T>, RecordError> {
        let found = self.records.get(name).await?;
        found.map(|json| parsed(&json)).transpose()
    }

    fn answer_name(&self, attempt: u8) -> RecordName {
        let fields = Fields::new("elicit-core/v1/page-answer\0")
            .field(self.ticket.0.as_bytes())
            .field(&[attempt]);
        RecordName::new("page-answer", fields)
    }

    fn name(&self, kind: &str) -> RecordName {
        let fields = Fields::new("elicit-core/v1/page\0").field(self.ticket.0.as_bytes());
        RecordName::new(kind, fields)
    }
}

/// How an entry is kept that a page needs while it is open, and that lives longer than the page.
fn follow_up(page: &Lease, longer: Duration) -> Lease {
    Lease {
        owner: page.owner.clone(),
        lives: page.lives.saturating_add(longer),
        is_follow_up: true,
    }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, RecordError> {
    serde_json::to_vec(value).map_err(|_| RecordError::UnknownFormat)
}

fn parsed<T: DeserializeOwned>(json: &[u8]) -> Result<T, RecordError> {
    serde_json::from_slice(json).map_err(|_| RecordError::UnknownFormat)
}
