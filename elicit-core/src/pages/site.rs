//! What the pages of a server have in common.

use std::{
    borrow::Cow,
    sync::{Arc, PoisonError, RwLock},
};

use http::request::Parts;

use super::forms::Forms;
use crate::runtime::{records::Records, words::Words};

/// Who visits a page.
pub(super) type Visitor = dyn Fn(&Parts) -> Option<String> + Send + Sync;

/// What all pages of a server have.
#[derive(Clone)]
pub(super) struct Site {
    pub(super) forms: Forms,
    pub(super) stylesheet: Cow<'static, str>,
    pub(super) name: Option<Arc<str>>,
    setup: Arc<RwLock<Option<Setup>>>,
}

/// What the pages have of the [`Elicitation`](crate::Elicitation) that they were given to.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) records: Records,
    pub(crate) words: Arc<dyn Words>,
    pub(crate) answer_limit: Option<usize>,
}

impl Site {
    pub(super) fn new(name: Option<Arc<str>>) -> Self {
        Self {
            forms: Forms::default(),
            stylesheet: include_str!("../../templates/style.css").into(),
            name,
            setup: Arc::default(),
        }
    }

    pub(super) fn set_up(&self, setup: Setup) {
        *self.setup.write().unwrap_or_else(PoisonError::into_inner) = Some(setup);
    }

    pub(super) fn setup(&self) -> Option<Setup> {
        let setup = self.setup.read().unwrap_or_else(PoisonError::into_inner);
        setup.clone()
    }
}
