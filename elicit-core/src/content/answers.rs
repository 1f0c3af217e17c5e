//! The way through the answers to a form.

use super::{
    answer::{Answer, tell},
    cursor::Placed,
    given::Given,
};
use crate::{
    choices::RunTimeOptions,
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

/// Reads the answer to the property at a place: the code that the derive wrote. As a
/// `dyn Read` it goes to what is compiled once, and not once a form.
pub trait Read: FnMut(usize, &mut Answer<'_, '_>) {}

impl<F: FnMut(usize, &mut Answer<'_, '_>)> Read for F {}

/// Where answers come from.
pub trait Source {
    /// Hands out what is given for each property of the form, in any order, and then says
    /// that this is the end (`Walk::end`), or what is wrong with the document (`Walk::refuse`).
    fn each(self, walk: &mut Walk<'_, '_>, read: &mut impl Read);
}

/// The answers to one form, as the code that the derive wrote goes through them.
pub struct Answers<'a, S> {
    /// Until they are gone through.
    source: Option<S>,
    asked: Asked<'a>,
}

/// What was asked, and what is wrong with the answers.
struct Asked<'a> {
    form: &'static Form,
    choices: &'a dyn RunTimeOptions,
    found: Found,
}

impl<'a, S: Source> Answers<'a, S> {
    #[inline]
    pub(super) fn new(form: &'static Form, choices: &'a dyn RunTimeOptions, source: S) -> Self {
        Self {
            source: Some(source),
            asked: Asked {
                form,
                choices,
                found: None,
            },
        }
    }

    /// Hands out the answer for each property that has one, if only because nothing was
    /// given and that means something. How often it was is noted in `times`, which has room
    /// for each property.
    #[inline]
    pub fn each(&mut self, times: &mut [Times], mut read: impl Read) {
        let Some(source) = self.source.take() else {
            return;
        };
        let mut walk = Walk {
            asked: &mut self.asked,
            missing: times.len(),
            times,
        };
        source.each(&mut walk, &mut read);
    }

    /// Whether nothing is wrong.
    #[inline]
    pub fn are_valid(&self) -> bool {
        self.asked.found.is_none()
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
            Err(violations) => Err(violations.of(self.asked.form)),
        }
    }

    /// What is wrong, in declaration order.
    #[cold]
    pub fn invalid(&mut self) -> InvalidContent {
        invalid(self.asked.found.take())
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
pub struct Walk<'w, 'a> {
    asked: &'w mut Asked<'a>,
    times: &'w mut [Times],
    /// How many properties nothing was given for yet.
    missing: usize,
}

impl Walk<'_, '_> {
    pub(super) fn form(&self) -> &'static Form {
        self.asked.form
    }

    /// Whether nothing was given yet for the property at a place. A second time is a violation,
    /// and what is given then is not to be read.
    #[inline]
    pub(super) fn expects(&mut self, (place, property): Placed) -> bool {
        match self.times.get_mut(place) {
            Some(times @ Times::Never) => {
                *times = Times::Once;
                self.missing -= 1;
                return true;
            }
            Some(times @ Times::Once) => {
                *times = Times::Often;
                tell(&mut self.asked.found, property, place, Problem::Duplicate);
            }
            Some(Times::Often) | None => {}
        }
        false
    }

    /// What is given for the property at a place.
    #[inline]
    pub(super) fn put<R: Read + ?Sized>(
        &mut self,
        (place, property): Placed,
        given: &mut Given<'_>,
        read: &mut R,
    ) {
        let asked = &mut *self.asked;
        let mut answer = Answer::new(place, property, given, &asked.choices, &mut asked.found);
        if answer.settle() {
            read(place, &mut answer);
        }
    }

    /// Forgets what was handed out. It will all be handed out again.
    pub(super) fn start_again(&mut self) {
        self.times.fill(Times::Never);
        self.missing = self.times.len();
        self.asked.found = None;
    }

    /// At the end of the document: hands out that nothing was given, which may mean
    /// something.
    #[inline]
    pub(super) fn end(&mut self, read: &mut dyn Read) {
        if self.missing > 0 {
            self.put_absent(read);
        }
    }

    fn put_absent(&mut self, read: &mut dyn Read) {
        for (place, property) in self.asked.form.properties().iter().enumerate() {
            if let Some(Times::Never) = self.times.get(place) {
                self.put((place, property), &mut Given::Absent, read);
            }
        }
    }

    /// What is wrong with the document as a whole. Nothing else is said then.
    #[cold]
    pub(super) fn refuse(&mut self, violation: Violation) {
        self.asked.found = Some(vec![violation]);
    }
}
