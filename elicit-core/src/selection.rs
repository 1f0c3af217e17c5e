//! The items of a multi-select.

use std::{borrow::Cow, collections::HashMap};

use crate::{
    Choices,
    answers::Slot,
    choices::Choice,
    form::{Kind, Options, Property},
    violation::Problem,
};

impl Options {
    /// The place of the option with this value.
    #[inline]
    pub(crate) fn find<'a>(
        &self,
        choices: impl FnOnce() -> Option<&'a Choices>,
        value: &str,
    ) -> Result<usize, Problem> {
        match self {
            Self::Declared(variants) => variants
                .iter()
                .position(|variant| variant.value == value)
                .ok_or(Problem::Variant(variants)),
            Self::Supplied => match choices() {
                Some(choices) => choices
                    .position(value)
                    .ok_or_else(|| Problem::Choice(choices.shared())),
                None => Err(Problem::Variant(&[])),
            },
        }
    }
}

/// The items of a list, looked up one after the other while the list is read.
pub struct Selection<'a> {
    options: &'static Options,
    choices: Option<&'a Choices>,
    /// Where repeats are refused: whether each option was seen.
    seen: Option<Vec<bool>>,
    places: Vec<usize>,
    /// Where each variant stands, once there are many items.
    index: Option<HashMap<&'static str, usize>>,
    items: u64,
    is_mistyped: bool,
    unknown: Option<Problem>,
    has_repeats: bool,
}

impl<'a> Selection<'a> {
    /// `None` where the property takes one value.
    pub(crate) fn of(property: &'static Property, choices: Option<&'a Choices>) -> Option<Self> {
        let Kind::MultiSelect {
            options, unique, ..
        } = &property.kind
        else {
            return None;
        };
        Some(Self {
            options,
            choices,
            seen: unique.then(Vec::new),
            places: Vec::new(),
            index: None,
            items: 0,
            is_mistyped: false,
            unknown: None,
            has_repeats: false,
        })
    }

    pub(crate) fn push(&mut self, item: Slot<'_>) {
        self.items += 1;
        let Slot::Text(text) = item else {
            self.is_mistyped = true;
            return;
        };
        match self.find(text) {
            Ok(place) if self.is_repeat(place) => self.has_repeats = true,
            Ok(place) => self.places.push(place),
            Err(problem) => self.unknown = Some(problem),
        }
    }

    /// A few items are looked for one variant after the other. With an index the work
    /// for many is not their number times that of the variants, which a client that
    /// means harm could make large.
    fn find(&mut self, value: &str) -> Result<usize, Problem> {
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

    fn is_repeat(&mut self, place: usize) -> bool {
        let Some(seen) = &mut self.seen else {
            return false;
        };
        if seen.len() <= place {
            seen.resize(place + 1, false);
        }
        std::mem::replace(&mut seen[place], true)
    }

    /// How many items there are, valid or not.
    pub(crate) fn items(&self) -> u64 {
        self.items
    }

    /// Whether an item is no text.
    pub(crate) fn is_mistyped(&self) -> bool {
        self.is_mistyped
    }

    /// What is wrong where an item is no option.
    pub(crate) fn unknown(&self) -> Option<&Problem> {
        self.unknown.as_ref()
    }

    /// Whether an option repeats that must not.
    pub(crate) fn has_repeats(&self) -> bool {
        self.has_repeats
    }

    /// The options, in the order of the items.
    pub(crate) fn picks(&self) -> Picks<'_> {
        Picks {
            places: Cow::Borrowed(&self.places),
            choices: self.choices,
        }
    }

    /// The options, in the order of the items.
    pub(crate) fn into_picks(self) -> Picks<'a> {
        Picks {
            places: Cow::Owned(self.places),
            choices: self.choices,
        }
    }
}

/// What was picked in a multi-select, in the order of the answer.
pub(crate) struct Picks<'a> {
    places: Cow<'a, [usize]>,
    choices: Option<&'a Choices>,
}

impl Picks<'_> {
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The places of the options.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        self.places.iter().copied()
    }

    /// The values of options that are known only at run time.
    pub(crate) fn values(&self) -> impl Iterator<Item = Option<&str>> {
        let options = self.choices.map(Choices::options).unwrap_or_default();
        self.places()
            .map(|place| options.get(place).map(Choice::value))
    }
}
