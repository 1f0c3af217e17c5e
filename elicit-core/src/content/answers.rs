//! The second step of reading: values are taken out of their slots, and held against the
//! rules.

use std::borrow::Cow;

use super::{
    selection::Picks,
    slot::{Slot, Stash},
};
use crate::{
    Choices,
    choices::Supply,
    field::FieldType,
    form::{Kind, Property},
    violation::{InvalidContent, Problem, Violation},
};

/// The answers to one form, to be taken out of their slots one after the other and
/// held against the rules (`rules.rs`).
pub struct Answers<'a> {
    choices: &'a dyn Supply,
    slots: &'a [Slot<'a>],
    /// `None` where the document is a `Value`.
    stash: Option<&'a mut Stash>,
    place: usize,
    /// The property that is looked at.
    pub(super) property: &'static Property,
    /// What was given for it.
    pub(super) slot: Slot<'a>,
    /// What is wrong, in declaration order. Most often nothing is, and `None` is less to
    /// look at in the end than a `Vec` that is empty.
    pub(super) violations: Option<Vec<Violation>>,
}

impl<'a> Answers<'a> {
    #[inline]
    pub(super) fn new(
        choices: &'a dyn Supply,
        slots: &'a [Slot<'a>],
        stash: Option<&'a mut Stash>,
    ) -> Self {
        Self {
            choices,
            slots,
            stash,
            place: 0,
            property: &const { Property::of(Kind::Boolean) },
            slot: Slot::Absent,
            violations: None,
        }
    }

    /// The value of the property at a place; `None` where a rule is broken, which is
    /// then among the violations.
    #[inline]
    pub fn take<T: 'static>(&mut self, place: usize, field: &'static FieldType<T>) -> Option<T> {
        if self.open(place, &field.property) {
            field.read(self)
        } else {
            None
        }
    }

    /// Goes to a property. Whether there is something to read.
    #[inline]
    fn open(&mut self, place: usize, property: &'static Property) -> bool {
        let Some(slot) = self.slots.get(place) else {
            return false;
        };
        self.place = place;
        self.property = property;
        self.slot = *slot;
        self.settle()
    }

    /// Puts the default in the place of a value that is none, or as good as none.
    /// Whether there is something to read then.
    #[inline]
    pub(super) fn settle(&mut self) -> bool {
        match self.slot {
            Slot::Absent | Slot::Null | Slot::Text("") | Slot::Repeated => self.settle_nothing(),
            _ => true,
        }
    }

    fn settle_nothing(&mut self) -> bool {
        let property = self.property;
        if let Slot::Text(text) = self.slot
            && (property.required || self.accepts_text(text))
        {
            return true;
        }
        let problem = match self.slot {
            Slot::Repeated => Problem::Duplicate,
            _ if property.required => Problem::Required,
            // Clients send nothing, `null` or an empty text for a field that the person
            // left alone.
            _ => {
                let default = property.default.as_ref();
                self.slot = default.map_or(Slot::Absent, Slot::of_default);
                return true;
            }
        };
        self.tell(problem);
        false
    }

    /// Whether it is nothing, which an optional field may be.
    pub(crate) const fn is_absent(&self) -> bool {
        matches!(self.slot, Slot::Absent)
    }

    /// The text that was given, if it is one.
    #[inline]
    pub(super) fn given_text(&self) -> Option<&str> {
        match self.slot {
            Slot::Text(text) => Some(text),
            Slot::StashedText(place) => self.stash.as_ref()?.text(place),
            _ => None,
        }
    }

    /// The same, to be owned: it is not there any more then.
    #[inline]
    pub(crate) fn take_text(&mut self) -> Option<Cow<'a, str>> {
        match self.slot {
            Slot::Text(text) => Some(Cow::Borrowed(text)),
            Slot::StashedText(place) => self.stash.as_mut()?.take_text(place).map(Cow::Owned),
            _ => None,
        }
    }

    /// The items of a list that was not parsed already.
    pub(super) fn picks(&self, place: usize) -> Option<&Picks> {
        self.stash.as_ref()?.list(place)
    }

    /// The same: they are not there any more then.
    pub(super) fn take_picks(&mut self, place: usize) -> Option<Picks> {
        self.stash.as_mut()?.take_list(place)
    }

    /// The options of the property, where they are known only at run time.
    pub(crate) fn choices(&self) -> Option<&'a Choices> {
        self.choices.choices(self.place)
    }

    #[cold]
    pub(super) fn tell(&mut self, problem: Problem) {
        let violation = Violation::of_property(self.property, problem);
        self.violations.get_or_insert_default().push(violation);
    }

    /// Whether nothing is wrong.
    #[inline]
    pub(super) fn are_valid(&self) -> bool {
        self.violations.is_none()
    }

    /// What is wrong, in declaration order.
    #[cold]
    pub(super) fn invalid(self) -> InvalidContent {
        match self.violations {
            Some(violations) => InvalidContent::from_vec(violations),
            None => InvalidContent::of_document(Problem::Unreadable),
        }
    }
}
