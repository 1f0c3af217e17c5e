//! Dates, times and URLs of other crates, which hold a little less than the schema
//! allows.

use elicit_tests::forms::{Addresses, Days, Moments, OtherMoments};

use crate::tests;

tests! {
    addresses: Addresses,
    days: Days,
    moments: Moments,
    other_moments: OtherMoments,
}
