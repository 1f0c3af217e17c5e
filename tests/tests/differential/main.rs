//! Answers made up as they go, for each form: this crate accepts what a JSON
//! Schema validator accepts for the schema that is sent, and says why it refuses
//! the rest; and all ways of reading an answer say the same.

mod document;
mod foreign;
mod oracle;
mod paths;
mod pools;
mod values;

use std::fmt::Debug;

use document::{Document, documents};
use elicit_core::Fixed;
use elicit_tests::forms::*;
use proptest::{
    prelude::*,
    test_runner::{TestCaseResult, TestRunner},
};
use serde::Serialize;

/// What a form in these tests can do besides being one.
trait Sample: Fixed + Serialize + PartialEq + Debug {}

impl<T: Fixed + Serialize + PartialEq + Debug> Sample for T {}

/// Runs a test over many documents for a form. The minimal document that fails it
/// is what is printed. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` set how many and
/// which.
fn run<T: Sample>(times: u32, test: impl Fn(&Document) -> TestCaseResult) {
    let defaults = ProptestConfig::default();
    let mut runner = TestRunner::new(ProptestConfig {
        cases: defaults.cases * times,
        // A document worth keeping becomes a named test, not a file beside them.
        failure_persistence: None,
        ..defaults
    });
    if let Err(error) = runner.run(&documents(T::FORM), |document| test(&document)) {
        panic!("{error}");
    }
}

macro_rules! tests {
    ($($name:ident: $form:ident,)*) => {
        mod agrees_with_the_schema {
            use super::*;

            $(
                #[test]
                fn $name() {
                    oracle::agrees::<$form>();
                }
            )*
        }

        mod agrees_with_itself {
            use super::*;

            $(
                #[test]
                fn $name() {
                    paths::agree::<$form>();
                }
            )*
        }
    };
}

elicit_tests::for_each_form!(tests);
