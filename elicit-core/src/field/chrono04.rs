//! Field types of the crate `chrono`.

use chrono::{
    DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, TimeDelta,
    TimeZone, Utc,
};

typed_text!(NaiveDate: Date, date, |date: &NaiveDate| Some(date.to_string()));
typed_text!(DateTime<FixedOffset>: DateTime, date_time, |time: &Self| Some(write(time)));
typed_text!(DateTime<Utc>: DateTime, utc, |time: &Self| Some(write(time)));

refused! {
    Text: [] NaiveTime;
    Text: [] NaiveDateTime;
    Duration: [] TimeDelta;
}

// These parsers accept more than the formats, which are validated first.

fn date(text: &str) -> Option<NaiveDate> {
    text.parse().ok()
}

fn date_time(text: &str) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(text).ok()
}

/// In UTC it may be the year before the first or after the last that can be written.
fn utc(text: &str) -> Option<DateTime<Utc>> {
    let time = date_time(text)?.to_utc();
    (0..=9999).contains(&time.year()).then_some(time)
}

fn write<Z: TimeZone<Offset: std::fmt::Display>>(time: &DateTime<Z>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}
