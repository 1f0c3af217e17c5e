//! The forms that pages can show: what was derived of a type, by a digest.

use std::{any::type_name, collections::HashMap};

use serde_json::Value;

use crate::{
    elicit::Elicit,
    form::{FormSchema, choices::RunTimeOptions},
    reading::Answers,
    revision::Revision,
    runtime::state::{
        digest::{Digest, Fields},
        json_size,
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

    /// Validates an answer. The limit is that of an answer to a form, in bytes.
    pub(super) fn validated(
        &self,
        content: &Value,
        options: &dyn RunTimeOptions,
        limit: Option<usize>,
    ) -> Result<(), InvalidContent> {
        if let Some(limit) = limit.filter(|limit| !json_size::fits(content, *limit)) {
            return Err(InvalidContent::from_problem(Problem::too_large(limit)));
        }
        (self.validate)(content, options)
    }
}

/// The forms that a process can show.
pub(super) type Forms = HashMap<Digest, PageForm>;
