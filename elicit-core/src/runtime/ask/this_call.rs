//! What a handler learns of its call, keeps in it, and reports of it.

use std::{sync::Arc, time::Duration};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::Ask;
use crate::{
    revision::Revision,
    runtime::{
        ledger::entry::Live,
        outcome::{AnsweredBy, Mode},
        run::{audit, report::Progress},
    },
};

impl Ask {
    /// Whether the client can be asked in this way.
    ///
    /// Every question checks this itself. Call it where there is something to do without
    /// an answer.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError, Mode};
    ///
    /// async fn restart(ask: Ask) -> Result<String, AskError> {
    ///     if !ask.supports(Mode::Form) {
    ///         return Ok("not restarted: this client cannot be asked".to_owned());
    ///     }
    ///     ask.confirm("restart", "Restart the service?").or_end().await?;
    ///     Ok("restarted".to_owned())
    /// }
    /// ```
    ///
    /// Protocol: [Capabilities] (each revision).
    ///
    /// [Capabilities]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities
    #[must_use]
    pub fn supports(&self, mode: Mode) -> bool {
        self.run.supports(mode)
    }

    /// The revision of the protocol that the request is in.
    ///
    /// A handler is the same for all of them. This is for one that does better if it knows, for
    /// example if [`asks_in_result`](Revision::asks_in_result) says that it will run again.
    /// Without a layer it is the oldest, and nothing can be asked.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.run.call.revision
    }

    /// In which round of questions this run is: 0 in the first run of a call, and
    /// always before 2026-07-28.
    #[must_use]
    pub fn round(&self) -> u8 {
        self.run.progress.round()
    }

    /// Reports the progress of the call, if the client asks for it: `notifications/progress`. The
    /// value may be kept beyond [`settle`](Self::settle), and reports nothing after the response.
    ///
    /// Use it instead of the SDK's own, because the signs of life of [`Elicitation::keep_alive`] belong
    /// to the same request, and the values of a request have to increase. There is an example at
    /// [`Progress`].
    ///
    /// [`Elicitation::keep_alive`]: crate::Elicitation::keep_alive
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress(Arc::clone(&self.run))
    }

    /// How long the answer to a question took, if there is an answer and the time is known: to the
    /// millisecond on 2026-07-28, where it is the time between two runs.
    ///
    /// Some clients answer by themselves, within milliseconds and without having
    /// shown anything. [`Elicitation::min_answer_time`](crate::Elicitation::min_answer_time)
    /// turns such an answer into an error.
    #[must_use]
    pub fn latency(&self, key: &str) -> Option<Duration> {
        self.live(key, |live| live.latency)
    }

    /// `_meta` of the last answer to a question, if it has one: before 2026-07-28. The later revision
    /// has no place for it.
    ///
    /// The client wrote it, and nothing validates it. If it is larger than
    /// [`Elicitation::answer_limit`](crate::Elicitation::answer_limit), it is dropped. It is never logged.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError};
    /// use serde_json::{Map, json};
    ///
    /// async fn delete(ask: Ask) -> Result<bool, AskError> {
    ///     let meta = Map::from_iter([("persist".to_owned(), json!(["session"]))]);
    ///     ask.confirm("delete", "Delete the log?").meta(meta).or_end().await?;
    ///     let meta = ask.meta("delete").unwrap_or_default();
    ///     Ok(meta.get("persist").is_some_and(|persist| persist == "session"))
    /// }
    /// ```
    ///
    /// Protocol: [`_meta`] (2025-06-18, 2025-11-25).
    ///
    /// [`_meta`]: https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta
    #[must_use]
    pub fn meta(&self, key: &str) -> Option<Map<String, Value>> {
        self.live(key, |live| live.meta.clone())
    }

    /// Who answered a question, if it has been answered: the person, an argument of the tool
    /// ([`Form::or_argument`](crate::runtime::Form::or_argument)), or a client that was not asked
    /// ([`Elicitation::accept_unsolicited_answers`](crate::Elicitation::accept_unsolicited_answers)).
    ///
    /// ```
    /// use elicit_core::{AnsweredBy, Ask, AskError};
    ///
    /// async fn scale(ask: Ask, replicas: Option<u8>) -> Result<String, AskError> {
    ///     let question = ask.value::<u8>("replicas", "How many should run?");
    ///     let replicas = question.or_argument(replicas).or_end().await?;
    ///     Ok(match ask.answered_by("replicas") {
    ///         Some(AnsweredBy::Person) => format!("{replicas} replicas, as you wish"),
    ///         _ => format!("{replicas} replicas"),
    ///     })
    /// }
    /// ```
    #[must_use]
    pub fn answered_by(&self, key: &str) -> Option<AnsweredBy> {
        self.live(key, |live| live.answered_by)
    }

    /// What only this run knows of a question.
    fn live<T>(&self, key: &str, of: impl FnOnce(&Live) -> T) -> T {
        let question = self.run.progress.question(key);
        question.entry(|entry| of(&entry.live))
    }

    /// Keeps a value for the whole call: computes it in the first run that gets
    /// here, and gives it back in the later ones.
    ///
    /// The value travels through the client, sealed, so that the client can neither read
    /// nor change it. Keep it small: the whole state has room for 36 KiB of JSON, and a
    /// larger one ends the call with `-32603`. `compute` runs again when a client starts the
    /// call over, so it does not keep a thing from being done twice. A later run does not call it. A value that JSON cannot
    /// carry, such as a NaN or a map whose keys are no texts, is computed in each run, and
    /// the log says so. Before 2026-07-28 there is one run, and this only calls `compute`.
    ///
    /// Each value has a key of its own. A key that is used twice in a run ends the
    /// call with an error, on every revision. There is an example at [`pick`](Self::pick).
    ///
    /// # Errors
    ///
    /// Those of `compute`. Nothing is kept then.
    ///
    /// Protocol: `requestState`, [Server Requirements] of *Multi Round-Trip Requests*
    /// (2026-07-28).
    ///
    /// [Server Requirements]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
    pub async fn remember<V, E>(
        &self,
        key: impl Into<String>,
        compute: impl AsyncFnOnce() -> Result<V, E>,
    ) -> Result<V, E>
    where
        V: Serialize + DeserializeOwned,
    {
        let key = key.into();
        let progress = &self.run.progress;
        progress.claim_memory(&key);
        if self.run.waits_in_place() {
            return compute().await;
        }
        let kept = progress.with_ledger(|ledger| ledger.remembered.get(&key).cloned());
        // What a release before this one has written may be of another type.
        if let Some(Ok(value)) = kept.map(serde_json::from_value) {
            return Ok(value);
        }
        let value = compute().await?;
        match serde_json::to_value(&value) {
            // Some values are written and cannot be read back: a NaN as `null`.
            Ok(json) if V::deserialize(&json).is_ok() => {
                progress.with_ledger(|ledger| ledger.remembered.insert(key, json));
            }
            _ => audit::not_remembered(&self.run, &key),
        }
        Ok(value)
    }

    /// A key for an effect in another system that carries out an effect once for each key, such
    /// as a payment.
    ///
    /// It is the same in every run of a call, on every replica, in a task of the protocol that the
    /// call starts (`Ask::in_task`), and each time that a client sends its retry. Each call has another one, and so has each `effect` of a call: a constant. It
    /// has 43 characters: ASCII letters, digits, `-` and `_`. It cannot be guessed, and has no data
    /// in it, so it may be in a log.
    ///
    /// ```
    /// use elicit_core::{Ask, AskError};
    ///
    /// async fn pay(ask: Ask) -> Result<String, AskError> {
    ///     ask.confirm("sure", "Pay 20 € to Ada?").or_end().await?;
    ///     let key = ask.idempotency_key("payment");
    ///     let _settled = ask.settle();
    ///     // The bank has carried out at most one transfer for this key.
    ///     transfer(20, "Ada", &key).await
    /// }
    /// # async fn transfer(_: u32, _: &str, _: &str) -> Result<String, AskError> {
    /// #     Ok(String::new())
    /// # }
    /// ```
    ///
    /// - Before 2026-07-28 a call is one request. On 2026-07-28 it begins with a request that has
    ///   no state. A client that sends this request again makes another call, with another key.
    /// - If the state has expired, the call starts over with the same key
    ///   ([`Elicitation::once`](crate::Elicitation::once) makes that an error).
    /// - A client can send one state with one answer and then with another. Both have the same
    ///   key, and the other system decides; most refuse the second.
    #[must_use]
    pub fn idempotency_key(&self, effect: &str) -> String {
        self.call.idempotency_key(effect)
    }

    /// Ends the questions: the code that follows does not run again for another question.
    ///
    /// A client may still send its last retry twice (2026-07-28):
    ///
    /// - With [`Elicitation::once`](crate::Elicitation::once), what follows runs at most once for
    ///   each retry, and the second gets the response of the first.
    /// - Without it, what follows runs again. What must happen at most once takes an
    ///   [idempotency key](Self::idempotency_key).
    ///
    /// Both are for retries only. If a client sends the first request of a call again, the person
    /// is asked again. Before 2026-07-28 the first request is the only one.
    ///
    /// Take `&Settled` in each function that must not run before the last question.
    ///
    /// Nothing can be asked after it:
    ///
    /// ```compile_fail,E0382
    /// # async fn replace(_: &elicit_core::Settled) {}
    /// async fn too_late(ask: elicit_core::Ask) {
    ///     let settled = ask.settle();
    ///     replace(&settled).await;
    ///     ask.confirm("sure", "Was that right?").await;
    /// }
    /// ```
    pub fn settle(self) -> Settled {
        Settled(())
    }
}

/// Proof that the handler asks nothing more, so that what follows is not run
/// again for another round of questions: [`Ask::settle`].
///
/// A function that must not run before a question requires one by reference. Calling it too early
/// does not compile, because there is no `Settled` yet. Asking too late does not compile, because the
/// [`Ask`] is gone.
///
/// ```
/// use elicit_core::Settled;
///
/// async fn delete_everything(_once: &Settled) { /* … */ }
/// ```
///
/// It cannot be made in another way:
///
/// ```compile_fail,E0423
/// let forged = elicit_core::Settled(());
/// ```
#[derive(Debug)]
#[must_use = "hand it to what must not happen twice"]
pub struct Settled(());
