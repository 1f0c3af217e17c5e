//! A store in the memory of this process.

use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    future::ready,
    sync::{Arc, Mutex, MutexGuard, OnceLock},
    time::Instant,
};

use super::{BoxFuture, Entry, Store, StoreError};
use crate::runtime::lock::lock;

/// A store in the memory of this process.
///
/// When it is full, it refuses new entries and keeps the old ones until their time is over.
///
/// - One owner gets at most a quarter of the room, unless [`owner_limit`](Self::owner_limit) sets another limit.
/// - All entries without an owner get at most half of the room together (or as much as one owner, if that is
///   more), because the callers behind them cannot be told apart.
/// - The answers to open [pages](crate::pages) have separate room, twice as large, so that a page that
///   was opened can be answered. The store may therefore grow to three times its room, and an owner
///   to three times that limit. If the answers are much longer than their pages, this room can be full,
///   too. Then the page says that nothing was kept.
///
/// ```
/// use elicit_core::{Elicitation, store::MemoryStore};
///
/// let elicitation = Elicitation::default().store(MemoryStore::new(16 << 20)); // 16 MiB
/// ```
pub struct MemoryStore {
    room: usize,
    owner_limit: usize,
    entries: Mutex<Entries>,
}

/// What an entry costs beside its name and its value, in bytes: the maps, and their slack.
const OVERHEAD: usize = 256;

#[derive(Default)]
struct Entries {
    /// Each entry, and when it expires.
    by_name: HashMap<Arc<str>, (Entry, Instant)>,
    by_time: BTreeSet<(Instant, Arc<str>)>,
    /// How many bytes each payer uses, of entries and of follow-ups.
    used: HashMap<(Payer, bool), usize>,
}

/// What has a limit in bytes.
#[derive(PartialEq, Eq, Hash)]
enum Payer {
    Everyone,
    /// `None`: all callers without an owner.
    Owner(Option<Arc<str>>),
}

impl MemoryStore {
    /// A store of this size in bytes, which includes its own overhead. The answers to pages may take
    /// twice as much again.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self {
            room: bytes,
            owner_limit: bytes / 4,
            entries: Mutex::default(),
        }
    }

    /// Sets how many bytes one owner can fill. An owner is a caller whom the server knows
    /// (`elicit_core::rmcp3::Elicits::principal`).
    #[must_use]
    pub fn owner_limit(self, bytes: usize) -> Self {
        Self {
            owner_limit: bytes,
            ..self
        }
    }

    /// The store shared by the whole process.
    pub(crate) fn process_wide() -> Arc<Self> {
        static STORE: OnceLock<Arc<MemoryStore>> = OnceLock::new();
        Arc::clone(STORE.get_or_init(Arc::default))
    }

    /// The entries that have not expired.
    fn entries(&self) -> MutexGuard<'_, Entries> {
        let mut entries = lock(&self.entries);
        entries.expire();
        entries
    }

    fn insert(&self, entries: &mut Entries, mut entry: Entry) -> Result<(), StoreError> {
        let until = Instant::now().checked_add(entry.time_to_live);
        let until = until
            .ok_or_else(|| StoreError::Unsuitable("the time to live is too long".to_owned()))?;
        let old = entries.remove(&entry.name);
        // What replaces a follow-up is a follow-up.
        entry.is_follow_up |= old.as_ref().is_some_and(|(old, _)| old.is_follow_up);
        let has_room = payers(&entry).iter().all(|payer| {
            let used = entries.used.get(payer).copied().unwrap_or_default();
            used + size(&entry) <= self.limit(payer)
        });
        if has_room {
            entries.add(entry, until);
            return Ok(());
        }
        if let Some((old, until)) = old {
            entries.add(old, until);
        }
        Err(StoreError::Full)
    }

    fn limit(&self, (payer, is_follow_up): &(Payer, bool)) -> usize {
        let limit = match payer {
            Payer::Everyone => self.room,
            Payer::Owner(Some(_)) => self.owner_limit,
            Payer::Owner(None) => self.owner_limit.max(self.room / 2),
        };
        // A small answer and the cookie of a browser take a little more room than the smallest page.
        limit.saturating_mul(if *is_follow_up { 2 } else { 1 })
    }
}

fn size(entry: &Entry) -> usize {
    entry.name.len() + entry.value.len() + OVERHEAD
}

fn payers(entry: &Entry) -> [(Payer, bool); 2] {
    let owner = Payer::Owner(entry.owner.clone());
    [Payer::Everyone, owner].map(|payer| (payer, entry.is_follow_up))
}

impl Entries {
    fn expire(&mut self) {
        let now = Instant::now();
        while let Some((until, name)) = self.by_time.first()
            && *until <= now
        {
            let name = Arc::clone(name);
            self.remove(&name);
        }
        // The maps do not keep the size of a peak for ever.
        if self.by_name.capacity() > 1024 && self.by_name.capacity() / 8 > self.by_name.len() {
            self.by_name.shrink_to(self.by_name.len() * 2);
            self.used.shrink_to(self.used.len() * 2);
        }
    }

    fn add(&mut self, entry: Entry, until: Instant) {
        for payer in payers(&entry) {
            *self.used.entry(payer).or_default() += size(&entry);
        }
        let name = Arc::clone(&entry.name);
        self.by_time.insert((until, Arc::clone(&name)));
        self.by_name.insert(name, (entry, until));
    }

    fn remove(&mut self, name: &str) -> Option<(Entry, Instant)> {
        let (entry, until) = self.by_name.remove(name)?;
        self.by_time.remove(&(until, Arc::clone(&entry.name)));
        for payer in payers(&entry) {
            let left = self.used.remove(&payer).unwrap_or_default() - size(&entry);
            if left > 0 {
                self.used.insert(payer, left);
            }
        }
        Some((entry, until))
    }

    fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.by_name.get(name).map(|(entry, _)| entry.value.clone())
    }
}

impl Store for MemoryStore {
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        let mut entries = self.entries();
        let result = match entries.get(&entry.name) {
            Some(value) => Ok(Some(value)),
            None => self.insert(&mut entries, entry).map(|()| None),
        };
        Box::pin(ready(result))
    }

    fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>> {
        let result = self.insert(&mut self.entries(), entry);
        Box::pin(ready(result))
    }

    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(ready(Ok(self.entries().get(name))))
    }

    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        let taken = self.entries().remove(name);
        Box::pin(ready(Ok(taken.map(|(entry, _)| entry.value))))
    }

    fn is_shared(&self) -> bool {
        false
    }
}

impl Default for MemoryStore {
    /// 64 MiB.
    fn default() -> Self {
        Self::new(64 << 20)
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore")
            .field("room", &self.room)
            .field("owner_limit", &self.owner_limit)
            .finish_non_exhaustive()
    }
}
