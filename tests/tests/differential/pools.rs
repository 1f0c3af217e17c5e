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
        Format::Date => vec!["2026-07-28", "2028-02-29", "0001-01-01"],
        Format::DateTime => vec![
            "2026-07-28T09:30:00Z",
            "2026-07-28T09:30:00.5Z",
            "2026-07-28t23:59:59.123456-11:30",
            "1998-12-31T23:59:60Z",
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
    ]
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
    prop_oneof![
        2 => valid.clone().prop_map(str::to_owned),
        2 => invalid.prop_map(str::to_owned),
        1 => (valid, any::<proptest::sample::Index>()).prop_map(|(text, at)| {
            let mut text = text.to_owned();
            text.remove(at.index(text.len()));
            text
        }),
    ]
    .boxed()
}
