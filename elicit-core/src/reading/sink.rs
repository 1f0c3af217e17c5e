//! What a document gives for the properties of a form.

use super::input::Collected;
use crate::form::Property;

/// Collects what a document gives for each property of a form, in declaration order.
pub(super) struct PropertySink<'d> {
    properties: &'static [Property],
    given: Vec<Collected<'d>>,
    /// The place after the property that was found last.
    next: usize,
}

impl<'d> PropertySink<'d> {
    pub(super) fn new(properties: &'static [Property]) -> Self {
        Self {
            properties,
            given: properties.iter().map(|_| Collected::Absent).collect(),
            next: 0,
        }
    }

    /// Where the value of the property with this name goes. Clients most often keep the order of
    /// the schema, so the search starts after the property that was found last.
    pub(super) fn find(&mut self, name: &str) -> Option<&mut Collected<'d>> {
        let (before, after) = self.properties.split_at_checked(self.next)?;
        let is_named = |property: &Property| property.name == name;
        let place = match after.iter().position(is_named) {
            Some(place) => self.next + place,
            None => before.iter().position(is_named)?,
        };
        self.next = place + 1;
        self.given.get_mut(place)
    }

    pub(super) fn into_given(self) -> Vec<Collected<'d>> {
        self.given
    }
}
