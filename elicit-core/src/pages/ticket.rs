//! The link to a page, and what the store has of it.
//!
//! A question on a page has up to three entries, all of them encrypted: what it asks, which
//! browser it is open in, and the answer to each attempt.

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::{Context, Waker},
    time::Duration,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::FormError;
use crate::{
    form::choices::{Choice, Choices, RunTimeOptions},
    runtime::state::{
        digest::{Digest, Fields},
        records::{RecordError, RecordName, Records},
        unguessable::may_be_unguessable,
    },
};

/// What is secret in the link to a page: random, and without data.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Ticket(Arc<str>);

/// What a page asks.
#[derive(Serialize, Deserialize)]
pub(crate) struct AskedPage {
    pub(crate) form: Digest,
    /// The key of the question and the name of the tool, for the log.
    pub(crate) key: String,
    pub(crate) tool: String,
    pub(crate) message: String,
    /// Who was asked, and whose room in the store it takes.
    pub(crate) principal: Option<String>,
    pub(crate) owner: Arc<str>,
    /// What the browser sends with the answer.
    pub(crate) csrf: String,
    pub(crate) options: StoredOptions,
    /// What is in the fields at first. There is no secret in it.
    pub(crate) prefill: Map<String, Value>,
    /// Which attempt this is, from 1: an objection of the server's asks again.
    pub(crate) attempt: u8,
    pub(crate) errors: Vec<FormError>,
    /// How long the entries of the page live.
    pub(crate) lives: Duration,
}

/// What comes of a page.
#[derive(Serialize, Deserialize)]
pub(crate) enum PageAnswer {
    Accepted(Value),
    Declined,
    /// Nobody waits for it any more, or it was read.
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

    pub(super) fn restored(&self) -> RestoredOptions {
        let choices = self.0.iter().map(|options| {
            let options = options.as_ref()?.iter().cloned();
            let options = options.map(|(value, title)| match title {
                Some(title) => Choice::from((value, title)),
                None => Choice::from(value),
            });
            Some(options.collect())
        });
        RestoredOptions(choices.collect())
    }
}

/// The run-time options of a page, in the process that shows it.
pub(super) struct RestoredOptions(Vec<Option<Choices>>);

impl RunTimeOptions for RestoredOptions {
    fn choices(&self, index: usize) -> Option<&Choices> {
        self.0.get(index)?.as_ref()
    }
}

impl Ticket {
    /// Makes a ticket of a text that nobody can guess.
    pub(crate) fn new(unguessable: Arc<str>) -> Self {
        Self(unguessable)
    }

    /// Reads what may be a ticket from an address.
    pub(super) fn parse(text: &str) -> Option<Self> {
        may_be_unguessable(text).then(|| Self(text.into()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Puts what the page asks.
    pub(crate) async fn open(
        &self,
        records: &Records,
        page: &AskedPage,
    ) -> Result<(), RecordError> {
        let name = self.name("page", Some(&page.owner));
        records.put(&name, &json(page)?, page.lives).await?;
        // Another browser must not take it when only the first entry has its time anew.
        match self.bound(records).await? {
            Some(cookie) => {
                let name = self.name("page-browser", Some(&page.owner));
                records.put(&name, cookie.as_bytes(), page.lives).await
            }
            None => Ok(()),
        }
    }

    /// Sets the life of the page to this time from now, if it asks for this attempt or a later one.
    /// Returns whether it does.
    pub(crate) async fn refresh(
        &self,
        records: &Records,
        attempt: u8,
        lives: Duration,
    ) -> Result<bool, RecordError> {
        match self.page(records).await? {
            Some(page) if page.attempt >= attempt => {
                let page = AskedPage { lives, ..page };
                self.open(records, &page).await.map(|()| true)
            }
            _ => Ok(false),
        }
    }

    /// What the page asks, unless it is closed.
    pub(super) async fn page(&self, records: &Records) -> Result<Option<AskedPage>, RecordError> {
        let found = records.get(&self.name("page", None)).await?;
        found.map(|json| parsed(&json)).transpose()
    }

    /// Puts the answer to an attempt, if it is the first. Returns the one that is there.
    pub(super) async fn answer(
        &self,
        records: &Records,
        page: &AskedPage,
        answer: &PageAnswer,
    ) -> Result<Option<PageAnswer>, RecordError> {
        let name = self.answer_name(page.attempt, Some(&page.owner));
        let found = records.claim(&name, &json(answer)?, page.lives).await?;
        found.map(|json| parsed(&json)).transpose()
    }

    /// Stops taking answers to an attempt. Returns the one that is there.
    pub(crate) async fn withdraw(
        &self,
        records: &Records,
        attempt: u8,
        owner: &Arc<str>,
        lives: Duration,
    ) -> Result<Option<PageAnswer>, RecordError> {
        let name = self.answer_name(attempt, Some(owner));
        let withdrawn = json(&PageAnswer::Withdrawn)?;
        let found = records.claim(&name, &withdrawn, lives).await?;
        found.map(|json| parsed(&json)).transpose()
    }

    /// The answer to an attempt.
    pub(crate) async fn answer_to(
        &self,
        records: &Records,
        attempt: u8,
    ) -> Result<Option<PageAnswer>, RecordError> {
        let found = records.get(&self.answer_name(attempt, None)).await?;
        found.map(|json| parsed(&json)).transpose()
    }

    /// Puts the answer to an attempt in place of the one that is there, for this time.
    pub(crate) async fn put_answer(
        &self,
        records: &Records,
        attempt: u8,
        owner: &Arc<str>,
        lives: Duration,
        answer: &PageAnswer,
    ) -> Result<(), RecordError> {
        let name = self.answer_name(attempt, Some(owner));
        records.put(&name, &json(answer)?, lives).await
    }

    /// Whether an attempt is answered.
    pub(super) async fn is_answered(
        &self,
        records: &Records,
        attempt: u8,
    ) -> Result<bool, RecordError> {
        let found = records.get(&self.answer_name(attempt, None)).await?;
        Ok(found.is_some())
    }

    /// Binds the page to a browser, if it is the first. Returns the cookie of the one that it is
    /// bound to already.
    pub(super) async fn bind(
        &self,
        records: &Records,
        page: &AskedPage,
        cookie: &str,
    ) -> Result<Option<String>, RecordError> {
        let name = self.name("page-browser", Some(&page.owner));
        let found = records.claim(&name, cookie.as_bytes(), page.lives).await?;
        Ok(found.map(|cookie| String::from_utf8_lossy(&cookie).into_owned()))
    }

    /// The cookie of the browser that the page is bound to.
    pub(crate) async fn bound(&self, records: &Records) -> Result<Option<String>, RecordError> {
        let found = records.get(&self.name("page-browser", None)).await?;
        Ok(found.map(|cookie| String::from_utf8_lossy(&cookie).into_owned()))
    }

    /// Closes the page, unless it asks for a later attempt than this by now. Returns whether it is
    /// closed.
    pub(crate) async fn close(&self, records: &Records, attempt: u8) -> Result<bool, RecordError> {
        let Some(page) = self.page(records).await? else {
            return Ok(true);
        };
        if page.attempt > attempt {
            return Ok(false);
        }
        // A browser that already shows the page comes too late.
        self.withdraw(records, page.attempt, &page.owner, page.lives)
            .await?;
        self.remove(records).await.map(|()| true)
    }

    /// Closes the page where nothing can be awaited. The store in memory does it at once. Another
    /// is sent the request if it can be sent at once, and else forgets the page in time.
    ///
    /// It does not panic, since the thread may be unwinding. Some stores panic without an executor.
    pub(crate) fn close_now(&self, records: &Records) {
        let close = AssertUnwindSafe(|| {
            let closing = pin!(self.remove(records));
            let _ = closing.poll(&mut Context::from_waker(Waker::noop()));
        });
        let _ = catch_unwind(close);
    }

    async fn remove(&self, records: &Records) -> Result<(), RecordError> {
        records.remove(&self.name("page", None)).await
    }

    fn answer_name(&self, attempt: u8, owner: Option<&Arc<str>>) -> RecordName {
        let fields = Fields::new("elicit-core/v1/page-answer\0")
            .field(self.0.as_bytes())
            .field(&[attempt]);
        RecordName::new("page-answer", fields, owner.cloned())
    }

    fn name(&self, kind: &str, owner: Option<&Arc<str>>) -> RecordName {
        let fields = Fields::new("elicit-core/v1/page\0").field(self.0.as_bytes());
        RecordName::new(kind, fields, owner.cloned())
    }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, RecordError> {
    serde_json::to_vec(value).map_err(|_| RecordError::UnknownFormat)
}

fn parsed<T: DeserializeOwned>(json: &[u8]) -> Result<T, RecordError> {
    serde_json::from_slice(json).map_err(|_| RecordError::UnknownFormat)
}
