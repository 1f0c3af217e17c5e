//! What the compiler makes of a pattern, and what is matched with that.

mod at_random;
mod ecma_262;
mod properties;
mod slashes;
mod table;

use proptest::test_runner::TestCaseError;
use regress::backends;

use super::compiler::CompiledPattern;
use crate::CountRange;

/// Whether a text has one of these lengths.
fn has(lengths: CountRange, text: &str) -> bool {
    let length = text.chars().count() as u64;
    lengths.least <= length && lengths.most.is_none_or(|most| length <= most)
}

fn compiled(source: &str) -> Result<CompiledPattern, String> {
    CompiledPattern::new(source).map_err(|error| error.to_string())
}

/// A pattern that is made at random may be too large.
fn compiled_at_random(source: &str) -> Result<CompiledPattern, TestCaseError> {
    compiled(source).map_err(|reason| {
        if reason.contains("too large") {
            TestCaseError::reject(reason)
        } else {
            TestCaseError::fail(reason)
        }
    })
}

/// What `regress` says, by its Pike machine: its other one, which goes back over the text, never
/// ends on some loops in loops that can be empty, and takes all memory.
fn finds(regress: &regress::Regex, text: &str) -> bool {
    backends::find::<backends::PikeVMExecutor>(regress, text, 0)
        .next()
        .is_some()
}

/// Checks each pattern on the texts that it matches and on those that it does not match.
#[track_caller]
fn check(cases: &[(&str, &[&str], &[&str])]) {
    for (source, matching, others) in cases {
        let pattern = compiled(source).unwrap_or_else(|error| panic!("{source}: {error}"));
        for (texts, expected) in [(matching, true), (others, false)] {
            for text in *texts {
                assert_eq!(pattern.is_match(text), expected, "{source:?} on {text:?}");
                let regress = regress::Regex::with_flags(source, "u").unwrap();
                assert_eq!(
                    finds(&regress, text),
                    expected,
                    "regress: {source:?}, {text:?}"
                );
            }
        }
    }
}

/// Checks that each text is refused as a pattern, with this part of the message.
#[track_caller]
fn check_refused(cases: &[(&str, &str)]) {
    for (source, reason) in cases {
        let Err(error) = compiled(source) else {
            panic!("{source:?} is accepted as a pattern")
        };
        assert!(error.contains(reason), "{source:?}: {error}");
    }
}
