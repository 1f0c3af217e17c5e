//! A carried state runs a handler at most once: [`Elicitation::once`](crate::Elicitation::once).
//!
//! Each retry claims its state in the store before the handler runs. Who comes second gets the
//! response of the first.

use std::{mem::replace, time::Duration};

use serde_json::Value;

use super::{Run, audit, call::Call, session::Session};
use crate::{
    runtime::{
        error::call_error::CallError,
        pauses::Pauses,
        state::{
            digest::Fields,
            records::{Lease, RecordError, RecordName},
        },
    },
    store::StoreError,
};

/// A response that can be kept as text and sent again: what an adapter answers a request with.
///
/// [`Elicitation::once`](crate::Elicitation::once) keeps the first response to each retry. A
/// client that repeats the retry gets a response that was made of the same text.
///
/// A [`Value`] is one, so an adapter that works with JSON has nothing to do. For an SDK with types
/// of its own:
///
/// ```
/// use elicit_core::adapter::Response;
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct ToolResult {
///     text: String,
/// }
///
/// impl Response for ToolResult {
///     fn to_json(&self) -> serde_json::Result<Vec<u8>> {
///         serde_json::to_vec(self)
///     }
///
///     fn from_json(json: &[u8]) -> serde_json::Result<Self> {
///         serde_json::from_slice(json)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a response that `Elicitation::once` can keep",
    label = "no `Response`",
    note = "implement `elicit_core::adapter::Response` for the type with which the adapter \
            answers a request"
)]
pub trait Response: Sized {
    /// The response as JSON.
    ///
    /// # Errors
    ///
    /// It cannot be written as JSON. It is sent, and a client that repeats the call learns
    /// that it was carried out.
    fn to_json(&self) -> serde_json::Result<Vec<u8>>;

    /// The response of which this is the JSON.
    ///
    /// # Errors
    ///
    /// It is not the JSON of a response, or is nested too deeply. If this is found before the
    /// response is kept, the response counts as one that cannot be written.
    fn from_json(json: &[u8]) -> serde_json::Result<Self>;
}

/// The whole of it, for an adapter that works with JSON.
impl Response for Value {
    fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }

    fn from_json(json: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(json)
    }
}

/// What a retry claims before its handler runs.
pub(in crate::runtime) struct Claim {
    name: RecordName,
    /// Until the state expires, or as long as one does that was not sealed here.
    lease: Lease,
}

impl Claim {
    /// `binding` is what the state is sealed with. A state that was not sealed here need not be
    /// different for each call, and is claimed for the very same request.
    pub(in crate::runtime) fn new(
        binding: &[u8],
        state: &str,
        call: &Call,
        session: &Session,
        time_left: Duration,
    ) -> Self {
        let of = Fields::new("elicit-core/v1/once\0")
            .field(binding)
            .field(state.as_bytes());
        // Over stateless HTTP each request is a connection of its own, so the connection is no owner.
        let owner = call.principal.is_some().then(|| session.owner(call));
        Self {
            name: RecordName::new("once", of),
            lease: Lease::new(owner, time_left.saturating_add(SKEW)),
        }
    }

    /// Claims the state of a retry. If it was claimed before, returns the response to the first retry,
    /// or why there is none.
    pub(in crate::runtime) async fn enter<W: Response>(
        &self,
        run: &Run,
    ) -> Result<Option<W>, CallError> {
        let records = &run.elicitation.records;
        let failed = |error: RecordError| {
            audit::no_record(run, &error);
            CallError::from(error)
        };
        let claimed = records.claim(&self.name, &[RUNNING], &self.lease).await;
        let Some(found) = claimed.map_err(failed)? else {
            return Ok(None);
        };
        let record = self.record_of_first(run, found).await.map_err(failed)?;
        audit::repeated(run);
        kept_response(&record).map(Some)
    }

    /// The record of a state that was claimed before. While its handler runs, this waits.
    async fn record_of_first(&self, run: &Run, mut found: Vec<u8>) -> Result<Vec<u8>, RecordError> {
        let begun = run.wire.as_deref().map(|wire| (wire, wire.now()));
        let mut pauses = Pauses::from(Duration::from_millis(20));
        let mut is_logged = false;
        while found == [RUNNING]
            && let Some((wire, begun)) = begun
            && let Some(left) = wire.left(LONGEST_WAIT, begun)
        {
            wire.sleep(pauses.next().min(left)).await;
            match run.elicitation.records.get(&self.name).await {
                Ok(Some(record)) => found = record,
                // A record that is gone says nothing. It is not claimed again.
                Ok(None) => {}
                // The first retry may have done something, and the store may be there again in time.
                Err(error @ RecordError::Store(_)) => {
                    if !replace(&mut is_logged, true) {
                        audit::no_record(run, &error);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// Keeps the response to a retry, or gives the claim back: the handler was not the one that the
    /// state is for. The first response is made of the kept text, as later ones are.
    pub(in crate::runtime) async fn settle<W: Response>(
        &self,
        run: &Run,
        response: W,
        is_foreign: bool,
    ) -> W {
        if is_foreign {
            // If that fails, the state expires by itself.
            let _ = run.elicitation.records.remove(&self.name).await;
            return response;
        }
        let json = response.to_json().ok().filter(|json| json.len() <= LARGEST);
        let kept = json.and_then(|json| Some((W::from_json(&json).ok()?, json)));
        let (record, response) = match kept {
            Some((response, json)) => ([&[DONE], &*json].concat(), response),
            None => (vec![DONE_WITHOUT_RESPONSE], response),
        };
        // The handler has run: the response is true whether or not it can be kept.
        let records = &run.elicitation.records;
        let put = async |record: &[u8]| {
            let put = records.put(&self.name, record, &self.lease);
            put.await.inspect_err(|error| audit::no_record(run, error))
        };
        // Where there is no room for the response, there is room for this.
        if let Err(RecordError::Store(StoreError::Full)) = put(&record).await {
            let _ = put(&[DONE_WITHOUT_RESPONSE]).await;
        }
        response
    }
}

/// What the record of a state begins with while its handler runs. Nothing follows.
const RUNNING: u8 = 0;
/// Its handler has run, and the response follows.
const DONE: u8 = 1;
/// There was no room for the response, or it cannot be read again.
const DONE_WITHOUT_RESPONSE: u8 = 2;

/// The largest response that is kept, in bytes of JSON.
const LARGEST: usize = 256 << 10;

/// The clocks of replicas differ by less.
const SKEW: Duration = Duration::from_secs(60);

/// How long a second retry waits for the first.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

fn kept_response<W: Response>(record: &[u8]) -> Result<W, CallError> {
    match record.split_first() {
        Some((&RUNNING, _)) => Err(CallError::OutcomeUnknown),
        Some((&DONE, json)) => W::from_json(json).map_err(|_| CallError::AlreadyDone),
        Some((&DONE_WITHOUT_RESPONSE, _)) => Err(CallError::AlreadyDone),
        _ => Err(CallError::UnknownRecord),
    }
}

/// Why a state is not claimed.
impl From<RecordError> for CallError {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Store(StoreError::Full) => Self::StoreFull,
            RecordError::Store(_) => Self::StoreUnavailable,
            RecordError::UnknownFormat => Self::UnknownRecord,
            RecordError::NoRandomness => Self::NoRandomness,
        }
    }
}
