//! The options of a choice on a page. A browser sends their indexes: it would alter a value with a
//! line break, and no value can be mistaken for "no answer".

use std::borrow::Cow;

use crate::{
    form::{Options, choices::Choices},
    plain_text::visible,
};

/// What there is to choose from: values and labels.
pub(super) struct OptionIndexes<'a>(Vec<(&'a str, Cow<'a, str>)>);

impl<'a> OptionIndexes<'a> {
    pub(super) fn of(options: Options, supplied: Option<&'a Choices>) -> Self {
        let entries = options.entries(supplied);
        let labelled = entries.map(|(value, title)| (value, visible(title.unwrap_or(value))));
        Self(labelled.collect())
    }

    pub(super) fn labels(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(|(_, label)| &**label)
    }

    /// The value at an index, as a browser sends it: in one way alone.
    pub(super) fn value(&self, sent: &str) -> Option<&'a str> {
        let is_other = sent.starts_with('+') || sent.len() > 1 && sent.starts_with('0');
        let index: usize = sent.parse().ok().filter(|_| !is_other)?;
        self.0.get(index).map(|(value, _)| *value)
    }

    /// The index of a value, as a browser sends it.
    pub(super) fn index_of(&self, value: &str) -> Option<String> {
        let index = self.0.iter().position(|(known, _)| *known == value);
        index.map(|index| index.to_string())
    }
}
