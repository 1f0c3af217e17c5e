//! Large documents are read as small ones are, to the same value, and the same fault in the same
//! place.

use elicit_core::{Elicit, Fixed, InvalidContent, Violation, from_slice, from_str, from_value};
use proptest::prelude::*;
use serde_json::json;

const LARGE: usize = 65 << 10;

#[derive(Debug, PartialEq, Elicit)]
enum Letter {
    A,
    É,
}

#[derive(Debug, PartialEq, Elicit)]
struct Answer {
    note: Option<String>,
    replicas: Option<u8>,
    #[elicit(multi_select)]
    letters: Option<Vec<Letter>>,
}

/// The document after so much white space that it is large.
pub(crate) fn after_space(document: &[u8]) -> Vec<u8> {
    let mut large = vec![b' '; LARGE];
    large.extend(document);
    large
}

/// Bytes are read as the text that they are. If they are not UTF-8, the fault is right after the
/// last byte that is.
pub(crate) fn is_read_as_text<T: Fixed + PartialEq + std::fmt::Debug>(
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
    // Of the document.
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

/// What an answer is refused for.
pub(crate) fn keywords(invalid: &InvalidContent) -> Vec<&'static str> {
    let violations = invalid.violations().iter();
    violations.map(Violation::keyword).collect()
}

#[test]
fn whatever_stands_in_a_text() {
    for document in DOCUMENTS {
        for piece in PIECES {
            let (before, after) = document.split_once('@').expect("it has a place");
            let small = [before.as_bytes(), piece, after.as_bytes()].concat();
            let large = after_space(&small);
            let [of_small, of_large] = [&small, &large].map(|document| {
                let read = from_slice::<Answer>(document);
                read.map_err(|invalid| keywords(&invalid))
            });
            assert_eq!(of_large, of_small, "{}", small.escape_ascii());
            for document in [large, small] {
                if let Err(error) = is_read_as_text::<Answer>(&document) {
                    panic!("{}: {error}", document.trim_ascii().escape_ascii());
                }
            }
        }
    }
}

#[test]
fn faults_are_where_they_are() {
    let text = "a".repeat(LARGE);
    let before = format!("{{\"note\":\"{text}\",\n\"unknown\":[0,\n  \"");
    for fault in [&b"\xff"[..], b"\xc3(", b"\xed\xa0\x80", b"\xc3"] {
        let document = [before.as_bytes(), fault, br#""],"last":0}"#].concat();
        let invalid = from_slice::<Answer>(&document).err();
        let said = invalid.map(|invalid| invalid.to_string());
        assert_eq!(said.as_deref(), Some("must be JSON (line 3, column 4)"));
    }
}

/// Faults that the parser finds where it reads as where it skips.
const FAULTS: [&str; 16] = [
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
];

/// What is reported of a value that nobody asks for, in a small document and in a large one.
fn is_reported_alike(value: &[u8]) {
    let small = [b"{\"note\":\"a\",\n \"unknown\":".as_slice(), value, b"}"].concat();
    let text = vec![b'a'; LARGE];
    let large = [
        b"{\"note\":\"".as_slice(),
        &text,
        b"\",\n \"unknown\":",
        value,
        b"}",
    ]
    .concat();
    let [of_small, of_large] = [small, large].map(|document| {
        let read = from_slice::<Answer>(&document).map(|answer| answer.replicas);
        read.map_err(|invalid| invalid.to_string())
    });
    assert_eq!(of_large, of_small, "{}", value.escape_ascii());
}

#[test]
fn what_nobody_asks_for_has_the_same_fault_in_the_same_place() {
    for value in FAULTS {
        is_reported_alike(value.as_bytes());
    }
    let deep = format!("{}0{}", "[".repeat(130), "]".repeat(130));
    for value in [
        // What is none.
        b"1e400".as_slice(),
        b"[-1e400, 1e99999999999]",
        b"\"\\ud800\"",
        deep.as_bytes(),
        // One after what is none.
        b"[1e400, \n }",
        b"1e99999999999.5",
        b"[\"\\ud800\",}",
        &deep.as_bytes()[..deep.len() - 1],
        // What the parser places in another way where it skips.
        b"\"\x01\"",
        b"[\"a\",\n\"a\n\"]",
        b"\"a\xff\"",
        b"\"\xffa\\n\\n\"",
        b"[\"\xc3\\u00e9\", }",
        b"[1e400, \"\xff\"]",
        // An end.
        b"[",
        b"\"",
        b"\"\\u",
        b"-",
    ] {
        is_reported_alike(value);
    }
}

/// The parser ends at it, unless it keeps the digits of every number.
#[test]
fn a_number_that_nothing_holds_is_a_fault() {
    let (text, digits) = ("a".repeat(LARGE), "7".repeat(LARGE));
    for (document, column) in [
        (format!(r#"{{"note":"{text}","replicas":1e400}}"#), 27),
        (format!(r#"{{"replicas":{digits}}}"#), 12),
        (format!(r#"{{"letters":["{text}",1e400]}}"#), 20),
    ] {
        let invalid = from_str::<Answer>(&document).unwrap_err();
        assert_eq!(
            from_slice::<Answer>(document.as_bytes()).unwrap_err(),
            invalid
        );
        if !cfg!(feature = "arbitrary-precision") {
            let place = format!("must be JSON (line 1, column {})", column + LARGE);
            assert_eq!(invalid.to_string(), place);
        }
    }
    for skipped in ["1e400", &digits, "[1e400]"] {
        let document = format!(r#"{{"unknown":["{text}",{skipped}],"replicas":1}}"#);
        let read = from_str::<Answer>(&document).expect("nobody asks for it");
        assert_eq!(read.replicas, Some(1));
        assert_eq!(from_slice(document.as_bytes()), Ok(read));
    }
}

#[test]
fn what_is_large_is_accepted() {
    for text in ["a", "é", r"\n"] {
        let text = text.repeat(LARGE);
        let read = |document: String| from_slice::<Answer>(document.as_bytes()).expect("valid");
        let note = read(format!(r#"{{"{text}":["{text}"],"note":"{text}"}}"#)).note;
        let unescaped = text.replace(r"\n", "\n");
        assert_eq!(note.as_deref(), Some(unescaped.as_str()));
        let list = r#""A","É","#.repeat(LARGE);
        let letters = read(format!(r#"{{"letters":[{list}"A"],"a":"{text}"}}"#)).letters;
        assert_eq!(letters.map(|letters| letters.len()), Some(2 * LARGE + 1));
    }
}

#[derive(Debug, PartialEq, Elicit)]
struct Texts {
    #[elicit(description = "Small letters", pattern = "^[a-z]*$", max_length = 5)]
    slug: Option<String>,
    #[elicit(format = "uri", min_length = 70_000)]
    link: Option<String>,
}

/// All that is wrong is reported, however long the text is.
#[test]
fn a_text_that_is_too_long_is_validated_by_every_rule() {
    for length in [6, LARGE] {
        let text = "A".repeat(length);
        let content = json!({"slug": text, "link": text});
        let invalid = from_value::<Texts>(&content).unwrap_err();
        assert_eq!(
            from_str::<Texts>(&content.to_string()).unwrap_err(),
            invalid
        );
        assert_eq!(
            keywords(&invalid),
            ["maxLength", "pattern", "minLength", "format"]
        );
    }
}

/// Nobody asks for it, so the parser's limit for how deep it goes is none of an answer.
#[test]
fn what_is_skipped_may_be_deep() {
    let (open, close) = ("[".repeat(LARGE), "]".repeat(LARGE));
    let read = |text: &[u8]| {
        let unknown = [br#"{"unknown":"#, open.as_bytes(), text, close.as_bytes()].concat();
        from_slice::<Answer>(&[&unknown[..], br#","replicas":1}"#].concat())
    };
    assert_eq!(read("\"é\"".as_bytes()).unwrap().replicas, Some(1));
    let column = 12 + LARGE + 1;
    assert_eq!(
        read(b"\"\xff\"").unwrap_err().to_string(),
        format!("must be JSON (line 1, column {column})")
    );
}
