//! The answer to one property.

use std::iter;

use super::{answers::Found, given::Given};
use crate::{
    Choices,
    choices::RunTimeOptions,
    form::Property,
    violation::{Problem, Violation},
};

/// What was given for one property, to be read by its type and held against the rules
/// (`rules.rs`).
pub struct Answer<'a, 'g> {
    place: usize,
    pub(super) property: &'static Property,
    pub(super) given: &'a mut Given<'g>,
    /// Pointed at, for a copy of its two words would wait until both are stored.
    choices: &'a &'a dyn RunTimeOptions,
    found: &'a mut Found,
}

impl<'a, 'g> Answer<'a, 'g> {
    #[inline]
    pub(super) fn new(
        place: usize,
        property: &'static Property,
        given: &'a mut Given<'g>,
        choices: &'a &'a dyn RunTimeOptions,
        found: &'a mut Found,
    ) -> Self {
        Self {
            place,
            property,
            given,
            choices,
            found,
        }
    }

    /// Puts the default in the place of a value that is none, or as good as none.
    /// Whether there is something to read then.
    #[inline]
    pub(super) fn settle(&mut self) -> bool {
        match *self.given {
            Given::Absent | Given::Null | Given::Text("") => self.settle_nothing(),
            _ => true,
        }
    }

    fn settle_nothing(&mut self) -> bool {
        if !self.is_nothing() {
            return true;
        }
        let property = self.property;
        if property.required {
            self.tell(Problem::Required);
            return false;
        }
        let default = property.default.as_ref();
        *self.given = default.map_or(Given::Absent, Given::of_default);
        true
    }

    /// Whether it is as good as none. Clients send nothing, `null` or an empty text for a
    /// field that the person left alone.
    pub(super) fn is_nothing(&self) -> bool {
        match *self.given {
            Given::Absent | Given::Null => true,
            Given::Text(text @ "") => !self.property.required && !self.accepts_text(text),
            _ => false,
        }
    }

    /// Whether it is nothing, which an optional field may be.
    pub(crate) const fn is_absent(&self) -> bool {
        matches!(*self.given, Given::Absent)
    }

    /// The options of the property, where they are known only at run time.
    pub(crate) fn choices(&self) -> Option<&'a Choices> {
        self.choices.choices(self.place)
    }

    #[cold]
    pub(super) fn tell(&mut self, problem: Problem) {
        tell(self.found, self.property, self.place, problem);
    }
}

/// Adds to what was found. Some more often follow the first, so there is room for a few.
#[cold]
pub(super) fn tell(found: &mut Found, property: &Property, place: usize, problem: Problem) {
    let found = found.get_or_insert_with(|| Vec::with_capacity(4));
    // Made where it stays: pushed, it would be made on the stack, and copied.
    found.extend(iter::once_with(|| {
        Violation::of_property(property, place, problem)
    }));
}
