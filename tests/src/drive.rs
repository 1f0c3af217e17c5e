//! Running a handler through the seam, to see how its run ends.

use std::sync::Arc;

use elicit_core::{
    Elicitation,
    seam::{Asker, Backchannel, Call, Driven, Response, Session},
};
use serde::de::Error as _;

/// How a run ended, which is not kept for a retry that comes again.
struct Unkept<R>(Driven<R>);

impl<R> Response for Unkept<R> {
    fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        Err(serde_json::Error::custom("it is not kept"))
    }

    fn from_json(_: &[u8]) -> serde_json::Result<Self> {
        Err(serde_json::Error::custom("it is not kept"))
    }
}

/// [`Elicitation::drive`], without a response.
pub trait Drive {
    /// Runs the handler of one request.
    #[expect(async_fn_in_trait, reason = "tests ask for nothing more of the future")]
    async fn run<R, F: Future<Output = R>>(
        &self,
        call: Call,
        session: &Session,
        wire: Option<Arc<dyn Backchannel>>,
        handler: impl FnOnce(Asker) -> F,
    ) -> Driven<R>;
}

impl Drive for Elicitation {
    async fn run<R, F: Future<Output = R>>(
        &self,
        call: Call,
        session: &Session,
        wire: Option<Arc<dyn Backchannel>>,
        handler: impl FnOnce(Asker) -> F,
    ) -> Driven<R> {
        let Unkept(driven) = self.drive(call, session, wire, handler, Unkept).await;
        driven
    }
}
