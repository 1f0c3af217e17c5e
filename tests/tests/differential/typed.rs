//! Dates, times and URLs of other crates, which hold a little less than the schema
//! allows.

use chrono::{DateTime, Datelike, Utc};
use elicit_tests::forms::{Addresses, Days, Moments, OtherMoments};

use crate::{Sample, tests};

/// Each holds every date that has four digits for the year.
impl Sample for Days {}

impl Sample for Moments {
    fn holds(property: &str, text: &str) -> bool {
        match property {
            // Its offset stays what it is.
            "offset" => true,
            "timestamp" => {
                let utc = utc(text);
                // The first that `jiff` does not have, whose dates have four digits for the
                // year in every time zone.
                let beyond = "9999-12-30T22:00:01Z".parse::<DateTime<Utc>>().unwrap();
                !is_leap(text) && (0..=9999).contains(&utc.year()) && utc < beyond
            }
            _ => (0..=9999).contains(&utc(text).year()),
        }
    }
}

impl Sample for OtherMoments {
    fn holds(property: &str, text: &str) -> bool {
        property == "day" || !is_leap(text)
    }
}

impl Sample for Addresses {
    fn holds(_property: &str, text: &str) -> bool {
        url::Url::parse(text).is_ok()
    }
}

/// The moment in UTC, where the year may be another.
fn utc(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).expect(text).to_utc()
}

fn is_leap(text: &str) -> bool {
    text[16..].starts_with(":60")
}

tests! {
    addresses: Addresses,
    days: Days,
    moments: Moments,
    other_moments: OtherMoments,
}
