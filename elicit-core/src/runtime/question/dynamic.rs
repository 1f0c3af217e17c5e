//! A form of run time as a question.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::form_question::FormFor;
use crate::{
    dynamic::{DynamicAnswer, DynamicForm},
    form::{FormSchema, choices::RunTimeOptions},
    revision::Revision,
    schema::declared::Declared,
    violation::InvalidContent,
};

impl FormFor<DynamicAnswer> for DynamicForm {
    fn schema(&self) -> &FormSchema {
        Self::schema(self)
    }

    fn declared(&self, _: Revision) -> Arc<Declared> {
        self.declared()
    }

    fn read(
        &self,
        content: &Value,
        choices: &dyn RunTimeOptions,
    ) -> Result<DynamicAnswer, InvalidContent> {
        self.read(content, choices)
    }

    fn content(&self, value: &DynamicAnswer) -> Map<String, Value> {
        value.content().clone()
    }
}
