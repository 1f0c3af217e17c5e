//! Any input gives an answer or an error, and never a panic.

use std::fmt::Debug;

use elicit_core::{NoRunTimeChoices, from_slice, from_str};
use elicit_tests::forms::{Everything, Numbers, Selections};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::TestRunner};
use serde::de::IgnoredAny;

use crate::large::Answer;

const CASES: u32 = 4096;

fn run<S: Strategy>(strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let mut runner = TestRunner::new(ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    if let Err(error) = runner.run(strategy, test) {
        panic!("{error}");
    }
}

/// Bytes are read as the text that they are. If they are not UTF-8, the fault is right after the
/// last byte that is.
fn is_read_as_text<T: NoRunTimeChoices + PartialEq + Debug>(
    bytes: &[u8],
) -> Result<(), TestCaseError> {
    let read = from_slice::<T>(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => prop_assert_eq!(read, from_str(text)),
        Err(error) => {
            let before = &bytes[..error.valid_up_to()];
            let lines: Vec<&[u8]> = before.split(|byte| *byte == b'\n').collect();
            let (line, column) = (lines.len(), 1 + lines[lines.len() - 1].len());
            let said = read.unwrap_err().to_string();
            let place = format!("must be JSON (line {line}, column {column})");
            prop_assert_eq!(said, place);
        }
    }
    Ok(())
}

fn read<T: NoRunTimeChoices + PartialEq + Debug>(bytes: &[u8]) -> Result<(), TestCaseError> {
    is_read_as_text::<T>(bytes)?;
    let mut is_json = true;
    if let Err(invalid) = from_slice::<T>(bytes) {
        prop_assert!(!invalid.violations().is_empty());
        prop_assert!(!invalid.to_string().is_empty());
        is_json = invalid.violations()[0].keyword() != "syntax";
    }
    // The other way round it is not so: the parser does not look at all that it skips.
    if is_json {
        prop_assert!(serde_json::from_slice::<IgnoredAny>(bytes).is_ok());
    }
    Ok(())
}

fn read_all(bytes: &[u8]) -> Result<(), TestCaseError> {
    read::<Everything>(bytes)?;
    read::<Numbers>(bytes)?;
    read::<Selections>(bytes)
}

#[test]
fn random_bytes_are_read_without_a_panic() {
    run(&vec(any::<u8>(), 0..64), |bytes| read_all(&bytes));
}

#[test]
fn invalid_utf8_is_reported_with_its_line_and_column() {
    for lines in [0, 1, 2, 400] {
        for columns in [0, 1, 300] {
            let before = ["\n".repeat(lines), " ".repeat(columns)].concat();
            let not_text = [before.as_bytes(), b"\xff\n\n"].concat();
            let invalid = from_slice::<Everything>(&not_text).unwrap_err().to_string();
            let place = format!("(line {}, column {})", 1 + lines, 1 + columns);
            assert_eq!(invalid, format!("must be JSON {place}"));
        }
    }
}

/// What may stand in a text, and what may not.
const PIECES: [&[u8]; 12] = [
    b"",
    "é".as_bytes(),
    "🜚".as_bytes(),
    br"\n\u00e9",
    br"\ud800",
    br"\udc00",
    br"\udfff",
    br"\ud800\u004a",
    b"\n",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
];

/// Documents in which a piece stands for each `@`, in all kinds of texts.
const DOCUMENTS: [&str; 40] = [
    // As the whole document.
    r#""@""#,
    r#"["@"]"#,
    r#"[["@"],{"@":0}]"#,
    "@{}",
    "{}@",
    // Keys, and what they are the keys of.
    r#"{"@":0}"#,
    r#"{"@":0,"note":"a"}"#,
    r#"{"note":"a","@":0}"#,
    r#"{"note@":"a"}"#,
    r#"{"\u006eote":"@"}"#,
    r#"{"unknown":"@"}"#,
    r#"{"unknown":"@","note":"a","last":0}"#,
    r#"{"unknown":"a","note":"@","last":0}"#,
    r#"{"unknown":"a","note":"a","last":"@"}"#,
    r#"{"unknown":"@","\u006eote":"a","last":0}"#,
    r#"{"note":"\u0061","\u0075nknown":"@","replicas":0}"#,
    r#"{"unknown":{"a":[0,{"@":0}]},"note":"a"}"#,
    r#"{"note":"a","unknown":[[[["@"]]]]}"#,
    r#"{"unknown":0@,"note":"a"}"#,
    // Values that are read.
    r#"{"note":"@"}"#,
    r#"{"note":"@","note":"a"}"#,
    r#"{"note":"a","note":"@"}"#,
    r#"{"letters":["A","@"]}"#,
    r#"{"letters":["A",{"b":"@"},"A"]}"#,
    r#"{"letters":["@",["A"],"A"]}"#,
    r#"{"letters":["A",["@"]],"note":"a"}"#,
    // Values that are of the wrong type, or are given twice.
    r#"{"note":["@"],"replicas":1}"#,
    r#"{"note":{"@":0},"replicas":1}"#,
    r#"{"replicas":{"a":{"@":0}},"note":"a"}"#,
    r#"{"letters":["A"],"letters":["@"]}"#,
    // Beside what is a number where `serde_json` keeps its digits.
    r#"{"note":{"$serde_json::private::Number":"@"}}"#,
    r#"{"unknown":{"$serde_json::private::Number":["@"]},"replicas":1}"#,
    r#"{"unknown":[{"@":0,"$serde_json::private::Number":"1"}],"replicas":1}"#,
    // Beside other faults, and numbers that no `f64` holds.
    r#"{"note":'a',"unknown":"@"}"#,
    r#"{"unknown":"@","note":'a'}"#,
    r#"{"replicas":1e400,"unknown":"@"}"#,
    r#"{"replicas":1,"replicas":["@"]}"#,
    r#"{"replicas":1,"replicas":1e400,"note":"@"}"#,
    r#"{"replicas":"1e400","unknown":["@",1e400]}"#,
    r#"{"unknown":["@"],"letters":["A",1e400]"#,
];

#[test]
fn bytes_are_read_like_text_in_every_position() {
    for document in DOCUMENTS {
        for piece in PIECES {
            let (before, after) = document
                .split_once('@')
                .expect("the document has a place for the piece");
            let document = [before.as_bytes(), piece, after.as_bytes()].concat();
            if let Err(error) = is_read_as_text::<Answer>(&document) {
                panic!("{}: {error}", document.escape_ascii());
            }
        }
    }
}

/// Pieces of answers in any order, so that a parser gets somewhere.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&[u8]> = vec![
        b"{",
        b"}",
        b"[",
        b"]",
        b":",
        b",",
        b"\"",
        b"\\",
        b" ",
        b"\n",
        b"null",
        b"true",
        b"0",
        b"-",
        b"1e",
        b"1e999",
        b"\\1e999",
        b"3.0",
        b"\"region\":",
        b"\"replicas\":",
        b"\"scopes\":[",
        b"\"f32\":",
        b"\"f64\":",
        b"\"list\":[",
        b"\"set\":",
        b"\"eu_west\"",
        b"\"admin\",",
        b"\"$serde_json::private::Number\":",
        b"\\ud800",
        b"\\u0000",
        b"\xff",
        b"\xc3\xa9",
    ];
    vec(select(pieces), 0..24).prop_map(|pieces| pieces.concat())
}

#[test]
fn random_pieces_of_json_are_read_without_a_panic() {
    run(&pieces(), |bytes| read_all(&bytes));
}

/// Values of answers, and one that the parser reads only where it skips it.
const VALUES: [&[u8]; 10] = [
    b"null",
    b"true",
    b"0",
    b"-0.0",
    b"3.0",
    b"\"\"",
    b"\"eu_west\"",
    b"\"admin\"",
    b"\"\\u00e9\"",
    b"1e400",
];

/// Texts that are more than ASCII, the last of which is none unless it is skipped.
const TEXTS: [&[u8]; 3] = [b"\"\xc3\xa9\"", b"\"\\ud83d\\ude00\"", b"\"\\ud800\""];

const FAULTS: [&[u8]; 2] = [b"\"\xff\"", b"01"];

fn value() -> impl Strategy<Value = Vec<u8>> {
    let leaf = prop_oneof![
        20 => select(&VALUES[..]),
        2 => select(&TEXTS[..]),
        1 => select(&FAULTS[..]),
    ];
    leaf.prop_map(<[u8]>::to_vec)
        .prop_recursive(3, 12, 4, |inner| {
            let list = vec(inner.clone(), 0..4)
                .prop_map(|items| [b"[", &*items.join(&b","[..]), b"]"].concat());
            let deep = inner.clone().prop_map(|value| deep(&value));
            prop_oneof![3 => list, 2 => object(inner), 1 => deep]
        })
}

/// Deeper than the parser goes in what it does not skip.
fn deep(value: &[u8]) -> Vec<u8> {
    [&*b"[".repeat(130), value, &*b"]".repeat(130)].concat()
}

fn object(value: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let keys: Vec<&[u8]> = vec![
        b"unknown",
        b"region",
        b"replicas",
        b"r\\u0065plicas",
        b"branch",
        b"scopes",
        b"f64",
        b"list",
        b"set",
        b"s\\u0065t",
        b"\\u0075nknown",
        b"$serde_json::private::Number",
    ];
    let member =
        (select(keys), value).prop_map(|(key, value)| [b"\"", key, b"\":", &value].concat());
    vec(member, 0..6).prop_map(|members| [b"{", &*members.join(&b","[..]), b"}"].concat())
}

#[test]
fn random_objects_are_read_without_a_panic() {
    run(&object(value()), |bytes| read_all(&bytes));
}

/// A valid answer with a few changed bytes.
#[test]
fn almost_valid_answers_are_read_without_a_panic() {
    let valid = br#"{"region":"eu_west","replicas":3.0,"branch":"main","notify":"a@b.co","share":5e-1,"scopes":["admin","read-only"],"dry_run":true,"f64":-0,"list":["tokyo"],"set":["Low"]}"#;
    let changes = vec((any::<proptest::sample::Index>(), any::<u8>()), 0..4);
    run(&changes, |changes| {
        let mut bytes = valid.to_vec();
        for (at, byte) in changes {
            *at.get_mut(&mut bytes) = byte;
        }
        read_all(&bytes)
    });
}
