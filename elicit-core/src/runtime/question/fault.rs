//! Why a question cannot be asked at all, which only the running program shows.

use std::borrow::Cow;

use elicit_text::{is_blank, visible};

use super::{Body, Question, address};
use crate::{
    form::{Kind, Property, choices::Choices},
    runtime::{
        error::{AskError, HELP},
        log_name::log_name,
    },
};

impl Question<'_> {
    /// Checks what exists only at run time.
    pub(super) fn check(&self) -> Result<(), AskError> {
        if self.key().is_empty() {
            return Err(self.bad("the key is empty, and answers are kept by key"));
        }
        if is_blank(&visible(self.message)) {
            return Err(self.bad("its message is blank"));
        }
        match &self.body {
            Body::Link { url, .. } => match address::fault(url, self.run.elicitation.url_limit) {
                Some(fault) => Err(self.bad(format!("its address {fault}"))),
                None => Ok(()),
            },
            Body::Form { form, prefill, .. } => {
                let texts = self.texts;
                if let Some(name) = prefill.keys().find(|name| form.property(name).is_none()) {
                    let name = log_name(name);
                    return Err(self.bad(format!(
                        "it prefills `{name}`, and the form has no such property"
                    )));
                }
                for (name, text) in [("title", texts.title), ("description", texts.description)] {
                    if text.is_some_and(|text| is_blank(&visible(text))) {
                        return Err(self.bad(format!("its {name} is blank")));
                    }
                }
                for (property, choices) in self.supplied() {
                    let fault = choices.fault().map(Cow::Borrowed);
                    let fault = fault.or_else(|| no_count(property, choices));
                    if let Some(reason) = fault {
                        return Err(self.bad(format!("options of `{}`: {reason}", property.name())));
                    }
                }
                let least = self.smallest_answer();
                match self.run.elicitation.limits.answer {
                    Some(limit) if limit < least => Err(self.bad(format!(
                        "its shortest answer has {least} bytes, and an answer may have {limit}{HELP}see \
                         `Elicitation::answer_limit`"
                    ))),
                    _ => Ok(()),
                }
            }
        }
    }
}

/// Why no number of options is a valid answer: a person chooses each option once. If the options and
/// the bounds are declared, the derive checks that.
fn no_count(property: &Property, choices: &Choices) -> Option<Cow<'static, str>> {
    let number = choices.options().len() as u64;
    let Kind::MultiSelect {
        min_items,
        max_items,
        ..
    } = property.meaning.at_run_time(Some(choices)).kind
    else {
        return None;
    };
    let [least, most] = match [choices.min_items, choices.max_items] {
        [None, None] => ["min_items", "max_items"],
        _ => ["at_least", "at_most"],
    };
    Some(match (min_items, max_items) {
        (Some(fewest), _) if !property.meaning.optional && fewest > number => {
            format!("`{least}` is {fewest}, and the number of options is {number}").into()
        }
        (_, Some(0)) => format!("`{most}` is 0, so no option can be chosen").into(),
        (Some(fewest), Some(largest)) if fewest > largest => {
            format!("`{least}` is {fewest}, and `{most}` is {largest}").into()
        }
        _ => return None,
    })
}
