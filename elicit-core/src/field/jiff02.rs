//! Field types of the crate `jiff`.

use jiff::{
    SignedDuration, Span, Timestamp, Zoned,
    civil::{Date, DateTime, Time},
    tz::Offset,
};

/// The first nanosecond of the year 0.
const FIRST: i128 = -62_167_219_200_000_000_000;

typed_text!(Date: Date, date, |date: &Date| Some(date.to_string()));
typed_text!(Timestamp: DateTime, timestamp, |time: &Timestamp| Some(time.to_string()));

refused! {
    Text: [] Time;
    Text: [] DateTime;
    Text: [] Zoned;
    Text: [] Span;
    Text: [] SignedDuration;
}

fn date(text: &str) -> Option<Date> {
    civil(elicit_text::FullDate::parse(text)?)
}

fn civil(date: elicit_text::FullDate) -> Option<Date> {
    Date::new(
        i16::try_from(date.year).ok()?,
        i8::try_from(date.month).ok()?,
        i8::try_from(date.day).ok()?,
    )
    .ok()
}

/// `jiff` has no leap seconds. And in UTC it may be the year before the
/// first that can be written; the last is one that `jiff` does not end.
fn timestamp(text: &str) -> Option<Timestamp> {
    let parsed = elicit_text::DateTime::parse(text)?;
    let date = civil(parsed.date)?;
    let time = DateTime::new(
        date.year(),
        date.month(),
        date.day(),
        i8::try_from(parsed.hour).ok()?,
        i8::try_from(parsed.minute).ok()?,
        i8::try_from(parsed.second).ok()?,
        i32::try_from(parsed.nanosecond).ok()?,
    )
    .ok()?;
    let offset = Offset::from_seconds(i32::from(parsed.offset_minutes) * 60).ok()?;
    let timestamp = offset.to_timestamp(time).ok()?;
    (timestamp.as_nanosecond() >= FIRST).then_some(timestamp)
}
