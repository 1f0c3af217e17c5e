//! An answer that was rejected, and what is said of it when the question is asked again.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{
    runtime::{state::json_size, words::Words},
    violation::{InvalidContent, Limit},
};

/// The longest value of a rejected answer, in bytes of JSON, that is filled in when the question is
/// asked again. It travels to the client and back with each attempt, and people type less.
const LONGEST_DEFAULT: usize = 4 * 1024;

/// Between the corrections and the message: a blank line, and a space for clients that drop line
/// breaks.
pub(super) const BREAK: &str = " \n\n";

/// An answer that is not valid. The question is asked again.
pub(super) struct RejectedAnswer {
    pub(super) invalid: InvalidContent,
    pub(super) content: Arc<Value>,
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
                Some(Limit::Options(options)) => options,
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
