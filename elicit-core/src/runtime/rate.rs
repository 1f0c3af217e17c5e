//! How often somebody may be asked.

use std::{
    num::NonZeroU32,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, MonotonicClock},
    middleware::NoOpMiddleware,
    state::keyed::HashMapStateStore,
};

use super::call_id::CallId;

/// Who is limited.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Who {
    Principal(String),
    Connection(u64),
    /// One call of 2026-07-28, which its state knows.
    Call(CallId),
    /// A page that is open, by its ticket.
    #[cfg(feature = "pages")]
    Page(String),
}

/// So many a minute for each of them.
pub(crate) struct Limiter {
    rates: RateLimiter<Who, HashMapStateStore<Who>, MonotonicClock, NoOpMiddleware<Instant>>,
    /// How many were counted since the idle entries were cleared away.
    counted: AtomicUsize,
}

/// At least so many are counted before the idle entries are cleared away.
const SELDOM: usize = 1024;

impl Limiter {
    pub(crate) fn new(per_minute: NonZeroU32) -> Self {
        let quota = Quota::per_minute(per_minute);
        Self {
            rates: RateLimiter::hashmap_with_clock(quota, MonotonicClock),
            counted: AtomicUsize::new(0),
        }
    }

    /// Counts one more, if it is allowed; else, says how long to wait until it is.
    pub(crate) fn admit(&self, who: &Who) -> Result<(), Duration> {
        // So seldom that each one pays for two entries.
        let counted = self.counted.fetch_add(1, Ordering::Relaxed);
        if counted >= SELDOM.max(self.rates.len() / 2) {
            self.counted.store(0, Ordering::Relaxed);
            self.rates.retain_recent();
            self.rates.shrink_to_fit();
        }
        let admitted = self.rates.check_key(who);
        admitted.map_err(|not_until| not_until.wait_time_from(MonotonicClock.now()))
    }
}
