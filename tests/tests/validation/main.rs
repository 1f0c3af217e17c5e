//! What an answer must be, rule by rule, and what is said of one that is not.

mod bytes;
mod checks;
mod choices;
mod documents;
mod features;
mod large;
mod names;
mod numbers;
mod prefill;
mod presence;
mod privacy;
mod texts;
mod words;

use std::fmt::Debug;

use elicit_core::{InvalidContent, NoRunTimeChoices, from_str};

/// The value of an answer that is accepted.
#[track_caller]
fn accepted<T: NoRunTimeChoices>(text: &str) -> T {
    from_str(text).unwrap_or_else(|invalid| panic!("{text}: {invalid}"))
}

/// What is wrong with an answer: each property with its keyword, in the order in
/// which it is said. The document itself is `*`.
#[track_caller]
fn refused<T: NoRunTimeChoices + Debug>(text: &str) -> Vec<String> {
    faults(&from_str::<T>(text).expect_err(text))
}

fn faults(invalid: &InvalidContent) -> Vec<String> {
    let violations = invalid.violations().iter();
    violations
        .map(|violation| {
            let property = violation.property().unwrap_or("*");
            format!("{property} {}", violation.keyword())
        })
        .collect()
}
