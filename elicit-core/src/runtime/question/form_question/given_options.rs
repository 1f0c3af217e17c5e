//! Whether a form was given its options.

use crate::form::choices::NoneAtRunTime;

/// A form was given no options, which is enough where all of them are declared: the
/// parameter `S` of a [`Form`](crate::runtime::Form), unless another is named.
#[derive(Debug, Clone, Copy)]
pub enum Declared {}

/// A form was given its options by [`Form::choices`](crate::runtime::Form::choices): the parameter
/// `S` of a [`Form`](crate::runtime::Form).
///
/// ```
/// use elicit_core::{Ask, Elicit, runtime::{Form, Given}};
///
/// #[derive(Elicit)]
/// struct Target {
///     #[elicit(choices)]
///     environment: String,
/// }
///
/// fn target(ask: &Ask) -> Form<'_, Target, TargetChoices, Given> {
///     let environment = vec!["eu", "us"].into();
///     ask.form("target", "Where?").choices(TargetChoices { environment })
/// }
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Given {}

/// The options of a form are there: they were given, or none are known only at run
/// time. It is what makes a [`Form`](crate::runtime::Form) a future, and is not for implementing.
pub trait OptionsOf<C> {
    /// The options.
    #[doc(hidden)]
    fn options(given: Option<C>) -> Option<C>;
}

impl<C: NoneAtRunTime> OptionsOf<C> for Declared {
    fn options(_: Option<C>) -> Option<C> {
        Some(C::none())
    }
}

impl<C> OptionsOf<C> for Given {
    fn options(given: Option<C>) -> Option<C> {
        given
    }
}

/// The struct that a form takes its options in, made of what
/// [`Form::choices`](crate::runtime::Form::choices) is given: itself. It is not for implementing.
///
/// It is a trait for the sake of its message. As the form is often inferred from what the answer
/// is assigned to, the compiler would otherwise report that the form is another one.
#[diagnostic::on_unimplemented(
    message = "the options of this form are a `{Self}`, and this is `{Given}`",
    label = "not a `{Self}`",
    note = "the derive writes the struct beside the form, with one field for each field that has \
            `#[elicit(choices)]`: fill each with `options.into()`",
    note = "a form without `#[elicit(choices)]` has `()`: all of its options are declared, and \
            `.choices(..)` is not needed"
)]
pub trait ChoicesOf<Given> {
    /// The options.
    #[doc(hidden)]
    fn of(given: Given) -> Self;
}

impl<C> ChoicesOf<C> for C {
    fn of(given: C) -> C {
        given
    }
}
