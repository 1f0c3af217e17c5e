//! What a run keeps, behind one lock: what was asked in it, what was answered, and what ends it.

mod ending;
#[cfg(feature = "pages")]
mod pages;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    mem::replace,
    sync::{Arc, Mutex, MutexGuard},
    task::Waker,
    time::Duration,
};

use serde_json::{Map, Value};

use super::{Known, ReceivedAnswer, Stop};
use crate::{
    form::FormSchema,
    runtime::{
        elicit_result::Evidence,
        error::{AskError, call_error::CallError},
        lock::lock,
        needed_argument::NeededArgument,
        outcome::{AnsweredBy, Mode},
        state::{CarriedAnswer, OpenQuestion, State, call_id::CallId, digest::Digest},
    },
};

/// What changes while the handler runs.
#[derive(Default)]
pub(in crate::runtime) struct RunProgress(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// Whether the `Ask` of this run was taken.
    is_taken: bool,
    state: State,
    /// The answers that came without a state.
    responses: BTreeMap<String, Value>,
    /// The questions of this run, by key.
    questions: HashMap<String, QuestionProgress>,
    /// The keys of remembered values that were used in this run.
    remembered: HashSet<String>,
    /// The questions that somebody waits for, in the order in which they were asked.
    parked: Vec<ParkedQuestion>,
    /// The questions whose page is being put into the store. They go out together with those that
    /// are parked.
    opening: HashSet<String>,
    /// The handler has learned that it cannot ask in this mode.
    unsupported: Option<Mode>,
    /// Ends the run at once.
    stop: Option<Stop>,
    /// The client cannot be asked, and these arguments have no valid answer. The call ends.
    needed: Vec<NeededArgument>,
    /// An error in the server. The call ends with it, whatever the handler returns.
    fault: Option<AskError>,
    /// Wakes the task that polls the handler.
    driver: Option<Waker>,
    /// The handler is gone.
    is_closed: bool,
}

/// What changes for one question while the handler runs.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each holds without the others"
)]
pub(in crate::runtime) struct QuestionProgress {
    /// Its key is taken.
    is_claimed: bool,
    /// It was counted in this run.
    is_counted: bool,
    /// How long the answer took.
    pub(in crate::runtime) latency: Option<Duration>,
    /// `_meta` of the last answer.
    pub(in crate::runtime) meta: Option<Map<String, Value>>,
    /// How far the answers so far show that a person has seen it.
    pub(in crate::runtime) evidence: Evidence,
    pub(in crate::runtime) answered_by: Option<AnsweredBy>,
    /// It is a confirmation whose answer is no.
    pub(in crate::runtime) is_refused: bool,
    /// An earlier run has logged its error.
    pub(in crate::runtime) is_logged: bool,
    /// Wakes the task that polls the question.
    waker: Option<Waker>,
}

/// A question whose answer a later run has.
pub(in crate::runtime) struct ParkedQuestion {
    pub(in crate::runtime) key: String,
    /// What goes out when the run ends. `None`: the person has it on a page, and the client asks nothing.
    pub(in crate::runtime) asked: Option<AskedQuestion>,
}

/// A question that goes out when the run ends.
pub(in crate::runtime) struct AskedQuestion {
    pub(in crate::runtime) params: Value,
    pub(in crate::runtime) question: OpenQuestion,
    /// How many bytes the content of an answer has at least.
    pub(in crate::runtime) least: usize,
}

/// The call, and what it carries between its rounds.
impl RunProgress {
    pub(super) fn new(state: State, responses: BTreeMap<String, Value>) -> Self {
        Self(Mutex::new(Inner {
            state,
            responses,
            ..Inner::default()
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.0)
    }

    /// Takes the only `Ask` of the run. Returns whether it was there.
    pub(super) fn take_ask(&self) -> bool {
        !replace(&mut self.lock().is_taken, true)
    }

    /// Takes the `Ask` back.
    #[cfg(all(feature = "rmcp3", feature = "testing"))]
    pub(in crate::runtime) fn return_ask(&self) {
        self.lock().is_taken = false;
    }

    /// The name of the call. The first run draws it.
    pub(super) fn name_call(&self) -> Result<CallId, CallError> {
        let mut kept = self.lock();
        let call = match kept.state.call.take() {
            Some(call) => call,
            None => CallId::draw()?,
        };
        Ok(kept.state.call.insert(call).clone())
    }

    /// The name of the call, if an earlier run has begun it.
    pub(super) fn resumed_call(&self) -> Option<CallId> {
        let state = &self.lock().state;
        let is_resumed = state.round > 0 || state.restarts > 0;
        is_resumed.then(|| state.call.clone()).flatten()
    }

    /// The id of the link that a question sends, for one attempt.
    pub(in crate::runtime) fn link_id(&self, question: &str, attempt: u8) -> Arc<str> {
        let call = self.lock().state.call.clone();
        // A run has it from when its `Ask` is taken.
        call.map_or_else(|| "".into(), |call| call.link_id(question, attempt))
    }

    pub(in crate::runtime) fn round(&self) -> u8 {
        self.lock().state.round
    }

    /// What the call carries.
    pub(super) fn with_state<T>(&self, end: impl FnOnce(&mut State) -> T) -> T {
        end(&mut self.lock().state)
    }

    /// Takes the key of a remembered value. A run can take each key once. `Ask::remember` returns
    /// no error of ours, so the call ends with it.
    pub(in crate::runtime) fn claim_memory(&self, key: &str) {
        let mut kept = self.lock();
        if !kept.remembered.insert(key.to_owned()) {
            kept.fault(AskError::bad_question(
                key,
                "another value was remembered with this key before in this call; give each value \
                 its own key, because a later run finds the value by its key",
            ));
        }
    }

    pub(in crate::runtime) fn remembered(&self, key: &str) -> Option<Value> {
        self.lock().state.remembered.get(key).cloned()
    }

    pub(in crate::runtime) fn remember(&self, key: String, value: Value) {
        self.lock().state.remembered.insert(key, value);
    }
}

/// The questions.
impl RunProgress {
    /// Takes the key of a question. A run can take each key once.
    pub(in crate::runtime) fn claim(&self, key: &str) -> Result<(), AskError> {
        let mut kept = self.lock();
        if kept.is_closed {
            return Err(AskError::Suspended);
        }
        if !replace(&mut kept.question(key).is_claimed, true) {
            return Ok(());
        }
        Err(kept.fault(AskError::bad_question(
            key,
            "the key was used before in this call; give each question its own key, because \
             answers are kept by key",
        )))
    }

    /// The response that came without a state, to a question of which the state knows nothing.
    pub(super) fn take_response(&self, key: &str) -> Option<Value> {
        let mut kept = self.lock();
        let state = &kept.state;
        if state.answers.contains_key(key) || state.open.contains_key(key) {
            return None;
        }
        kept.responses.remove(key)
    }

    /// Keeps an answer for this run and later ones.
    pub(in crate::runtime) fn keep_answer(&self, key: &str, answer: CarriedAnswer) {
        let state = &mut self.lock().state;
        state.open.remove(key);
        state.answers.insert(key.to_owned(), answer);
    }

    /// What the state says of a question. A question may change once.
    pub(in crate::runtime) fn recall(
        &self,
        key: &str,
        digest: &Digest,
        attempts: u8,
        form: Option<&FormSchema>,
    ) -> Result<Known, AskError> {
        let mut kept = self.lock();
        let Inner {
            state, questions, ..
        } = &mut *kept;
        match (state.answers.get_mut(key), state.open.get_mut(key)) {
            (Some(answer), _) if answer.digest == *digest => {
                let by = answer.answered_by();
                let is_unread = answer.unread;
                let latency = answer.latency.map(Duration::from_millis);
                let question = questions.entry(key.to_owned()).or_default();
                question.latency = latency.or(question.latency);
                let evidence = if answer.too_fast && form.is_none() {
                    // The client has not shown the link.
                    Evidence::None
                } else {
                    answer.result.evidence(form)
                };
                question.evidence = answer.earlier.max(evidence);
                question.is_logged |= answer.too_fast && !is_unread;
                let received = ReceivedAnswer {
                    result: answer.read(form),
                    attempt: answer.attempt,
                    latency,
                    is_unread,
                    is_too_fast: answer.too_fast,
                    by,
                };
                Ok(Known::Answered(received))
            }
            (None, Some(open)) if open.digest == *digest => {
                if open.unknown_actions < attempts {
                    return Ok(Known::Open(open.attempt));
                }
                let question = questions.entry(key.to_owned()).or_default();
                question.is_logged = replace(&mut open.is_unreadable, true);
                Err(AskError::Unreadable)
            }
            (None, None) => Ok(Known::Open(1)),
            // The options were discovered anew, or a release changed the text: what
            // was answered then says nothing about the question as it is now.
            _ => {
                state.answers.remove(key);
                state.open.remove(key);
                state.pages.remove(key);
                if state.changed.insert(key.to_owned()) {
                    return Ok(Known::Open(1));
                }
                Err(kept.fault(AskError::bad_question(
                    key,
                    "the question changes in each run, so an answer never fits\nhelp: keep the \
                     values that change with `Ask::remember`",
                )))
            }
        }
    }

    /// Counts a question, if `admit` allows it. A question that was sent before in this call is not
    /// counted again.
    pub(super) fn count(
        &self,
        key: &str,
        admit: impl FnOnce() -> Result<(), AskError>,
    ) -> Result<(), AskError> {
        let mut kept = self.lock();
        let state = &kept.state;
        let answer = state.answers.get(key);
        let was_sent =
            state.open.contains_key(key) || answer.is_some_and(|answer| !answer.is_unsolicited);
        if was_sent || kept.question(key).is_counted {
            return Ok(());
        }
        admit()?;
        kept.question(key).is_counted = true;
        Ok(())
    }

    /// Whether an answer to the question has come, in the state or in the request.
    pub(in crate::runtime) fn has_answer(&self, key: &str) -> bool {
        let kept = self.lock();
        kept.state.answers.contains_key(key) || kept.responses.contains_key(key)
    }

    /// Whether the question went out in an earlier round, and has no answer yet.
    pub(in crate::runtime) fn was_open(&self, key: &str) -> bool {
        self.lock().state.open.contains_key(key)
    }

    /// Notes that an answer has come in this run.
    pub(in crate::runtime) fn note_answer(
        &self,
        key: &str,
        latency: Duration,
        evidence: Evidence,
        meta: Option<Map<String, Value>>,
    ) {
        let mut kept = self.lock();
        let question = kept.question(key);
        question.latency = Some(latency);
        question.meta = meta;
        question.evidence = question.evidence.max(evidence);
    }

    /// Notes that an answer still has to be validated.
    pub(in crate::runtime) fn note_unread(&self, key: &str) {
        let state = &mut self.lock().state;
        if let Some(answer) = state.answers.get_mut(key) {
            answer.unread = true;
        }
        if let Some(page) = state.pages.get_mut(key) {
            page.is_read = false;
        }
    }

    /// Notes that the answer to a question is invalid. Returns whether that is new.
    pub(in crate::runtime) fn note_invalid(&self, key: &str) -> bool {
        let mut kept = self.lock();
        let answer = kept.state.answers.get_mut(key);
        !answer.is_some_and(|answer| replace(&mut answer.invalid, true))
    }

    /// Something that is known of a question, if it was asked.
    pub(in crate::runtime) fn get<T: Default>(
        &self,
        key: &str,
        read: impl FnOnce(&QuestionProgress) -> T,
    ) -> T {
        self.lock().questions.get(key).map(read).unwrap_or_default()
    }

    /// Notes something of a question.
    pub(in crate::runtime) fn update(&self, key: &str, update: impl FnOnce(&mut QuestionProgress)) {
        update(self.lock().question(key));
    }
}

impl Inner {
    fn question(&mut self, key: &str) -> &mut QuestionProgress {
        self.questions.entry(key.to_owned()).or_default()
    }

    /// Makes an error of the server's the end of the call.
    fn fault(&mut self, error: AskError) -> AskError {
        self.fault.get_or_insert_with(|| error.clone());
        error
    }
}
