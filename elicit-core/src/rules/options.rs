//! The options of a choice: `enum`.

use crate::{
    form::{Options, choices::Choices},
    violation::Problem,
};

/// The place of the option with this value.
pub(crate) fn find_option(
    options: &Options,
    choices: Option<&Choices>,
    value: &str,
) -> Option<usize> {
    match options {
        Options::Declared(variants) => variants.iter().position(|variant| variant.value == value),
        Options::Supplied => choices?.position(value),
    }
}

/// A value is none of the options.
pub(crate) fn no_option(options: &Options, choices: Option<&Choices>) -> Problem {
    match (options, choices) {
        (Options::Declared(variants), _) => Problem::Variant(variants),
        (Options::Supplied, Some(choices)) => Problem::Choice(choices.shared()),
        (Options::Supplied, None) => Problem::Variant(&[]),
    }
}
