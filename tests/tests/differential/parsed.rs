//! Types that read a text by themselves, and refuse some that the schema allows.

use std::net::IpAddr;

use elicit_tests::forms::Parsed;

use crate::{Sample, tests};

impl Sample for Parsed {
    fn holds(property: &str, text: &str) -> bool {
        match property {
            "address" => text.parse::<IpAddr>().is_ok(),
            _ => !text.contains('0'),
        }
    }
}

tests! {
    parsed: Parsed,
}
