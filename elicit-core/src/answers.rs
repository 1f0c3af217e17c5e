//! The second step of reading: values are taken out of their slots.
//!
//! Reading a document [collects](crate::collector::Collector) what it gives for each
//! property into one [slot](Slot). It knows no Rust types, and of the rules only the
//! options of a choice, so it is compiled once, and not once a form. Then the code that
//! the derive wrote takes the values out of the [answers](Answers), in declaration order,
//! each held against the rules of its property. A slot borrows from the document, or
//! stands for what the struct will own, so that nothing else is allocated.

use std::borrow::Cow;

use crate::{
    Choices,
    choices::Supply,
    field::FieldType,
    form::{Kind, Property},
    selection::Picks,
    slot::{Slot, Stash},
    violation::{InvalidContent, Problem, Violation},
};

/// The answers to one form, to be taken out of their slots one after the other and
/// held against the rules (`rules.rs`).
pub struct Answers<'a, 'v> {
    properties: &'static [Property],
    choices: &'v dyn Supply,
    slots: &'a [Slot<'v>],
    /// Where the document is a text.
    stash: Option<&'a mut Stash<'v>>,
    place: usize,
    /// The property that is looked at.
    pub(crate) property: &'static Property,
    /// What was given for it.
    pub(crate) slot: Slot<'v>,
    pub(crate) violations: Vec<Violation>,
}

impl<'a, 'v> Answers<'a, 'v> {
    #[inline]
    pub(crate) fn new(
        properties: &'static [Property],
        choices: &'v dyn Supply,
        slots: &'a [Slot<'v>],
        stash: Option<&'a mut Stash<'v>>,
    ) -> Self {
        Self {
            properties,
            choices,
            slots,
            stash,
            place: 0,
            property: &const { Property::of(Kind::Boolean) },
            slot: Slot::Absent,
            violations: Vec::new(),
        }
    }

    /// The value of the property at a place; `None` where a rule is broken, which is
    /// then among the violations.
    #[inline]
    pub fn take<T: 'static>(&mut self, place: usize, field: &FieldType<T>) -> Option<T> {
        if self.open(place) {
            field.read(self)
        } else {
            None
        }
    }

    /// Goes to a property. Whether there is something to read.
    #[inline]
    fn open(&mut self, place: usize) -> bool {
        let (Some(property), Some(slot)) = (self.properties.get(place), self.slots.get(place))
        else {
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
    pub(crate) fn settle(&mut self) -> bool {
        match self.slot {
            Slot::Absent | Slot::Null | Slot::Text("") | Slot::Repeated => self.settle_nothing(),
            _ => true,
        }
    }

    fn settle_nothing(&mut self) -> bool {
        let property = self.property;
        if let Slot::Text(_) = self.slot
            && (property.required || self.accepts_text())
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
    pub(crate) fn given_text(&self) -> Option<&str> {
        match self.slot {
            Slot::Text(text) => Some(text),
            Slot::StashedText(place) => self.stash.as_ref()?.text(place),
            _ => None,
        }
    }

    /// The same, to be owned: it is not there any more then.
    #[inline]
    pub(crate) fn take_text(&mut self) -> Option<Cow<'v, str>> {
        match self.slot {
            Slot::Text(text) => Some(Cow::Borrowed(text)),
            Slot::StashedText(place) => self.stash.as_mut()?.take_text(place).map(Cow::Owned),
            _ => None,
        }
    }

    /// The items of a list that was not parsed already.
    pub(crate) fn picks(&self, place: usize) -> Option<&Picks<'v>> {
        self.stash.as_ref()?.list(place)
    }

    /// The same: they are not there any more then.
    pub(crate) fn take_picks(&mut self, place: usize) -> Option<Picks<'v>> {
        self.stash.as_mut()?.take_list(place)
    }

    /// The options of the property, where they are known only at run time.
    pub(crate) fn choices(&self) -> Option<&'v Choices> {
        self.choices.choices(self.place)
    }

    /// The value that was made of what was taken, or what is wrong, in declaration order.
    #[inline]
    pub(crate) fn finish<T>(&mut self, value: Option<T>) -> Result<T, InvalidContent> {
        match value {
            Some(value) if self.violations.is_empty() => Ok(value),
            _ => Err(self.invalid()),
        }
    }

    #[cold]
    fn invalid(&mut self) -> InvalidContent {
        if self.violations.is_empty() {
            InvalidContent::of_document(Problem::Unreadable)
        } else {
            InvalidContent::from_vec(std::mem::take(&mut self.violations))
        }
    }
}
