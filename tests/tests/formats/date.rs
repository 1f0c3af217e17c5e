use elicit_core::Format::Date;
use proptest::prelude::*;

use crate::all;
use crate::compare::{accept, accepted_by, agree, hostile, validator};

/// A period of the Gregorian calendar and the first and last years of four digits, with
/// days and months that exist and that do not exist.
#[test]
fn every_real_day_is_accepted_and_no_other() {
    for year in (1600..=2000).chain([0, 1, 4, 99, 100, 400, 2100, 9996, 9999]) {
        for month in (0..=13).chain([20, 99]) {
            for day in (0..=32).chain([40, 99]) {
                let expected = time::Month::try_from(month)
                    .and_then(|month| time::Date::from_calendar_date(year, month, day))
                    .is_ok();
                let text = format!("{year:04}-{month:02}-{day:02}");
                assert_eq!(Date.accepts(&text), expected, "{text}");
            }
        }
    }
}

#[test]
fn only_digits_count_as_digits() {
    for example in ["2222-02-22", "1999-12-09"] {
        for at in [0, 1, 2, 3, 5, 6, 8, 9] {
            for byte in (0..128).filter(|byte: &u8| !byte.is_ascii_digit()) {
                let mut text = example.as_bytes().to_vec();
                text[at] = byte;
                all(Date, false, &[std::str::from_utf8(&text).unwrap()]);
            }
        }
        for at in [4, 7] {
            for byte in (0..128).filter(|&byte: &u8| byte != b'-') {
                let mut text = example.as_bytes().to_vec();
                text[at] = byte;
                all(Date, false, &[std::str::from_utf8(&text).unwrap()]);
            }
        }
    }
}

/// Ten bytes, some of which form one character.
#[test]
fn digits_of_other_scripts_are_refused() {
    all(
        Date,
        false,
        &[
            "20\u{669}-07-28", // two bytes
            "2\u{966}-07-28",  // three
            "\u{1d7d9}-07-28", // four
            "2026-\u{669}-28",
            "2026-07-\u{669}",
            "２０２６-07-28",
            "2026‐07‐28", // U+2010
        ],
    );
}

#[test]
fn other_forms_of_dates_are_refused() {
    all(
        Date,
        false,
        &[
            "20260728",
            "2026-07",
            "2026-7-28",
            "2026-07-8",
            "26-07-28",
            "02026-07-28",
            "+2026-07-28",
            "-2026-07-28",
            "+202-07-28",
            "2026-+7-28",
            "2026-07- 8",
            "2026-W30-2",
            "2026-209",
            "2026-07-28Z",
            "2026-07-28T00:00:00Z",
            "28.07.2026",
        ],
    );
}

pub(crate) fn full_date() -> impl Strategy<Value = String> + Clone {
    (0..=9999_i32, 1..=366_u16).prop_map(|(year, day)| {
        let date = time::Date::from_ordinal_date(year, day)
            .unwrap_or_else(|_| time::Date::from_ordinal_date(year, 365).unwrap());
        format!("{year:04}-{:02}-{:02}", u8::from(date.month()), date.day())
    })
}

#[test]
fn every_date_of_the_grammar_is_accepted() {
    accept(Date, full_date());
}

#[test]
fn dates_agree_with_jsonschema() {
    let validator = validator(Date);
    agree(
        Date,
        hostile(full_date(), "--0123456789/:;+ T٣"),
        |text| accepted_by(&validator, text),
        excuse,
    );
}

/// `jsonschema` takes the six characters before `0` for digits.
pub(crate) const DIGITS: &str = "RFC 5234, appendix B.1: DIGIT is %x30-39";

fn excuse(text: &str, ours: bool) -> Option<&'static str> {
    (!ours && has_mark_for_digit(text, &[0, 1, 2, 3, 5, 6, 8, 9])).then_some(DIGITS)
}

/// Whether there is one of the six at any of these places.
pub(crate) fn has_mark_for_digit(text: &str, places: &[usize]) -> bool {
    let at = |&place: &usize| text.as_bytes().get(place);
    places
        .iter()
        .filter_map(at)
        .any(|byte| matches!(byte, b'*'..=b'/'))
}

/// Remove a disagreement from here when it is gone.
#[test]
fn known_disagreements_with_jsonschema_still_exist() {
    let validator = validator(Date);
    for text in ["-026-07-28", "202*-07-28", "2026-0+-28", "2026-07-0."] {
        assert!(!Date.accepts(text), "{text:?}");
        assert!(accepted_by(&validator, text), "{text:?}");
        assert_eq!(excuse(text, false), Some(DIGITS), "{text:?}");
    }
}
