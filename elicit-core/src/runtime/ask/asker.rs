//! How a handler gets its [`Ask`], and what another run of its call requires.

use std::sync::Arc;

use super::Ask;
#[cfg(feature = "rmcp3")]
use crate::runtime::{
    elicitation::Elicitation,
    run::{call::Call, session::Session},
};
use crate::runtime::{error::rpc_error::RpcError, run::Run};

/// Takes the one [`Ask`] of a run through an SDK to the handler.
///
/// ```
/// use elicit_core::{Ask, adapter::{Asker, RpcError}};
///
/// // In an SDK whose requests carry values by their type:
/// fn ask_of(asker: Option<&Asker>) -> Result<Ask, RpcError> {
///     match asker {
///         Some(asker) => asker.take(),
///         // A handler may take an `Ask` and never ask.
///         None => Asker::without_layer("start the server with ..").take(),
///     }
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Asker(pub(in crate::runtime) Arc<Run>);

impl Asker {
    /// For a request outside of [`Elicitation::drive`](crate::Elicitation::drive). Each question
    /// fails with [`AskError::BadQuestion`](crate::AskError), for this reason. A model reads its first
    /// line; a second one, which begins with `help: `, is for the author of the server.
    #[must_use]
    pub fn without_layer(reason: &'static str) -> Self {
        Self(Arc::new(Run::without_layer(reason)))
    }

    /// The [`Ask`] of the run. It can be taken once.
    ///
    /// # Errors
    ///
    /// It was taken before, or the request has a `requestState` that was not sealed
    /// for it. The latter ends the run as well, whatever becomes of the error.
    pub fn take(&self) -> Result<Ask, RpcError> {
        let run = Arc::clone(&self.0);
        self.0.take().map(|call| Ask { run, call })
    }
}

/// For contexts in tests.
#[cfg(all(feature = "rmcp3", feature = "testing"))]
impl Asker {
    /// Takes an [`Ask`] back, to be taken once more.
    pub(crate) fn with(ask: Ask) -> Self {
        ask.run.progress.return_ask();
        Self(ask.run)
    }

    pub(crate) fn revision(&self) -> crate::revision::Revision {
        self.0.call.revision
    }
}

/// What another run for the call of an [`Ask`] requires. Without a layer there is none.
#[cfg(feature = "rmcp3")]
pub(crate) fn origin(ask: &Ask) -> Option<(Elicitation, Call, Session)> {
    let run = &ask.run;
    let mut call = run.call.clone();
    call.started_by = Some(ask.call.clone());
    let origin = || (run.elicitation.clone(), call, run.session.clone());
    run.has_layer().then(origin)
}
