//! Locks that go on after a panic.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a value, also after a panic: nothing in this crate leaves one half changed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
