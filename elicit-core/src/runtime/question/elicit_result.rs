//! An answer as it came, and what is said of one that is rejected.

use std::{any::Any, ops::Not, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    form::FormSchema,
    runtime::{
        error::AskError,
        outcome::{Action, Outcome},
        state::json_size,
        words::Words,
    },
    violation::{InvalidContent, Limit, Problem},
};

/// The longest value of a rejected answer, in bytes of JSON, that is filled in when the question is
/// asked again. It travels to the client and back with each attempt, and people type less.
const LONGEST_DEFAULT: usize = 4 * 1024;

/// Between the corrections and the message: a blank line, and a space for clients that drop line
/// breaks.
pub(super) const BREAK: &str = " \n\n";

/// Validates the content of an accepted form, and makes a value of it. The `bool` says whether the
/// answer may be a guess. Too many guesses are an error of the question.
pub(in crate::runtime) type Judge<'a> = &'a mut (dyn FnMut(&Value, bool) -> Judged<Made> + Send);

/// What comes of an answer: a value, or what is wrong with it.
pub(in crate::runtime) type Judged<T, E = InvalidContent> = Result<Result<T, E>, AskError>;

/// The value, whose type only the question knows: all between them is there once, and not for
/// each form.
pub(in crate::runtime) type Made = Box<dyn Any>;

/// The result of `elicitation/create`. Its names are short because it travels in a state.
#[derive(Clone, Serialize, Deserialize)]
pub(in crate::runtime) struct ElicitResult {
    #[serde(rename = "a")]
    pub(in crate::runtime) action: Action,
    /// `null` if there is none, if the action is not an accept, and if it was dropped.
    #[serde(rename = "c", default, skip_serializing_if = "Value::is_null")]
    pub(in crate::runtime) content: Arc<Value>,
    /// If the content was dropped because it was too large: the limit, in bytes.
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    pub(super) beyond: Option<usize>,
    /// It had properties, and none that the form has. (They were dropped.)
    #[serde(rename = "s", default, skip_serializing_if = "Not::not")]
    pub(in crate::runtime) is_foreign: bool,
}

/// An answer that was not valid, to be asked for again.
pub(in crate::runtime) struct RejectedAnswer {
    pub(in crate::runtime) invalid: InvalidContent,
    pub(super) content: Arc<Value>,
}

/// Why a result is not an answer.
pub(in crate::runtime) enum NoAnswer {
    /// It has no action.
    Malformed,
    /// Its action is none of the protocol, such as `reject`.
    UnknownAction,
}

/// How far the answers to a question show that a person has seen it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::runtime) enum Evidence {
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
    pub(in crate::runtime) const fn is_none(self) -> bool {
        matches!(self, Self::None)
    }
}

impl ElicitResult {
    pub(in crate::runtime) fn parse(
        mut result: Value,
        limit: Option<usize>,
    ) -> Result<Self, NoAnswer> {
        let action = result.get("action").and_then(Value::as_str);
        let action = match action.ok_or(NoAnswer::Malformed)? {
            "accept" => Action::Accept,
            "decline" => Action::Decline,
            "cancel" => Action::Cancel,
            _ => return Err(NoAnswer::UnknownAction),
        };
        Ok(match action {
            Action::Accept => {
                let content = result.get_mut("content");
                Self::new(action, content.map_or(Value::Null, Value::take), limit)
            }
            Action::Decline | Action::Cancel => Self::without_content(action),
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
        }
    }

    /// An answer that has no content, or whose content nobody needs any more.
    pub(super) fn without_content(action: Action) -> Self {
        Self::new(action, Value::Null, None)
    }

    /// Whether it has properties, and none that the form has: it is an answer to another form.
    pub(in crate::runtime) fn is_foreign_to(&self, form: &FormSchema) -> bool {
        let content = self.content.as_object();
        let mut names = content.into_iter().flat_map(Map::keys).peekable();
        self.is_foreign
            || (names.peek().is_some() && names.all(|name| form.property(name).is_none()))
    }

    /// How far this answer shows that a person has seen the form.
    pub(in crate::runtime) fn evidence(&self, form: Option<&FormSchema>) -> Evidence {
        let Action::Accept = self.action else {
            return Evidence::None;
        };
        let is_filled_in = match (&*self.content, form) {
            (Value::Object(content), Some(form)) => {
                let mut properties = form.properties().iter();
                properties.any(|property| content.contains_key(property.name()))
            }
            (Value::Object(content), None) => !content.is_empty(),
            (Value::Null, _) => self.beyond.is_some(),
            _ => true,
        };
        if is_filled_in {
            Evidence::FilledIn
        } else {
            Evidence::Accepted
        }
    }

    /// The outcome of the answer. An accepted form without content has no field filled in. One
    /// with anything but an object as content, or with too much of it, is as invalid as any other.
    pub(in crate::runtime) fn judged(
        self,
        form: Option<&FormSchema>,
        may_be_guess: bool,
        judge: Judge<'_>,
    ) -> Judged<Outcome<Made>, RejectedAnswer> {
        Ok(match self.action {
            Action::Accept => {
                let foreign = form.filter(|form| self.is_foreign_to(form));
                // An accepted link has no content that is read.
                let judged = match form.and(self.beyond) {
                    Some(limit) => Err(InvalidContent::of_document(Problem::too_large(limit))),
                    None if self.content.is_null() => {
                        judge(&Value::Object(Map::new()), may_be_guess)?
                    }
                    None => judge(&self.content, may_be_guess)?,
                };
                let judged = judged.map_err(|invalid| match foreign {
                    Some(form) => InvalidContent::of_document(Problem::foreign(form)),
                    None => invalid,
                });
                judged
                    .map(Outcome::Accepted)
                    .map_err(|invalid| RejectedAnswer {
                        invalid,
                        content: self.content,
                    })
            }
            Action::Decline => Ok(Outcome::Declined),
            Action::Cancel => Ok(Outcome::Cancelled),
        })
    }
}

impl RejectedAnswer {
    /// The texts of run time in the message of the question: what a check says and of which
    /// property, and options that it lists.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let violations = self.invalid.violations().iter();
        violations.flat_map(|violation| {
            let is_check = violation.keyword() == "check";
            let said = [violation.author_text(), violation.property()];
            let options = match violation.limit() {
                Some(Limit::Choices(options)) => options,
                _ => &[],
            };
            let said = said.into_iter().flatten().filter(move |_| is_check);
            let listed = options.iter().map(|one| [Some(one.value()), one.title()]);
            said.chain(listed.flatten().flatten())
        })
    }

    /// What to correct, and then the message of the question.
    ///
    /// They are two paragraphs. The space is for clients that drop line breaks.
    pub(super) fn message<'l>(
        &'l self,
        message: &str,
        label: impl Fn(&'l str) -> &'l str,
        words: &dyn Words,
    ) -> String {
        let mut text = words.please_correct().into_owned();
        for violation in self.invalid.violations() {
            let label = violation.property().map(&label);
            text.push(' ');
            text.push_str(&words.correction(label, violation));
        }
        text.push_str(BREAK);
        text.push_str(message);
        text
    }

    /// What the fields begin with when the form is shown again, by name: what was filled in, if it
    /// needs no correction and is not too long, and for a field that is missing what it began with.
    pub(super) fn shown_again<'a>(
        &'a self,
        before: &'a Map<String, Value>,
    ) -> impl Fn(&str) -> Option<&'a Value> {
        let given = self.content.as_object();
        let invalid = self.invalid.properties();
        move |name: &str| match given.and_then(|given| given.get(name)) {
            None => before.get(name),
            Some(value) => Some(value)
                .filter(|value| !invalid.contains(name) && json_size::fits(value, LONGEST_DEFAULT)),
        }
    }
}
