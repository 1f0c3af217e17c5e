//! Values of this process that live from one run of a handler to the next, such as a child process.
//!
//! On 2026-07-28 a handler is dropped where it asks, and runs again for the answer. What it has in a
//! variable is dropped with it. A [`Live`] in the server keeps such a value: copy this file.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

/// Values by the calls that they belong to: [`Ask::idempotency_key`](elicit_core::Ask::idempotency_key)
/// tells one call from another. A clone shares them.
pub struct Live<T> {
    values: Arc<Mutex<HashMap<String, Kept<T>>>>,
    patience: Duration,
}

struct Kept<T> {
    value: Arc<T>,
    until: Instant,
}

impl<T: Send + Sync + 'static> Live<T> {
    /// Keeps a value until it was not asked for during this time. Take the time in which the state of a
    /// call expires, [`Elicitation::expiry`](elicit_core::Elicitation::expiry), or more.
    #[must_use]
    pub fn new(patience: Duration) -> Self {
        Self {
            values: Arc::default(),
            patience,
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Kept<T>>> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a value, in the first run of a call.
    pub fn keep(&self, call: &str, value: T) -> Arc<T> {
        let value = Arc::new(value);
        let kept = Kept {
            value: Arc::clone(&value),
            until: Instant::now() + self.patience,
        };
        // A call that starts over has one already, which is not dropped under the lock.
        let before = self.lock().insert(call.to_owned(), kept);
        drop(before);
        let (live, call) = (self.clone(), call.to_owned());
        tokio::spawn(async move {
            while let Some(until) = live.until(&call) {
                sleep_until(until).await;
            }
        });
        value
    }

    /// The value, in a later run. `None`: it has waited for too long, the server has been started anew, or
    /// another replica has it. A handler has to have an answer to that.
    #[must_use]
    pub fn get(&self, call: &str) -> Option<Arc<T>> {
        let mut values = self.lock();
        let kept = values.get_mut(call)?;
        kept.until = Instant::now() + self.patience;
        Some(Arc::clone(&kept.value))
    }

    /// Lets the value go when the call ends. If a handler does not come to it, its time does.
    pub fn end(&self, call: &str) {
        let value = self.lock().remove(call);
        // Not under the lock: it may be the last of the value.
        drop(value);
    }

    /// Until when the value waits. If that is over, it goes.
    fn until(&self, call: &str) -> Option<Instant> {
        let until = self.lock().get(call)?.until;
        if until > Instant::now() {
            return Some(until);
        }
        self.end(call);
        None
    }
}

impl<T> Clone for Live<T> {
    fn clone(&self) -> Self {
        Self {
            values: Arc::clone(&self.values),
            patience: self.patience,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_value_lives_until_its_call_ends() {
        let live = Live::new(Duration::from_secs(600));
        assert_eq!(live.get("call"), None, "of another process");
        let value = live.keep("call", 7);
        assert_eq!(live.get("call"), Some(value));
        assert_eq!(live.get("another call"), None);
        live.end("call");
        assert_eq!(live.get("call"), None);
    }

    #[tokio::test]
    async fn a_value_that_no_run_asks_for_is_dropped() {
        let live = Live::new(Duration::from_millis(1));
        let value = Arc::downgrade(&live.keep("call", 7));
        while value.strong_count() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(live.get("call"), None);
    }
}
