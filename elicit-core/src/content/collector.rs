//! The first step of reading: what a document gives goes into slots.

use super::{
    selection::{Picks, Selection},
    short::is_same,
    slot::{Slot, Stash},
};
use crate::{
    choices::Supply,
    form::{Form, Kind},
};

/// Puts what a document gives into the slots of a form. What it reads lives for `'v`.
pub(super) struct Collector<'a, 'v> {
    form: &'static Form,
    choices: &'v dyn Supply,
    slots: &'a mut [Slot<'v>],
    stash: &'a mut Option<Stash<'v>>,
    cursor: Cursor,
}

impl<'a, 'v> Collector<'a, 'v> {
    #[inline]
    pub(super) fn new(
        form: &'static Form,
        choices: &'v dyn Supply,
        slots: &'a mut [Slot<'v>],
        stash: &'a mut Option<Stash<'v>>,
    ) -> Self {
        Self {
            form,
            choices,
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
    fn option(&self, place: usize, text: &str) -> Option<&'v str> {
        let Kind::Choice(options) = &self.form.properties().get(place)?.kind else {
            return None;
        };
        let choices = self.choices.choices(place);
        options.value(choices, options.find(|| choices, text).ok()?)
    }

    /// Keeps the items of a property that takes several.
    pub(super) fn put_picks(&mut self, place: usize, picks: Picks<'v>) {
        let list = self.stash.get_or_insert_default().keep_list(picks);
        self.put(place, list);
    }

    /// Begins to look up such items.
    pub(super) fn select(&self, place: usize) -> Option<Selection<'v>> {
        if self.is_given(place) {
            return None;
        }
        let property = self.form.properties().get(place)?;
        Selection::of(property, self.choices.choices(place))
    }

    /// Whether there is a value already. Then the next one does not matter.
    fn is_given(&self, place: usize) -> bool {
        !matches!(self.slots.get(place), Some(Slot::Absent))
    }
}

/// Where the next property is expected: documents come in declaration order, or
/// sorted by name.
pub(super) struct Cursor {
    form: &'static Form,
    is_sorted: bool,
    /// In the order that is expected.
    next: usize,
}

impl Cursor {
    #[inline]
    pub(super) fn new(form: &'static Form, is_sorted: bool) -> Self {
        Self {
            form,
            is_sorted,
            next: 0,
        }
    }

    /// The place of the property with this name.
    #[inline]
    pub(super) fn find(&mut self, name: &str) -> Option<usize> {
        let place = if self.is_sorted {
            self.form.named(self.next)
        } else {
            Some(self.next)
        };
        match place {
            Some(place) if self.is_named(place, name) => {
                self.next += 1;
                Some(place)
            }
            _ => self.search(name),
        }
    }

    #[inline]
    fn is_named(&self, place: usize, name: &str) -> bool {
        let properties = self.form.properties();
        properties
            .get(place)
            .is_some_and(|property| is_same(property.name, name))
    }

    /// By binary search, from where it goes on in the one order or the other.
    #[inline(never)]
    fn search(&mut self, name: &str) -> Option<usize> {
        let rank = self.form.rank(name)?;
        let place = self.form.named(rank)?;
        let found = if self.is_sorted { rank } else { place };
        // Where it goes back, it is in the other order.
        self.is_sorted ^= found < self.next;
        self.next = 1 + if self.is_sorted { rank } else { place };
        Some(place)
    }
}
