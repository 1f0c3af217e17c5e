//! Running a handler through the interface for adapters, to see how its run ends.

use std::sync::Arc;

use elicit_core::{
    Elicitation,
    adapter::{Asker, Backchannel, Call, Response, RunEnd, Session},
};
use serde::de::Error as _;

/// How a run ended, which is not kept for a retry that comes again.
struct Unkept<R>(RunEnd<R>);

impl<R> Response for Unkept<R> {
    fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        Err(serde_json::Error::custom("it is not kept"))
    }

    fn from_json(_: &[u8]) -> serde_json::Result<Self> {
        Err(serde_json::Error::custom("it is not kept"))
    }
}

/// [`Elicitation::drive_once`], without a response.
pub trait Drive {
    /// Runs the handler of one request.
    #[expect(async_fn_in_trait, reason = "tests ask for nothing more of the future")]
    async fn run<R, F: Future<Output = R>>(
        &self,
        call: Call,
        session: &Session,
        wire: Option<Arc<dyn Backchannel>>,
        handler: impl FnOnce(Asker) -> F,
    ) -> RunEnd<R>;
}

impl Drive for Elicitation {
    async fn run<R, F: Future<Output = R>>(
        &self,
        call: Call,
        session: &Session,
        wire: Option<Arc<dyn Backchannel>>,
        handler: impl FnOnce(Asker) -> F,
    ) -> RunEnd<R> {
        let Unkept(run_end) = self.drive_once(call, session, wire, handler, Unkept).await;
        run_end
    }
}
