//! How often somebody may be asked.

use std::{
    collections::HashMap,
    hash::Hash,
    num::NonZeroU32,
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::runtime::{lock::lock, state::call_id::CallId};

/// Who is limited.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum RateKey {
    Principal(String),
    Connection(u64),
    /// One call of 2026-07-28, which its state knows.
    Call(CallId),
}

/// Allows each key the same number a minute, by the generic cell rate algorithm (ITU-T I.371): a
/// full minute's number at once, and then one more for each [`interval`](Self::interval).
pub(crate) struct RateLimit<K> {
    interval: Duration,
    keys: Mutex<Keys<K>>,
}

/// When each key has its whole number again.
struct Keys<K> {
    full_at: HashMap<K, Instant>,
    /// The number of keys at which the idle ones are cleared away. It grows with those that remain, so
    /// each count pays for few of them.
    clear_at: usize,
    /// When they are cleared away, however few there are.
    clear_after: Instant,
}

const PERIOD: Duration = Duration::from_secs(60);

/// Fewer keys are cleared away once in a period.
const MIN_KEYS: usize = 1024;

impl<K: Hash + Eq + Clone> RateLimit<K> {
    pub(crate) fn new(per_minute: NonZeroU32) -> Self {
        Self {
            interval: PERIOD / per_minute.get(),
            keys: Mutex::new(Keys {
                full_at: HashMap::new(),
                clear_at: MIN_KEYS,
                clear_after: Instant::now() + PERIOD,
            }),
        }
    }

    /// Counts one more, if it is allowed. Otherwise the error says how long to wait.
    pub(crate) fn admit(&self, key: &K) -> Result<(), Duration> {
        let now = Instant::now();
        let mut keys = lock(&self.keys);
        let full_at = keys.full_at.get(key).map_or(now, |at| now.max(*at));
        let wait = (full_at + self.interval).saturating_duration_since(now + PERIOD);
        if !wait.is_zero() {
            return Err(wait);
        }
        if keys.full_at.len() >= keys.clear_at || now > keys.clear_after {
            keys.full_at.retain(|_, at| *at > now);
            keys.full_at.shrink_to_fit();
            keys.clear_at = MIN_KEYS.max(keys.full_at.len() * 2);
            keys.clear_after = now + PERIOD;
        }
        keys.full_at.insert(key.clone(), full_at + self.interval);
        Ok(())
    }
}
