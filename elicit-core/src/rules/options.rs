//! The options of a choice: `enum`.

use std::collections::HashMap;

use crate::{
    form::{
        Options, Variant,
        choices::{Choice, Choices},
    },
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

/// The places of all options.
pub(crate) fn options_by_value<'a>(
    options: &Options,
    choices: Option<&'a Choices>,
) -> HashMap<&'a str, usize> {
    match options {
        Options::Declared(variants) => variants.iter().map(Variant::value).zip(0..).collect(),
        Options::Supplied => {
            let options = choices.map(Choices::options).unwrap_or_default();
            options.iter().map(Choice::value).zip(0..).collect()
        }
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
