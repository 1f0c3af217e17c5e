//! The items of a multi-select.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::{short::is_same, slot::Slot};
use crate::{
    Choices,
    form::{Kind, Options, Property},
    violation::Problem,
};

impl Options {
    /// The place of the option with this value.
    #[inline]
    pub(super) fn find<'a>(
        &self,
        choices: impl FnOnce() -> Option<&'a Choices>,
        value: &str,
    ) -> Result<usize, Problem> {
        match self {
            Self::Declared(variants) => variants
                .iter()
                .position(|variant| is_same(variant.value, value))
                .ok_or(Problem::Variant(variants)),
            Self::Supplied => match choices() {
                Some(choices) => choices
                    .position(value)
                    .ok_or_else(|| Problem::Choice(choices.shared())),
                None => Err(Problem::Variant(&[])),
            },
        }
    }

    /// The value of the option at a place.
    pub(crate) fn value<'a>(&self, choices: Option<&'a Choices>, place: usize) -> Option<&'a str> {
        match self {
            Self::Declared(variants) => Some(variants.get(place)?.value),
            Self::Supplied => Some(choices?.options().get(place)?.value()),
        }
    }
}

/// Looks up the items of a list, one after the other, and notes what is wrong with them.
pub(super) struct Selection<'v> {
    options: &'static Options,
    choices: Option<&'v Choices>,
    /// Where repeats are refused: which options were seen.
    seen: Option<Seen>,
    /// Where each variant stands, once there are many items.
    index: Option<HashMap<&'static str, usize>>,
    items: u64,
    is_mistyped: bool,
    unknown: Option<Problem>,
    has_repeats: bool,
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

    /// How many items there are, valid or not.
    pub(super) fn items(&self) -> u64 {
        self.items
    }

    /// Whether an item is no text.
    pub(super) fn is_mistyped(&self) -> bool {
        self.is_mistyped
    }

    /// What is wrong where an item is no option.
    pub(super) fn unknown(&self) -> Option<&Problem> {
        self.unknown.as_ref()
    }

    /// Whether an option repeats that must not.
    pub(super) fn has_repeats(&self) -> bool {
        self.has_repeats
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
pub(super) struct Picks<'v> {
    pub(super) selection: Selection<'v>,
    /// The places of the options, in the order of the items.
    pub(super) places: SmallVec<[usize; 16]>,
}

impl<'v> Picks<'v> {
    pub(super) fn new(selection: Selection<'v>) -> Self {
        Self {
            selection,
            places: SmallVec::new(),
        }
    }

    pub(super) fn push(&mut self, item: Slot<'_>) {
        self.places.extend(self.selection.find(item));
    }
}
