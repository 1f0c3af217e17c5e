//! The checks at compile time accept what the types read.

use serde_json::json;

use crate::{Elicit, Format, from_value};

#[derive(Elicit)]
struct Days {
    chrono: chrono::NaiveDate,
    jiff: jiff::civil::Date,
    time: time::Date,
}

#[derive(Elicit)]
struct Moments {
    chrono: chrono::DateTime<chrono::FixedOffset>,
    chrono_utc: chrono::DateTime<chrono::Utc>,
    jiff: jiff::Timestamp,
    time: time::OffsetDateTime,
}

/// Whether the text is taken at compile time, and then each of its types has to read it.
fn is_held(format: Format, text: &str) -> bool {
    let is_held = format.accepts(text) && format.is_surely_held(text);
    if is_held {
        let answer = json!({"chrono": text, "chrono_utc": text, "jiff": text, "time": text});
        let is_read = match format {
            Format::Uri => url::Url::parse(text).is_ok(),
            Format::Date => from_value::<Days>(&answer).is_ok(),
            _ => from_value::<Moments>(&answer).is_ok(),
        };
        assert!(is_read, "{text:?}");
    }
    is_held
}

/// All texts with up to so many of the letters.
fn texts(letters: &str, most: u32) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let until = texts.len();
        for index in from..until {
            let longer = letters
                .chars()
                .map(|letter| format!("{}{letter}", texts[index]));
            texts.extend(longer.collect::<Vec<_>>());
        }
        from = until;
    }
    texts
}

const SCHEMES: [&str; 6] = ["http", "wss", "file", "x", "mailto", "HTTP"];

#[test]
fn a_host_that_is_taken_is_read() {
    let mut held = 0;
    for host in texts("ax01-.:", 5) {
        for scheme in SCHEMES {
            for slashes in ["", "/", "//", "///"] {
                held += u32::from(is_held(Format::Uri, &format!("{scheme}:{slashes}{host}")));
            }
        }
    }
    assert!(held > 10_000, "{held}");
}

#[test]
fn a_port_or_an_address_that_is_taken_is_read() {
    let numbers = [
        "", "0", "1", "00", "01", "255", "256", "0x1", "080", "65535", "65536",
    ];
    let mut held = 0;
    for one in numbers {
        for other in numbers {
            for host in [
                format!("a:{one}{other}"),
                format!("a.{one}:{other}"),
                format!("{one}.1.1.{other}"),
                format!("{one}.{other}"),
                format!("[::{one}]:{other}"),
            ] {
                for scheme in SCHEMES {
                    held += u32::from(is_held(Format::Uri, &format!("{scheme}://{host}/")));
                }
            }
        }
    }
    assert!(held > 100, "{held}");
}

#[test]
fn what_follows_a_host_is_taken_and_read() {
    for scheme in ["http", "wss", "x"] {
        for tail in texts("/?#@:.%4", 5) {
            let text = format!("{scheme}://example.org:80/{tail}");
            assert_eq!(
                is_held(Format::Uri, &text),
                Format::Uri.accepts(&text),
                "{text}"
            );
        }
        for byte in '\0'..='\u{7f}' {
            for mark in ['/', '?', '#'] {
                let text = format!("{scheme}://example.org{mark}{byte}");
                assert_eq!(
                    is_held(Format::Uri, &text),
                    Format::Uri.accepts(&text),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn labels_with_something_to_decode_are_left_alone() {
    for name in [
        "xn--",
        "xn--a",
        "XN--a",
        "xn--nxasmq6b",
        "a.xn--b.c",
        "ab--c",
    ] {
        assert!(!is_held(Format::Uri, &format!("http://{name}/")), "{name}");
    }
}

#[test]
fn addresses_that_people_write_are_taken() {
    for text in [
        "https://example.org/page?x=1#top",
        "http://localhost:3000",
        "http://127.0.0.1:8080/",
        "wss://a-b.example.org/socket",
        "postgres://db.internal:5432/main",
        "mailto:name@example.org",
        "urn:isbn:0451450523",
        "file:///srv/data",
    ] {
        assert!(is_held(Format::Uri, text), "{text}");
    }
}

#[test]
fn a_moment_that_is_taken_is_read() {
    let mut held = 0;
    for year in ["0000", "0001", "0004", "1582", "2026", "9998", "9999"] {
        for day in ["01-01", "02-28", "02-29", "12-31"] {
            assert_eq!(
                is_held(Format::Date, &format!("{year}-{day}")),
                Format::Date.accepts(&format!("{year}-{day}")),
            );
            for time in [
                "00:00:00",
                "23:59:59.999999999999",
                "23:59:60",
                "12:00:60",
                "24:00:00",
            ] {
                for offset in ["Z", "z", "-00:00", "+23:59", "-23:59", "+12:30", "+24:00"] {
                    let text = format!("{year}-{day}T{time}{offset}");
                    held += u32::from(is_held(Format::DateTime, &text));
                }
            }
        }
    }
    // Of five years, of which one is a leap year, with two times and six offsets.
    assert_eq!(held, (5 * 3 + 1) * 2 * 6);
}
