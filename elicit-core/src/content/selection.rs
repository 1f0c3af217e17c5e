//! The items of a multi-select.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::slot::Slot;
use crate::{
    Choices,
    form::{Kind, Options, Property},
    violation::Problem,
};

/// Looks up the items of a list, one after the other, and notes what is wrong with them.
pub(super) struct Selection<'v> {
    options: &'static Options,
    choices: Option<&'v Choices>,
    /// Where repeats are refused: which options were seen.
    seen: Option<Seen>,
    /// Where each variant stands, once there are many items.
    index: Option<HashMap<&'static str, usize>>,
    /// How many items there were, valid or not.
    pub(super) items: u64,
    /// Whether an item is no text.
    pub(super) is_mistyped: bool,
    /// What is wrong where an item is no option.
    pub(super) unknown: Option<Problem>,
    /// Whether an option repeats that must not.
    pub(super) has_repeats: bool,
}

impl<'v> Selection<'v> {
    /// `None` where the property takes one value.
    pub(super) fn of(property: &'static Property, choices: Option<&'v Choices>) -> Option<Self> {
        let Kind::MultiSelect {
            options, unique, ..
        } = &property.kind
        else {
            return None;
        };
        Some(Self {
            options,
            choices,
            seen: unique.then(Seen::default),
            index: None,
            items: 0,
            is_mistyped: false,
            unknown: None,
            has_repeats: false,
        })
    }

    /// The place of the option that the next item is.
    pub(super) fn find(&mut self, item: Slot<'_>) -> Option<usize> {
        self.items += 1;
        let Slot::Text(text) = item else {
            self.is_mistyped = true;
            return None;
        };
        match self.find_value(text) {
            Ok(place) => {
                self.has_repeats |= self.seen.as_mut().is_some_and(|seen| seen.has(place));
                Some(place)
            }
            Err(problem) => {
                self.unknown = Some(problem);
                None
            }
        }
    }

    /// A few items are looked for one variant after the other. With an index the work
    /// for many is not their number times that of the variants, which a client that
    /// means harm could make large.
    fn find_value(&mut self, value: &str) -> Result<usize, Problem> {
        const FEW: u64 = 32;
        match self.options {
            Options::Declared(variants) if self.items > FEW => {
                let index = self.index.get_or_insert_with(|| {
                    let places = variants.iter().enumerate();
                    places
                        .map(|(place, variant)| (variant.value, place))
                        .collect()
                });
                let place = index.get(value).copied();
                place.ok_or(Problem::Variant(variants))
            }
            options => options.find(|| self.choices, value),
        }
    }
}

/// Which options were seen: a bit for each of the first, which are all that most have.
#[derive(Default)]
struct Seen {
    first: u64,
    others: Vec<bool>,
}

impl Seen {
    /// Whether this option was seen before. From now on it was.
    fn has(&mut self, place: usize) -> bool {
        let Some(place) = place.checked_sub(64) else {
            let had = self.first;
            self.first |= 1 << place;
            return self.first == had;
        };
        if self.others.len() <= place {
            self.others.resize(place + 1, false);
        }
        std::mem::replace(&mut self.others[place], true)
    }
}

/// The items of a list that is read before it is known what they go into.
pub(super) struct Picks {
    pub(super) selection: Selection<'static>,
    /// The places of the options, in the order of the items.
    pub(super) places: SmallVec<[usize; 16]>,
}

impl Picks {
    pub(super) fn new(selection: Selection<'static>) -> Self {
        Self {
            selection,
            places: SmallVec::new(),
        }
    }

    pub(super) fn push(&mut self, item: Slot<'_>) {
        self.places.extend(self.selection.find(item));
    }
}
