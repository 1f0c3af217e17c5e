//! Free text: lengths, letters, and formats.

use elicit_core::{Elicit, from_value};
use serde_json::json;

use crate::{accepted, refused};

#[derive(Debug, PartialEq, Elicit)]
struct Lengths {
    #[elicit(min_length = 2, max_length = 3)]
    text: String,
}

#[test]
fn lengths_count_scalar_values() {
    let accepts = |text: &str| from_value::<Lengths>(&json!({"text": text})).is_ok();
    for text in [
        "ab",
        "abc",
        "éé",
        "e\u{301}",
        "e\u{301}x",
        "😀😀",
        "😀😀😀",
        "\0\0",
        "  ",
    ] {
        assert!(accepts(text), "{text:?}");
    }
    // A family is one to see, and five to count.
    for text in [
        "a",
        "é",
        "😀",
        "abcd",
        "😀😀😀😀",
        "e\u{301}e\u{301}",
        "👩‍👩‍👧",
        "",
    ] {
        assert!(!accepts(text), "{text:?}");
    }
    assert_eq!(
        refused::<Lengths>(r#"{"text":"\ud83d\ude00"}"#),
        ["text minLength"]
    );
    assert_eq!(
        accepted::<Lengths>(r#"{"text":"\ud83d\ude00\u00e9"}"#).text,
        "😀é"
    );
}

#[test]
fn a_value_that_is_not_a_text_has_the_wrong_type() {
    for other in ["1", "true", "[]", r#"["ab"]"#, r#"{"a":"ab"}"#, "0.5", "-0"] {
        assert_eq!(
            refused::<Lengths>(&format!(r#"{{"text":{other}}}"#)),
            ["text type"],
            "{other}"
        );
    }
}

#[derive(Debug, PartialEq, Elicit)]
struct Letters {
    letter: char,
    perhaps: Option<char>,
}

#[test]
fn a_letter_is_one_scalar_value() {
    let letters: Letters = accepted(r#"{"letter":"😀","perhaps":"\u0000"}"#);
    assert_eq!(
        letters,
        Letters {
            letter: '😀',
            perhaps: Some('\0')
        }
    );
    assert_eq!(
        refused::<Letters>(r#"{"letter":"","perhaps":"ab"}"#),
        ["letter minLength", "perhaps maxLength"]
    );
    assert_eq!(
        refused::<Letters>("{\"letter\":\"e\u{301}\",\"perhaps\":1}"),
        ["letter maxLength", "perhaps type"]
    );
    assert_eq!(
        accepted::<Letters>(r#"{"letter":"a","perhaps":""}"#).perhaps,
        None
    );
}

#[derive(Debug, Elicit)]
struct Formats {
    #[elicit(format = "email")]
    email: String,
    #[elicit(format = "uri")]
    uri: String,
    #[elicit(format = "date")]
    date: String,
    #[elicit(format = "date-time", max_length = 25)]
    moment: String,
}

#[test]
fn formats_are_validated() {
    accepted::<Formats>(
        r#"{"email":"a@b.co","uri":"a:b","date":"2026-07-28","moment":"2026-07-28T09:30:00+02:00"}"#,
    );
    assert_eq!(
        refused::<Formats>(
            r#"{"email":"joe@[127.0.0.300]","uri":"/relative","date":"+2020-01-01","moment":"1998-12-31T23:58:60Z"}"#
        ),
        ["email format", "uri format", "date format", "moment format"]
    );
    assert_eq!(
        refused::<Formats>(
            r#"{"email":" a@b.co","uri":"","date":"2026-02-29","moment":"2026-07-28 09:30:00.123+02:00"}"#
        ),
        [
            "email format",
            "uri format",
            "date format",
            "moment maxLength",
            "moment format"
        ]
    );
}
