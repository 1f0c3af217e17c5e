//! How a struct is put together of which only the compiler knows whether its fields have a
//! size.
//!
//! Where one has none, the assertion beside it says so, and code that holds its value would
//! say it again. So that code stands in an implementation of [`Assemble`], under the bound
//! that all have a size, and is called through an [`Assembly`], which does without it.

use std::{marker::PhantomData, ops::Deref};

use crate::{InvalidContent, reading::Answers};

/// A form whose fields have a size.
pub trait Assemble: Sized {
    /// A value.
    ///
    /// # Errors
    ///
    /// What is wrong with the answers.
    fn build(answers: &mut Answers<'_>) -> Result<Self, InvalidContent>;
}

/// The same for any struct. Where it does not implement [`Assemble`], the bound of that
/// method does not hold, and the compiler goes on to `Nothing`, behind the `Deref`.
pub struct Assembly<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> Assembly<T> {
    /// That of a struct.
    pub const OF: Self = Self(PhantomData);
}

impl<T: Assemble> Assembly<T> {
    /// A value.
    ///
    /// # Errors
    ///
    /// What is wrong with the answers.
    #[inline]
    pub fn build(&self, answers: &mut Answers<'_>) -> Result<T, InvalidContent> {
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
    ///
    /// # Errors
    ///
    /// Always.
    #[expect(clippy::unused_self, reason = "it is found as a method only")]
    pub fn build<T>(&self, answers: &mut Answers<'_>) -> Result<T, InvalidContent> {
        Err(answers.invalid())
    }
}
