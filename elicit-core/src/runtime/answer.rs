//! An answer as it came: the action first, and then whatever belongs to it.

use serde_json::Value;

use super::{outcome::Action, question::Again, state::Recorded};
use crate::InvalidContent;

/// Holds the content of an accepted form against its rules.
pub(super) type Judge<'a> = &'a mut (dyn FnMut(&Value) -> Result<(), InvalidContent> + Send);

/// The result of `elicitation/create`.
pub(super) struct Answer {
    pub(super) action: Action,
    /// `null` for anything but an accepted form, and for one that came without.
    pub(super) content: Value,
}

impl From<Recorded> for Answer {
    fn from(recorded: Recorded) -> Self {
        Self {
            action: recorded.action,
            content: recorded.content,
        }
    }
}

impl Answer {
    /// `None` where no action can be read: nobody has answered.
    pub(super) fn parse(mut result: Value) -> Option<Self> {
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
        Some(Self { action, content })
    }

    /// What the answer comes to. An accepted form without an object as content is
    /// as invalid as any other, and nothing is filled in for it.
    pub(super) fn judged(self, judge: Judge<'_>) -> Result<Self, Again> {
        if self.action == Action::Accept
            && let Err(invalid) = judge(&self.content)
        {
            return Err(Again {
                invalid,
                content: self.content,
            });
        }
        Ok(self)
    }
}
