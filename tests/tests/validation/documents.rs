//! Documents that are not an object, or not JSON.

use std::collections::BTreeSet;

use elicit_core::{Elicit, InvalidContent, from_slice, from_str, from_value};
use serde_json::{Value, json};

use crate::{faults, refused};

#[derive(Debug, Elicit)]
struct Optional {
    x: Option<u8>,
}

#[derive(Debug, Elicit)]
struct Required {
    x: u8,
    y: u8,
}

#[test]
fn a_document_that_is_not_an_object_is_one_violation() {
    for document in [
        "null",
        "true",
        "0",
        "-0",
        "-1",
        "0.5",
        "1e2",
        "18446744073709551616",
        r#""""#,
        r#""x""#,
        "[]",
        r#"[{"x":1}]"#,
        r#"[["x",1]]"#,
    ] {
        assert_eq!(refused::<Optional>(document), ["* type"], "{document}");
        assert_eq!(refused::<Required>(document), ["* type"], "{document}");
        let value: Value = serde_json::from_str(document).unwrap();
        let read = [
            from_value::<Required>(&value),
            Required::from_content(&value),
            Required::from_content(value.clone()),
            from_slice::<Required>(document.as_bytes()),
        ];
        for invalid in read {
            assert_eq!(faults(&invalid.unwrap_err()), ["* type"], "{document}");
        }
    }
}

#[test]
fn an_empty_object_is_accepted_as_an_object() {
    assert!(from_value::<Optional>(&json!({})).is_ok());
    assert!(from_str::<Optional>(" \n{\t}\r ").is_ok());
    assert_eq!(refused::<Required>("{}"), ["x required", "y required"]);
}

/// The one violation that is said of text that is not JSON.
#[track_caller]
fn message(document: &[u8]) -> String {
    let invalid = from_slice::<Optional>(document).unwrap_err();
    assert_eq!(faults(&invalid), ["* syntax"]);
    invalid.to_string()
}

#[test]
fn invalid_json_is_reported_with_its_line_and_column() {
    for (document, line, column) in [
        ("", 1, 0),
        ("{", 1, 1),
        (r#"{"x":1"#, 1, 6),
        (r#"{"x":1,}"#, 1, 8),
        (r#"{"x":01}"#, 1, 7),
        ("{\n  \"x\": nu\n}", 3, 0),
        (r#"{"x":1} {"#, 1, 9),
        (r#"{"x":1}]"#, 1, 8),
        ("[1] 2", 1, 5),
        (r#"{"y":'1'}"#, 1, 6),
        ("{\"y\":\"\n\"}", 1, 6),
        (r#"{"x":NaN}"#, 1, 6),
    ] {
        assert_eq!(
            message(document.as_bytes()),
            format!("must be JSON (line {line}, column {column})"),
            "{document}"
        );
    }
}

#[test]
fn invalid_utf8_is_reported_with_its_line_and_column() {
    for (document, line, column) in [
        (&b"\xff"[..], 1, 1),
        (b"{\"x\":1,\n\"y\":\"\xc3\x28\"}", 2, 6),
        (b"{\"\xed\xa0\x80\":1}", 1, 3),
        (b"\xef\xbb\xbf{}", 1, 1),
        (b"{\"x\":1,\n\"y\":[0,\n  \"\xff\"],\"z\":0}", 3, 4),
        (b"{\"x\":1,\n\"y\":[0,\n  \"\xed\xa0\x80\"],\"z\":0}", 3, 4),
        (b"{\"x\":1,\n\"y\":[0,\n  \"\xc3\"],\"z\":0}", 3, 4),
    ] {
        assert_eq!(
            message(document),
            format!("must be JSON (line {line}, column {column})")
        );
    }
}

/// Unknown properties are skipped, but still parsed.
#[test]
fn a_syntax_error_in_an_unknown_property_is_reported() {
    for value in [
        "[}",
        "{\"a\" 0}",
        "[0 0]",
        "[0}",
        "{\"a\":0]",
        "[nul]",
        "\"\\q\"",
        "\"\\u00zz\"",
        "[-]",
        "01",
        "[1.]",
        "1e",
        "{0:0}",
        "{,}",
        "{\"a\":0,}",
        "[0,]",
        "\"\u{1}\"",
        "[\"a\",\n\"a\n\"]",
        "[1e400, \n }",
        "1e99999999999.5",
        "[\"\\ud800\",}",
        "[",
        "\"",
        "\"\\u",
        "-",
    ] {
        let document = format!("{{\"x\":1,\n \"unknown\":{value}}}");
        assert_eq!(refused::<Optional>(&document), ["* syntax"], "{document}");
    }
}

#[test]
fn violations_before_a_syntax_error_are_not_reported() {
    assert_eq!(
        refused::<Required>(r#"{"x":"secret","y":"secret","#),
        ["* syntax"]
    );
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Elicit)]
#[elicit(deserialize)]
enum Letter {
    A,
}

/// The items of a list are read while it is parsed.
#[test]
fn violations_of_a_list_before_a_syntax_error_are_not_reported() {
    #[derive(Debug, Elicit)]
    struct Letters {
        #[elicit(multi_select, max_items = 1)]
        _list: Vec<Letter>,
        #[elicit(multi_select)]
        _set: BTreeSet<Letter>,
    }

    for list in [
        r#"["A","secret","A",}"#,
        r#"["A",1,"secret"#,
        r#"["A" "A"]"#,
    ] {
        for property in ["_list", "_set"] {
            let document = format!(r#"{{"{property}":{list},"_set":[],"_list":["A"]}}"#);
            let invalid = from_str::<Letters>(&document).unwrap_err();
            assert_eq!(faults(&invalid), ["* syntax"], "{document}");
            let reader = &mut serde_json::Deserializer::from_reader(document.as_bytes());
            let invalid = Letters::from_content(reader).unwrap_err();
            assert_eq!(faults(&invalid), ["* syntax"], "{document}");
        }
    }
    let alone = serde_json::from_str::<Letter>("[1, secret").unwrap_err();
    assert!(!alone.to_string().contains("secret"), "{alone}");
}

#[test]
fn the_error_of_a_foreign_deserializer_is_not_quoted() {
    let mut deserializer = serde_json::Deserializer::from_str(r#"{"x": secret}"#);
    let invalid: InvalidContent = Required::from_content(&mut deserializer).unwrap_err();
    assert_eq!(faults(&invalid), ["* syntax"]);
    assert_eq!(invalid.to_string(), "could not be read");
}
