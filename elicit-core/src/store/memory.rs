//! A store in the memory of this process.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    future::ready,
    sync::{Arc, Mutex, MutexGuard, OnceLock},
    time::Instant,
};

use super::{BoxFuture, Entry, Store, StoreError};
use crate::runtime::lock::lock;

/// A store in the memory of this process.
///
/// When it is full, it refuses new entries and keeps the old ones until their time is over. One
/// owner gets at most a quarter of the room, unless [`share`](Self::share) sets something else.
/// Entries of nobody in particular get half of it, all together, or one share if that is more:
/// callers who are not known cannot be told apart, but they do not take the room of those who are.
///
/// Answers to open [pages](crate::pages) have twice as much room again, so that each page which was
/// opened can be answered. So the store may take three times its room, and an owner three times the
/// share. If the answers are much longer than their pages, there may still be no room. Then the page
/// says that nothing was kept.
///
/// ```
/// use elicit_core::{Elicitation, store::MemoryStore};
///
/// let elicitation = Elicitation::default().store(MemoryStore::new(16 << 20)); // 16 MiB
/// ```
pub struct MemoryStore {
    room: usize,
    share: usize,
    entries: Mutex<Entries>,
}

/// What an entry costs beside its name and its value, in bytes: the maps, and their slack.
const OVERHEAD: usize = 256;

#[derive(Default)]
struct Entries {
    by_name: HashMap<Arc<str>, Slot>,
    by_time: BTreeMap<Expiry, Arc<str>>,
    /// How many bytes each owner has, of each kind.
    by_owner: HashMap<Account, usize>,
    /// How many bytes there are of each kind: of follow-ups second.
    bytes: [usize; 2],
    /// How many entries there have been: it tells entries of one time apart.
    count: u64,
}

/// When an entry expires, and which entry it is.
type Expiry = (Instant, u64);

/// Whose the bytes are, and of which kind of entries.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Account {
    /// `None` is nobody in particular.
    owner: Option<Arc<str>>,
    /// Follow-ups have room of their own.
    is_follow_up: bool,
}

struct Slot {
    value: Vec<u8>,
    expiry: Expiry,
    account: Account,
}

impl MemoryStore {
    /// A store for so many bytes, with what it needs itself. The answers to pages may take twice as
    /// many again.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self {
            room: bytes,
            share: bytes / 4,
            entries: Mutex::default(),
        }
    }

    /// How many bytes one owner can fill. An owner is a caller whom the server knows
    /// (`elicit_core::rmcp3::Elicits::principal`).
    #[must_use]
    pub fn share(self, bytes: usize) -> Self {
        Self {
            share: bytes,
            ..self
        }
    }

    /// That of this process.
    pub(crate) fn of_process() -> Arc<Self> {
        static STORE: OnceLock<Arc<MemoryStore>> = OnceLock::new();
        Arc::clone(STORE.get_or_init(Arc::default))
    }

    /// The entries whose time is not over.
    fn entries(&self) -> MutexGuard<'_, Entries> {
        let mut entries = lock(&self.entries);
        entries.expire();
        entries
    }

    fn insert(&self, entries: &mut Entries, mut entry: Entry) -> Result<(), StoreError> {
        let needed = size(&entry.name, &entry.value);
        let old = entries.by_name.get(&entry.name);
        // What replaces a follow-up is one.
        entry.is_follow_up |= old.is_some_and(|slot| slot.account.is_follow_up);
        let share = match entry.owner {
            Some(_) => self.share,
            None => self.share.max(self.room / 2),
        };
        // A small answer and the cookie of a browser take a little more room than the smallest page.
        let times = if entry.is_follow_up { 2 } else { 1 };
        let has_room = |taken: usize, room: usize| taken + needed <= room.saturating_mul(times);
        let (of_kind, of_account) = entries.taken_by_others(&entry.name, &account(&entry));
        if !has_room(of_kind, self.room) || !has_room(of_account, share) {
            return Err(StoreError::Full);
        }
        let until = Instant::now().checked_add(entry.time_to_live);
        let Some(until) = until else {
            return Err(StoreError::Unsuitable(
                "the time to live is too long".to_owned(),
            ));
        };
        entries.add(entry, until, needed);
        Ok(())
    }
}

fn account(entry: &Entry) -> Account {
    Account {
        owner: entry.owner.clone(),
        is_follow_up: entry.is_follow_up,
    }
}

fn size(name: &str, value: &[u8]) -> usize {
    name.len() + value.len() + OVERHEAD
}

impl Entries {
    fn expire(&mut self) {
        let now = Instant::now();
        while let Some(first) = self.by_time.first_entry()
            && first.key().0 <= now
        {
            let name = Arc::clone(first.get());
            self.remove(&name);
        }
        // What was there once does not keep its room for ever.
        if self.by_name.capacity() > 1024 && self.by_name.capacity() / 8 > self.by_name.len() {
            self.by_name.shrink_to(self.by_name.len() * 2);
            self.by_owner.shrink_to(self.by_owner.len() * 2);
        }
    }

    /// How many bytes the other entries take: those of the same kind, and those of the same account.
    fn taken_by_others(&self, name: &str, account: &Account) -> (usize, usize) {
        let mut of_kind = self.bytes[usize::from(account.is_follow_up)];
        let mut of_account = self.by_owner.get(account).copied().unwrap_or_default();
        if let Some(slot) = self.by_name.get(name) {
            let size = size(name, &slot.value);
            if slot.account.is_follow_up == account.is_follow_up {
                of_kind -= size;
            }
            if slot.account == *account {
                of_account -= size;
            }
        }
        (of_kind, of_account)
    }

    fn add(&mut self, entry: Entry, until: Instant, size: usize) {
        let expiry = (until, self.count);
        self.count += 1;
        let account = account(&entry);
        self.bytes[usize::from(account.is_follow_up)] += size;
        *self.by_owner.entry(account.clone()).or_default() += size;
        self.by_time.insert(expiry, Arc::clone(&entry.name));
        let slot = Slot {
            value: entry.value,
            expiry,
            account,
        };
        let name = Arc::clone(&entry.name);
        if let Some(old) = self.by_name.insert(entry.name, slot) {
            self.forget(&name, &old);
        }
    }

    fn remove(&mut self, name: &str) -> Option<Vec<u8>> {
        let slot = self.by_name.remove(name)?;
        self.forget(name, &slot);
        Some(slot.value)
    }

    /// What there is of a slot besides itself.
    fn forget(&mut self, name: &str, slot: &Slot) {
        self.by_time.remove(&slot.expiry);
        let size = size(name, &slot.value);
        self.bytes[usize::from(slot.account.is_follow_up)] -= size;
        if let Some(taken) = self.by_owner.get_mut(&slot.account) {
            *taken -= size;
            if *taken == 0 {
                self.by_owner.remove(&slot.account);
            }
        }
    }
}

impl Store for MemoryStore {
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        let mut entries = self.entries();
        let result = match entries.by_name.get(&entry.name) {
            Some(slot) => Ok(Some(slot.value.clone())),
            None => self.insert(&mut entries, entry).map(|()| None),
        };
        Box::pin(ready(result))
    }

    fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>> {
        let result = self.insert(&mut self.entries(), entry);
        Box::pin(ready(result))
    }

    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        let value = self
            .entries()
            .by_name
            .get(name)
            .map(|slot| slot.value.clone());
        Box::pin(ready(Ok(value)))
    }

    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        let value = self.entries().remove(name);
        Box::pin(ready(Ok(value)))
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
            .field("share", &self.share)
            .finish_non_exhaustive()
    }
}
