//! What a run keeps: what was asked in it, what was answered, and what ends it.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
    task::Waker,
    time::Duration,
};

use serde_json::{Map, Value};

use super::Stop;
use crate::runtime::{
    elicit_result::{ElicitResult, Evidence},
    elicitation::Elicitation,
    error::AskError,
    needed_argument::NeededArgument,
    outcome::{AnsweredBy, Mode},
    state::{CarriedAnswer, OpenQuestion, State, digest::Digest},
};

/// What changes while the handler runs.
#[derive(Default)]
pub(in crate::runtime) struct RunProgress {
    /// Whether the `Ask` of this run was taken.
    pub(in crate::runtime) taken: bool,
    pub(in crate::runtime) state: State,
    /// The answers that came without a state.
    pub(super) responses: BTreeMap<String, Value>,
    /// The questions of this run, by key.
    pub(super) questions: HashMap<String, QuestionProgress>,
    pub(super) remembered: HashSet<String>,
    /// The questions that somebody waits for, in the order in which they were asked.
    pub(in crate::runtime) open: Vec<ParkedQuestion>,
    /// The questions whose page is being put into the store. They go out together with those that are
    /// open.
    pub(in crate::runtime) opening: HashSet<String>,
    /// The handler has learned that it cannot ask in this mode.
    pub(in crate::runtime) unsupported: Option<Mode>,
    /// Ends the run at once.
    pub(in crate::runtime) stop: Option<Stop>,
    /// The client cannot be asked, and these arguments have no valid answer. The call ends.
    pub(in crate::runtime) needed: Vec<NeededArgument>,
    /// An error in the server. The call ends with it, whatever the handler returns.
    pub(in crate::runtime) fault: Option<AskError>,
    /// Wakes whoever polls the handler.
    pub(in crate::runtime) driver: Option<Waker>,
    /// The handler is gone.
    pub(in crate::runtime) closed: bool,
}

/// What changes for one question while the handler runs.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each holds without the others"
)]
pub(in crate::runtime) struct QuestionProgress {
    /// Its key is taken.
    pub(super) is_claimed: bool,
    /// It was counted in this run.
    pub(super) is_counted: bool,
    /// How long the answer took.
    pub(in crate::runtime) latency: Option<Duration>,
    /// `_meta` of the last answer.
    pub(in crate::runtime) meta: Option<Map<String, Value>>,
    /// That of all answers so far.
    pub(super) evidence: Evidence,
    pub(in crate::runtime) answered_by: Option<AnsweredBy>,
    /// It is a confirmation that was sent off without a tick.
    pub(in crate::runtime) is_unticked: bool,
    /// An earlier run has logged its error.
    pub(in crate::runtime) is_logged: bool,
    /// Wakes whoever polls the question.
    pub(super) waker: Option<Waker>,
}

pub(in crate::runtime) struct ParkedQuestion {
    pub(in crate::runtime) key: String,
    pub(in crate::runtime) params: Value,
    pub(in crate::runtime) question: OpenQuestion,
}

impl RunProgress {
    /// What is known of a question, if it was asked.
    pub(in crate::runtime) fn question(&self, key: &str) -> Option<&QuestionProgress> {
        self.questions.get(key)
    }

    pub(in crate::runtime) fn question_mut(&mut self, key: &str) -> &mut QuestionProgress {
        self.questions.entry(key.to_owned()).or_default()
    }

    /// The answer that came without a state, if there is one.
    pub(super) fn unasked(
        &mut self,
        key: &str,
        digest: &Digest,
        elicitation: &Elicitation,
    ) -> Option<CarriedAnswer> {
        let room = self.state.room();
        let limit = elicitation.answer_limit;
        let limit = limit.map_or(room, |limit| limit.min(room));
        let result = ElicitResult::parse(self.responses.remove(key)?, Some(limit)).ok()?;
        let mut answer = CarriedAnswer::new(digest.clone(), 1, result);
        if !elicitation.fastest_person.is_zero() {
            answer.too_fast = true;
            answer.result.content = Arc::default();
        }
        Some(answer)
    }

    /// Makes an error of the server's the end of the call.
    pub(super) fn fault(&mut self, error: AskError) -> AskError {
        self.fault.get_or_insert_with(|| error.clone());
        error
    }
}
