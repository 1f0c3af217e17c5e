//! A carried state runs a handler at most once: [`Elicitation::once`].
//!
//! Each retry claims its state in the store before the handler runs. Who comes second gets the
//! response of the first.

use std::time::Duration;

use serde_json::Value;

use super::{
    audit::{self, CallNames},
    backchannel::Backchannel,
    bind::Fields,
    call::Call,
    call_error::CallError,
    elicitation::Elicitation,
    records::{RecordError, RecordName},
    session::Session,
};
use crate::store::StoreError;

/// A response that can be kept as text and sent again: what an adapter answers a request with.
///
/// [`Elicitation::once`](crate::Elicitation::once) keeps the first response to each retry. A
/// client that repeats the retry gets a response that was made of the same text.
///
/// A [`Value`] is one, so an adapter that works with JSON has nothing to do. For an SDK with types
/// of its own:
///
/// ```
/// use elicit_core::seam::Response;
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
pub trait Response: Sized {
    /// The response as JSON.
    ///
    /// # Errors
    ///
    /// It cannot be written as JSON. It is sent all the same, and whoever repeats the call learns
    /// that it was carried out.
    fn to_json(&self) -> serde_json::Result<Vec<u8>>;

    /// The response of which this is the JSON.
    ///
    /// # Errors
    ///
    /// It is not the JSON of a response.
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

/// A request that carries a state.
pub(super) struct Retry {
    pub(super) name: RecordName,
    /// How long the state is good for.
    pub(super) time_left: Duration,
}

impl Retry {
    /// `binding` is what the state is sealed with. A state that was not sealed here need not be
    /// different for each call, and is claimed for the very same request.
    pub(super) fn new(
        binding: &[u8],
        state: &str,
        call: &Call,
        session: &Session,
        time_left: Duration,
    ) -> Self {
        let of = Fields::new("elicit-core/v1/once\0")
            .field(binding)
            .field(state.as_bytes());
        // Over stateless HTTP each request is a connection of its own, so who is not known is nobody
        // in particular.
        let owner = call.principal.is_some().then(|| session.owner(call));
        Self {
            name: RecordName::new("once", of, owner),
            time_left,
        }
    }
}

/// The right to run the handler for a state.
pub(super) struct Claim {
    name: RecordName,
    time_to_live: Duration,
}

/// Why the handler does not run.
pub(super) enum Repeated<W> {
    /// It has run, and this was its response.
    Response(W),
    Failed(CallError),
}

/// The record of a state whose handler runs. Each other record begins with one of the bytes below.
const RUNNING: &[u8] = &[];
/// The response follows.
const DONE: u8 = 1;
/// The response is too large to be kept, or no JSON.
const DONE_WITHOUT_RESPONSE: u8 = 2;

/// The largest response that is kept, in bytes of JSON.
const LARGEST: usize = 256 << 10;

/// The clocks of replicas differ by less.
const SKEW: Duration = Duration::from_secs(60);

/// How long a second retry waits for the first.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

impl Elicitation {
    /// Claims the state of a retry, or says what the first retry with it came to.
    pub(super) async fn enter<W: Response>(
        &self,
        names: &CallNames,
        retry: Retry,
        wire: Option<&dyn Backchannel>,
    ) -> Result<Claim, Repeated<W>> {
        // The store may have been changed since.
        if self.can_claim().is_err() {
            return Err(Repeated::Failed(CallError::StoreNotShared));
        }
        let claim = Claim {
            name: retry.name,
            time_to_live: retry.time_left.saturating_add(SKEW),
        };
        match self.repeated(&claim, wire).await {
            Ok(None) => Ok(claim),
            Ok(Some(record)) => {
                audit::repeated(names);
                Err(repeat(&record))
            }
            Err(error) => {
                audit::no_record(names, &error);
                Err(Repeated::Failed(error.into()))
            }
        }
    }

    /// The record of a state that was claimed before. While its handler runs, this waits.
    async fn repeated(
        &self,
        claim: &Claim,
        wire: Option<&dyn Backchannel>,
    ) -> Result<Option<Vec<u8>>, RecordError> {
        let claimed = self.records.claim(&claim.name, RUNNING, claim.time_to_live);
        let Some(mut record) = claimed.await? else {
            return Ok(None);
        };
        let begun = wire.map(Backchannel::now);
        let mut pause = Duration::from_millis(20);
        while let (Some(wire), Some(begun)) = (wire, begun)
            && record == RUNNING
            && let Some(left) = wire.left(LONGEST_WAIT, begun)
        {
            wire.sleep(pause.min(left)).await;
            pause = (pause * 2).min(Duration::from_secs(1));
            // A record that is gone says nothing. It is not claimed again.
            let found = self.records.get(&claim.name).await?;
            record = found.unwrap_or_else(|| RUNNING.to_vec());
        }
        Ok(Some(record))
    }

    /// Keeps the response to a retry. What is sent is made of what was kept, as each repetition is.
    pub(super) async fn keep<W: Response>(
        &self,
        names: &CallNames,
        claim: Claim,
        response: W,
    ) -> W {
        let json = response.to_json().ok().filter(|json| json.len() <= LARGEST);
        let (record, response) = match json {
            Some(json) => {
                let response = W::from_json(&json).unwrap_or(response);
                ([&[DONE], &*json].concat(), response)
            }
            None => (vec![DONE_WITHOUT_RESPONSE], response),
        };
        // The handler has run: the response is true whether or not it can be kept.
        let kept = self.records.put(&claim.name, &record, claim.time_to_live);
        if let Err(error) = kept.await {
            audit::no_record(names, &error);
        }
        response
    }

    /// Gives a claim back: the handler was not the one that the state is for.
    pub(super) async fn release(&self, claim: Claim) {
        // If that fails, the state expires by itself.
        let _ = self.records.take(&claim.name).await;
    }
}

fn repeat<W: Response>(record: &[u8]) -> Repeated<W> {
    match record.split_first() {
        Some((&DONE, json)) => match W::from_json(json) {
            Ok(response) => Repeated::Response(response),
            Err(_) => Repeated::Failed(CallError::UnknownRecord),
        },
        Some((&DONE_WITHOUT_RESPONSE, _)) => Repeated::Failed(CallError::AlreadyDone),
        Some(_) => Repeated::Failed(CallError::UnknownRecord),
        None => Repeated::Failed(CallError::OutcomeUnknown),
    }
}

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
