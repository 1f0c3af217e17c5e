//! The result of `elicitation/create`: an answer as it came.

use std::{ops::Not, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{outcome::Action, state::json_size};
use crate::form::FormSchema;

/// The result of `elicitation/create`. Its names are short because it travels in a state.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct ElicitResult {
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

impl ElicitResult {
    pub(super) fn parse(mut result: Value, limit: Option<usize>) -> Result<Self, NoAnswer> {
        let action = result.get("action").filter(|action| action.is_string());
        let action = Action::deserialize(action.ok_or(NoAnswer::Malformed)?)
            .map_err(|_| NoAnswer::UnknownAction)?;
        let mut part = |name| result.get_mut(name).map_or(Value::Null, Value::take);
        let meta = part("_meta");
        let fits = limit.is_none_or(|limit| json_size::fits(&meta, limit));
        Ok(Self {
            meta: match meta {
                Value::Object(meta) if fits => Some(meta),
                _ => None,
            },
            ..match action {
                Action::Accept => Self::new(action, part("content"), limit),
                Action::Decline | Action::Cancel => Self::without_content(action),
            }
        })
    }

    /// An answer. If the content is beyond the limit in bytes, it is dropped, and the limit is noted.
    pub(super) fn new(action: Action, content: Value, limit: Option<usize>) -> Self {
        let beyond = limit.filter(|limit| !content.is_null() && !json_size::fits(&content, *limit));
        let content = beyond.map_or(content, |_| Value::Null);
        Self {
            action,
            content: Arc::new(content),
            beyond,
            is_foreign: false,
            meta: None,
        }
    }

    /// An answer without content, or whose content is no longer needed.
    pub(super) fn without_content(action: Action) -> Self {
        Self::new(action, Value::Null, None)
    }

    /// Whether it has only unknown properties: it is an answer to another form.
    pub(super) fn is_foreign_to(&self, form: &FormSchema) -> bool {
        let content = self.content.as_object();
        let mut names = content.into_iter().flat_map(Map::keys).peekable();
        self.is_foreign
            || (names.peek().is_some() && names.all(|name| form.property(name).is_none()))
    }

    /// How far this answer shows that a person has seen the form.
    pub(super) fn evidence(&self, form: Option<&FormSchema>) -> Evidence {
        let Action::Accept = self.action else {
            return Evidence::None;
        };
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
