//! The parts of dates and times. Which texts are valid is tested through the public surface.

use super::{DateTime, FullDate};

#[test]
fn date_and_time_are_parsed_into_their_parts() {
    let date = FullDate {
        year: 2026,
        month: 7,
        day: 8,
    };
    assert_eq!(FullDate::parse("2026-07-08"), Some(date));
    let moment = DateTime {
        date,
        hour: 19,
        minute: 5,
        second: 42,
        nanosecond: 7_000_000,
        offset_minutes: -(11 * 60 + 45),
    };
    let parsed = DateTime::parse("2026-07-08T19:05:42.007-11:45");
    assert_eq!(parsed, Some(moment));
}

#[test]
fn fractions_of_a_second_are_cut_to_nanoseconds() {
    for (fraction, expected) in [
        ("", 0),
        (".0", 0),
        (".5", 500_000_000),
        (".000000001", 1),
        (".123456789", 123_456_789),
        (".9999999999999999999999999999", 999_999_999),
        (".0000000009", 0),
    ] {
        for offset in ["Z", "+02:00"] {
            let parsed = DateTime::parse(&format!("2026-07-28T09:30:00{fraction}{offset}"));
            let nanosecond = parsed.map(|moment| moment.nanosecond);
            assert_eq!(nanosecond, Some(expected), "{fraction}");
        }
    }
}

#[test]
fn offsets_are_parsed_as_minutes() {
    for (offset, expected) in [
        ("Z", 0),
        ("z", 0),
        ("+00:00", 0),
        ("-00:00", 0), // section 4.3: UTC, with no word on the local offset
        ("+05:45", 345),
        ("-08:00", -480),
        ("+23:59", 1439),
        ("-23:59", -1439),
    ] {
        let parsed = DateTime::parse(&format!("2026-07-28T09:30:00{offset}"));
        let minutes = parsed.map(|moment| moment.offset_minutes);
        assert_eq!(minutes, Some(expected), "{offset}");
    }
}

#[test]
fn every_valid_date_is_parsed_into_its_parts() {
    for year in 0..=9999 {
        for month in 1..=12 {
            for day in 1..=31 {
                let text = format!("{year:04}-{month:02}-{day:02}");
                if let Some(date) = FullDate::parse(&text) {
                    assert_eq!(date, FullDate { year, month, day }, "{text}");
                }
            }
        }
    }
}
