//! The way through the answers to a form.

use super::{answer::Answer, given::Given};
use crate::{
    choices::Supply,
    form::Form,
    violation::{InvalidContent, Problem, Violation},
};

/// What is done with the answer to one property.
pub trait Put: FnMut(&mut Answer<'_, '_>) {}

impl<F: FnMut(&mut Answer<'_, '_>)> Put for F {}

/// Where answers come from.
pub trait Source {
    /// Hands out what is given for each property of the form, in any order.
    ///
    /// # Errors
    ///
    /// What is wrong with the document as a whole.
    fn each<'w>(self, walk: &mut Walk<'w, impl Put + 'w>) -> Result<(), InvalidContent>;
}

/// The answers to one form, as the code that the derive wrote goes through them.
pub struct Answers<'a, S> {
    form: &'static Form,
    choices: &'a dyn Supply,
    /// Until they are gone through.
    source: Option<S>,
    /// What is wrong. Most often nothing is, and `None` is less to look at in the end
    /// than a `Vec` that is empty.
    violations: Option<Vec<Violation>>,
}

impl<'a, S: Source> Answers<'a, S> {
    #[inline]
    pub(super) fn new(form: &'static Form, choices: &'a dyn Supply, source: S) -> Self {
        Self {
            form,
            choices,
            source: Some(source),
            violations: None,
        }
    }

    /// Hands out the answer for each property that has one, if only because nothing was
    /// given and that means something. `given` is room to note for which something was,
    /// one for each property.
    #[inline]
    pub fn each(&mut self, given: &mut [bool], put: impl Put) {
        let Some(source) = self.source.take() else {
            return;
        };
        let mut walk = Walk {
            form: self.form,
            choices: self.choices,
            violations: &mut self.violations,
            given,
            put,
        };
        match source.each(&mut walk) {
            Ok(()) if walk.given.contains(&false) => AnyWalk::put_absent(&mut walk),
            Ok(()) => {}
            Err(invalid) => self.violations = Some(invalid.into_vec()),
        }
    }

    /// Whether nothing is wrong.
    #[inline]
    pub(super) fn are_valid(&self) -> bool {
        self.violations.is_none()
    }

    /// What is wrong, in declaration order.
    #[cold]
    pub(super) fn invalid(self) -> InvalidContent {
        match self.violations {
            Some(violations) => InvalidContent::of(violations),
            None => InvalidContent::of_document(Problem::Unreadable),
        }
    }
}

/// The way of a [source](Source) through the answers.
pub struct Walk<'w, P: ?Sized> {
    form: &'static Form,
    choices: &'w dyn Supply,
    violations: &'w mut Option<Vec<Violation>>,
    given: &'w mut [bool],
    put: P,
}

impl<P: Put + ?Sized> Walk<'_, P> {
    pub(super) fn form(&self) -> &'static Form {
        self.form
    }

    /// What is given for the property at a place. A second time is a violation.
    #[inline]
    pub(super) fn put(&mut self, place: usize, given: &mut Given<'_>) {
        match self.given.get_mut(place) {
            Some(is_given @ false) => {
                *is_given = true;
                self.hand_out(place, given);
            }
            Some(true) => self.repeat(place),
            None => {}
        }
    }

    #[inline]
    fn hand_out(&mut self, place: usize, given: &mut Given<'_>) {
        let Some(property) = self.form.properties().get(place) else {
            return;
        };
        let mut answer = Answer::new(place, property, given, self.choices, self.violations);
        if answer.settle() {
            (self.put)(&mut answer);
        }
    }

    /// Nobody knows which of the values was meant, so nothing else is said of them.
    #[cold]
    fn repeat(&mut self, place: usize) {
        let Some(property) = self.form.properties().get(place) else {
            return;
        };
        let violations = self.violations.get_or_insert_default();
        violations.retain(|violation| !violation.is_of(place));
        violations.push(Violation::of_property(property, place, Problem::Duplicate));
    }
}

/// One for code that is compiled once, and not once a form.
pub(super) type AnyWalk<'w> = Walk<'w, dyn Put + 'w>;

impl AnyWalk<'_> {
    /// Forgets what was handed out. It will all be handed out again.
    pub(super) fn start_again(&mut self) {
        self.given.fill(false);
        *self.violations = None;
    }

    /// What was not given, which may mean something.
    fn put_absent(&mut self) {
        for place in 0..self.given.len() {
            if let Some(false) = self.given.get(place) {
                self.hand_out(place, &mut Given::Absent);
            }
        }
    }
}
