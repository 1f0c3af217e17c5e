//! Field types of the crate `time`.

use time::{
    Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset,
    format_description::well_known::Rfc3339,
};

typed_text!(Date: Date, date, |date: &Date| Some(date.to_string()));
typed_text!(OffsetDateTime: DateTime, date_time, write);

refused! {
    UnreadableTime: [] Time;
    UnreadableTime: [] PrimitiveDateTime;
    Duration: [] Duration;
}

fn date(text: &str) -> Option<Date> {
    civil(elicit_text::FullDate::parse(text)?)
}

fn civil(date: elicit_text::FullDate) -> Option<Date> {
    let month = Month::try_from(date.month).ok()?;
    Date::from_calendar_date(i32::from(date.year), month, date.day).ok()
}

/// `time` has no leap seconds.
fn date_time(text: &str) -> Option<OffsetDateTime> {
    let parsed = elicit_text::DateTime::parse(text)?;
    let time =
        Time::from_hms_nano(parsed.hour, parsed.minute, parsed.second, parsed.nanosecond).ok()?;
    let offset = UtcOffset::from_whole_seconds(i32::from(parsed.offset_minutes) * 60).ok()?;
    Some(PrimitiveDateTime::new(civil(parsed.date)?, time).assume_offset(offset))
}

fn write(time: &OffsetDateTime) -> Option<String> {
    time.format(&Rfc3339).ok()
}
