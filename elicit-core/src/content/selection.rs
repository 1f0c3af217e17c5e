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
    /// Whether an option repeats that must not.
    pub(super) has_repeats: bool,
}

impl<'c> Selection<'c> {
    pub(super) fn new(
        options: &'static Options,
        choices: Option<&'c Choices>,
        choose: &'c mut Choose<'c>,
    ) -> Self {
        Self {
            options,
            choices,
            choose,
            items: 0,
            is_mistyped: false,
            has_unknown: false,
            has_repeats: false,
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

    /// The same, where nobody knows how many there are. The first are counted before they go
    /// in, so that there is no more room than they need; longer lists are rare, and grow.
    pub(super) fn take_each(&mut self, items: &mut dyn Items) {
        let (mut ahead, mut count) = ([0; 32], 0);
        items.each(&mut |item| {
            let Some(place) = self.find(item) else {
                return;
            };
            if count == ahead.len() {
                self.choose_all(&ahead);
                count = 0;
            }
            ahead[count] = place;
            count += 1;
        });
        self.choose_all(&ahead[..count]);
    }

    /// The place of the option that the next item is.
    fn find(&mut self, item: &Given<'_>) -> Option<usize> {
        self.items += 1;
        let &Given::Text(text) = item else {
            self.is_mistyped = true;
            return None;
        };
        let place = self.options.find(|| self.choices, text);
        self.has_unknown |= place.is_none();
        place
    }

    fn choose_all(&mut self, places: &[usize]) {
        for &place in places {
            self.choose(places.len(), place);
        }
    }

    fn choose(&mut self, room: usize, place: usize) {
        self.has_repeats |= !(self.choose)(room, place);
    }
}
