//! In place of `pages.rs` without the feature `pages`: a user visits nothing.

#![expect(
    clippy::unused_async,
    clippy::unused_self,
    reason = "the functions have the signatures of those with pages"
)]

use serde_json::Value;

use super::{User, script::Reply};
use crate::runtime::elicitation::Elicitation;

#[derive(Clone, Default)]
pub(super) struct Visits {}

pub(super) fn default_elicitation() -> Elicitation {
    Elicitation::default()
}

impl User {
    pub(super) fn at_pages_of(&self, elicitation: Elicitation) -> (Self, Elicitation) {
        (self.clone(), elicitation)
    }
}

impl Visits {
    pub(super) fn in_client(&self, _: &Value, reply: Reply) -> Reply {
        reply
    }

    pub(super) async fn visit_pages(&self, _: &User) {}
}
