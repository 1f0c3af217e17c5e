//! Dates, times and URLs of other crates.

use chrono::{DateTime, Datelike, FixedOffset, Utc};
use elicit_core::{__private::DerivedForm, Elicit};
use serde::{Serialize, Serializer};

use super::{RustTypes, Sample};

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
pub struct Days {
    pub chrono: chrono::NaiveDate,
    pub jiff: Option<jiff::civil::Date>,
    #[elicit(default = "2024-02-29")]
    pub by_default: jiff::civil::Date,
}

/// Each holds every date that has four digits for the year.
impl Sample for Days {}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
pub struct Moments {
    pub offset: DateTime<FixedOffset>,
    pub utc: DateTime<Utc>,
    pub timestamp: Option<jiff::Timestamp>,
    pub again: DateTime<Utc>,
}

impl Sample for Moments {
    const RUST_TYPES: RustTypes = RustTypes {
        holds: |property, text| match property.name() {
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
        },
        ..RustTypes::OF_SCHEMA
    };
}

#[derive(Debug, Clone, PartialEq, Elicit)]
pub struct OtherMoments {
    pub day: time::Date,
    pub offset: time::OffsetDateTime,
    pub perhaps: Option<time::OffsetDateTime>,
}

impl Sample for OtherMoments {
    const RUST_TYPES: RustTypes = RustTypes {
        holds: |property, text| property.name() == "day" || !is_leap(text),
        ..RustTypes::OF_SCHEMA
    };
}

/// What `time` writes by itself is not of RFC 3339.
impl Serialize for OtherMoments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.content().serialize(serializer)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
pub struct Addresses {
    pub url: url::Url,
    pub perhaps: Option<url::Url>,
    pub again: url::Url,
}

impl Sample for Addresses {
    const RUST_TYPES: RustTypes = RustTypes {
        holds: |_, text| url::Url::parse(text).is_ok(),
        ..RustTypes::OF_SCHEMA
    };
}

/// The moment in UTC, where the year may be another.
fn utc(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).expect(text).to_utc()
}

fn is_leap(text: &str) -> bool {
    text[16..].starts_with(":60")
}
