//! Where the next property is expected.

use super::options::is_same;
use crate::form::{FormSchema, Property};

/// A property, and its place in declaration order.
pub(super) type Placed = (usize, &'static Property);

/// Where the next property is expected: documents come in declaration order, or sorted
/// by name.
pub(super) struct Cursor {
    form: &'static FormSchema,
    is_sorted: bool,
    /// In the order that is expected.
    next: usize,
}

impl Cursor {
    #[inline]
    pub(super) fn new(form: &'static FormSchema, is_sorted: bool) -> Self {
        Self {
            form,
            is_sorted,
            next: 0,
        }
    }

    /// The property with this name.
    #[inline]
    pub(super) fn find(&mut self, name: &str) -> Option<Placed> {
        let place = if self.is_sorted {
            self.form.named(self.next)
        } else {
            Some(self.next)
        };
        if let Some(place) = place
            && let Some(property) = self.form.properties().get(place)
            && is_same(property.name, name)
        {
            self.next += 1;
            return Some((place, property));
        }
        self.search(name)
    }

    /// By its name, from where it goes on in the one order or the other.
    #[inline(never)]
    fn search(&mut self, name: &str) -> Option<Placed> {
        let rank = self.form.rank(name)?;
        let place = self.form.named(rank)?;
        let found = if self.is_sorted { rank } else { place };
        // Where it goes back, it is in the other order.
        self.is_sorted ^= found < self.next;
        self.next = 1 + if self.is_sorted { rank } else { place };
        Some((place, self.form.properties().get(place)?))
    }
}
