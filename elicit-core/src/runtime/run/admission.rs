//! Whether a client can be asked, and whether a question or an answer may come now.

use std::{sync::atomic::Ordering, time::Duration};

use super::{
    Run,
    progress::Handle,
    rate::{RateKey, RateLimit},
};
use crate::runtime::{error::AskError, outcome::Mode};

impl Run {
    pub(in crate::runtime) fn supports(&self, mode: Mode) -> bool {
        let can = self.reaches(mode);
        if !can {
            self.progress.note_unsupported(mode);
        }
        can
    }

    /// The client has said that it cannot be asked in this mode.
    pub(in crate::runtime) fn note_unsupported(&self, mode: Mode) {
        self.session.cannot(mode).store(true, Ordering::Relaxed);
        self.progress.note_unsupported(mode);
    }

    /// Whether the client can be asked in this mode. Unlike [`supports`](Self::supports), it notes nothing.
    pub(in crate::runtime) fn reaches(&self, mode: Mode) -> bool {
        let declared = match mode {
            Mode::Form => self.call.form,
            Mode::Url => self.call.url,
        };
        let reachable = !self.waits_in_place() || self.wire.is_some();
        declared
            && reachable
            && !self.lacks_session()
            && !self.session.cannot(mode).load(Ordering::Relaxed)
    }

    /// Whether the revision requires a session for a question, and there is none.
    pub(in crate::runtime) fn lacks_session(&self) -> bool {
        let lacks_session = self.wire.as_ref().is_some_and(|wire| !wire.has_session());
        self.waits_in_place() && lacks_session
    }

    /// Checks that the server was started with a layer that asks.
    pub(in crate::runtime) fn check_layer(&self, key: &str) -> Result<(), AskError> {
        self.without_layer
            .map_or(Ok(()), |reason| Err(AskError::bad_question(key, reason)))
    }

    /// Counts the question, if the client can be asked and one more may be sent now. If something
    /// ends the run already, waits for that.
    pub(in crate::runtime) async fn admit(
        &self,
        question: &Handle<'_>,
        mode: Mode,
    ) -> Result<(), AskError> {
        self.check_layer(question.key())?;
        if !self.supports(mode) {
            return Err(if self.lacks_session() {
                AskError::NoSession
            } else {
                AskError::Unsupported(mode)
            });
        }
        question.unless_ending().await?;
        self.count(question)
    }

    /// Counts the question, if one more may be sent now.
    pub(in crate::runtime) fn count(&self, question: &Handle<'_>) -> Result<(), AskError> {
        let who = match &self.call.principal {
            Some(principal) => RateKey::Principal(principal.clone()),
            None => self.session.who(),
        };
        let limiter = self.elicitation.limiter.as_deref();
        question.count(|| {
            let admitted = admit(limiter, &who);
            admitted.map_err(|retry_after| AskError::RateLimited { retry_after })
        })
    }

    /// Counts an answer, if a check may judge one more now. A check compares it with what the server
    /// knows, so a client could find that out by sending one state with many answers.
    pub(in crate::runtime) fn admit_guess(&self) -> Result<(), AskError> {
        let who = match (&self.call.principal, self.progress.resumed_call()) {
            (Some(principal), _) => RateKey::Principal(principal.clone()),
            (None, Some(call)) => RateKey::Call(call),
            // It is the first answer of its call.
            (None, None) => self.session.who(),
        };
        let admitted = admit(self.elicitation.guesses.as_deref(), &who);
        admitted.map_err(|retry_after| AskError::TooManyAnswers { retry_after })
    }
}

/// The error says how long to wait.
fn admit(limiter: Option<&RateLimit<RateKey>>, who: &RateKey) -> Result<(), Duration> {
    limiter.map_or(Ok(()), |limiter| limiter.admit(who))
}
