//! Field types of the crate `chrono`.

use chrono::{
    DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, TimeDelta,
    TimeZone, Utc,
};

use crate::format;

typed_text!(NaiveDate: Date, date, |date: &NaiveDate| Some(date.to_string()));
typed_text!(DateTime<FixedOffset>: DateTime, date_time, |time: &Self| Some(write(time)));
typed_text!(DateTime<Utc>: DateTime, utc, |time: &Self| Some(write(time)));

refused! {
    Text: [] NaiveTime;
    Text: [] NaiveDateTime;
    Duration: [] TimeDelta;
}

fn date(text: &str) -> Option<NaiveDate> {
    civil(format::FullDate::parse(text)?)
}

fn civil(date: format::FullDate) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(i32::from(date.year), date.month.into(), date.day.into())
}

fn date_time(text: &str) -> Option<DateTime<FixedOffset>> {
    let parsed = format::DateTime::parse(text)?;
    // A leap second is the second before with more than a second's nanoseconds.
    let (second, leap) = match parsed.second {
        60 => (59, 1_000_000_000),
        second => (second.into(), 0),
    };
    let time = NaiveTime::from_hms_nano_opt(
        parsed.hour.into(),
        parsed.minute.into(),
        second,
        parsed.nanosecond + leap,
    )?;
    let offset = FixedOffset::east_opt(i32::from(parsed.offset_minutes) * 60)?;
    offset
        .from_local_datetime(&NaiveDateTime::new(civil(parsed.date)?, time))
        .single()
}

/// In UTC it may be the year before the first or after the last that can be written.
fn utc(text: &str) -> Option<DateTime<Utc>> {
    let time = date_time(text)?.to_utc();
    (0..=9999).contains(&time.year()).then_some(time)
}

fn write<Z: TimeZone<Offset: std::fmt::Display>>(time: &DateTime<Z>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}
