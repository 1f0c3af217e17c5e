//! The server's own word where a question ends a call.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{
    call::Call, call_error::CallError, driven::Ended, elicitation::Elicitation, error::AskError,
    failure::Failure, refusal::Refusal,
};

impl Elicitation {
    /// Has the server look at the end of a call. That the client cannot be asked is an error of the
    /// protocol, unless the server has its own.
    pub(super) fn at_end(&self, call: &Call, ended: Box<Ended>) -> Result<Box<Ended>, Failure> {
        let own = self.on_end.as_ref().map(|on_end| {
            // As with a handler, the client would wait for ever.
            catch_unwind(AssertUnwindSafe(|| on_end(call, &ended)))
        });
        let own = own.transpose().map_err(|_| CallError::Panicked)?.flatten();
        match (own, &ended.error) {
            (Some(own), Some(error @ AskError::Unsupported(_)))
                if call.revision.has_missing_capability_error() =>
            {
                let refusal = Refusal::of_question(error, &*self.words);
                Err(Failure::Own(ended, refusal.restated(own)))
            }
            (Some(own), _) => Err(Failure::Own(ended, own)),
            (None, Some(error @ AskError::Unsupported(_))) => Err(error.clone().into()),
            (None, _) => Ok(ended),
        }
    }
}
