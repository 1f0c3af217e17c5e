//! One run of a handler: what it is given, and what is done with its questions.

mod admission;
pub(super) mod audit;
pub(crate) mod backchannel;
pub(crate) mod call;
pub(super) mod drive;
pub(crate) mod once;
pub(super) mod progress;
pub(crate) mod rate;
pub(super) mod report;
mod round;
pub(crate) mod run_end;
pub(crate) mod session;

use std::sync::Arc;

use serde_json::Value;

use super::{
    elicitation::Elicitation,
    error::{call_error::CallError, rpc_error::RpcError},
    ledger::Ledger,
    state::call_id::CallId,
    words::Words,
};
use crate::{opaque_debug::opaque_debug, revision::Revision};
use backchannel::Backchannel;
use call::Call;
use progress::{RunProgress, Stop};
use report::Reports;
use session::Session;

/// One run of a handler. On 2026-07-28 a call may take several.
pub(super) struct Run {
    pub(super) elicitation: Elicitation,
    /// The request, without the answers and the state that it came with.
    pub(super) call: Call,
    pub(super) session: Session,
    pub(super) wire: Option<Arc<dyn Backchannel>>,
    waits_in_place: bool,
    /// Why nothing can be asked, if the run was started without a layer.
    without_layer: Option<&'static str>,
    /// The state that came was not sealed here, or not for this call.
    has_foreign_state: bool,
    pub(super) reports: Reports,
    pub(super) progress: RunProgress,
}

impl Run {
    pub(super) fn new(
        elicitation: Elicitation,
        call: Call,
        session: Session,
        wire: Option<Arc<dyn Backchannel>>,
        ledger: Option<Ledger>,
    ) -> Self {
        Self {
            waits_in_place: !call.revision.asks_in_result(),
            elicitation,
            call,
            session,
            wire,
            without_layer: None,
            has_foreign_state: ledger.is_none(),
            reports: Reports::default(),
            progress: RunProgress::new(ledger.unwrap_or_default()),
        }
    }

    /// A run in which nothing can be asked, for this reason.
    pub(super) fn without_layer(reason: &'static str) -> Self {
        let call = Call::new(Revision::OLDEST, "", "", Value::Null);
        let (elicitation, session) = (Elicitation::default(), Session::new());
        Self {
            without_layer: Some(reason),
            ..Self::new(elicitation, call, session, None, Some(Ledger::default()))
        }
    }

    /// Takes the only `Ask` of the run. From here on the call has a name.
    pub(super) fn take(&self) -> Result<CallId, RpcError> {
        let fatal = |error: CallError| {
            let rpc_error = RpcError::from_call_error(&error, self.words());
            self.progress.stop(Stop::Failed(error.into()));
            rpc_error
        };
        if self.has_foreign_state {
            return Err(fatal(CallError::ForeignState));
        }
        if !self.progress.take_ask() {
            audit::taken_twice(self);
            return Err(RpcError::from_call_error(
                &CallError::AskTaken,
                self.words(),
            ));
        }
        self.progress.name_call().map_err(fatal)
    }

    /// Whether a layer of an adapter has started it.
    #[cfg(feature = "rmcp3")]
    pub(super) fn has_layer(&self) -> bool {
        self.without_layer.is_none()
    }

    pub(super) fn words(&self) -> &dyn Words {
        &*self.elicitation.words
    }

    /// Whether a question waits for its answer while the handler runs. Otherwise it parks, and the
    /// answer comes with a later run.
    pub(super) fn waits_in_place(&self) -> bool {
        self.waits_in_place
    }

    /// Whether no further round may follow.
    pub(super) fn is_last_round(&self) -> bool {
        self.progress.round() >= self.elicitation.rounds
    }
}

opaque_debug!(Run);
