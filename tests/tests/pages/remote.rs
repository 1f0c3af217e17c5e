//! A store as another process has it: no request is answered at once, time passes when a test says
//! so, and a request may fail.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use elicit_core::store::{BoxFuture, Entry, Store, StoreError};
use tokio::task::yield_now;

/// How long a mark is.
const MARK: usize = 46;

#[derive(Clone, Default)]
pub(crate) struct Remote(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    /// The values, and until when each lives.
    entries: HashMap<String, (Vec<u8>, Duration)>,
    now: Duration,
    /// The kind of entry of which a request fails, and how many of them are answered before.
    failing: Option<(&'static str, u8)>,
    /// The kind of entry of which no request is carried out, and for how many requests more.
    down: Option<(&'static str, u32)>,
    begins: Option<Arc<Beginning>>,
}

/// What each request begins with, by the kind of its entry.
type Beginning = dyn Fn(&str) + Send + Sync;

impl Remote {
    pub(crate) fn wait(&self, time: Duration) {
        self.0.lock().unwrap().now += time;
    }

    /// So many requests for an entry of this kind are answered, and the one after them is carried
    /// out and fails.
    pub(crate) fn fail_after(&self, answered: u8, kind: &'static str) {
        self.0.lock().unwrap().failing = Some((kind, answered));
    }

    /// So many requests for an entry of this kind are not carried out.
    pub(crate) fn go_down(&self, requests: u32, kind: &'static str) {
        self.0.lock().unwrap().down = Some((kind, requests));
    }

    /// All requests are carried out again.
    pub(crate) fn recover(&self) {
        self.0.lock().unwrap().down = None;
    }

    /// Each request begins with this, which gets the kind of its entry.
    pub(crate) fn begin_with(&self, begins: impl Fn(&str) + Send + Sync + 'static) {
        self.0.lock().unwrap().begins = Some(Arc::new(begins));
    }

    /// Somebody who can write here puts a mark in place of each value of this kind: the first byte,
    /// which says its format, and zeros.
    pub(crate) fn cut(&self, kind: &str) {
        for (name, (value, _)) in &mut self.0.lock().unwrap().entries {
            if name.starts_with(&format!("{kind}:")) {
                value.truncate(1);
                value.resize(MARK, 0);
            }
        }
    }

    pub(crate) fn is_down(&self) -> bool {
        self.0.lock().unwrap().down.is_some()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.lock().unwrap().entries.is_empty()
    }

    async fn request<R>(
        &self,
        name: &str,
        request: impl FnOnce(&mut Inner) -> R,
    ) -> Result<R, StoreError> {
        let kind = name.split(':').next().unwrap();
        let begins = self.0.lock().unwrap().begins.clone();
        if let Some(begins) = begins {
            begins(kind);
        }
        yield_now().await;
        let mut inner = self.0.lock().unwrap();
        let now = inner.now;
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
        Ok(done)
    }
}

impl Inner {
    fn put(&mut self, entry: Entry) {
        let until = self.now + entry.time_to_live;
        self.entries
            .insert(entry.name.to_string(), (entry.value, until));
    }

    fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.entries.get(name).map(|(value, _)| value.clone())
    }
}

impl Store for Remote {
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        let name = Arc::clone(&entry.name);
        Box::pin(async move {
            let claim = |inner: &mut Inner| {
                let found = inner.get(&entry.name);
                if found.is_none() {
                    inner.put(entry);
                }
                found
            };
            self.request(&name, claim).await
        })
    }

    fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>> {
        let name = Arc::clone(&entry.name);
        Box::pin(async move { self.request(&name, |inner| inner.put(entry)).await })
    }

    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(self.request(name, |inner| inner.get(name)))
    }

    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        let take = |inner: &mut Inner| inner.entries.remove(name).map(|(value, _)| value);
        Box::pin(self.request(name, take))
    }

    fn is_shared(&self) -> bool {
        true
    }
}
