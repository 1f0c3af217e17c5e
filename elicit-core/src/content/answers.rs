//! The way through the answers to a form.

use super::{answer::Answer, given::Given};
use crate::{
    choices::Supply,
    form::Form,
    violation::{InvalidContent, Problem, Violation, Violations},
};

/// What is found to be wrong, in the order in which it is found. Most often nothing is, and
/// `None` is less to look at in the end than a `Vec` that is empty.
pub(super) type Found = Option<Vec<Violation>>;

#[cold]
pub(super) fn invalid(found: Found) -> InvalidContent {
    found.map_or_else(
        || InvalidContent::of_document(Problem::Unreadable),
        InvalidContent::of,
    )
}

/// Reads the answer to the property at a place: the code that the derive wrote.
pub trait Read: FnMut(usize, &mut Answer<'_, '_>) {}

impl<F: FnMut(usize, &mut Answer<'_, '_>)> Read for F {}

/// Where answers come from.
pub trait Source {
    /// Hands out what is given for each property of the form, in any order.
    ///
    /// # Errors
    ///
    /// What is wrong with the document as a whole.
    fn each<'w>(self, walk: &mut Walk<'w, impl Read + 'w>) -> Result<(), Violation>;
}

/// The answers to one form, as the code that the derive wrote goes through them.
pub struct Answers<'a, S> {
    form: &'static Form,
    choices: &'a dyn Supply,
    /// Until they are gone through.
    source: Option<S>,
    found: Found,
}

impl<'a, S: Source> Answers<'a, S> {
    #[inline]
    pub(super) fn new(form: &'static Form, choices: &'a dyn Supply, source: S) -> Self {
        Self {
            form,
            choices,
            source: Some(source),
            found: None,
        }
    }

    /// Hands out the answer for each property that has one, if only because nothing was
    /// given and that means something. How often it was is noted in `times`, which has room
    /// for each property.
    #[inline]
    pub fn each(&mut self, times: &mut [Times], read: impl Read) {
        let Some(source) = self.source.take() else {
            return;
        };
        let mut walk = Walk {
            form: self.form,
            choices: self.choices,
            found: &mut self.found,
            times,
            read,
        };
        match source.each(&mut walk) {
            Ok(()) if walk.times.contains(&Times::Never) => AnyWalk::put_absent(&mut walk),
            Ok(()) => {}
            Err(violation) => self.found = Some(vec![violation]),
        }
    }

    /// Whether nothing is wrong.
    #[inline]
    pub fn are_valid(&self) -> bool {
        self.found.is_none()
    }

    /// Runs the rule across fields.
    ///
    /// # Errors
    ///
    /// What is wrong by that rule, in declaration order.
    pub fn checked<T>(
        &self,
        value: T,
        check: fn(&T) -> Result<(), Violations>,
    ) -> Result<T, InvalidContent> {
        match check(&value) {
            Ok(()) => Ok(value),
            Err(violations) => Err(violations.of(self.form)),
        }
    }

    /// What is wrong, in declaration order.
    #[cold]
    pub fn invalid(&mut self) -> InvalidContent {
        invalid(self.found.take())
    }
}

/// How often something was given for a property.
#[derive(Clone, Copy, PartialEq)]
pub enum Times {
    /// It is absent.
    Never,
    /// As it should be.
    Once,
    /// Nobody knows which was meant.
    Often,
}

/// The way of a [source](Source) through the answers.
pub struct Walk<'w, R: ?Sized> {
    form: &'static Form,
    choices: &'w dyn Supply,
    found: &'w mut Found,
    times: &'w mut [Times],
    read: R,
}

impl<R: Read + ?Sized> Walk<'_, R> {
    pub(super) fn form(&self) -> &'static Form {
        self.form
    }

    /// What is given for the property at a place. A second time is a violation.
    #[inline]
    pub(super) fn put(&mut self, place: usize, given: &mut Given<'_>) {
        match self.times.get_mut(place) {
            Some(times @ Times::Never) => {
                *times = Times::Once;
                self.hand_out(place, given);
            }
            Some(times @ Times::Once) => {
                *times = Times::Often;
                self.repeat(place);
            }
            Some(Times::Often) | None => {}
        }
    }

    #[inline]
    fn hand_out(&mut self, place: usize, given: &mut Given<'_>) {
        let Some(property) = self.form.properties().get(place) else {
            return;
        };
        let mut answer = Answer::new(place, property, given, self.choices, self.found);
        if answer.settle() {
            (self.read)(place, &mut answer);
        }
    }

    #[cold]
    fn repeat(&mut self, place: usize) {
        if let Some(property) = self.form.properties().get(place) {
            let violation = Violation::of_property(property, place, Problem::Duplicate);
            self.found.get_or_insert_default().push(violation);
        }
    }
}

/// One for code that is compiled once, and not once a form.
pub(super) type AnyWalk<'w> = Walk<'w, dyn Read + 'w>;

impl AnyWalk<'_> {
    /// Forgets what was handed out. It will all be handed out again.
    pub(super) fn start_again(&mut self) {
        self.times.fill(Times::Never);
        *self.found = None;
    }

    /// What was not given, which may mean something.
    fn put_absent(&mut self) {
        for place in 0..self.times.len() {
            if let Some(Times::Never) = self.times.get(place) {
                self.hand_out(place, &mut Given::Absent);
            }
        }
    }
}
