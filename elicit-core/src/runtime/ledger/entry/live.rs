//! What only the run knows of a question that asks it, and how the question goes out when the run ends.

use std::{task::Waker, time::Duration};

use serde_json::{Map, Value};

use super::Open;
use crate::runtime::{outcome::AnsweredBy, received_answer::Evidence};

/// What only the run knows that asks.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each holds without the others"
)]
pub(in crate::runtime) struct Live {
    /// Its key is taken.
    pub(in crate::runtime) is_claimed: bool,
    /// It was counted in this run.
    pub(in crate::runtime) is_counted: bool,
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
    pub(in crate::runtime) waker: Option<Waker>,
    pub(in crate::runtime) departure: Departure,
}

/// How a question goes out when the run ends.
#[derive(Default)]
pub(in crate::runtime) enum Departure {
    /// It does not.
    #[default]
    None,
    /// Its page is being put into the store, or its answer is being checked, so the run does not end yet.
    Held,
    Parked(Parked),
}

/// A question whose answer a later run has.
pub(in crate::runtime) struct Parked {
    /// The questions go out in the order of these.
    pub(in crate::runtime) number: usize,
    /// `None`: the person has it on a page, and the client asks nothing.
    pub(in crate::runtime) asked: Option<Box<Asked>>,
}

/// What goes out when the run ends.
pub(in crate::runtime) struct Asked {
    pub(in crate::runtime) params: Value,
    pub(in crate::runtime) open: Open,
    /// How many bytes the content of an answer has at least.
    pub(in crate::runtime) least: usize,
}
