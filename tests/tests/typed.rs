//! Dates, times and URLs of other crates as types of fields.

use std::fmt::Display;

use elicit_core::{
    __private::DerivedForm, Elicit, Format, Revision, Violation, form::Literal, from_value,
};
use proptest::prelude::*;
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Elicit)]
struct Typed {
    chrono_date: chrono::NaiveDate,
    chrono_offset: chrono::DateTime<chrono::FixedOffset>,
    chrono_utc: chrono::DateTime<chrono::Utc>,
    jiff_date: jiff::civil::Date,
    jiff_timestamp: jiff::Timestamp,
    time_date: time::Date,
    time_offset: time::OffsetDateTime,
    url: url::Url,
    perhaps: Option<jiff::Timestamp>,
    #[elicit(default = "2026-07-28")]
    with_default: Option<chrono::NaiveDate>,
}

/// No name of the crate hides that of a crate whose types can be fields.
mod glob {
    use elicit_core::*;

    #[derive(Elicit)]
    struct Dated {
        chrono: chrono::NaiveDate,
        jiff: jiff::civil::Date,
        time: time::Date,
        url: url::Url,
    }

    #[test]
    fn a_glob_import_hides_no_crate_whose_types_are_fields() {
        assert_eq!(Dated::FORM.properties().len(), 4);
    }
}

const DATES: [&str; 3] = ["chrono_date", "jiff_date", "time_date"];
const TIMES: [&str; 4] = [
    "chrono_offset",
    "chrono_utc",
    "jiff_timestamp",
    "time_offset",
];

/// An answer with the same date, time and address in every field.
fn answer(date: &str, time: &str, url: &str) -> Value {
    let mut answer = json!({"url": url});
    for name in DATES {
        answer[name] = date.into();
    }
    for name in TIMES {
        answer[name] = time.into();
    }
    answer
}

/// The properties that a document breaks, each for its format.
fn refused(document: &Value) -> Vec<String> {
    let Err(invalid) = from_value::<Typed>(document) else {
        return Vec::new();
    };
    let refused = invalid.violations().iter().map(|violation| {
        assert_eq!(violation.keyword(), "format", "{violation}");
        violation
            .property()
            .expect("the violation has a property")
            .to_owned()
    });
    refused.collect()
}

#[test]
fn each_foreign_type_has_its_format() {
    let schema: Value = serde_json::from_str(Typed::requested_schema(Revision::LATEST))
        .expect("the schema is JSON");
    let formats = [
        (&DATES[..], Format::Date),
        (&TIMES, Format::DateTime),
        (&["url"], Format::Uri),
    ];
    for (names, format) in formats {
        for name in names {
            let sent = &schema["properties"][name];
            assert_eq!(sent["type"], "string", "{name}");
            assert_eq!(sent["format"], format.as_str(), "{name}");
            let keywords = sent.as_object().expect("the property is an object");
            assert_eq!(
                keywords.len(),
                3,
                "{name} has more than a type, a title and a format"
            );
        }
    }
    let required = schema["required"]
        .as_array()
        .expect("some fields are required");
    assert!(!required.contains(&json!("perhaps")) && !required.contains(&json!("with_default")));
}

#[test]
fn all_crates_read_the_same_moment() {
    let document = answer(
        "2024-02-29",
        "2024-02-29T23:30:00.123456789+05:30",
        "https://example.org/a?b",
    );
    let typed: Typed = from_value(&document).expect("the answer is valid");
    let moment = "2024-02-29T18:00:00.123456789Z";
    assert_eq!(typed.jiff_timestamp.to_string(), moment);
    assert_eq!(
        typed.chrono_utc.timestamp_nanos_opt(),
        typed.chrono_offset.timestamp_nanos_opt()
    );
    assert_eq!(
        i128::from(
            typed
                .chrono_utc
                .timestamp_nanos_opt()
                .expect("the moment fits")
        ),
        typed.jiff_timestamp.as_nanosecond()
    );
    assert_eq!(
        typed.time_offset.unix_timestamp_nanos(),
        typed.jiff_timestamp.as_nanosecond()
    );
    let dates: [&dyn Display; 3] = [&typed.chrono_date, &typed.jiff_date, &typed.time_date];
    assert_eq!(dates.map(ToString::to_string), ["2024-02-29"; 3]);
    assert_eq!(typed.url.as_str(), "https://example.org/a?b");
    assert_eq!((typed.perhaps, typed.with_default), (None, None));
}

#[test]
fn values_that_a_crate_cannot_hold_are_refused() {
    let good = ("2024-02-29", "2024-02-29T23:30:00Z", "https://example.org");
    assert!(refused(&answer(good.0, good.1, good.2)).is_empty());
    assert_eq!(refused(&answer("2023-02-29", good.1, good.2)), DATES);
    assert_eq!(
        refused(&answer(good.0, "2024-02-29 23:30:00", good.2)),
        TIMES
    );
    assert_eq!(refused(&answer(good.0, good.1, "/relative")), ["url"]);
    // The schema takes a leap second, and one of the crates does.
    let leap = answer(good.0, "1998-12-31T23:59:60Z", good.2);
    assert_eq!(refused(&leap), ["jiff_timestamp", "time_offset"]);
    let error = from_value::<Typed>(&leap).unwrap_err();
    for violation in error.violations() {
        let message = "must not be a leap second: seconds go up to 59";
        assert_eq!(violation.message(), message);
    }
    // In UTC, a year that no date can be written with.
    let before = answer(good.0, "0000-01-01T00:59:59.9+01:00", good.2);
    assert_eq!(refused(&before), ["chrono_utc", "jiff_timestamp"]);
    let first = answer(good.0, "0000-01-01T01:00:00+01:00", good.2);
    assert!(refused(&first).is_empty());
    let after = answer(good.0, "9999-12-31T23:00:00-01:00", good.2);
    assert_eq!(refused(&after), ["chrono_utc", "jiff_timestamp"]);
    // And the last moment that one of them has, with the first that it does not.
    let last = answer(good.0, "9999-12-30T22:00:00.999999999Z", good.2);
    assert!(refused(&last).is_empty());
    let beyond = answer(good.0, "9999-12-30T22:00:01Z", good.2);
    assert_eq!(refused(&beyond), ["jiff_timestamp"]);
}

/// `ui/contradiction/default_typed.rs` has the types that cannot have a default.
#[derive(Debug, PartialEq, Elicit)]
struct Defaults {
    #[elicit(default = "0000-02-29")]
    jiff: jiff::civil::Date,
    #[elicit(default = "9999-12-31")]
    chrono: Option<chrono::NaiveDate>,
    #[elicit(default = "0000-01-01")]
    time: time::Date,
}

#[test]
fn the_default_of_a_date_is_a_valid_answer() {
    let properties = Defaults::FORM.properties().iter();
    let defaults = properties.map(|property| match property.default() {
        Some(Literal::Text(text)) => (property.name().to_owned(), json!(text)),
        _ => panic!("a field has no default"),
    });
    let answer: Defaults = from_value(&defaults.collect()).expect("each default is valid");
    let content = Value::Object(answer.content());
    assert_eq!(from_value::<Defaults>(&content), Ok(answer));
}

#[test]
fn an_empty_optional_date_is_none() {
    let mut document = answer("2024-02-29", "2024-02-29T23:30:00Z", "https://example.org");
    document["perhaps"] = "".into();
    document["with_default"] = "".into();
    let typed: Typed = from_value(&document).expect("the answer is valid");
    assert_eq!((typed.perhaps, typed.with_default), (None, None));
}

proptest! {
    /// The content of a form that was read gives the same form again.
    #[test]
    fn a_prefilled_value_reads_back_unchanged(
        (year, month, day) in (0_u16..=9999, 1_u8..=12, 1_u8..=28),
        (hour, minute, second) in (0_u8..24, 0_u8..60, 0_u8..60),
        nanosecond in 0_u32..1_000_000_000,
        offset in -1439_i32..1440,
    ) {
        let date = format!("{year:04}-{month:02}-{day:02}");
        let sign = if offset < 0 { '-' } else { '+' };
        let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
        let time = format!(
            "{date}T{hour:02}:{minute:02}:{second:02}.{nanosecond:09}{sign}{hours:02}:{minutes:02}"
        );
        let Ok(typed) = from_value::<Typed>(&answer(&date, &time, "https://example.org/")) else {
            // In UTC it may be the year before the first or after the last.
            prop_assert!(year == 0 || year == 9999);
            return Ok(());
        };
        let content = Value::Object(typed.content());
        prop_assert_eq!(from_value::<Typed>(&content), Ok(typed));
    }
}

#[test]
fn a_text_that_is_too_long_is_also_parsed_by_its_crate() {
    #[derive(Debug, Elicit)]
    struct Page {
        #[elicit(max_length = 100)]
        url: url::Url,
    }

    let keywords = |url: String| {
        let invalid = from_value::<Page>(&json!({"url": url})).unwrap_err();
        let violations = invalid.violations().iter();
        violations.map(Violation::keyword).collect::<Vec<_>>()
    };
    // An address by its grammar that has no port `url` knows.
    let port = |digits| format!("https://example.org:{}", "9".repeat(digits));
    assert_eq!(keywords(port(100)), ["maxLength", "format"]);
    assert_eq!(keywords(port(64 << 10)), ["maxLength", "format"]);
}
