//! One run of a handler: what it is given, and what is done with its questions.

mod admission;
pub(crate) mod asker;
pub(super) mod audit;
pub(crate) mod backchannel;
pub(crate) mod call;
pub(super) mod drive;
pub(crate) mod once;
mod parking;
mod progress;
pub(crate) mod rate;
pub(super) mod report;
pub(crate) mod run_end;
pub(crate) mod session;

use std::{
    collections::BTreeMap,
    fmt, mem,
    sync::{Arc, Mutex, MutexGuard},
    task::{Context, Waker},
    time::Duration,
};

use serde_json::{Map, Value};

use super::{
    elicit_result::{ElicitResult, Evidence},
    elicitation::Elicitation,
    error::{AskError, call_error::CallError, failure::Failure, rpc_error::RpcError},
    lock::lock,
    state::{State, call_id::CallId, digest::Digest},
    words::Words,
};
use crate::{form::FormSchema, revision::Revision};
use backchannel::Backchannel;
use call::Call;
use progress::{ParkedQuestion, RunProgress};
use report::Reports;
use run_end::Ended;
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
    progress: Mutex<RunProgress>,
}

/// Why a run stops in the middle.
pub(super) enum Stop {
    Ended(Box<Ended>),
    Failed(Failure),
    /// It waits for the answers to these.
    Asked(Vec<ParkedQuestion>),
}

/// What is known of a question.
pub(super) enum Known {
    Answered(ReceivedAnswer),
    /// It has to be asked, as this attempt.
    Open(u8),
}

/// An answer that has come to a question.
pub(super) struct ReceivedAnswer {
    pub(super) result: ElicitResult,
    /// The attempt that it answers.
    pub(super) attempt: u8,
    /// How long it took, where that is known.
    pub(super) latency: Option<Duration>,
    /// No earlier run has read it. A client of 2026-07-28 can send one state with many of them.
    pub(super) is_unread: bool,
    /// It came sooner than a person can answer.
    pub(super) is_too_fast: bool,
}

impl ReceivedAnswer {
    /// The answer, if a person may have given it.
    pub(super) fn in_time(self) -> Result<Self, AskError> {
        if self.is_too_fast {
            Err(AskError::TooFast)
        } else {
            Ok(self)
        }
    }
}

impl Run {
    pub(super) fn new(
        elicitation: Elicitation,
        mut call: Call,
        session: Session,
        wire: Option<Arc<dyn Backchannel>>,
        state: Option<State>,
    ) -> Self {
        let responses = mem::take(&mut call.input_responses);
        let revision = call.revision;
        let waits_in_place = wire.as_ref().map_or(!revision.asks_in_result(), |wire| {
            wire.carries_questions(revision)
        });
        Self {
            waits_in_place,
            elicitation,
            call,
            session,
            wire,
            without_layer: None,
            has_foreign_state: state.is_none(),
            reports: Reports::default(),
            progress: Mutex::new(RunProgress {
                state: state.unwrap_or_default(),
                responses,
                ..RunProgress::default()
            }),
        }
    }

    /// A run in which nothing can be asked, for this reason.
    pub(super) fn without_layer(reason: &'static str) -> Self {
        let call = Call {
            revision: Revision::ALL[0],
            method: "",
            target: String::new(),
            arguments: Value::Null,
            principal: None,
            form: false,
            url: false,
            input_responses: BTreeMap::new(),
            request_state: None,
        };
        let (elicitation, session) = (Elicitation::default(), Session::new());
        Self {
            without_layer: Some(reason),
            ..Self::new(elicitation, call, session, None, Some(State::default()))
        }
    }

    pub(super) fn progress(&self) -> MutexGuard<'_, RunProgress> {
        lock(&self.progress)
    }

    /// Takes the only `Ask` of the run. From here on the call has a name.
    pub(super) fn take(&self) -> Result<CallId, RpcError> {
        let fatal = |error: CallError| {
            self.stop(Stop::Failed(error.into()));
            RpcError::of_call(error, self.words())
        };
        if self.has_foreign_state {
            return Err(fatal(CallError::ForeignState));
        }
        if mem::replace(&mut self.progress().taken, true) {
            return Err(RpcError::of_call(CallError::AskTaken, self.words()));
        }
        let named = self.progress().state.call.clone();
        let call = match named {
            Some(call) => call,
            None => CallId::draw().map_err(fatal)?,
        };
        self.progress().state.call = Some(call.clone());
        Ok(call)
    }

    /// The id of the link that a question sends, for one attempt.
    pub(super) fn link_id(&self, question: &str, attempt: u8) -> Arc<str> {
        let call = self.progress().state.call.clone();
        // A run has it from when its `Ask` is taken.
        call.map_or_else(|| "".into(), |call| call.link_id(question, attempt))
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

    /// Takes the key of a question. A run can take each key once.
    pub(super) fn claim(&self, key: &str) -> Result<(), AskError> {
        let mut progress = self.progress();
        if progress.closed {
            return Err(AskError::Suspended);
        }
        if !mem::replace(&mut progress.question_mut(key).is_claimed, true) {
            return Ok(());
        }
        Err(progress.fault(AskError::bad_question(
            key,
            "the key was used before in this call; give each question its own, since answers are \
             kept by key",
        )))
    }

    /// Takes the key of a remembered value. A run can take each key once. `Ask::remember` returns
    /// no error of ours, so the call ends with it.
    pub(super) fn claim_memory(&self, key: &str) {
        let mut progress = self.progress();
        if !progress.remembered.insert(key.to_owned()) {
            progress.fault(AskError::bad_question(
                key,
                "the key was remembered before in this call; give each value its own, since a \
                 later run gets the value back by its key",
            ));
        }
    }

    /// What the carried state says of a question, or without a state the request. A question may
    /// change once.
    pub(super) fn recall(
        &self,
        key: &str,
        digest: &Digest,
        attempts: u8,
        form: Option<&FormSchema>,
    ) -> Result<Known, AskError> {
        let mut progress = self.progress();
        let state = &mut progress.state;
        let answered = state.answers.get(key).map(|answer| &answer.digest);
        match (answered, state.open.get_mut(key)) {
            (Some(answered), _) if answered == digest => {}
            (None, Some(open)) if open.digest == *digest => {
                if open.unknown_actions < attempts {
                    return Ok(Known::Open(open.attempt));
                }
                let is_logged = mem::replace(&mut open.is_unreadable, true);
                progress.question_mut(key).is_logged = is_logged;
                return Err(AskError::Unreadable);
            }
            (None, None) => {
                if let Some(answer) = progress.unasked(key, digest, &self.elicitation) {
                    // As if the question had been sent, and answered at once.
                    drop(progress);
                    self.count(key)?;
                    progress = self.progress();
                    progress.state.answers.insert(key.to_owned(), answer);
                }
            }
            // The options were discovered anew, or a release changed the text: what
            // was answered then says nothing about the question as it is now.
            _ => {
                state.answers.remove(key);
                state.open.remove(key);
                state.pages.remove(key);
                if state.changed.insert(key.to_owned()) {
                    return Ok(Known::Open(1));
                }
                return Err(progress.fault(AskError::bad_question(
                    key,
                    "it is another question again and again, so its answer never fits; keep what \
                     differs with `Ask::remember`",
                )));
            }
        }
        let RunProgress {
            state, questions, ..
        } = &mut *progress;
        let Some(answer) = state.answers.get_mut(key) else {
            return Ok(Known::Open(1));
        };
        state.open.remove(key);
        let is_unread = answer.unread;
        let latency = answer.latency.map(Duration::from_millis);
        let question = questions.entry(key.to_owned()).or_default();
        question.latency = latency.or(question.latency);
        question.evidence = answer.earlier.max(answer.result.evidence(form));
        question.is_logged |= answer.too_fast && !is_unread;
        Ok(Known::Answered(ReceivedAnswer {
            result: answer.read(form),
            attempt: answer.attempt,
            latency,
            is_unread,
            is_too_fast: answer.too_fast,
        }))
    }

    /// Whether an answer to the question has come, in the state or in the request.
    pub(super) fn has_answer(&self, key: &str) -> bool {
        let progress = self.progress();
        progress.state.answers.contains_key(key) || progress.responses.contains_key(key)
    }

    /// Whether the question went out in an earlier round, and has no answer yet.
    pub(super) fn was_open(&self, key: &str) -> bool {
        self.progress().state.open.contains_key(key)
    }

    /// Whether no further round may follow.
    pub(super) fn is_last_round(&self) -> bool {
        self.progress().state.round >= self.elicitation.rounds
    }

    /// The run may end: the question is open, or waits for a person.
    pub(super) fn opened(&self, key: &str) {
        if self.progress().opening.remove(key) {
            self.wake_driver();
        }
    }

    /// Notes that an answer has come in this run. Returns the evidence of the answers before.
    pub(super) fn note_answer(
        &self,
        key: &str,
        latency: Duration,
        evidence: Evidence,
        meta: Option<Map<String, Value>>,
    ) -> Evidence {
        let mut progress = self.progress();
        let question = progress.question_mut(key);
        question.latency = Some(latency);
        question.meta = meta;
        let earlier = question.evidence;
        question.evidence = earlier.max(evidence);
        earlier
    }

    /// Notes that an answer still has to be validated.
    pub(super) fn note_unread(&self, key: &str) {
        if let Some(answer) = self.progress().state.answers.get_mut(key) {
            answer.unread = true;
        }
    }

    /// Notes that the answer to a question is invalid. Returns whether that is new.
    pub(super) fn note_invalid(&self, key: &str) -> bool {
        let mut progress = self.progress();
        let answer = progress.state.answers.get_mut(key);
        !answer.is_some_and(|answer| mem::replace(&mut answer.invalid, true))
    }

    /// The handler is gone. Wakes whoever still waits for an answer.
    pub(super) fn close(&self) {
        let (_driver, wakers) = {
            let mut progress = self.progress();
            progress.closed = true;
            let questions = progress.questions.values_mut();
            let wakers: Vec<_> = questions
                .filter_map(|question| question.waker.take())
                .collect();
            (progress.driver.take(), wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Whether the handler is gone. If not, what polls the question is woken when it is.
    pub(super) fn has_closed(&self, key: &str, context: &Context<'_>) -> bool {
        let waker = context.waker().clone();
        let mut progress = self.progress();
        let is_closed = progress.closed;
        let before = if is_closed {
            Some(waker)
        } else {
            progress.question_mut(key).waker.replace(waker)
        };
        drop(progress);
        drop(before);
        is_closed
    }

    /// Whether an earlier run has logged the error of a question.
    pub(super) fn is_logged(&self, key: &str) -> bool {
        let progress = self.progress();
        progress
            .question(key)
            .is_some_and(|question| question.is_logged)
    }

    /// How far the answers to a question show that a person has seen it.
    pub(super) fn evidence(&self, key: &str) -> Evidence {
        let progress = self.progress();
        progress
            .question(key)
            .map_or(Evidence::None, |question| question.evidence)
    }

    /// Whether a question is a confirmation that was sent off without a tick.
    pub(super) fn is_unticked(&self, key: &str) -> bool {
        let progress = self.progress();
        progress
            .question(key)
            .is_some_and(|question| question.is_unticked)
    }
}

impl fmt::Debug for Run {
    /// Hides the run: a log must not have its data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").finish_non_exhaustive()
    }
}
