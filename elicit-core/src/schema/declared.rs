//! The declared schema of a form on a revision, as a question needs it. A value is copied in a fifth of
//! the time that its text takes to be read.

use std::borrow::Cow;
#[cfg(feature = "runtime")]
use std::{any::TypeId, collections::BTreeMap, sync::Arc, sync::Mutex};

use serde_json::{Map, Value};

#[cfg(feature = "runtime")]
use crate::{revision::Spelling, runtime::lock::lock};

pub(crate) struct Declared {
    /// What tells a question from others.
    #[cfg(feature = "runtime")]
    text: Cow<'static, str>,
    schema: Map<String, Value>,
}

impl Declared {
    pub(crate) fn new(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        Self {
            // It is an object of JSON, unless the form has errors.
            schema: serde_json::from_str(&text).unwrap_or_default(),
            #[cfg(feature = "runtime")]
            text,
        }
    }

    /// The schema of a form that has the type `F`. It is made once in a process: there are as many as
    /// the program has forms, on two revisions.
    #[cfg(feature = "runtime")]
    pub(crate) fn once<F: 'static>(
        spelling: Spelling,
        text: impl FnOnce() -> Cow<'static, str>,
    ) -> Arc<Self> {
        static ALL: Mutex<BTreeMap<(TypeId, Spelling), Arc<Declared>>> =
            Mutex::new(BTreeMap::new());
        let mut all = lock(&ALL);
        let made = all.entry((TypeId::of::<F>(), spelling));
        Arc::clone(made.or_insert_with(|| Arc::new(Self::new(text()))))
    }

    #[cfg(feature = "runtime")]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) const fn schema(&self) -> &Map<String, Value> {
        &self.schema
    }
}
