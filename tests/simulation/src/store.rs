//! A store that is slow, loses its replies, refuses, is full, and reads what was there before.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use elicit_core::store::{BoxFuture, Entry, Store, StoreError};

use crate::{executor::sleep, sim::Sim};

/// A store of processes, or of one.
#[derive(Clone)]
pub(crate) struct SimStore {
    sim: Sim,
    entries: Arc<Mutex<Entries>>,
    is_shared: bool,
}

type Entries = BTreeMap<Arc<str>, Stored>;

#[derive(Clone)]
struct Stored {
    /// `None`: it was taken.
    value: Option<Vec<u8>>,
    until: Duration,
    /// When it was put, and what was there before.
    since: Duration,
    before: Option<Vec<u8>>,
}

type Done<T> = Result<T, StoreError>;

impl SimStore {
    pub(crate) fn new(sim: &Sim, is_shared: bool) -> Self {
        Self {
            sim: sim.clone(),
            entries: Arc::default(),
            is_shared,
        }
    }

    /// Whether a page is open.
    pub(crate) fn has_page(&self) -> bool {
        let (entries, now) = (self.entries.lock().unwrap(), self.sim.now());
        let mut names = entries.keys();
        names.any(|name| name.starts_with("page:") && get(&entries, name, now).is_some())
    }

    /// Nothing is kept for longer than a state is valid, or a client and then its page are awaited, and two
    /// minutes more.
    fn check_lifetime(&self, entry: &Entry) {
        let server = &self.sim.world.server;
        let longest = server.expiry.max(2 * server.timeout) + 2 * 60;
        let lives = entry.time_to_live;
        if lives > Duration::from_secs(longest) {
            let kind = kind(&entry.name);
            self.sim
                .wrong(format!("the store has to keep a {kind} for {lives:?}"));
        }
    }

    /// Makes a request, and lets chance say how long it takes to arrive and to be answered. It may be
    /// refused, its reply may be lost, or it is answered from a copy of the store that is a second old.
    async fn request<T>(
        &self,
        what: &str,
        name: &str,
        request: impl FnOnce(&mut Entries, Duration, bool) -> Done<T>,
    ) -> Done<T> {
        let chance = self.sim.facts().store.next();
        let [arrives, returns] = match chance {
            100..130 => [0, 50],
            130..160 => [500, 0],
            160..180 => [0, 500],
            180..190 => [15_000, 15_000],
            205..220 => [0, 3_000],
            _ => [1, 1],
        };
        sleep(Duration::from_millis(arrives)).await;
        let kind = kind(name);
        let how = match chance {
            190..220 => ", and its reply is lost",
            220..240 => ", and refuses",
            240.. => ", as it was a second ago",
            _ => "",
        };
        self.sim
            .tell(|| format!("the store has to {what} {kind}{how}"));
        if (220..240).contains(&chance) {
            return Err(StoreError::unavailable("the connection was refused"));
        }
        let done = request(
            &mut self.entries.lock().unwrap(),
            self.sim.now(),
            chance >= 240,
        );
        sleep(Duration::from_millis(returns)).await;
        if (190..220).contains(&chance) {
            return Err(StoreError::unavailable("the reply was lost"));
        }
        done
    }

    fn put_now(&self, entries: &mut Entries, entry: Entry, now: Duration) -> Done<()> {
        const ROOM: usize = 2_000;
        self.check_lifetime(&entry);
        let others = entries.keys().filter(|name| **name != entry.name);
        let sizes = others.filter_map(|name| Some(get(entries, name, now)?.len()));
        let is_full = sizes.sum::<usize>() + entry.value.len() > ROOM;
        if is_full && self.sim.world.server.is_full && !entry.is_follow_up {
            return Err(StoreError::Full);
        }
        let stored = Stored {
            value: Some(entry.value),
            until: now + entry.time_to_live,
            since: now,
            before: get(entries, &entry.name, now),
        };
        entries.insert(entry.name, stored);
        Ok(())
    }
}

fn kind(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}

fn get(entries: &Entries, name: &str, now: Duration) -> Option<Vec<u8>> {
    let stored = entries.get(name).filter(|stored| stored.until > now)?;
    stored.value.clone()
}

impl Store for SimStore {
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Done<Option<Vec<u8>>>> {
        let name = Arc::clone(&entry.name);
        let claim = |entries: &mut Entries, now, _| match get(entries, &entry.name, now) {
            Some(found) => Ok(Some(found)),
            None => self.put_now(entries, entry, now).map(|()| None),
        };
        Box::pin(async move { self.request("claim", &name, claim).await })
    }

    fn put(&self, entry: Entry) -> BoxFuture<'_, Done<()>> {
        let name = Arc::clone(&entry.name);
        let put = |entries: &mut Entries, now, _| self.put_now(entries, entry, now);
        Box::pin(async move { self.request("put", &name, put).await })
    }

    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Done<Option<Vec<u8>>>> {
        let look = move |entries: &mut Entries, now, is_stale| {
            let recent = |stored: &&Stored| is_stale && stored.since + Duration::from_secs(1) > now;
            Ok(match entries.get(name).filter(recent) {
                Some(stored) => stored.before.clone(),
                None => get(entries, name, now),
            })
        };
        Box::pin(self.request("get", name, look))
    }

    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Done<Option<Vec<u8>>>> {
        let take = move |entries: &mut Entries, now, _| {
            let found = get(entries, name, now);
            if let (Some(_), Some(stored)) = (&found, entries.get_mut(name)) {
                (stored.before, stored.since) = (stored.value.take(), now);
            }
            Ok(found)
        };
        Box::pin(self.request("take", name, take))
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }
}
