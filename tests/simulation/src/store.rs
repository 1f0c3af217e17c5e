//! A store that is slow, loses its replies, refuses, is full, and reads what was there before.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use elicit_core::store::{BoxFuture, Entry, Store, StoreError};

use crate::sim::Sim;

/// No entry of this crate lives longer: a page for a day, and what is spare.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60 + 10 * 60);

/// A store of processes, or of one.
#[derive(Clone)]
pub(crate) struct SimStore {
    sim: Sim,
    entries: Arc<Mutex<BTreeMap<Arc<str>, Stored>>>,
    is_shared: bool,
}

#[derive(Clone)]
struct Stored {
    /// `None`: it was taken.
    value: Option<Vec<u8>>,
    until: Duration,
    /// When it was put, and what was there before.
    since: Duration,
    before: Option<Vec<u8>>,
}

/// What becomes of a request.
struct Fate {
    /// How long it takes to arrive, and to be answered.
    times: [u64; 2],
    is_refused: bool,
    is_lost: bool,
    is_stale: bool,
}

impl Fate {
    fn new(choice: u8) -> Self {
        let mut fate = Self {
            times: [1, 1],
            is_refused: false,
            is_lost: false,
            is_stale: false,
        };
        match choice {
            0..100 => {}
            100..130 => fate.times = [0, 50],
            130..160 => fate.times = [500, 0],
            160..180 => fate.times = [0, 500],
            180..190 => fate.times = [15_000, 15_000],
            190..205 => fate.is_lost = true,
            205..220 => (fate.times, fate.is_lost) = ([0, 3_000], true),
            220..240 => fate.is_refused = true,
            240.. => fate.is_stale = true,
        }
        fate
    }
}

impl SimStore {
    pub(crate) fn new(sim: &Sim, is_shared: bool) -> Self {
        Self {
            sim: sim.clone(),
            entries: Arc::default(),
            is_shared,
        }
    }

    /// An entry that lives longer than what needs it.
    pub(crate) fn left(&self) -> Option<String> {
        let latest = self.sim.now() + LONGEST.max(self.carried());
        let entries = self.entries.lock().unwrap();
        let mut left = entries.iter().filter(|(_, stored)| stored.until > latest);
        left.next().map(|(name, _)| name.to_string())
    }

    fn carried(&self) -> Duration {
        Duration::from_secs(self.sim.world().server.expiry + 10 * 60)
    }

    async fn request<R>(
        &self,
        what: &str,
        name: &str,
        request: impl FnOnce(&mut BTreeMap<Arc<str>, Stored>, Duration, bool) -> R,
    ) -> Result<R, StoreError> {
        let fate = Fate::new(self.sim.fault());
        let kind = name.split(':').next().unwrap_or_default();
        let [arrives, returns] = fate.times.map(Duration::from_millis);
        self.sim.sleep(arrives).await;
        if fate.is_refused {
            self.sim
                .tell(|| format!("the store refuses to {what} {kind}"));
            self.sim.sleep(returns).await;
            return Err(StoreError::unavailable("the connection was refused"));
        }
        let now = self.sim.now();
        let done = request(&mut self.entries.lock().unwrap(), now, fate.is_stale);
        self.sim.tell(|| {
            let how = if fate.is_lost {
                ", and its reply is lost"
            } else {
                ""
            };
            format!("the store does {what} {kind}{how}")
        });
        self.sim.sleep(returns).await;
        if fate.is_lost {
            return Err(StoreError::unavailable("the connection was lost"));
        }
        Ok(done)
    }

    fn put_now(
        &self,
        entries: &mut BTreeMap<Arc<str>, Stored>,
        entry: Entry,
        now: Duration,
    ) -> Result<(), StoreError> {
        let value = |stored: &Stored| stored.value.clone().filter(|_| stored.until > now);
        let others = entries.iter().filter(|(name, _)| **name != entry.name);
        let used: usize = others
            .filter_map(|(_, stored)| Some(value(stored)?.len()))
            .sum();
        let room = self.sim.world().server.room;
        if !entry.is_follow_up && used + entry.value.len() > room {
            return Err(StoreError::Full);
        }
        let stored = Stored {
            value: Some(entry.value),
            until: now + entry.time_to_live,
            since: now,
            before: entries.get(&entry.name).and_then(value),
        };
        entries.insert(entry.name, stored);
        Ok(())
    }
}

fn get(entries: &BTreeMap<Arc<str>, Stored>, name: &str, now: Duration) -> Option<Vec<u8>> {
    let stored = entries.get(name).filter(|stored| stored.until > now)?;
    stored.value.clone()
}

impl Store for SimStore {
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        let name = Arc::clone(&entry.name);
        Box::pin(async move {
            let claim = |entries: &mut BTreeMap<_, _>, now, _| match get(entries, &entry.name, now)
            {
                Some(found) => Ok(Some(found)),
                None => self.put_now(entries, entry, now).map(|()| None),
            };
            self.request("claim", &name, claim).await?
        })
    }

    fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>> {
        let name = Arc::clone(&entry.name);
        Box::pin(async move {
            let put = |entries: &mut BTreeMap<_, _>, now, _| self.put_now(entries, entry, now);
            self.request("put", &name, put).await?
        })
    }

    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        let look = move |entries: &mut BTreeMap<Arc<str>, Stored>, now, is_stale| {
            let stored = entries.get(name)?;
            // A copy of the store that is a second old.
            if is_stale && stored.since + Duration::from_secs(1) > now {
                return stored.before.clone();
            }
            get(entries, name, now)
        };
        Box::pin(self.request("get", name, look))
    }

    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        let take = move |entries: &mut BTreeMap<Arc<str>, Stored>, now, _| {
            let found = get(entries, name, now)?;
            let stored = entries.get_mut(name)?;
            stored.before = stored.value.take();
            stored.since = now;
            Some(found)
        };
        Box::pin(self.request("take", name, take))
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }
}
