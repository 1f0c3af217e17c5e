//! In place of `page.rs` without the feature `pages`: no server has pages, and no form is on one.

#![allow(
    clippy::unused_async,
    clippy::unused_self,
    reason = "the functions have the signatures of those with pages"
)]

use super::{Question, rejected_answer::RejectedAnswer};
#[cfg(feature = "rmcp3-http")]
use crate::runtime::elicitation::Elicitation;
use crate::runtime::{
    elicitation::Host, error::AskError, received_answer::ReceivedAnswer, run::Run,
};

pub(crate) enum PageForm {}

#[cfg(feature = "rmcp3-http")]
impl Elicitation {
    pub(crate) fn warn_of_local_pages(&self) {}
}

pub(super) struct PageAsking<'a>(&'a PageForm);

impl<'a> PageAsking<'a> {
    pub(super) fn new(_: &'a Question<'a>, form: &'a PageForm) -> Result<Self, AskError> {
        match *form {}
    }

    pub(super) async fn next(&mut self) -> Result<ReceivedAnswer, AskError> {
        match *self.0 {}
    }

    pub(super) async fn abandon(&mut self) {
        match *self.0 {}
    }

    pub(super) fn reject(&mut self, _: u8, _: &RejectedAnswer) -> Result<(), AskError> {
        match *self.0 {}
    }
}

impl Host {
    pub(in crate::runtime) async fn close_all(&self, _: &Run) {
        match *self {}
    }

    pub(in crate::runtime) fn close_all_now(&self, _: &Run) {
        match *self {}
    }

    pub(in crate::runtime) async fn keep_usable(&self, _: &Run) {
        match *self {}
    }
}
