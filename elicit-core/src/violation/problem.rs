//! One broken rule.

use std::{borrow::Cow, sync::Arc};

use super::limit::Limit;
use crate::form::choices::Choice;

/// What is said of one broken rule. The file of the rule makes it, with its keyword and its words,
/// so nothing else lists the rules.
///
/// The message is the words, and then the author's text or else the limit. It is made only when
/// somebody asks for it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Problem {
    pub(super) keyword: &'static str,
    /// Of a sentence that begins with the property, the part before the limit.
    pub(super) words: Cow<'static, str>,
    pub(super) author_text: Option<Cow<'static, str>>,
    limit: Option<OwnedLimit>,
}

#[derive(Debug, Clone, PartialEq)]
enum OwnedLimit {
    Constant(Limit<'static>),
    Choices(Arc<[Choice]>),
}

impl Problem {
    /// No value, and one is required.
    pub(crate) const REQUIRED: Self = Self::new("required", "is required");
    /// Nobody knows which value was meant.
    pub(crate) const DUPLICATE: Self = Self::new("duplicate", "must be given only once");
    pub(crate) const UNREADABLE: Self = Self::new("syntax", "could not be read");
    /// A check returned an error without a text.
    pub(super) const REJECTED: Self = Self::new("check", "was not accepted");

    /// Of a rule that has no limit.
    pub(crate) const fn new(keyword: &'static str, words: &'static str) -> Self {
        Self {
            keyword,
            words: Cow::Borrowed(words),
            author_text: None,
            limit: None,
        }
    }

    /// With the limit, which ends the sentence.
    pub(crate) fn limit(self, limit: Limit<'static>) -> Self {
        Self {
            limit: Some(OwnedLimit::Constant(limit)),
            ..self
        }
    }

    /// The same, with options that are known only at run time.
    pub(crate) fn choices(self, choices: &Arc<[Choice]>) -> Self {
        Self {
            limit: Some(OwnedLimit::Choices(Arc::clone(choices))),
            ..self
        }
    }

    /// With a text in the author's words, which ends the sentence in place of the limit.
    pub(crate) fn author_text(self, text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            author_text: Some(text.into()),
            ..self
        }
    }

    /// Another type than this one of JSON Schema.
    pub(crate) fn not_of_type(name: &'static str) -> Self {
        Self::new("type", "must be").limit(Limit::Type(name))
    }

    /// The parser counts both from 1, and columns in bytes.
    pub(crate) fn syntax(line: usize, column: usize) -> Self {
        Self {
            words: Cow::Owned(format!("must be JSON (line {line}, column {column})")),
            ..Self::new("syntax", "")
        }
    }

    /// An answer to a question has more bytes than are read.
    #[cfg(feature = "runtime")]
    pub(crate) fn too_large(most: usize) -> Self {
        Self::new("size", "must be shorter: at most").limit(Limit::Bytes(most as u64))
    }

    pub(super) fn broken_limit(&self) -> Option<Limit<'_>> {
        Some(match self.limit.as_ref()? {
            OwnedLimit::Constant(limit) => *limit,
            OwnedLimit::Choices(choices) => Limit::Choices(choices),
        })
    }
}
