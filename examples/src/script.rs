//! Answers from the command line.

use serde_json::{Map, Value};

/// What a person, or a script for one, can say to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Here is what was asked for.
    Accept(Map<String, Value>),
    /// The page will be opened.
    Agree,
    /// An explicit no.
    Decline,
    /// Dismissed, without a decision.
    Cancel,
}

/// Prepared answers, in the order of the questions.
#[derive(Clone, Debug, Default)]
pub struct Script {
    replies: Vec<Reply>,
    rest: Option<Reply>,
}

impl Script {
    /// Accepts the first questions with these contents, and says `rest` to those
    /// that follow.
    #[must_use]
    pub fn new(accepts: Vec<Map<String, Value>>, rest: Option<Reply>) -> Self {
        let replies = accepts.into_iter().map(Reply::Accept).collect();
        Self { replies, rest }
    }

    /// Whether there is nothing in it, so that a person has to be asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.replies.is_empty() && self.rest.is_none()
    }

    /// What it says to questions that it has no content for.
    #[must_use]
    pub fn rest(&self) -> Option<&Reply> {
        self.rest.as_ref()
    }

    /// The reply to the question with this number, counted from 0.
    #[must_use]
    pub fn reply(&self, question: usize) -> Option<&Reply> {
        self.replies.get(question).or(self.rest.as_ref())
    }
}
