//! An answer on its way from a document to a struct.
//!
//! Reading knows no Rust type: it fills one slot for each property, held against
//! the form's table, and the code that the derive wrote takes the values out.
//! So all of it is compiled once, and not once a form. A slot borrows from the
//! document, so that little is allocated but what the struct will own.

use crate::{
    choices::{Choice, Supply},
    field::FieldType,
    form::{Form, Literal, Property},
    rules::{self, Scalar, Selection},
    violation::{Problem, Violation},
};

/// The checked value of one property. It is the person's, and so it cannot be printed.
#[derive(Clone, Copy, Default)]
pub enum Slot<'v> {
    /// Not given.
    #[default]
    Absent,
    /// Given as nothing: `null`, or a text field that the person left alone.
    Blank,
    /// Given, and not valid.
    Invalid,
    /// Given more than once.
    Repeated,
    /// Of a boolean.
    Boolean(bool),
    /// Of an integer.
    Integer(i64),
    /// Of a number.
    Number(f64),
    /// Of free text, or of a choice at run time.
    Text(&'v str),
    /// Of a choice among variants.
    Variant(usize),
    /// Of a multi-select.
    Picks(&'v Picks),
    /// A text that could not be borrowed, by its place in the stash.
    StashedText(usize),
    /// The picks of a multi-select, by their place in the stash.
    StashedPicks(usize),
}

/// What was picked in a multi-select, in the order of the answer.
pub struct Picks {
    pub(crate) places: Vec<usize>,
    pub(crate) choices: Option<std::sync::Arc<[Choice]>>,
}

impl Picks {
    /// The places of the options.
    pub(crate) fn places(&self) -> &[usize] {
        &self.places
    }

    /// The values of options that are known only at run time.
    pub(crate) fn values(&self) -> impl Iterator<Item = Option<&str>> {
        self.places.iter().map(|&place| {
            let choice = self.choices.as_ref()?.get(place)?;
            Some(choice.value())
        })
    }
}

/// What slots cannot borrow from the document: text with escapes, and lists.
#[derive(Default)]
pub(crate) struct Stash {
    texts: Vec<String>,
    picks: Vec<Picks>,
}

impl Stash {
    fn text(&mut self, text: &str) -> Slot<'static> {
        self.texts.push(text.to_owned());
        Slot::StashedText(self.texts.len() - 1)
    }

    fn picks(&mut self, picks: Picks) -> Slot<'static> {
        self.picks.push(picks);
        Slot::StashedPicks(self.picks.len() - 1)
    }

    /// Lets the slots borrow what was stashed for them.
    pub(crate) fn lend<'v>(&'v self, slots: &mut [Slot<'v>]) {
        if self.texts.is_empty() && self.picks.is_empty() {
            return;
        }
        for slot in slots {
            *slot = match *slot {
                Slot::StashedText(place) => self
                    .texts
                    .get(place)
                    .map_or(Slot::Invalid, |text| Slot::Text(text)),
                Slot::StashedPicks(place) => {
                    self.picks.get(place).map_or(Slot::Invalid, Slot::Picks)
                }
                slot => slot,
            };
        }
    }
}

/// Room for the values of one form.
pub trait Slots<'v> {
    /// No value yet.
    fn empty() -> Self;

    /// One slot for each property.
    fn as_mut_slice(&mut self) -> &mut [Slot<'v>];
}

impl<'v, const N: usize> Slots<'v> for [Slot<'v>; N] {
    fn empty() -> Self {
        [Slot::Absent; N]
    }

    fn as_mut_slice(&mut self) -> &mut [Slot<'v>] {
        self
    }
}

/// The answer to one form, while it is read. What it reads lives for `'v`.
pub(crate) struct Answers<'a, 'v> {
    form: &'static Form,
    choices: &'v dyn Supply,
    slots: &'a mut [Slot<'v>],
    stash: &'a mut Stash,
    cursor: Cursor,
    violations: Vec<Violation>,
}

impl<'a, 'v> Answers<'a, 'v> {
    pub(crate) fn new(
        form: &'static Form,
        choices: &'v dyn Supply,
        slots: &'a mut [Slot<'v>],
        stash: &'a mut Stash,
    ) -> Self {
        Self {
            form,
            choices,
            slots,
            stash,
            cursor: Cursor::default(),
            violations: Vec::new(),
        }
    }

    /// The place of the property with this name, to be set next.
    pub(crate) fn find(&mut self, name: &str) -> Option<usize> {
        self.cursor.find(self.form, name)
    }

    /// Records the value of a property.
    pub(crate) fn set(&mut self, place: usize, scalar: Scalar<'v>) {
        if let Some(property) = self.open(place) {
            self.slots[place] = self.judge(place, property, scalar);
        }
    }

    /// Records a text that is gone when this returns.
    pub(crate) fn set_text(&mut self, place: usize, text: &str) {
        if let Some(property) = self.open(place) {
            self.slots[place] = match self.judge(place, property, Scalar::Text(text)) {
                Slot::Text(text) => self.stash.text(text),
                Slot::Variant(variant) => Slot::Variant(variant),
                Slot::Blank => Slot::Blank,
                _ => Slot::Invalid,
            };
        }
    }

    fn judge<'s>(&mut self, place: usize, property: &Property, scalar: Scalar<'s>) -> Slot<'s> {
        let (choices, violations) = (self.choices, &mut self.violations);
        rules::judge(
            property,
            || choices.choices(place),
            scalar,
            &mut |problem| violations.push(Violation::of_property(property, problem)),
        )
    }

    /// Begins to record the items of a property that takes several.
    pub(crate) fn select(&self, place: usize) -> Option<Selection<'v>> {
        Selection::of(
            self.form.properties().get(place)?,
            self.choices.choices(place),
        )
    }

    /// Records the items.
    pub(crate) fn selected(&mut self, place: usize, selection: Selection<'_>) {
        let Some(property) = self.open(place) else {
            return;
        };
        let violations = &mut self.violations;
        let picks = selection.finish(&mut |problem| {
            violations.push(Violation::of_property(property, problem));
        });
        self.slots[place] = picks.map_or(Slot::Invalid, |picks| self.stash.picks(picks));
    }

    /// The property at a place, unless it was given before.
    fn open(&mut self, place: usize) -> Option<&'static Property> {
        let property = self.form.properties().get(place)?;
        match self.slots.get(place)? {
            Slot::Absent => return Some(property),
            Slot::Repeated => {}
            _ => {
                self.slots[place] = Slot::Repeated;
                self.violations
                    .push(Violation::of_property(property, Problem::Duplicate));
            }
        }
        None
    }

    /// Reads something else instead, which does not live as long. Nothing is kept of it
    /// but which properties it has and what is wrong.
    pub(crate) fn instead<'w, R>(&mut self, read: impl FnOnce(&mut Answers<'_, 'w>) -> R) -> R
    where
        'v: 'w,
    {
        let mut slots = vec![Slot::Absent; self.slots.len()];
        let mut stash = Stash::default();
        let mut answers = Answers::new(self.form, self.choices, &mut slots, &mut stash);
        let result = read(&mut answers);
        self.violations = answers.violations;
        for (slot, read) in self.slots.iter_mut().zip(slots) {
            *slot = match read {
                Slot::Absent | Slot::Blank => Slot::Absent,
                _ => Slot::Invalid,
            };
        }
        result
    }

    /// Looks at what was not given: what is wrong, in declaration order.
    pub(crate) fn finish(mut self) -> Vec<Violation> {
        let properties = self.form.properties();
        for (place, property) in properties.iter().enumerate() {
            if !matches!(self.slots[place], Slot::Absent | Slot::Blank) {
                continue;
            }
            self.slots[place] = match &property.default {
                _ if property.required => {
                    self.violations
                        .push(Violation::of_property(property, Problem::Required));
                    Slot::Invalid
                }
                Some(default) => self.default(property, default),
                None => Slot::Absent,
            };
        }
        if self.violations.len() > 1 {
            let form = self.form;
            self.violations
                .sort_by_cached_key(|violation| violation.place(form));
        }
        self.violations
    }

    /// The value of a default. The compiler has held it against the rules.
    fn default(&mut self, property: &'static Property, default: &'static Literal) -> Slot<'v> {
        let scalar = match default {
            Literal::Integer(integer) => Scalar::integer(*integer),
            Literal::Decimal(decimal) => Scalar::Number(decimal.value),
            Literal::Boolean(boolean) => Scalar::Boolean(*boolean),
            Literal::Text(text) => Scalar::Text(text),
            Literal::List(items) => {
                let Some(mut selection) = Selection::of(property, None) else {
                    return Slot::Invalid;
                };
                for item in *items {
                    selection.push(Scalar::Text(item));
                }
                return match selection.finish(&mut |_| {}) {
                    Some(picks) => self.stash.picks(picks),
                    None => Slot::Invalid,
                };
            }
        };
        rules::judge(property, || None, scalar, &mut |_| {})
    }
}

/// Where the next property is expected: documents come in declaration order, or
/// sorted by name. A guess that fails costs a comparison, and a binary search.
#[derive(Default)]
struct Cursor {
    next_place: usize,
    next_rank: usize,
}

impl Cursor {
    fn find(&mut self, form: &Form, name: &str) -> Option<usize> {
        let is_named = |place: usize| {
            form.properties()
                .get(place)
                .is_some_and(|property| property.name == name)
        };
        if is_named(self.next_place) {
            self.next_place += 1;
            return Some(self.next_place - 1);
        }
        let rank = match form.named(self.next_rank) {
            Some(place) if is_named(place) => self.next_rank,
            _ => form.rank(name)?,
        };
        let place = form.named(rank)?;
        self.next_rank = rank + 1;
        self.next_place = place + 1;
        Some(place)
    }
}

/// Takes the value of one property out of its slot: the code that the derive writes.
#[inline]
#[must_use]
pub fn take<T: 'static>(slots: &[Slot<'_>], place: usize, field: FieldType<T>) -> Option<T> {
    field.take(*slots.get(place)?)
}
