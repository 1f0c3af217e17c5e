//! Whatever comes, the answer is an answer or an error, and never a panic.

use elicit_core::{Fixed, from_slice, from_str};
use elicit_tests::forms::{Everything, Numbers, Selections};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::TestRunner};

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

/// The bytes are read the same as the text that they are, if they are one.
fn read<T: Fixed + PartialEq + std::fmt::Debug>(bytes: &[u8]) -> Result<(), TestCaseError> {
    let read = from_slice::<T>(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => prop_assert_eq!(&read, &from_str(text)),
        Err(_) => prop_assert!(read.is_err()),
    }
    if let Err(invalid) = read {
        prop_assert!(!invalid.violations().is_empty());
        prop_assert!(!invalid.to_string().is_empty());
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

/// Pieces of answers in any order, so that a parser gets somewhere.
#[test]
fn any_pieces() {
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
    run(&vec(select(pieces), 0..24), |pieces| {
        read_all(&pieces.concat())
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
