//! Types that read a text by themselves, and refuse some that the schema allows.

use elicit_tests::forms::Parsed;

use crate::tests;

tests! {
    parsed: Parsed,
}
