//! What the pages of a server have in common.

use std::sync::Arc;

use http::request::Parts;

use crate::runtime::{state::records::Records, words::Words};

/// Who visits a page.
pub(super) type Visitor = dyn Fn(&Parts) -> Option<String> + Send + Sync;

/// How all pages of a server look.
#[derive(Clone)]
pub(super) struct Site {
    pub(super) stylesheet: Arc<str>,
    pub(super) name: Option<Arc<str>>,
}

/// What the pages need of an [`Elicitation`](crate::Elicitation).
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) records: Records,
    pub(crate) words: Arc<dyn Words>,
    pub(crate) answer_limit: Option<usize>,
    pub(crate) url_limit: Option<usize>,
}

impl Site {
    pub(super) fn new(name: Option<Arc<str>>) -> Self {
        Self {
            stylesheet: include_str!("../../templates/style.css").into(),
            name,
        }
    }
}
