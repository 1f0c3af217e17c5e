//! The items of a multi-select.

use super::given::{Given, Items};
use crate::{Choices, form::Options};

/// Takes the option at a place, into room for so many. Whether it went in: a set does not
/// take what it holds.
pub(crate) type Choose<'c> = dyn FnMut(usize, usize) -> bool + 'c;

/// Looks up the items of a list, one after the other, and notes what is wrong with them.
pub(super) struct Selection<'c> {
    options: &'static Options,
    choices: Option<&'c Choices>,
    choose: &'c mut Choose<'c>,
    /// How many items there were, valid or not.
    pub(super) items: u64,
    /// Whether an item is no text.
    pub(super) is_mistyped: bool,
    /// Whether an item is none of the options.
    pub(super) has_unknown: bool,
    /// Whether the empty text is known to be none of the options. A list of these is the one
    /// that costs the parser less than to look them up.
    empty_is_unknown: bool,
    /// Whether an option repeats; nothing where it may.
    pub(super) repeats: Option<bool>,
}

impl<'c> Selection<'c> {
    pub(super) fn new(
        options: &'static Options,
        choices: Option<&'c Choices>,
        choose: &'c mut Choose<'c>,
        is_unique: bool,
    ) -> Self {
        Self {
            options,
            choices,
            choose,
            items: 0,
            is_mistyped: false,
            has_unknown: false,
            empty_is_unknown: false,
            repeats: is_unique.then_some(false),
        }
    }

    /// Takes all items of a list.
    pub(super) fn take<'i>(&mut self, items: impl ExactSizeIterator<Item = Given<'i>>) {
        let room = items.len();
        for item in items {
            if let Some(place) = self.find(&item) {
                self.choose(room, place);
            }
        }
    }

    /// The same, where nobody knows how many there are.
    pub(super) fn take_each(&mut self, items: &mut dyn Items) {
        let mut ahead = Ahead {
            selection: self,
            places: [0; 32],
            count: 0,
        };
        items.each(&mut ahead);
        ahead.choose();
    }

    /// The place of the option that the next item is.
    #[inline]
    fn find(&mut self, item: &Given<'_>) -> Option<usize> {
        self.items += 1;
        let &Given::Text(text) = item else {
            self.is_mistyped = true;
            return None;
        };
        // What was chosen is to be dropped then, and nothing else is to be found out.
        if self.has_unknown && self.repeats != Some(false) {
            return None;
        }
        if text.is_empty() && self.empty_is_unknown {
            return None;
        }
        self.look_up(text)
    }

    fn look_up(&mut self, text: &str) -> Option<usize> {
        let place = self.options.find(|| self.choices, text);
        self.has_unknown |= place.is_none();
        self.empty_is_unknown |= place.is_none() && text.is_empty();
        place
    }

    /// Apart from the looking up, of which there is more.
    #[inline(never)]
    fn choose(&mut self, room: usize, place: usize) {
        // A set with a repetition is refused, whatever else is to go in.
        if self.repeats != Some(true) && !(self.choose)(room, place) {
            self.repeats = Some(true);
        }
    }
}

/// Where the items go of which nobody knows how many there are. The first are counted before
/// they go in, so that there is no more room than they need; longer lists are rare, and grow.
pub(super) struct Ahead<'s, 'c> {
    selection: &'s mut Selection<'c>,
    places: [usize; 32],
    count: usize,
}

impl Ahead<'_, '_> {
    /// Takes the next item.
    #[inline]
    pub(super) fn next(&mut self) -> impl FnOnce(&mut Given<'_>) {
        |item| {
            if let Some(place) = self.selection.find(item) {
                self.put(place);
            }
        }
    }

    fn put(&mut self, place: usize) {
        if self.count == self.places.len() {
            self.choose();
        }
        self.places[self.count] = place;
        self.count += 1;
    }

    fn choose(&mut self) {
        for &place in &self.places[..self.count] {
            self.selection.choose(self.count, place);
        }
        self.count = 0;
    }
}
