//! An answer on its way from a document to a struct.
//!
//! It goes in two steps. Reading a document [collects](Collector) what it gives for
//! each property into one slot. It knows no Rust types, and of the rules only the
//! options of a multi-select, so it is compiled once, and not once a form. Then the code
//! that the derive wrote takes the values out of the [answers](Answers), in declaration
//! order, each held against the rules of its property. A slot borrows from the document,
//! so that little is allocated but what the struct will own.

use serde_json::Value;

use crate::{
    Choices,
    choices::Supply,
    field::FieldType,
    form::{Form, Kind, Literal, Property},
    selection::Selection,
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
    /// The items of a list.
    Items(&'v Selection<'v>),
    /// The items of a list, parsed already.
    Values(&'v [Value]),
    /// The items of a list, as a default names them.
    Names(&'static [&'static str]),
    /// A list where none is expected.
    List,
    /// An object.
    Object,
    /// A value of a document that is parsed already, to be looked at when its turn
    /// comes.
    Value(&'v Value),
    /// What could not be borrowed from the document, by its place in the stash.
    Stashed(usize),
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

/// What slots cannot borrow from the document: text with escapes, and lists.
#[derive(Default)]
pub(crate) struct Stash<'v>(Vec<Stashed<'v>>);

enum Stashed<'v> {
    Text(String),
    Items(Selection<'v>),
}

impl<'v> Stash<'v> {
    fn keep(&mut self, stashed: Stashed<'v>) -> Slot<'v> {
        self.0.push(stashed);
        Slot::Stashed(self.0.len() - 1)
    }

    fn lend(&self, place: usize) -> Slot<'_> {
        match self.0.get(place) {
            Some(Stashed::Text(text)) => Slot::Text(text),
            Some(Stashed::Items(items)) => Slot::Items(items),
            None => Slot::Absent,
        }
    }
}

/// Puts what a document gives into the slots of a form. What it reads lives for `'v`.
pub(crate) struct Collector<'a, 'v> {
    form: &'static Form,
    choices: &'v dyn Supply,
    slots: &'a mut [Slot<'v>],
    stash: &'a mut Stash<'v>,
    cursor: Cursor,
}

impl<'a, 'v> Collector<'a, 'v> {
    #[inline]
    pub(crate) fn new(
        form: &'static Form,
        choices: &'v dyn Supply,
        slots: &'a mut [Slot<'v>],
        stash: &'a mut Stash<'v>,
    ) -> Self {
        Self {
            form,
            choices,
            slots,
            stash,
            cursor: Cursor::default(),
        }
    }

    /// The place of the property with this name, to be put next.
    #[inline]
    pub(crate) fn find(&mut self, name: &str) -> Option<usize> {
        self.cursor.find(self.form, name)
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
        let text = self.stash.keep(Stashed::Text(text.to_owned()));
        self.put(place, text);
    }

    /// Begins to keep the items of a property that takes several.
    pub(crate) fn select(&self, place: usize) -> Option<Selection<'v>> {
        Selection::of(
            self.form.properties().get(place)?,
            self.choices.choices(place),
        )
    }

    /// Keeps the items.
    pub(crate) fn put_items(&mut self, place: usize, items: Selection<'v>) {
        let items = self.stash.keep(Stashed::Items(items));
        self.put(place, items);
    }
}

/// Where the next property is expected: documents come in declaration order, or
/// sorted by name.
#[derive(Default)]
struct Cursor {
    is_sorted: bool,
    next_place: usize,
    next_rank: usize,
}

impl Cursor {
    #[inline]
    fn find(&mut self, form: &Form, name: &str) -> Option<usize> {
        self.step(form, name).or_else(|| self.search(form, name))
    }

    /// The expected property, if it has this name.
    #[inline]
    fn step(&mut self, form: &Form, name: &str) -> Option<usize> {
        let place = if self.is_sorted {
            form.named(self.next_rank)?
        } else {
            self.next_place
        };
        if form.properties().get(place)?.name != name {
            return None;
        }
        self.next_place = place + 1;
        self.next_rank += usize::from(self.is_sorted);
        Some(place)
    }

    /// The other order, and then a binary search, from where either may go on.
    #[inline(never)]
    fn search(&mut self, form: &Form, name: &str) -> Option<usize> {
        self.is_sorted = !self.is_sorted;
        if let Some(place) = self.step(form, name) {
            return Some(place);
        }
        self.is_sorted = !self.is_sorted;
        let rank = form.rank(name)?;
        let place = form.named(rank)?;
        self.next_rank = rank + 1;
        self.next_place = place + 1;
        Some(place)
    }
}

/// The answers to one form, to be taken out of their slots one after the other and
/// held against the rules (`rules.rs`).
pub struct Answers<'a> {
    properties: &'static [Property],
    slots: &'a [Slot<'a>],
    stash: &'a Stash<'a>,
    choices: &'a dyn Supply,
    place: usize,
    /// The property that is looked at.
    pub(crate) property: &'static Property,
    /// What was given for it.
    pub(crate) slot: Slot<'a>,
    pub(crate) violations: Vec<Violation>,
}

impl<'a> Answers<'a> {
    #[inline]
    pub(crate) fn new(
        properties: &'static [Property],
        slots: &'a [Slot<'a>],
        stash: &'a Stash<'a>,
        choices: &'a dyn Supply,
    ) -> Self {
        Self {
            properties,
            slots,
            stash,
            choices,
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
    fn open(&mut self, place: usize) -> bool {
        let (Some(property), Some(slot)) = (self.properties.get(place), self.slots.get(place))
        else {
            return false;
        };
        self.place = place;
        self.property = property;
        self.slot = match *slot {
            Slot::Value(value) => Slot::of_value(value),
            Slot::Stashed(place) => self.stash.lend(place),
            slot => slot,
        };
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

    /// The options of the property, where they are known only at run time.
    pub(crate) fn choices(&self) -> Option<&'a Choices> {
        self.choices.choices(self.place)
    }

    /// What is wrong, in declaration order.
    #[inline]
    pub(crate) fn finish(self) -> Result<(), InvalidContent> {
        if self.violations.is_empty() {
            Ok(())
        } else {
            Err(InvalidContent::from_vec(self.violations))
        }
    }
}
