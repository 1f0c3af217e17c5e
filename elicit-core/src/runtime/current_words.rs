//! The words of the server whose handler is polled.
//!
//! `?` makes the error of an SDK, or a text, of an [`AskError`](super::error::AskError), and a
//! `From` takes nothing beside the error. So the words wait where the conversion finds them: with
//! the thread, while it polls a handler.

use std::{cell::RefCell, sync::Arc};

use super::words::{English, Words};

thread_local! {
    static CURRENT: RefCell<Option<Arc<dyn Words>>> = const { RefCell::new(None) };
}

/// Calls this with the words of the handler that is polled by this thread, and outside of one with
/// the English.
pub(super) fn with<T>(call: impl FnOnce(&dyn Words) -> T) -> T {
    // Words may themselves convert an error. A thread that ends has none any more.
    let current = CURRENT.try_with(|current| current.borrow().clone());
    match current.ok().flatten() {
        Some(words) => call(&*words),
        None => call(&English),
    }
}

/// Has [`with`] find these words until the value is dropped.
pub(super) fn enter(words: &Arc<dyn Words>) -> Entered {
    Entered(CURRENT.replace(Some(Arc::clone(words))))
}

/// The words before it, since a handler may itself drive another one.
pub(super) struct Entered(Option<Arc<dyn Words>>);

impl Drop for Entered {
    fn drop(&mut self) {
        // What was current is dropped when nothing is borrowed.
        let _current = CURRENT.replace(self.0.take());
    }
}
