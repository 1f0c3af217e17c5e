//! A page without a form.

use std::borrow::Cow;

use askama::Template;

use super::text::{Notice, PageText};
use crate::runtime::words::Words;

#[derive(Template)]
#[template(path = "notice.html")]
pub(super) struct NoticePage<'a> {
    pub(super) notice: Notice,
    /// The address of the login, with the way back.
    pub(super) link: Option<String>,
    pub(super) words: &'a dyn Words,
}

impl NoticePage<'_> {
    /// The page as HTML.
    pub(super) fn html(&self) -> String {
        // Writing to a text does not fail.
        self.render().unwrap_or_default()
    }

    fn say(&self, text: PageText<'_>) -> Cow<'_, str> {
        self.words.on_page(text)
    }
}
