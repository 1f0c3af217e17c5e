//! An argument of the tool in the place of a person's answer, if the client cannot ask.

use std::fmt::{self, Display, Write as _};

use serde_json::{Map, Value, json};

use super::{elicit_result::ElicitResult, question::Question};
use crate::{
    form::{Kind, Options, Property, choices::Choices},
    rules::hints,
    violation::{InvalidContent, Violation},
};

/// What the arguments of a tool hold for a question of `T`: an `Option<T>`, or a
/// [`serde_json::Value`] or an `Option` of it, which is validated as an answer is. It is not for
/// implementing; `Kind` is for the compiler alone.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take the place of an answer to a question of `{T}`",
    label = "not what an argument holds for this question",
    note = "it is an `Option<{T}>`, a `serde_json::Value` or an `Option<serde_json::Value>`"
)]
pub trait Argument<T, Kind> {
    /// In JSON. `None`: there is none.
    #[doc(hidden)]
    fn in_json(self, give: impl FnOnce(&T) -> Option<Value>) -> Option<Value>;
}

/// The [`Argument`] has the type of the answer.
#[derive(Debug)]
pub enum Typed {}

/// The [`Argument`] is JSON.
#[derive(Debug)]
pub enum Json {}

#[diagnostic::do_not_recommend]
impl<T> Argument<T, Typed> for Option<T> {
    fn in_json(self, give: impl FnOnce(&T) -> Option<Value>) -> Option<Value> {
        give(&self?)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Argument<T, Json> for Value {
    fn in_json(self, _: impl FnOnce(&T) -> Option<Value>) -> Option<Value> {
        Some(self).filter(|value| !value.is_null())
    }
}

#[diagnostic::do_not_recommend]
impl<T> Argument<T, Json> for Option<Value> {
    fn in_json(self, give: impl FnOnce(&T) -> Option<Value>) -> Option<Value> {
        Argument::<T, Json>::in_json(self?, give)
    }
}

/// What a question was given as its argument.
#[derive(Default)]
pub(super) struct GivenArgument {
    /// As the content of an answer. `None`: there is none.
    pub(super) content: Option<Value>,
    /// The argument is that of the only property, and has the name of the question's key.
    pub(super) is_one_value: bool,
    /// Why no person is needed, where one would be.
    pub(super) reason: Option<&'static str>,
}

impl GivenArgument {
    /// As an answer, which the limits hold for as well.
    pub(super) fn answer(&self, limit: Option<usize>) -> Option<ElicitResult> {
        let content = self.content.clone()?;
        ElicitResult::parse(json!({"action": "accept", "content": content}), limit)
    }

    /// Whether the reason says nothing.
    pub(super) fn lacks_reason(&self) -> bool {
        self.reason.is_some_and(|reason| reason.trim().is_empty())
    }

    /// What the form begins with. A confirmation is not for a model.
    pub(super) fn prefill(&self, limit: Option<usize>) -> Option<Map<String, Value>> {
        let answer = self.answer(limit).filter(|_| self.reason.is_none())?;
        answer.content.as_object().cloned()
    }
}

/// What a model has to ask its user for, and to put into the arguments of a tool:
/// [`Words::argument_needed`](crate::Words::argument_needed).
///
/// `Display` writes it in English.
#[derive(Clone, Copy)]
pub struct NeededArgument<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) is_one_value: bool,
    pub(super) invalid: Option<&'a InvalidContent>,
}

impl<'a> NeededArgument<'a> {
    /// The message of the question.
    #[must_use]
    pub const fn message(&self) -> &'a str {
        self.question.message
    }

    /// The arguments: the name of each, and what goes there, in English.
    pub fn arguments(&self) -> impl Iterator<Item = (&'a str, String)> {
        let Self {
            question,
            is_one_value,
            ..
        } = *self;
        question.properties().map(move |(property, choices)| {
            let name = if is_one_value {
                question.key
            } else {
                property.name()
            };
            (name, described(property, choices, question.title()))
        })
    }

    /// What is wrong with the arguments of this call, if there were any.
    #[must_use]
    pub fn violations(&self) -> &'a [Violation] {
        self.invalid.map_or(&[], InvalidContent::violations)
    }

    /// The name of the argument that a violation is about. `None`: it is about all of them.
    #[must_use]
    pub fn name(&self, violation: &'a Violation) -> Option<&'a str> {
        if self.is_one_value {
            return Some(self.question.key);
        }
        violation.property()
    }
}

impl Display for NeededArgument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "This client cannot show a question to its user. Ask the user in the chat, and do not \
             answer for them. Then call the tool again, with what they say in its arguments.\n\n",
        )?;
        writeln!(f, "Question: {}", self.message())?;
        for (name, text) in self.arguments() {
            write!(f, "\n- `{name}`: {text}")?;
        }
        if !self.violations().is_empty() {
            f.write_str("\n\nThe arguments of this call are not valid:\n")?;
        }
        for violation in self.violations() {
            match self.name(violation) {
                Some(name) => write!(f, "\n- `{name}` {}", violation.message())?,
                None => write!(f, "\n- {}", violation.message())?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for NeededArgument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NeededArgument").finish_non_exhaustive()
    }
}

/// What goes into a property: its type, whether it is required, its description and its rules.
fn described(property: &Property, choices: Option<&Choices>, title: Option<&str>) -> String {
    let mut property = *property;
    if let Kind::MultiSelect {
        min_items,
        max_items,
        ..
    } = &mut property.kind
    {
        (*min_items, *max_items) = Choices::item_counts(choices, *min_items, *max_items);
    }
    let mut text = match property.kind() {
        Kind::Boolean => "`true` or `false`".to_owned(),
        Kind::Integer(_) => "a whole number".to_owned(),
        Kind::Number(_) => "a number".to_owned(),
        Kind::Text(_) => "a text".to_owned(),
        Kind::Choice(options) => format!("one of {}", listed(options, choices)),
        Kind::MultiSelect { options, .. } => {
            format!("a list of some of {}", listed(options, choices))
        }
    };
    if !property.is_required() {
        text.push_str(", optional");
    }
    let label = title.or(property.title());
    for part in [label.unwrap_or_default(), &hints::text(property)] {
        if !part.is_empty() {
            let _ = write!(text, ". {}", part.trim_end_matches('.'));
        }
    }
    text
}

/// The values of the options, with their titles. The tool says what is wrong with others, so a long
/// list is cut.
fn listed(options: &Options, choices: Option<&Choices>) -> String {
    const SHOWN: usize = 50;
    let options: Vec<(&str, Option<&str>)> = match options {
        Options::Declared(variants) => variants
            .iter()
            .map(|one| (one.value(), one.title()))
            .collect(),
        Options::Supplied => choices
            .map_or(&[][..], Choices::options)
            .iter()
            .map(|one| (one.value(), one.title()))
            .collect(),
    };
    let shown = options
        .iter()
        .take(SHOWN)
        .map(|(value, title)| match title {
            Some(title) if title != value => format!("`{value}` ({title})"),
            _ => format!("`{value}`"),
        });
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if let Some(more @ 1..) = options.len().checked_sub(SHOWN) {
        let _ = write!(text, " and {more} more");
    }
    text
}
