use elicit_core::Format::DateTime as Format;
use proptest::prelude::*;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::all;
use crate::compare::{accept, accepted_by, agree, hostile, validator};
use crate::date::{DIGITS, full_date, has_mark_for_digit};

#[test]
fn only_valid_separators_are_accepted() {
    all(
        Format,
        true,
        &[
            "2026-07-28T09:30:00Z",
            "2026-07-28t09:30:00z",
            "2026-07-28t09:30:00Z",
        ],
    );
    all(
        Format,
        false,
        &[
            "2026-07-28 09:30:00Z",
            "2026-07-28_09:30:00Z",
            "2026-07-2809:30:00Z",
            "2026-07-28TT09:30:00Z",
            "2026-07-28T09.30.00Z",
            "2026-07-28T0930Z",
            "2026-07-28T09:30Z",
            "20260728T093000Z",
            "2026-07-28",
            "09:30:00Z",
        ],
    );
}

#[test]
fn the_date_part_is_validated() {
    all(
        Format,
        true,
        &[
            "2028-02-29T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59Z",
        ],
    );
    all(
        Format,
        false,
        &[
            "2026-02-29T00:00:00Z",
            "+2026-07-28T00:00:00Z",
            "2026-7-28T00:00:00Z",
            "2026-7-28T00:00:00+00:00",
            "2026-07-2\u{669}00:00:00Z", // the tenth byte is within a character
            "२०२६-07-28T00:00:00Z",
        ],
    );
}

#[test]
fn the_time_of_day_is_validated() {
    all(
        Format,
        true,
        &["2026-07-28T00:00:00Z", "2026-07-28T23:59:59Z"],
    );
    all(
        Format,
        false,
        &[
            "2026-07-28T24:00:00Z",
            "2026-07-28T23:60:00Z",
            "2026-07-28T23:59:61Z",
            "2026-07-28T-1:59:59Z",
            "2026-07-28T9:30:00Z",
            "2026-07-28T09:3:00Z",
            "2026-07-28T09:30:0Z",
            "2026-07-28T0:::0:00Z",
        ],
    );
    for at in [11, 12, 14, 15, 17, 18] {
        for byte in (0..128).filter(|byte: &u8| !byte.is_ascii_digit()) {
            let mut text = b"2026-07-28T12:22:22Z".to_vec();
            text[at] = byte;
            all(Format, false, &[std::str::from_utf8(&text).unwrap()]);
        }
    }
}

#[test]
fn fractions_of_a_second_are_validated() {
    for (fraction, expected) in [
        ("", true),
        (".0", true),
        (".5", true),
        (".000000001", true),
        (".123456789", true),
        (".9999999999999999999999999999", true),
        (".0000000009", true),
        (".", false),
        (",5", false), // ISO 8601 has the comma
        (".5.5", false),
        (".-5", false),
        (".5 ", false),
        (".٥", false),
    ] {
        assert_eq!(
            Format.accepts(&format!("2026-07-28T09:30:00{fraction}Z")),
            expected,
            "{fraction}"
        );
        assert_eq!(
            Format.accepts(&format!("2026-07-28T09:30:00{fraction}+02:00")),
            expected,
            "{fraction}"
        );
    }
    let long = format!("2026-07-28T09:30:00.{}Z", "9".repeat(200));
    assert!(Format.accepts(&long));
    for at in 20..long.len() - 1 {
        let mut wrong = long.clone();
        wrong.replace_range(at..=at, "x");
        assert!(!Format.accepts(&wrong), "{wrong}");
    }
}

#[test]
fn offsets_are_validated() {
    for (offset, expected) in [
        ("Z", true),
        ("z", true),
        ("+00:00", true),
        ("-00:00", true), // section 4.3: UTC, with no word on the local offset
        ("+05:45", true),
        ("-08:00", true),
        ("+23:59", true),
        ("-23:59", true),
        ("", false),
        ("+24:00", false),
        ("-24:00", false),
        ("+00:60", false),
        ("-00:60", false),
        ("+5:45", false),
        ("+0545", false),
        ("+05", false),
        ("+05:4", false),
        ("+05:450", false),
        ("+05:45Z", false),
        ("Z+05:45", false),
        ("ZZ", false),
        ("UTC", false),
        (" Z", false),
        ("\u{2212}08:00", false), // the minus sign of ISO 8601
        ("*05:45", false),
        ("+0/:00", false),
        ("+00:0:", false),
    ] {
        assert_eq!(
            Format.accepts(&format!("2026-07-28T09:30:00{offset}")),
            expected,
            "{offset}"
        );
    }
}

/// RFC 3339, section 5.7: the leap second is 23:59:60 in UTC, in every time zone.
#[test]
fn leap_seconds_are_accepted_only_at_the_end_of_a_utc_day() {
    all(
        Format,
        true,
        &[
            "1998-12-31T23:59:60Z",
            "1998-12-31T23:59:60.9z",
            "1998-12-31T23:59:60+00:00",
            "1998-12-31T23:59:60-00:00",
            "1998-12-31T15:59:60-08:00",
            "1999-01-01T00:59:60+01:00",
            "1999-01-01T05:44:60+05:45",
            "1998-12-31T00:00:60-23:59",
            "1999-01-01T23:58:60+23:59",
        ],
    );
    all(
        Format,
        false,
        &[
            "1998-12-31T23:58:60Z",
            "1998-12-31T22:59:60Z",
            "1998-12-31T00:00:60Z",
            "1998-12-31T23:59:60+01:00",
            "1998-12-31T23:59:60-01:00",
            "1998-12-31T23:59:60-08:00",
            "1998-12-31T07:59:60-08:00",
            "1999-01-01T00:59:60-01:00",
            "2016-12-31T24:59:60+01:00",
            "1998-12-31T23:59:61Z",
        ],
    );
    // At every offset, and a minute or two beside.
    for offset in -1439_i32..=1439 {
        for beside in -2..=2 {
            let minute = (24 * 60 - 1 + offset + beside).rem_euclid(24 * 60);
            let text = format!(
                "2016-12-31T{:02}:{:02}:60{}{:02}:{:02}",
                minute / 60,
                minute % 60,
                if offset < 0 { '-' } else { '+' },
                offset.abs() / 60,
                offset.abs() % 60,
            );
            assert_eq!(Format.accepts(&text), beside == 0, "{text}");
        }
    }
}

fn date_time() -> impl Strategy<Value = String> + Clone {
    let fraction = "(\\.[0-9]{1,12})?";
    let zone = "[zZ]|[+-]([01][0-9]|2[0-3]):[0-5][0-9]";
    (
        full_date(),
        "[tT]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]",
        fraction,
        zone,
    )
        .prop_map(|(date, time, fraction, zone)| format!("{date}{time}{fraction}{zone}"))
}

/// With seconds of 60 here and there, most of them at the right time.
fn with_leap_seconds() -> impl Strategy<Value = String> + Clone {
    let leap = (full_date(), -1439..=1439_i32, 0..5_i32).prop_map(|(date, offset, off)| {
        let minute = (24 * 60 - 1 + offset + off / 4).rem_euclid(24 * 60);
        let sign = if offset < 0 { '-' } else { '+' };
        let (hour, minute, offset) = (minute / 60, minute % 60, offset.abs());
        format!(
            "{date}T{hour:02}:{minute:02}:60{sign}{:02}:{:02}",
            offset / 60,
            offset % 60
        )
    });
    prop_oneof![4 => date_time(), 1 => leap]
}

const MEANINGFUL: &str = "--::..++0123456789TtZz ,6";

#[test]
fn every_date_time_of_the_grammar_is_accepted() {
    accept(Format, date_time());
}

#[test]
fn date_times_agree_with_jsonschema() {
    let validator = validator(Format);
    agree(
        Format,
        hostile(with_leap_seconds(), MEANINGFUL),
        |text| accepted_by(&validator, text),
        |text, ours| (!ours && has_mark_for_digit(text, &digits(text))).then_some(DIGITS),
    );
}

/// Where `text` has digits, apart from those of its fraction.
fn digits(text: &str) -> Vec<usize> {
    let mut places = vec![0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18];
    let offset = [5, 4, 2, 1]
        .into_iter()
        .filter_map(|back| text.len().checked_sub(back));
    places.extend(offset);
    places
}

/// Remove a disagreement from this test when it does not exist any more.
#[test]
fn known_disagreements_with_jsonschema_still_exist() {
    let validator = validator(Format);
    for text in [
        "2026-07-0.T09:30:00Z",
        "2026-07-28T0-:30:00Z",
        "2026-07-28T09:30:0+Z",
        "2026-07-28T09:30:00+0.:00",
    ] {
        assert!(!Format.accepts(text), "{text:?}: {DIGITS}");
        assert!(accepted_by(&validator, text), "{text:?}: {DIGITS}");
        assert!(has_mark_for_digit(text, &digits(text)), "{text:?}");
    }
}

/// Both the verdict and the value that was read.
#[test]
fn date_times_agree_with_the_time_crate() {
    agree(
        Format,
        hostile(with_leap_seconds(), MEANINGFUL),
        |text| {
            let theirs = OffsetDateTime::parse(text, &Rfc3339);
            #[cfg(feature = "typed")]
            if let Ok(theirs) = theirs {
                assert_same(text, theirs);
            }
            theirs.is_ok()
        },
        excuse,
    );
}

/// A field of the type reads the same. The type has no leap seconds.
#[cfg(feature = "typed")]
fn assert_same(text: &str, theirs: OffsetDateTime) {
    #[derive(elicit_core::Elicit)]
    struct Meeting {
        at: OffsetDateTime,
    }

    let answer = serde_json::json!({"at": text});
    if let Ok(meeting) = elicit_core::from_value::<Meeting>(&answer) {
        // Two of them are equal if they are the same moment.
        assert_eq!(meeting.at, theirs, "{text}");
        assert_eq!(meeting.at.offset(), theirs.offset(), "{text}");
    } else {
        let is_leap_second = text.get(17..19) == Some("60");
        assert!(is_leap_second || !Format.accepts(text), "{text}");
    }
}

/// The RFC leaves to the IERS at the end of which months a leap second occurs,
/// and `jsonschema` does not look at the day either.
const DAY_OF_LEAP_SECOND: &str = "RFC 3339, 5.7: leap seconds cannot be predicted far in advance";
/// `time` takes any character there.
const SEPARATOR: &str = "RFC 3339, 5.6: full-date \"T\" full-time";

/// The disagreement with `time` that `text` may be a case of.
fn excuse(text: &str, ours: bool) -> Option<&'static str> {
    if ours {
        (text.get(17..19) == Some("60")).then_some(DAY_OF_LEAP_SECOND)
    } else {
        let separator = text.chars().nth(10);
        (!matches!(separator, Some('t' | 'T'))).then_some(SEPARATOR)
    }
}

/// Remove a disagreement from this test when it does not exist any more.
#[test]
fn known_disagreements_with_the_time_crate_still_exist() {
    let validator = validator(Format);
    for (rule, ours, text) in [
        (DAY_OF_LEAP_SECOND, true, "1998-12-30T23:59:60Z"),
        (SEPARATOR, false, "2026-07-28 09:30:00Z"),
        (SEPARATOR, false, "2026-07-28_09:30:00Z"),
    ] {
        assert_eq!(Format.accepts(text), ours, "{text:?}: {rule}");
        assert_eq!(
            OffsetDateTime::parse(text, &Rfc3339).is_ok(),
            !ours,
            "{text:?}: {rule}"
        );
        assert_eq!(excuse(text, ours), Some(rule), "{text:?}");
        assert_eq!(accepted_by(&validator, text), ours, "{text:?}: {rule}");
    }
}
