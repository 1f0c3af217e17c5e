//! The page of a question: the form that it shows and validates, its HTML, and what is wrong with an
//! answer.

use std::{any::type_name, collections::HashMap};

use askama::Template;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use elicit_text::visible;

use super::{
    control::{Control, PageField},
    text::PageText,
};
use crate::{
    elicit::Elicit,
    form::{FormSchema, choices::RunTimeOptions},
    reading::Answers,
    revision::Revision,
    runtime::{
        state::{
            digest::{Digest, Fields},
            json_size,
        },
        words::Words,
    },
    violation::{InvalidContent, Problem},
};

/// How to show a form, and how to validate its answer, in whatever process the browser reaches.
#[derive(Clone)]
pub(crate) struct PageForm {
    /// The same in each process of one release.
    pub(crate) digest: Digest,
    pub(crate) schema: &'static FormSchema,
    validate: fn(&Value, &dyn RunTimeOptions) -> Result<(), InvalidContent>,
}

impl PageForm {
    pub(crate) fn new<T: Elicit>() -> Self {
        let digest = Fields::new("elicit-core/v1/page-form\0")
            .field(type_name::<T>().as_bytes())
            .field(T::texts().of(Revision::LATEST).as_bytes());
        Self {
            digest: digest.digest(),
            schema: T::FORM,
            validate: |content, options| {
                T::build(&mut Answers::from_value(T::FORM, options, content)?).map(drop)
            },
        }
    }

    /// Validates an answer. The limit is the one of an answer to a form, in bytes.
    pub(crate) fn validated(
        &self,
        content: &Value,
        options: &dyn RunTimeOptions,
        limit: Option<usize>,
    ) -> Result<(), InvalidContent> {
        if let Some(limit) = limit.filter(|limit| !json_size::fits(content, *limit)) {
            return Err(InvalidContent::on_document(Problem::too_large(limit)));
        }
        (self.validate)(content, options)
    }
}

/// The forms that a process can show.
pub(super) type Forms = HashMap<Digest, PageForm>;

#[derive(Template)]
#[template(path = "question.html")]
pub(super) struct QuestionPage<'a> {
    pub(super) server: Option<&'a str>,
    pub(super) message: &'a str,
    /// The token that a browser sends with the answer.
    pub(super) csrf: &'a str,
    pub(super) errors: &'a [FormError],
    pub(super) fields: Vec<PageField>,
    pub(super) words: &'a dyn Words,
}

impl QuestionPage<'_> {
    /// The id of the control that an error is about.
    fn first_control(&self, error: &FormError) -> Option<String> {
        let field = self.fields.get(error.index?)?;
        Some(field.first_control())
    }
}

/// A mistake in an answer, in words for the page. If a check of the question rejects the answer, it
/// goes through the store.
#[derive(Serialize, Deserialize)]
pub(crate) struct FormError {
    /// The index of the property; `None` for the answer as a whole.
    pub(super) index: Option<usize>,
    /// A whole sentence.
    pub(crate) sentence: String,
    /// What is wrong, beside the field.
    pub(super) text: String,
}

impl FormError {
    pub(crate) fn all(invalid: &InvalidContent, form: &FormSchema, words: &dyn Words) -> Vec<Self> {
        let errors = invalid.violations().iter().map(|violation| {
            let name = violation.property();
            let index = name.and_then(|name| form.index_of(name));
            let label = index.map(|index| form.properties()[index].label()).or(name);
            Self {
                index,
                sentence: visible(&words.correction(label, violation)).into_owned(),
                text: visible(&words.violation(violation)).into_owned(),
            }
        });
        errors.collect()
    }
}
