//! Time that passes when a test says so.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// A clock that begins now. Clones show the same time.
#[derive(Clone)]
pub struct Clock {
    begun: Instant,
    passed: Arc<Mutex<Duration>>,
}

impl Clock {
    /// Lets this time pass.
    pub fn pass(&self, time: Duration) {
        *self.lock() += time;
    }

    /// How much time has passed.
    #[must_use]
    pub fn passed(&self) -> Duration {
        *self.lock()
    }

    /// What the clock shows.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.begun + self.passed()
    }

    fn lock(&self) -> MutexGuard<'_, Duration> {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            passed: Arc::default(),
        }
    }
}
