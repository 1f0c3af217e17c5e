//! An answer to a question, as the result of `elicitation/create` has it, and how it came.

use std::{mem, ops::Not, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    error::AskError,
    outcome::{Action, AnsweredBy},
    state::json_size,
};
use crate::form::FormSchema;

/// An answer, valid or not. Its names are short because it travels with the call.
#[derive(Clone, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each holds without the others"
)]
pub(super) struct ReceivedAnswer {
    #[serde(rename = "a")]
    pub(super) action: Action,
    /// `null` if there is none, if the action is not an accept, and if it was dropped.
    #[serde(rename = "c", default, skip_serializing_if = "Value::is_null")]
    pub(super) content: Arc<Value>,
    /// If the content was dropped because it was too large: the limit, in bytes.
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    pub(super) beyond: Option<usize>,
    /// It had only unknown properties. (They were dropped.)
    #[serde(rename = "s", default, skip_serializing_if = "Not::not")]
    pub(super) is_foreign: bool,
    /// `_meta`, unless it is beyond the limit. The revision with a state has none.
    #[serde(skip)]
    pub(super) meta: Option<Map<String, Value>>,
    /// The attempt that it answers, from 1.
    #[serde(rename = "n", default = "first", skip_serializing_if = "is_first")]
    pub(super) attempt: u8,
    /// How long it took, in milliseconds, where that is known.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub(super) latency_ms: Option<u64>,
    /// It came sooner than a person can answer.
    #[serde(rename = "f", default, skip_serializing_if = "Not::not")]
    pub(super) is_too_fast: bool,
    /// No earlier run has read it, so it is as it came. A client of 2026-07-28 can send one state with
    /// many of them.
    #[serde(rename = "u", default, skip_serializing_if = "Not::not")]
    pub(super) is_unread: bool,
    /// It came with the first request of the call, before anything was asked.
    #[serde(rename = "o", default, skip_serializing_if = "Not::not")]
    pub(super) is_unsolicited: bool,
}

/// The number of the first attempt, which most answers are for.
pub(super) const fn first() -> u8 {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out references"
)]
pub(super) const fn is_first(attempt: &u8) -> bool {
    *attempt == first()
}

/// Why a result is not an answer.
pub(super) enum NoAnswer {
    /// It has no action.
    Malformed,
    /// The protocol has no such action: `reject`, for example.
    UnknownAction,
}

/// How far the answers to a question show that a person has seen it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Evidence {
    #[default]
    None,
    /// It was accepted. Clients accept a form that they cannot show.
    #[serde(rename = "a")]
    Accepted,
    /// A field was filled in.
    #[serde(rename = "f")]
    FilledIn,
}

impl Evidence {
    pub(super) const fn is_none(self) -> bool {
        matches!(self, Self::None)
    }
}

impl ReceivedAnswer {
    /// Reads a result as it came. A content beyond the limit in bytes is dropped, and the limit is noted.
    pub(super) fn take(&mut self, mut result: Value, limit: Option<usize>) -> Result<(), NoAnswer> {
        let action = result.get("action").filter(|action| action.is_string());
        self.action = Action::deserialize(action.ok_or(NoAnswer::Malformed)?)
            .map_err(|_| NoAnswer::UnknownAction)?;
        let mut part = |name| result.get_mut(name).map_or(Value::Null, Value::take);
        if let Value::Object(meta) = part("_meta") {
            let fits = limit.is_none_or(|limit| json_size::fits(&meta, limit));
            self.meta = fits.then_some(meta);
        }
        if self.is_accept() {
            self.set_content(part("content"), limit);
        }
        Ok(())
    }

    /// Sets the content. If it is beyond the limit in bytes, it is dropped, and the limit is noted.
    pub(super) fn set_content(&mut self, content: Value, limit: Option<usize>) {
        self.beyond =
            limit.filter(|limit| !content.is_null() && !json_size::fits(&content, *limit));
        self.content = Arc::new(self.beyond.map_or(content, |_| Value::Null));
    }

    /// An answer without content, or whose content is no longer needed.
    pub(super) fn without_content(action: Action, attempt: u8) -> Self {
        Self {
            action,
            content: Arc::default(),
            beyond: None,
            is_foreign: false,
            meta: None,
            attempt,
            latency_ms: None,
            is_too_fast: false,
            is_unread: false,
            is_unsolicited: false,
        }
    }

    /// Makes it an answer that came sooner than a person can answer.
    pub(super) fn make_too_fast(&mut self) {
        self.is_too_fast = true;
        self.content = Arc::default();
    }

    /// The answer, if a person may have given it.
    pub(super) fn unless_too_fast(self) -> Result<Self, AskError> {
        if self.is_too_fast {
            Err(AskError::TooFast)
        } else {
            Ok(self)
        }
    }

    pub(super) fn is_accept(&self) -> bool {
        matches!(self.action, Action::Accept)
    }

    /// Who has given it.
    pub(super) fn by(&self) -> AnsweredBy {
        if self.is_unsolicited {
            AnsweredBy::Unsolicited
        } else {
            AnsweredBy::Person
        }
    }

    /// Drops everything that is not a property of the form, unless an earlier run has read it.
    pub(super) fn read(&mut self, form: Option<&FormSchema>) {
        if !mem::take(&mut self.is_unread) {
            return;
        }
        self.is_foreign = form.is_some_and(|form| self.is_foreign_to(form));
        let content = Arc::unwrap_or_clone(mem::take(&mut self.content));
        let content = match (content, form) {
            (Value::Object(content), Some(form)) => content
                .into_iter()
                .filter(|(name, _)| form.property(name).is_some())
                .collect(),
            (Value::Null, _) | (_, None) => Value::Null,
            // It is not an object, and has to stay what is not one.
            (_, Some(_)) => Value::Array(Vec::new()),
        };
        self.content = Arc::new(content);
    }

    /// Whether it has only unknown properties: it is an answer to another form.
    pub(super) fn is_foreign_to(&self, form: &FormSchema) -> bool {
        let content = self.content.as_object();
        let mut names = content.into_iter().flat_map(Map::keys).peekable();
        self.is_foreign
            || (names.peek().is_some() && names.all(|name| form.property(name).is_none()))
    }

    /// How far this answer shows that a person has seen the question. A link has no form.
    pub(super) fn evidence(&self, form: Option<&FormSchema>) -> Evidence {
        if !self.is_accept() {
            return Evidence::None;
        }
        let is_known = |name: &String| form.is_none_or(|form| form.property(name).is_some());
        let is_filled_in = match &*self.content {
            Value::Object(content) => content.keys().any(is_known),
            Value::Null => self.beyond.is_some(),
            _ => true,
        };
        if is_filled_in {
            Evidence::FilledIn
        } else {
            Evidence::Accepted
        }
    }
}
