//! The options of a choice: `enum`.

use std::sync::Arc;

use crate::{
    form::{
        Options, Variant,
        choices::{Choice, Choices},
    },
    violation::Problem,
};

/// The values of the options.
pub(crate) fn option_values<'a>(
    options: &Options,
    choices: Option<&'a Choices>,
) -> impl Iterator<Item = &'a str> {
    let (variants, choices): (&[Variant], &[Choice]) = match (options, choices) {
        (Options::Declared(variants), _) => (variants, &[]),
        (Options::Supplied, Some(choices)) => (&[], &choices.options),
        (Options::Supplied, None) => (&[], &[]),
    };
    let variants = variants.iter().map(|variant| -> &'a str { variant.value });
    variants.chain(choices.iter().map(Choice::value))
}

/// A value is none of the options.
pub(crate) fn no_option(options: &Options, choices: Option<&Choices>) -> Problem {
    match (options, choices) {
        (Options::Declared(variants), _) => Problem::Variant(variants),
        (Options::Supplied, Some(choices)) => Problem::Choice(Arc::clone(&choices.options)),
        (Options::Supplied, None) => Problem::Variant(&[]),
    }
}
