//! How a struct is put together of which only the compiler knows whether its fields have a
//! size.
//!
//! Where one has none, the assertion beside it says so, and code that holds its value would
//! say it again. So that code stands in an implementation of [`Assemble`], under the bound
//! that all have a size, and is called through an [`Assembly`], which does without it.

use std::{marker::PhantomData, ops::Deref};

use crate::content::{Answers, Source};

/// A form whose fields have a size.
pub trait Assemble: Sized {
    /// A value, if the answers are valid.
    fn build(answers: &mut Answers<'_, impl Source>) -> Option<Self>;
}

/// The same for any struct. Where it does not implement [`Assemble`], the bound of that
/// method does not hold, and the compiler goes on to `Nothing`, behind the `Deref`.
pub struct Assembly<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> Assembly<T> {
    /// That of a struct.
    pub const OF: Self = Self(PhantomData);
}

impl<T: Assemble> Assembly<T> {
    /// A value, if the answers are valid.
    #[must_use]
    #[inline]
    pub fn build(&self, answers: &mut Answers<'_, impl Source>) -> Option<T> {
        T::build(answers)
    }
}

impl<T: ?Sized> Deref for Assembly<T> {
    type Target = Nothing;

    fn deref(&self) -> &Nothing {
        &Nothing
    }
}

/// What can be made of a struct that does not compile.
pub struct Nothing;

impl Nothing {
    /// No value.
    #[expect(clippy::unused_self, reason = "it is found as a method only")]
    #[must_use]
    pub const fn build<T>(&self, _: &mut Answers<'_, impl Source>) -> Option<T> {
        None
    }
}
