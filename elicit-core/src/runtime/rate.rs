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
    /// How many entries there may be before the idle ones are cleared away.
    room: AtomicUsize,
}

const ROOM: usize = 1024;

impl Limiter {
    pub(crate) fn new(per_minute: NonZeroU32) -> Self {
        let quota = Quota::per_minute(per_minute);
        Self {
            rates: RateLimiter::hashmap_with_clock(quota, MonotonicClock),
            room: AtomicUsize::new(ROOM),
        }
    }

    /// Counts one more, if it is allowed.
    ///
    /// # Errors
    ///
    /// How long to wait until it is.
    pub(crate) fn admit(&self, who: &Who) -> Result<(), Duration> {
        if self.rates.len() > self.room.load(Ordering::Relaxed) {
            self.rates.retain_recent();
            let room = self.rates.len().saturating_mul(2).max(ROOM);
            self.room.store(room, Ordering::Relaxed);
        }
        let admitted = self.rates.check_key(who);
        admitted.map_err(|not_until| not_until.wait_time_from(MonotonicClock.now()))
    }
}
