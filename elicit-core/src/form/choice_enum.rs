//! The trait of a choice.

use crate::form::Variant;

/// A choice: an enum of unit variants, which knows its variants.
///
/// Derive [`Elicit`](derive@crate::Elicit) for the enum; this trait is not for implementing by
/// hand. Its methods are in scope where the trait is imported. The derive writes no `Display`, no
/// `FromStr` and no methods of the enum itself, so these are yours to write.
///
/// ```
/// use elicit_core::{ChoiceEnum, Elicit};
///
/// #[derive(Debug, PartialEq, Elicit)]
/// #[elicit(rename_all = "snake_case")]
/// enum Environment {
///     #[elicit(title = "Staging (eu-west)")]
///     Staging,
///     #[elicit(title = "Production (eu-west, us-east)")]
///     Production,
/// }
///
/// assert_eq!(Environment::Staging.wire_name(), "staging");
/// assert_eq!(Environment::Staging.label(), "Staging (eu-west)");
/// assert_eq!(Environment::from_wire_name("production"), Some(Environment::Production));
/// assert_eq!(Environment::all().count(), Environment::VARIANTS.len());
/// ```
///
/// To offer some of the variants only, known when the question is asked, use them as the options of
/// a field with `#[elicit(choices)]`:
///
/// ```
/// # use elicit_core::{ChoiceEnum, Elicit};
/// # #[derive(Elicit)]
/// # enum Environment { Staging, Production }
/// use elicit_core::Choices;
///
/// fn allowed(may_touch: fn(&Environment) -> bool) -> Choices {
///     Environment::all()
///         .filter(may_touch)
///         .map(|environment| (environment.wire_name(), environment.label()))
///         .collect()
/// }
/// # assert_eq!(allowed(|environment| matches!(environment, Environment::Staging)).options().len(), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice",
    label = "not a choice",
    note = "a choice is an enum without data and with `#[derive(Elicit)]`"
)]
pub trait ChoiceEnum: Sized + 'static {
    /// The variants, in declaration order: the options of a field of this type.
    const VARIANTS: &'static [Variant];

    /// The variant at an index.
    #[doc(hidden)]
    fn __at(index: usize) -> Option<Self>;

    /// The index of the variant, which is one of [`VARIANTS`](Self::VARIANTS).
    #[doc(hidden)]
    fn __index(&self) -> usize;

    /// The variants, in declaration order.
    fn all() -> impl Iterator<Item = Self> {
        (0..Self::VARIANTS.len()).filter_map(Self::__at)
    }

    /// The variant with this name on the wire. `None` if there is none; names are compared exactly,
    /// as in an answer.
    #[must_use]
    fn from_wire_name(name: &str) -> Option<Self> {
        let mut variants = Self::VARIANTS.iter();
        Self::__at(variants.position(|variant| variant.value == name)?)
    }

    /// The name on the wire: the variant's `rename`, or its name in the case of `rename_all`.
    #[must_use]
    fn wire_name(&self) -> &'static str {
        Self::VARIANTS[self.__index()].value()
    }

    /// The title that clients show. If one variant of an enum has a title, those without are titled
    /// by their names on the wire; if none has one, it is `None`.
    #[must_use]
    fn title(&self) -> Option<&'static str> {
        Self::VARIANTS[self.__index()].title()
    }

    /// How to speak of the variant to a person: its title, else its name on the wire.
    #[must_use]
    fn label(&self) -> &'static str {
        Self::VARIANTS[self.__index()].label()
    }
}
