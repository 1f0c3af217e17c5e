//! An answer on its way from a document to a struct.
//!
//! It goes in two steps. Reading a document [collects](Collector) what it gives for
//! each property into one slot. It knows no Rust types, and of the rules only the
//! options of a multi-select, so it is compiled once, and not once a form. Then the code
//! that the derive wrote takes the values out of the [answers](Answers), in declaration
//! order, each held against the rules of its property. A slot borrows from the document,
//! or stands for what the struct will own, so that nothing else is allocated.

use std::borrow::Cow;

use serde_json::Value;
use smallvec::SmallVec;

use crate::{
    Choices,
    choices::Supply,
    field::FieldType,
    form::{Form, Kind, Literal, Property},
    selection::{Picks, Selection},
    violation::{InvalidContent, Problem, Violation},
};

/// What a document gives for one property. It is the person's, and so it cannot be
/// printed.
#[derive(Clone, Copy, Default)]
pub enum Slot<'v> {
    /// Nothing.
    #[default]
    Absent,
    /// More than one value.
    Repeated,
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// An integer beyond [`i64::MAX`].
    Large(u64),
    /// Any other number.
    Number(f64),
    /// A text.
    Text(&'v str),
    /// The items of a list, parsed already.
    Values(&'v [Value]),
    /// The items of a list, as a default names them.
    Names(&'static [&'static str]),
    /// A list where none is expected.
    List,
    /// An object.
    Object,
    /// A text, by its place in the stash.
    StashedText(usize),
    /// The items of a list, by their place in the stash.
    StashedList(usize),
}

impl Slot<'_> {
    /// An integer of any size.
    #[expect(
        clippy::cast_precision_loss,
        reason = "what does not fit into 64 bits is outside of every bound"
    )]
    pub(crate) fn integer(integer: i128) -> Self {
        if let Ok(integer) = i64::try_from(integer) {
            Self::Integer(integer)
        } else if let Ok(integer) = u64::try_from(integer) {
            Self::Large(integer)
        } else {
            Self::Number(integer as f64)
        }
    }

    fn of_default(default: &Literal) -> Self {
        match *default {
            Literal::Integer(integer) => Self::integer(integer),
            Literal::Decimal(decimal) => Self::Number(decimal.value),
            Literal::Boolean(boolean) => Self::Boolean(boolean),
            Literal::Text(text) => Self::Text(text),
            Literal::List(names) => Self::Names(names),
        }
    }
}

/// Room for what is given for one form.
pub trait Slots<'v> {
    /// Nothing yet.
    fn empty() -> Self;

    /// One slot for each property.
    fn as_mut_slice(&mut self) -> &mut [Slot<'v>];
}

impl<'v, const N: usize> Slots<'v> for [Slot<'v>; N] {
    #[inline]
    fn empty() -> Self {
        [Slot::Absent; N]
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [Slot<'v>] {
        self
    }
}

/// What slots cannot borrow from a text. An answer has few of them, and then there is
/// room for them here.
#[derive(Default)]
pub(crate) struct Stash<'v> {
    /// Texts that have escapes.
    texts: SmallVec<[String; 4]>,
    lists: SmallVec<[Option<Picks<'v>>; 2]>,
}

/// Puts what a document gives into the slots of a form. What it reads lives for `'v`.
pub(crate) struct Collector<'a, 'v> {
    form: &'static Form,
    choices: &'v dyn Supply,
    slots: &'a mut [Slot<'v>],
    stash: &'a mut Option<Stash<'v>>,
    cursor: Cursor,
}

impl<'a, 'v> Collector<'a, 'v> {
    #[inline]
    pub(crate) fn new(
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
    pub(crate) fn clear(&mut self) {
        self.slots.fill(Slot::Absent);
        *self.stash = None;
        self.cursor = Cursor::new(self.form, false);
    }

    /// The place of the property with this name, to be put next.
    #[inline]
    pub(crate) fn find(&mut self, name: &str) -> Option<usize> {
        self.cursor.find(name)
    }

    /// Keeps the value of a property.
    #[inline]
    pub(crate) fn put(&mut self, place: usize, value: Slot<'v>) {
        match self.slots.get_mut(place) {
            Some(slot @ Slot::Absent) => *slot = value,
            Some(slot) => *slot = Slot::Repeated,
            None => {}
        }
    }

    /// Keeps a text that is gone when this returns.
    pub(crate) fn put_text(&mut self, place: usize, text: &str) {
        let slot = if text.is_empty() || self.is_given(place) {
            // The empty text can mean nothing, which is looked for where it is borrowed.
            Slot::Text("")
        } else if let Some(option) = self.option(place, text) {
            Slot::Text(option)
        } else {
            let texts = &mut self.stash.get_or_insert_default().texts;
            texts.push(text.to_owned());
            Slot::StashedText(texts.len() - 1)
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
    pub(crate) fn put_picks(&mut self, place: usize, picks: Picks<'v>) {
        let lists = &mut self.stash.get_or_insert_default().lists;
        lists.push(Some(picks));
        let list = Slot::StashedList(lists.len() - 1);
        self.put(place, list);
    }

    /// Whether there is a value already. Then the next one does not matter.
    fn is_given(&self, place: usize) -> bool {
        !matches!(self.slots.get(place), Some(Slot::Absent))
    }

    /// Begins to look up such items.
    pub(crate) fn select(&self, place: usize) -> Option<Selection<'v>> {
        if self.is_given(place) {
            return None;
        }
        let property = self.form.properties().get(place)?;
        Selection::of(property, self.choices.choices(place))
    }
}

/// Where the next property is expected: documents come in declaration order, or
/// sorted by name.
pub(crate) struct Cursor {
    form: &'static Form,
    is_sorted: bool,
    /// In the order that is expected.
    next: usize,
}

impl Cursor {
    #[inline]
    pub(crate) fn new(form: &'static Form, is_sorted: bool) -> Self {
        Self {
            form,
            is_sorted,
            next: 0,
        }
    }

    /// The place of the property with this name.
    #[inline]
    pub(crate) fn find(&mut self, name: &str) -> Option<usize> {
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
            .is_some_and(|property| property.name == name)
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
            Slot::StashedText(place) => {
                let texts = &self.stash.as_ref()?.texts;
                texts.get(place).map(String::as_str)
            }
            _ => None,
        }
    }

    /// The same, to be owned: it is not there any more then.
    #[inline]
    pub(crate) fn take_text(&mut self) -> Option<Cow<'v, str>> {
        match self.slot {
            Slot::Text(text) => Some(Cow::Borrowed(text)),
            Slot::StashedText(place) => {
                let text = self.stash.as_mut()?.texts.get_mut(place)?;
                Some(Cow::Owned(std::mem::take(text)))
            }
            _ => None,
        }
    }

    /// The items of a list that was not parsed already.
    pub(crate) fn picks(&self, place: usize) -> Option<&Picks<'v>> {
        self.stash.as_ref()?.lists.get(place)?.as_ref()
    }

    /// The same: they are not there any more then.
    pub(crate) fn take_picks(&mut self, place: usize) -> Option<Picks<'v>> {
        self.stash.as_mut()?.lists.get_mut(place)?.take()
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
