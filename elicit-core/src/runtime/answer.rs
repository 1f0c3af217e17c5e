//! An answer as it came: the action first, and then whatever belongs to it.

use std::{any::Any, sync::Arc};

use serde_json::Value;

use super::{
    limited,
    outcome::{Action, Outcome},
    question::Again,
};
use crate::{InvalidContent, form::FormSchema, violation::Problem};

/// Holds the content of an accepted form against its rules, and makes a value of it.
pub(super) type Judge<'a> = &'a mut (dyn FnMut(&Value) -> Result<Made, InvalidContent> + Send);

/// The value, whose type only the question knows: all between them is there once, and not for
/// each form.
pub(super) type Made = Box<dyn Any>;

/// The result of `elicitation/create`.
pub(super) struct Answer {
    pub(super) action: Action,
    /// `null` for anything but an accept, for one that came without, and where it was dropped.
    pub(super) content: Arc<Value>,
    /// The limit that the content was beyond, in bytes, and was dropped for.
    pub(super) beyond: Option<usize>,
}

impl Answer {
    /// `None` where no action can be read: nobody has answered.
    pub(super) fn parse(mut result: Value, limit: Option<usize>) -> Option<Self> {
        let action = match result.get("action")?.as_str()? {
            "accept" => Action::Accept,
            "decline" => Action::Decline,
            "cancel" => Action::Cancel,
            _ => return None,
        };
        let content = match action {
            Action::Accept => result.get_mut("content").map_or(Value::Null, Value::take),
            Action::Decline | Action::Cancel => Value::Null,
        };
        let beyond = limit.filter(|limit| !content.is_null() && !limited::fits(&content, *limit));
        let content = beyond.map_or(content, |_| Value::Null);
        Some(Self {
            action,
            content: Arc::new(content),
            beyond,
        })
    }

    /// What the answer comes to. An accepted form without an object as content, or with too
    /// much of it, is as invalid as any other, and nothing is filled in for it.
    pub(super) fn judged(
        self,
        form: Option<&FormSchema>,
        judge: Judge<'_>,
    ) -> Result<Outcome<Made>, Again> {
        match self.action {
            Action::Accept => {
                // Of what comes with an accepted link nothing is read.
                let judged = match form.and(self.beyond) {
                    Some(limit) => Err(InvalidContent::of_document(Problem::Size(limit as u64))),
                    None => judge(&self.content),
                };
                judged.map(Outcome::Accepted).map_err(|invalid| Again {
                    invalid,
                    content: self.content,
                })
            }
            Action::Decline => Ok(Outcome::Declined),
            Action::Cancel => Ok(Outcome::Cancelled),
        }
    }
}
