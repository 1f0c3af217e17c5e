//! From round to round: the state that a request carries is opened, and the next one sealed.

use std::{mem, sync::Arc, time::Duration};

use serde_json::{Map, json};

use super::{Run, audit, call::Call, once::Claim, run_end::InputRequired, session::Session};
use crate::runtime::{
    elicitation::Elicitation,
    error::call_error::CallError,
    ledger::{Ledger, entry::Parked},
    state::binding::binding,
};

/// What a request carries.
pub(super) struct Resumed {
    /// `None`: its state was not sealed here, or not for this call.
    pub(super) ledger: Option<Ledger>,
    /// Then the ledger is the one with which the call starts over.
    pub(super) is_expired: bool,
    /// What to claim, under [`once`](Elicitation::once).
    pub(super) claim: Option<Claim>,
}

impl Elicitation {
    /// What a request carries. Beside a state, only the questions in it can have been answered.
    pub(super) fn resume(&self, call: &mut Call, session: &Session) -> Resumed {
        // Before that nothing is carried.
        let token = match call.request_state.take() {
            Some(token) if call.revision.asks_in_result() => token,
            _ => {
                let mut early = mem::take(&mut call.input_responses);
                if !self.accepts_unsolicited() {
                    early.clear();
                }
                return Resumed {
                    ledger: Some(Ledger::begun(call.started_by.take(), early)),
                    is_expired: false,
                    claim: None,
                };
            }
        };
        let responses = mem::take(&mut call.input_responses);
        let binding = self.binding(call);
        let plain = self.records.keys.open(&binding, &token);
        let ledger = plain.and_then(|plain| serde_json::from_slice::<Ledger>(&plain).ok());
        let now = self.now();
        let time_left = ledger.as_ref().map_or(self.expiry, |ledger| {
            Duration::from_secs(ledger.expires).saturating_sub(now)
        });
        // It is authentic and too old. The answers to its questions do not count.
        let is_expired = time_left.is_zero();
        let ledger = ledger.map(|mut ledger| {
            if is_expired {
                return ledger.restarted(now, self.expiry);
            }
            ledger.receive(responses, now, &self.limits);
            ledger
        });
        let claim = || Claim::new(&binding, &token, call, session, time_left);
        Resumed {
            ledger,
            is_expired,
            claim: self.once.then(claim),
        }
    }

    /// Begins a call anew, because its state has expired. Under [`once`](Self::once) it does not: the
    /// retry may have been made before, and its claim forgotten since.
    pub(super) async fn start_over(&self, run: &Run) -> Result<(), CallError> {
        if self.once {
            return Err(CallError::StateExpired);
        }
        // The person is slower than the state.
        let is_over = run
            .progress
            .with_ledger(|ledger| ledger.restarts > self.rounds);
        if let Some(pages) = &self.pages {
            if is_over {
                pages.close_all(run).await;
            } else {
                pages.keep_usable(run).await;
            }
        }
        if is_over {
            return Err(CallError::TooManyRestarts {
                restarts: self.rounds,
            });
        }
        audit::starts_over(run);
        Ok(())
    }

    pub(in crate::runtime) fn binding(&self, call: &Call) -> [u8; 32] {
        binding(call, self.records.audience.as_deref())
    }

    /// Seals the state for the client to carry.
    pub(super) fn suspend(
        &self,
        call: &Call,
        ledger: &mut Ledger,
        parked: Vec<(Arc<str>, Parked)>,
    ) -> Result<InputRequired, CallError> {
        // To wait for a page is no round.
        if parked.iter().any(|(_, parked)| parked.asked.is_some()) {
            if ledger.round >= self.rounds {
                return Err(CallError::TooManyRounds {
                    rounds: self.rounds,
                });
            }
            ledger.round += 1;
        }
        let expires = self.now().saturating_add(self.expiry);
        // In whole seconds, and not sooner.
        let is_begun = u64::from(expires.subsec_nanos() > 0);
        ledger.expires = expires.as_secs().saturating_add(is_begun);
        let (mut requests, mut least) = (Map::new(), Vec::new());
        // No later run needs the others.
        ledger.questions.retain(|_, entry| entry.travels());
        for (key, parked) in parked {
            let Some(asked) = parked.asked else { continue };
            ledger.entry(&key).ask(asked.open);
            let mut request = json!({"method": "elicitation/create"});
            request["params"] = asked.params;
            requests.insert(key.as_ref().to_owned(), request);
            least.push((key, asked.least));
        }
        let binding = self.binding(call);
        let seal = |ledger: &Ledger| {
            // A person is not asked for what there is no room for.
            if !ledger.has_room(&least) {
                return Err(CallError::StateTooLarge);
            }
            self.records.keys.seal(&binding, ledger)
        };
        let state = match seal(ledger) {
            Err(CallError::StateTooLarge) if ledger.drop_spare() => seal(ledger),
            sealed => sealed,
        }?;
        Ok(InputRequired { requests, state })
    }
}
