//! What a page asks, and the link to it that the client is sent.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::PageAsking;
use crate::{
    pages::{
        FormError,
        record::{AskedPage, StoredOptions},
        without_secrets,
    },
    plain_text::visible,
    runtime::{
        error::AskError,
        question::{
            Body, Question,
            rejected_answer::{BREAK, RejectedAnswer},
        },
    },
};

impl PageAsking<'_> {
    /// What the page asks before anybody has answered.
    pub(super) fn first_page(&self, attempt: u8) -> Result<AskedPage, AskError> {
        let prefill = match self.question.body {
            Body::Form { prefill, .. } => {
                without_secrets(self.form.schema, &Value::Object(prefill.clone()))
            }
            Body::Link { .. } => Map::new(),
        };
        self.asked_page(attempt, prefill, Vec::new())
    }

    /// What the page asks after a check has rejected the answer.
    pub(super) fn next_page(
        &self,
        attempt: u8,
        RejectedAnswer { invalid, content }: &RejectedAnswer,
    ) -> Result<AskedPage, AskError> {
        let form = self.form.schema;
        let errors = FormError::all(invalid, form, self.run.words());
        self.asked_page(attempt, without_secrets(form, content), errors)
    }

    fn asked_page(
        &self,
        attempt: u8,
        prefill: Map<String, Value>,
        errors: Vec<FormError>,
    ) -> Result<AskedPage, AskError> {
        let (run, question) = (self.run, self.question);
        let Body::Form { choices, .. } = question.body else {
            return Err(question.bad("only a form is asked on a page"));
        };
        Ok(AskedPage {
            form: self.form.digest.clone(),
            key: question.key.to_owned(),
            tool: run.call.target.clone(),
            message: visible(question.message).into_owned(),
            principal: run.call.principal.clone(),
            csrf: self.unguessable()?,
            options: StoredOptions::new(choices, self.form.schema.properties().len()),
            prefill,
            attempt,
            errors,
            lease: self.lease(),
        })
    }

    /// The message beside the link. What is wrong with an answer is on the page alone.
    pub(super) fn message(&self, attempt: u8) -> Cow<'_, str> {
        let message = self.question.message;
        if attempt > 1 {
            let correct = self.run.words().please_correct();
            format!("{correct}{BREAK}{message}").into()
        } else {
            message.into()
        }
    }

    /// The question that the client is asked.
    pub(super) fn link<'q>(&self, message: &'q str, url: &'q str, id: &'q str) -> Question<'q>
    where
        Self: 'q,
    {
        Question {
            run: self.run,
            key: self.question.key,
            message,
            attempts: self.question.attempts,
            timeout: self.question.timeout,
            body: Body::Link { url, id },
        }
    }
}
