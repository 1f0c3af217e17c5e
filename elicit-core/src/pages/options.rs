//! The options of a choice on a page. A browser sends their places: it would alter a value with a
//! line break, and no value can be mistaken for "no answer".

use std::borrow::Cow;

use crate::{
    form::{Options, choices::Choices},
    plain_text::visible,
};

/// What there is to choose from: values and labels.
pub(super) struct OptionPlaces<'a>(Vec<(&'a str, Cow<'a, str>)>);

impl<'a> OptionPlaces<'a> {
    pub(super) fn of(options: Options, supplied: Option<&'a Choices>) -> Self {
        let entries = options.entries(supplied);
        let labelled = entries.map(|(value, title)| (value, visible(title.unwrap_or(value))));
        Self(labelled.collect())
    }

    pub(super) fn labels(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(|(_, label)| &**label)
    }

    /// The value at a place, as a browser sends it: in one way alone.
    pub(super) fn value(&self, place: &str) -> Option<&'a str> {
        let is_other = place.starts_with('+') || place.len() > 1 && place.starts_with('0');
        let place: usize = place.parse().ok().filter(|_| !is_other)?;
        self.0.get(place).map(|(value, _)| *value)
    }

    /// The place of a value, as a browser sends it.
    pub(super) fn place(&self, value: &str) -> Option<String> {
        let place = self.0.iter().position(|(known, _)| *known == value);
        place.map(|place| place.to_string())
    }
}
