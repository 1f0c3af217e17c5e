//! Answers made up as they go, for each form: this crate accepts what a JSON
//! Schema validator accepts for the schema that is sent, and says why it refuses
//! the rest; and all ways of reading an answer say the same.

#[cfg(feature = "runtime")]
mod choices;
mod document;
#[cfg(feature = "dynamic")]
mod dynamic;
mod foreign;
#[cfg(feature = "runtime")]
mod one_value;
mod oracle;
mod parsed;
mod paths;
mod pools;
mod schema;
#[cfg(feature = "typed")]
mod typed;
mod values;

use std::fmt::Debug;

use document::{Document, documents};
use elicit_core::{Elicit, InvalidContent, Revision, from_str};
use elicit_tests::forms::*;
use proptest::{
    prelude::*,
    test_runner::{TestCaseResult, TestRunner},
};
use serde_json::Value;

/// A form, as it is asked and answered.
trait Asked: Elicit + Sized + PartialEq + Debug {
    const RUST_TYPES: RustTypes = RustTypes::OF_SCHEMA;

    /// The schema that is sent.
    fn schema(revision: Revision) -> Value;

    fn read(document: &Document) -> Result<Self, InvalidContent>;
}

impl<T: Sample> Asked for T {
    const RUST_TYPES: RustTypes = <T as Sample>::RUST_TYPES;

    fn schema(revision: Revision) -> Value {
        serde_json::from_str(T::requested_schema(revision)).expect("a schema is JSON")
    }

    fn read(document: &Document) -> Result<Self, InvalidContent> {
        from_str(&document.text())
    }
}

/// Runs a test over many documents for a form. The minimal document that fails it
/// is what is printed. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` set how many and
/// which.
fn run<T: Asked>(times: u32, test: impl Fn(&Document) -> TestCaseResult) {
    let defaults = ProptestConfig::default();
    let mut runner = TestRunner::new(ProptestConfig {
        cases: defaults.cases * times,
        // A document worth keeping becomes a named test, not a file beside them.
        failure_persistence: None,
        ..defaults
    });
    if let Err(error) = runner.run(&documents(T::FORM, T::RUST_TYPES), |document| {
        test(&document)
    }) {
        panic!("{error}");
    }
}

macro_rules! tests {
    ($($name:ident: $form:ident,)*) => {
        mod reading_agrees_with_the_schema {
            use super::*;

            $(
                #[test]
                fn $name() {
                    crate::schema::agrees::<$form>();
                }
            )*
        }

        mod all_ways_of_reading_agree {
            use super::*;

            $(
                #[test]
                fn $name() {
                    crate::paths::agree::<$form>();
                }
            )*
        }
    };
}

pub(crate) use tests;

elicit_tests::for_each_form!(tests);
