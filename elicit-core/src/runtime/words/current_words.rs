//! The words of the server whose handler is polled.
//!
//! `?` makes the error of an SDK, or a text, of an [`AskError`](super::error::AskError), and a
//! `From` takes nothing beside the error. So the words wait where the conversion finds them: with
//! the thread, while it polls a handler.

use std::{cell::RefCell, sync::Arc};

use super::{English, Words};

thread_local! {
    static CURRENT: RefCell<Option<Arc<dyn Words>>> = const { RefCell::new(None) };
}

/// Calls this with the words of the handler that this thread polls. Outside of a handler, they are
/// [`English`].
pub(in crate::runtime) fn with<T>(call: impl FnOnce(&dyn Words) -> T) -> T {
    // The call may come here again, so nothing stays borrowed. A thread that ends has no words.
    let current = CURRENT.try_with(|current| current.borrow().clone());
    match current.ok().flatten() {
        Some(words) => call(&*words),
        None => call(&English),
    }
}

/// Makes [`with`] use these words until the value is dropped.
pub(in crate::runtime) fn enter(words: &Arc<dyn Words>) -> Entered {
    Entered(CURRENT.replace(Some(Arc::clone(words))))
}

/// The words before it, since a handler may itself drive another one.
pub(in crate::runtime) struct Entered(Option<Arc<dyn Words>>);

impl Drop for Entered {
    fn drop(&mut self) {
        // What was current is dropped when nothing is borrowed.
        let _current = CURRENT.replace(self.0.take());
    }
}
