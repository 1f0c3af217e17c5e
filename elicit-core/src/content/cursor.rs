//! Where the next property is expected.

use super::options::is_same;
use crate::form::Form;

/// Where the next property is expected: documents come in declaration order, or sorted
/// by name.
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
