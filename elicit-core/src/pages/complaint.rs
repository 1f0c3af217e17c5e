//! What is wrong with an answer, in words for the page.

use serde::{Deserialize, Serialize};

use crate::{
    form::FormSchema, plain_text::visible, runtime::words::Words, violation::InvalidContent,
};

/// One thing that is wrong with an answer. It travels through the store when a check of the
/// question objects.
#[derive(Serialize, Deserialize)]
pub(crate) struct Complaint {
    /// The index of the property; `None` for the answer as a whole.
    pub(super) index: Option<usize>,
    /// A whole sentence.
    pub(super) sentence: String,
    /// What is wrong, beside the field.
    pub(super) text: String,
}

impl Complaint {
    pub(crate) fn of(invalid: &InvalidContent, form: &FormSchema, words: &dyn Words) -> Vec<Self> {
        let complaints = invalid.violations().iter().map(|violation| {
            let name = violation.property();
            let index = name.and_then(|name| form.index_of(name));
            let label = index.map(|index| form.properties()[index].label()).or(name);
            Self {
                index,
                sentence: visible(&words.correction(label, violation)).into_owned(),
                text: visible(&words.violation(violation)).into_owned(),
            }
        });
        complaints.collect()
    }
}
