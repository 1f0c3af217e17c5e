//! Whatever comes, the answer is an answer or an error, and never a panic.

use elicit_core::{Fixed, from_slice};
use elicit_tests::forms::{Everything, Numbers, Selections};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::TestRunner};
use serde::de::IgnoredAny;

use crate::large::{after_space, is_read_as_text, keywords};

const CASES: u32 = 4096;

fn run<S: Strategy>(strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    run_cases(CASES, strategy, test);
}

fn run_cases<S: Strategy>(
    cases: u32,
    strategy: &S,
    test: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let mut runner = TestRunner::new(ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    if let Err(error) = runner.run(strategy, test) {
        panic!("{error}");
    }
}

fn read<T: Fixed + PartialEq + std::fmt::Debug>(bytes: &[u8]) -> Result<(), TestCaseError> {
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
fn any_bytes() {
    run(&vec(any::<u8>(), 0..64), |bytes| read_all(&bytes));
}

#[test]
fn however_many_lines_there_are() {
    for lines in (0..400).chain([1 << 12]) {
        for columns in [0, 1, 127, 128, 129, 300] {
            let before = ["\n".repeat(lines), " ".repeat(columns)].concat();
            let not_text = [before.as_bytes(), b"\xff\n\n"].concat();
            let invalid = from_slice::<Everything>(&not_text).unwrap_err().to_string();
            let place = format!("(line {}, column {})", 1 + lines, 1 + columns);
            assert_eq!(invalid, format!("must be JSON {place}"));
            let number = format!("{{{before}\"f64\":{before}1e400}}\n");
            let invalid = from_slice::<Numbers>(number.as_bytes()).unwrap_err();
            if cfg!(feature = "arbitrary-precision") {
                assert!(keywords(&invalid).contains(&"maximum"), "{invalid}");
            } else {
                let column = if lines == 0 {
                    12 + 2 * columns
                } else {
                    5 + columns
                };
                let place = format!("(line {}, column {column})", 1 + 2 * lines);
                assert_eq!(invalid.to_string(), format!("must be JSON {place}"));
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
fn any_pieces() {
    run(&pieces(), |bytes| read_all(&bytes));
}

#[test]
fn any_pieces_in_a_large_document() {
    run_cases(CASES / 32, &pieces(), |bytes| {
        read_all(&after_space(&bytes))
    });
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
fn any_object() {
    run(&object(value()), |bytes| read_all(&bytes));
}

fn are_the_same<T: Fixed>(small: &[u8], large: &[u8]) -> Result<(), TestCaseError> {
    let [of_small, of_large] = [small, large].map(|bytes| {
        let invalid = from_slice::<T>(bytes).err();
        invalid.as_ref().map(keywords).unwrap_or_default()
    });
    prop_assert_eq!(of_small, of_large, "{}", small.escape_ascii());
    Ok(())
}

#[test]
fn a_document_is_read_the_same_when_it_is_large() {
    run_cases(CASES / 16, &object(value()), |small| {
        let large = after_space(&small);
        are_the_same::<Everything>(&small, &large)?;
        are_the_same::<Numbers>(&small, &large)?;
        are_the_same::<Selections>(&small, &large)
    });
}

/// A valid answer of which some bytes are others.
#[test]
fn nearly_an_answer() {
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
