//! Dates, times and URLs of other crates.

use elicit_core::{__private::DerivedForm, Elicit};
use serde::{Serialize, Serializer};

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
pub struct Days {
    pub chrono: chrono::NaiveDate,
    pub jiff: Option<jiff::civil::Date>,
    #[elicit(default = "2024-02-29")]
    pub by_default: jiff::civil::Date,
}

#[derive(Debug, Clone, PartialEq, Serialize, Elicit)]
pub struct Moments {
    pub offset: chrono::DateTime<chrono::FixedOffset>,
    pub utc: chrono::DateTime<chrono::Utc>,
    pub timestamp: Option<jiff::Timestamp>,
    pub again: chrono::DateTime<chrono::Utc>,
}

#[derive(Debug, Clone, PartialEq, Elicit)]
pub struct OtherMoments {
    pub day: time::Date,
    pub offset: time::OffsetDateTime,
    pub perhaps: Option<time::OffsetDateTime>,
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
