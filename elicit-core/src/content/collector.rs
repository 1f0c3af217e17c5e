//! The first step of reading: what a document gives goes into slots.

use super::{
    cursor::Cursor,
    options::variant,
    selection::{Picks, Selection},
    slot::{Slot, Stash},
};
use crate::form::{Form, Kind, Options};

/// Puts what a document gives into the slots of a form. What it reads lives for `'v`.
///
/// A form with options that are known only at run time is read from a `Value`, which
/// needs no collector.
pub(super) struct Collector<'a, 'v> {
    form: &'static Form,
    slots: &'a mut [Slot<'v>],
    stash: &'a mut Option<Stash>,
    cursor: Cursor,
}

impl<'a, 'v> Collector<'a, 'v> {
    #[inline]
    pub(super) fn new(
        form: &'static Form,
        slots: &'a mut [Slot<'v>],
        stash: &'a mut Option<Stash>,
    ) -> Self {
        Self {
            form,
            slots,
            stash,
            cursor: Cursor::new(form, false),
        }
    }

    /// Forgets what it has.
    pub(super) fn clear(&mut self) {
        self.slots.fill(Slot::Absent);
        *self.stash = None;
        self.cursor = Cursor::new(self.form, false);
    }

    /// The place of the property with this name, to be put next.
    #[inline]
    pub(super) fn find(&mut self, name: &str) -> Option<usize> {
        self.cursor.find(name)
    }

    /// Keeps the value of a property.
    #[inline]
    pub(super) fn put(&mut self, place: usize, value: Slot<'v>) {
        match self.slots.get_mut(place) {
            Some(slot @ Slot::Absent) => *slot = value,
            Some(slot) => *slot = Slot::Repeated,
            None => {}
        }
    }

    /// Keeps a text that is gone when this returns.
    pub(super) fn put_text(&mut self, place: usize, text: &str) {
        let slot = if text.is_empty() || self.is_given(place) {
            // The empty text can mean nothing, which is looked for where it is borrowed.
            Slot::Text("")
        } else if let Some(option) = self.option(place, text) {
            Slot::Text(option)
        } else {
            self.stash.get_or_insert_default().keep_text(text)
        };
        self.put(place, slot);
    }

    /// The same text among the options of a property that takes one.
    fn option(&self, place: usize, text: &str) -> Option<&'static str> {
        match &self.form.properties().get(place)?.kind {
            Kind::Choice(Options::Declared(variants)) => {
                Some(variants.get(variant(variants, text)?)?.value)
            }
            _ => None,
        }
    }

    /// Begins to look up the items of a property that takes several.
    pub(super) fn select(&self, place: usize) -> Option<Selection<'static>> {
        if self.is_given(place) {
            return None;
        }
        Selection::of(self.form.properties().get(place)?, None)
    }

    /// Keeps such items.
    pub(super) fn put_picks(&mut self, place: usize, picks: Picks) {
        let list = self.stash.get_or_insert_default().keep_list(picks);
        self.put(place, list);
    }

    /// Whether there is a value already. Then the next one does not matter.
    fn is_given(&self, place: usize) -> bool {
        !matches!(self.slots.get(place), Some(Slot::Absent))
    }
}
