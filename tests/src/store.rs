//! A store that fails, stalls and cheats when a test says so.

use std::{
    collections::HashMap,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Poll, Waker},
    time::{Duration, Instant},
};

use elicit_core::store::{BoxFuture, Entry, Store, StoreError};
use tokio::task::yield_now;

/// A store as another process has it: no request is answered at once. Clones are the same store.
///
/// Requests are told apart by the kind of their entry, which its name begins with (`page:…`).
#[derive(Clone)]
pub struct TestStore(Arc<Mutex<Inner>>);

struct Inner {
    /// The values, and until when each lives.
    entries: HashMap<String, (Vec<u8>, Instant)>,
    /// All bytes that were ever given to the store.
    seen: Vec<u8>,
    /// How much faster its time passes than that of the test.
    ahead: Duration,
    /// How many bytes there is room for in values.
    room: usize,
    /// The kind of entry for which a request fails, and how many of them are answered before.
    failing: Option<(&'static str, u8)>,
    /// The kind of entry for which no request is carried out, and how many more of them come.
    down: Option<(&'static str, u32)>,
    /// Who waits for the end of [`TestStore::stall`], while it lasts.
    stalled: Option<Vec<Waker>>,
    begins: Option<Arc<Beginning>>,
    edits: Option<Box<Edit>>,
    fault: Option<Fault>,
}

/// What each request begins with, by the kind of its entry.
type Beginning = dyn Fn(&str) + Send + Sync;

/// How each entry is changed.
type Edit = dyn Fn(&mut Entry) + Send;

/// What a store does wrong.
#[derive(Clone, Copy, PartialEq)]
pub enum Fault {
    /// Two claims of one name succeed.
    ClaimsTwice,
    /// A claim returns an empty value for the one that is there.
    ForgetsTheValue,
    /// Two can take one value.
    TakesTwice,
    /// The first value of a name stays.
    NeverReplaces,
    /// Looks whether a name is free, and claims it later.
    IsNotAtomic,
}

impl TestStore {
    /// Lets this time pass for the entries.
    pub fn advance(&self, time: Duration) {
        self.inner().ahead += time;
    }

    /// Answers this number of requests for an entry of this kind. The one after them is carried out
    /// and fails.
    pub fn fail_after(&self, answered: u8, kind: &'static str) {
        self.inner().failing = Some((kind, answered));
    }

    /// Fails this number of requests for an entry of this kind without carrying them out.
    pub fn go_down(&self, requests: u32, kind: &'static str) {
        self.inner().down = Some((kind, requests));
    }

    /// Ends [`go_down`](Self::go_down).
    pub fn recover(&self) {
        self.inner().down = None;
    }

    /// Whether requests fail without being carried out.
    #[must_use]
    pub fn is_down(&self) -> bool {
        self.inner().down.is_some()
    }

    /// Answers no request until [`go_on`](Self::go_on).
    pub fn stall(&self) {
        self.inner().stalled = Some(Vec::new());
    }

    /// Ends [`stall`](Self::stall).
    pub fn go_on(&self) {
        let wakers = self.inner().stalled.take();
        wakers.into_iter().flatten().for_each(Waker::wake);
    }

    /// Calls this at the beginning of each request, with the kind of its entry.
    pub fn begin_with(&self, begins: impl Fn(&str) + Send + Sync + 'static) {
        self.inner().begins = Some(Arc::new(begins));
    }

    /// Changes each entry in this way before it is put.
    pub fn edit(&self, edits: impl Fn(&mut Entry) + Send + 'static) {
        self.inner().edits = Some(Box::new(edits));
    }

    /// Does this wrong from now on.
    pub fn cheat(&self, fault: Fault) {
        self.inner().fault = Some(fault);
    }

    /// Leaves no room beside what is there.
    pub fn fill(&self) {
        let mut inner = self.inner();
        inner.room = inner.used();
    }

    /// Puts another value in place of each of this kind, as anyone can who can write to the store: the
    /// first byte, which is the format, and zeros.
    pub fn forge(&self, kind: &str) {
        for (name, (value, _)) in &mut self.inner().entries {
            if name.starts_with(&format!("{kind}:")) {
                value.truncate(1);
                // As long as the encrypted claim of `once`.
                value.resize(46, 0);
            }
        }
    }

    /// Whether it has no entry, expired ones included.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inner().entries.is_empty()
    }

    /// All names, values and owners that were ever given to the store.
    #[must_use]
    pub fn seen(&self) -> Vec<u8> {
        self.inner().seen.clone()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, fault: Fault) -> bool {
        self.inner().fault == Some(fault)
    }

    async fn request<R>(
        &self,
        name: &str,
        request: impl FnOnce(&mut Inner) -> Result<R, StoreError>,
    ) -> Result<R, StoreError> {
        let kind = name.split(':').next().unwrap_or_default();
        let begins = self.inner().begins.clone();
        if let Some(begins) = begins {
            begins(kind);
        }
        yield_now().await;
        poll_fn(|context| match &mut self.inner().stalled {
            Some(wakers) => {
                wakers.push(context.waker().clone());
                Poll::Pending
            }
            None => Poll::Ready(()),
        })
        .await;
        let mut inner = self.inner();
        let now = inner.now();
        inner.entries.retain(|_, (_, until)| *until > now);
        if let Some((down, left)) = inner.down
            && kind == down
        {
            inner.down = Some((down, left - 1)).filter(|_| left > 1);
            return Err(StoreError::unavailable("the connection was refused"));
        }
        let done = request(&mut inner);
        if let Some((failing, left)) = inner.failing
            && kind == failing
        {
            inner.failing = left.checked_sub(1).map(|left| (failing, left));
            if left == 0 {
                return Err(StoreError::unavailable("the connection was lost"));
            }
        }
        done
    }
}

impl Inner {
    fn now(&self) -> Instant {
        Instant::now() + self.ahead
    }

    fn used(&self) -> usize {
        self.entries.values().map(|(value, _)| value.len()).sum()
    }

    fn put(&mut self, mut entry: Entry) -> Result<(), StoreError> {
        if let Some(edits) = &self.edits {
            edits(&mut entry);
        }
        self.seen.extend(entry.name.as_bytes());
        self.seen.extend(&entry.value);
        self.seen
            .extend(entry.owner.iter().flat_map(|owner| owner.bytes()));
        let replaced = self.entries.get(&*entry.name).map(|(value, _)| value.len());
        if self.used() - replaced.unwrap_or_default() + entry.value.len() > self.room {
            return Err(StoreError::Full);
        }
        if self.fault != Some(Fault::NeverReplaces) || replaced.is_none() {
            let until = self.now() + entry.time_to_live;
            self.entries
                .insert(entry.name.to_string(), (entry.value, until));
        }
        Ok(())
    }

    fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.entries.get(name).map(|(value, _)| value.clone())
    }

    fn claim(&mut self, entry: Entry) -> Result<Option<Vec<u8>>, StoreError> {
        let found = self.get(&entry.name);
        if found.is_none() {
            self.put(entry)?;
        }
        Ok(match self.fault {
            Some(Fault::ClaimsTwice) => None,
            Some(Fault::ForgetsTheValue) => found.map(|_| Vec::new()),
            _ => found,
        })
    }
}

impl Store for TestStore {
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        let name = Arc::clone(&entry.name);
        Box::pin(async move {
            if self.has(Fault::IsNotAtomic) {
                let found = self.get(&name).await?;
                if found.is_none() {
                    self.put(entry).await?;
                }
                return Ok(found);
            }
            self.request(&name, |inner| inner.claim(entry)).await
        })
    }

    fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>> {
        let name = Arc::clone(&entry.name);
        Box::pin(async move { self.request(&name, |inner| inner.put(entry)).await })
    }

    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(self.request(name, |inner| Ok(inner.get(name))))
    }

    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        if self.has(Fault::TakesTwice) {
            return self.get(name);
        }
        let take = |inner: &mut Inner| inner.entries.remove(name).map(|(value, _)| value);
        Box::pin(self.request(name, move |inner| Ok(take(inner))))
    }

    fn is_shared(&self) -> bool {
        true
    }
}

impl Default for TestStore {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Inner {
            entries: HashMap::new(),
            seen: Vec::new(),
            ahead: Duration::ZERO,
            room: usize::MAX,
            failing: None,
            down: None,
            stalled: None,
            begins: None,
            edits: None,
            fault: None,
        })))
    }
}
