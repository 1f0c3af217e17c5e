//! What is wrong with an answer, in words for the page.

use serde::{Deserialize, Serialize};

use crate::{
    form::FormSchema, plain_text::visible, runtime::words::Words, violation::InvalidContent,
};

/// One thing that is wrong with an answer. It travels through the store when a check of the
/// question objects.
#[derive(Serialize, Deserialize)]
pub(crate) struct Complaint {
    /// The place of the property; `None` for the answer as a whole.
    pub(super) place: Option<usize>,
    /// A whole sentence.
    pub(super) sentence: String,
    /// What is wrong, beside the field.
    pub(super) text: String,
}

impl Complaint {
    pub(crate) fn of(invalid: &InvalidContent, form: &FormSchema, words: &dyn Words) -> Vec<Self> {
        let complaints = invalid.violations().iter().map(|violation| {
            let name = violation.property();
            let place = name.and_then(|name| form.place(name));
            let label = place.map(|place| form.properties()[place].label()).or(name);
            Self {
                place,
                sentence: visible(&words.correction(label, violation)).into_owned(),
                text: visible(&words.violation(violation)).into_owned(),
            }
        });
        complaints.collect()
    }
}
