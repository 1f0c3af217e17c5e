//! One broken rule.

use std::{borrow::Cow, sync::Arc};

use super::limit::Limit;
#[cfg(feature = "runtime")]
use crate::form::FormSchema;
use crate::form::choices::ChoiceOption;

/// A broken rule: its keyword, and what its message says. The file of a rule makes its problem, so
/// no enum lists the rules.
///
/// The message is the words, followed by the author's text, or else by the limit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Problem {
    pub(super) keyword: &'static str,
    /// How the message begins. Empty if the message is only the author's text.
    pub(super) words: Cow<'static, str>,
    pub(super) author_text: Option<Cow<'static, str>>,
    limit: Option<OwnedLimit>,
}

#[derive(Debug, Clone, PartialEq)]
enum OwnedLimit {
    Constant(Limit<'static>),
    Options(Arc<[ChoiceOption]>),
}

impl Problem {
    /// A required property has no value.
    pub(crate) const REQUIRED: Self = Self::new("required", "is required");
    /// A property is given twice, so nobody knows which value was meant.
    pub(crate) const DUPLICATE: Self = Self::new("duplicate", "must be given only once");
    pub(crate) const UNREADABLE: Self = Self::new("syntax", "could not be read");
    /// A check returned an error without a text.
    pub(super) const REJECTED: Self = Self::new("check", "was not accepted");

    /// A problem without a limit.
    pub(crate) const fn new(keyword: &'static str, words: &'static str) -> Self {
        Self {
            keyword,
            words: Cow::Borrowed(words),
            author_text: None,
            limit: None,
        }
    }

    /// Adds the limit, which ends the message.
    pub(crate) fn with_limit(mut self, limit: Limit<'static>) -> Self {
        self.limit = Some(OwnedLimit::Constant(limit));
        self
    }

    /// Adds options that are known only at run time, as the limit.
    pub(crate) fn with_options(mut self, options: &Arc<[ChoiceOption]>) -> Self {
        self.limit = Some(OwnedLimit::Options(Arc::clone(options)));
        self
    }

    /// Adds the author's text, which ends the message in place of the limit.
    pub(crate) fn with_author_text(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.author_text = Some(text.into());
        self
    }

    /// The value is not of this type, as JSON Schema names it.
    pub(crate) fn not_of_type(name: &'static str) -> Self {
        Self::new("type", "must be").with_limit(Limit::Type(name))
    }

    /// The document is not JSON. Both numbers begin at 1, and columns count bytes.
    pub(crate) fn syntax(line: usize, column: usize) -> Self {
        Self {
            words: Cow::Owned(format!("must be JSON (line {line}, column {column})")),
            ..Self::new("syntax", "")
        }
    }

    /// The answer has more bytes than the server reads.
    #[cfg(feature = "runtime")]
    pub(crate) fn too_large(limit: usize) -> Self {
        Self::new("size", "must be shorter: at most").with_limit(Limit::Bytes(limit as u64))
    }

    /// The keyword of [`foreign`](Self::foreign).
    #[cfg(feature = "runtime")]
    pub(super) const FOREIGN: &'static str = "properties";

    /// The answer has no property of this form, and has others.
    #[cfg(feature = "runtime")]
    pub(crate) fn foreign(form: &FormSchema) -> Self {
        let names = form
            .properties()
            .iter()
            .map(|one| format!("`{}`", one.name()));
        let names: Vec<_> = names.collect();
        let words = format!(
            "must have the properties of the question: {}",
            names.join(", ")
        );
        Self {
            words: Cow::Owned(words),
            ..Self::new(Self::FOREIGN, "")
        }
    }

    pub(super) fn limit(&self) -> Option<Limit<'_>> {
        Some(match self.limit.as_ref()? {
            OwnedLimit::Constant(limit) => *limit,
            OwnedLimit::Options(options) => Limit::Options(options),
        })
    }
}
