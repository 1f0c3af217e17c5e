//! Texts with a format or a pattern, and such that nearly have it.

use elicit_core::Format;
use proptest::{prelude::*, sample::select};

/// Texts of which there is no doubt; the doubts are in the tests of the formats.
pub(crate) fn valid_formats(format: Format) -> Vec<&'static str> {
    match format {
        Format::Email => vec!["a@b.co", "joe.bloggs@example.org", "a+b@c-d.example"],
        Format::Uri => vec![
            "a:",
            "mailto:a@b.co",
            "https://example.org",
            "http://a.b:8/c?d=e#f%20",
        ],
        Format::Date => vec!["2026-07-28", "2028-02-29", "0000-01-01", "9999-12-31"],
        Format::DateTime => vec![
            "2026-07-28T09:30:00Z",
            "2026-07-28T09:30:00.5Z",
            "2026-07-28t23:59:59.123456-11:30",
            "1998-12-31T23:59:60Z",
            "2024-02-29T00:00:00.123456789+23:59",
            "0001-01-01T00:00:00-23:59",
            "0000-01-01T00:00:00Z",
            "9999-12-30T21:59:59.999999999Z",
            "2026-07-28T09:30:00.000000001z",
        ],
        _ => unreachable!("no form here has {format:?}"),
    }
}

/// Texts that the patterns of the forms tell apart, and other readers of patterns
/// do not: digits of another script, a line's end, spaces of every kind.
pub(crate) fn near_patterns() -> Vec<&'static str> {
    vec![
        "",
        "a",
        "main",
        "a-b-c",
        "-",
        "abcdefghi",
        "abcdefghij",
        "Main",
        "main\n",
        "\nmain",
        "é",
        "é1",
        "12",
        "a12b",
        "1a2",
        "\u{661}\u{662}",
        "a b",
        " ",
        "\u{a0}\u{2003}\u{feff}\n",
        "\u{180e}",
        "word_9",
        "w\u{f6}rd",
        "1é",
        "1\n",
        "\n1",
        "1\u{2028}",
        "😀😀",
        "e\u{301}",
        "\u{301}e",
        "ſK",
        "\u{212a}",
        "10.1.2.3",
        "10.256.1.1",
        "::1",
        "fe80::1",
    ]
}

/// Moments near the first and the last year, and others.
fn moments() -> impl Strategy<Value = String> {
    let date = (
        select(vec![0, 1, 1969, 2024, 9999]),
        select(vec![1, 2, 12]),
        select(vec![1, 29, 30, 31]),
    );
    let time = (
        select(vec![0, 12, 21, 22, 23]),
        select(vec![0, 58, 59]),
        select(vec![0, 59, 60]),
    );
    let rest = (
        select(vec!["", ".5", ".999999999", ".0000000001"]),
        -1439..1440_i32,
    );
    (date, time, rest).prop_map(
        |((year, month, day), (hour, minute, second), (fraction, offset))| {
            let sign = if offset < 0 { '-' } else { '+' };
            let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
            format!(
                "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}{sign}{hours:02}:{minutes:02}"
            )
        },
    )
}

/// Texts of any format, often with one character put in or taken out.
pub(crate) fn slipped_formats() -> BoxedStrategy<String> {
    let valid = select(
        [Format::Email, Format::Uri, Format::Date, Format::DateTime]
            .map(valid_formats)
            .concat(),
    );
    let invalid = select(vec![
        "a@",
        "@b",
        "a b@c.d",
        "//a/b",
        "a b:c",
        "https://a b",
        "2026-02-29",
        "2026-7-28",
        "+2020-01-01",
        "2026-07-28T24:00:00Z",
        "2026-07-28 09:30:00Z",
        "1998-12-31T23:58:60Z",
        "2026-07-28T09:30:00",
        "http://%zz",
    ]);
    let edges = select(vec![
        "1990-12-31T15:59:60-08:00",
        "9999-12-31T23:59:60Z",
        "0000-01-01T00:00:00+00:01",
        "0000-01-01T23:58:59.9+23:59",
        "9999-12-30T22:00:00.999999999Z",
        "9999-12-30T22:00:01Z",
        "9999-12-31T23:59:59.999999999Z",
        "9999-12-31T23:59:59-00:01",
        "2026-07-28T09:30:00.123456789987654321Z",
        "http:",
        "http://",
        "http:a",
        "http:///a",
        "http://a:99999/",
        "http://a:/",
        "http://[v1.a]/",
        "http://[::1%25eth0]/",
        "http://a%2fb/",
        "http://%C3%A9/",
        "http://%61/",
        "http://1.2.3.4.5/",
        "http://256.1.1.1/",
        "http://0x7f.1/",
        "http://a/%",
        "http://a_b.c/",
        "http://a b/",
        "http://user:pass@a/",
        "HTTP://EXAMPLE.ORG/a/../b/./c?q='()*!#f",
        "file://a/b",
        "file:///c:/d",
        "data:,",
        "urn:a:b%20c",
        "a://!$&'()*+,;=:@b:1/..//.",
        "a:/..//b",
        "a:.//b",
        "javascript:a'b",
    ]);
    prop_oneof![
        2 => valid.clone().prop_map(str::to_owned),
        2 => invalid.prop_map(str::to_owned),
        3 => edges.prop_map(str::to_owned),
        1 => moments(),
        1 => (valid, any::<proptest::sample::Index>()).prop_map(|(text, at)| {
            let mut text = text.to_owned();
            text.remove(at.index(text.len()));
            text
        }),
    ]
    .boxed()
}
