//! How often somebody may be asked.

use std::{
    hash::Hash,
    num::NonZeroU32,
    sync::Mutex,
    time::{Duration, Instant},
};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, MonotonicClock},
    middleware::NoOpMiddleware,
    state::keyed::HashMapStateStore,
};

use crate::runtime::{lock::lock, state::call_id::CallId};

/// Who is limited.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Who {
    Principal(String),
    Connection(u64),
    /// One call of 2026-07-28, which its state knows.
    Call(CallId),
}

/// Allows each key the same number a minute.
pub(crate) struct RateLimit<K: Hash + Eq + Clone> {
    rates: RateLimiter<K, HashMapStateStore<K>, MonotonicClock, NoOpMiddleware<Instant>>,
    cleared: Mutex<Cleared>,
}

/// When the idle entries were cleared away, and how many were counted since.
struct Cleared {
    at: Instant,
    counted: usize,
}

/// Idle entries are cleared away after so many counts at least, or after [`MAX_AGE`].
const MIN_COUNTED: usize = 1024;

/// After this, an entry is idle that was not counted again: the rates are per minute.
const MAX_AGE: Duration = Duration::from_secs(60);

impl<K: Hash + Eq + Clone> RateLimit<K> {
    pub(crate) fn new(per_minute: NonZeroU32) -> Self {
        let quota = Quota::per_minute(per_minute);
        Self {
            rates: RateLimiter::hashmap_with_clock(quota, MonotonicClock),
            cleared: Mutex::new(Cleared::now()),
        }
    }

    /// Counts one more, if it is allowed. Otherwise the error says how long to wait.
    pub(crate) fn admit(&self, key: &K) -> Result<(), Duration> {
        if self.is_due() {
            self.rates.retain_recent();
            self.rates.shrink_to_fit();
        }
        let admitted = self.rates.check_key(key);
        admitted.map_err(|not_until| not_until.wait_time_from(MonotonicClock.now()))
    }

    /// Whether to clear away the idle entries. That is rare, so each count pays for few entries.
    fn is_due(&self) -> bool {
        let mut cleared = lock(&self.cleared);
        cleared.counted += 1;
        let is_due = cleared.counted > MIN_COUNTED.max(self.rates.len() / 2)
            || cleared.at.elapsed() >= MAX_AGE;
        if is_due {
            *cleared = Cleared::now();
        }
        is_due
    }
}

impl Cleared {
    fn now() -> Self {
        Self {
            at: Instant::now(),
            counted: 0,
        }
    }
}
