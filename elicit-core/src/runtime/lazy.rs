//! A future that is made when it is first polled.

use std::{
    fmt,
    task::{Context, Poll},
};

use super::backchannel::BoxFuture;

/// What a question is after its builder: nothing until it is polled.
pub(super) struct Lazy<'a, O>(Option<BoxFuture<'a, O>>);

impl<O> Default for Lazy<'_, O> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'a, O> Lazy<'a, O> {
    /// Polls the future; the first time, the one that `start` makes. There is one
    /// to be made as long as none has been.
    pub(super) fn poll(
        &mut self,
        context: &mut Context<'_>,
        start: impl FnOnce() -> Option<BoxFuture<'a, O>>,
    ) -> Poll<O> {
        if self.0.is_none() {
            self.0 = start();
        }
        match &mut self.0 {
            Some(future) => future.as_mut().poll(context),
            None => Poll::Pending,
        }
    }
}

impl<O> fmt::Debug for Lazy<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lazy")
    }
}
