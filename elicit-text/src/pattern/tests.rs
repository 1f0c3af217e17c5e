//! What the compiler makes of a pattern, and what is matched with that.
//!
//! Each match is asked twice: of the compiler, by its steps, and of the pattern, by its table.

mod at_random;
mod ecma_262;
mod properties;
mod slashes;
mod table;

use proptest::test_runner::TestCaseError;
use regress::backends;

use super::{Pattern, compiler::CompiledPattern};
use crate::CountRange;

/// A pattern, and the one of its table.
struct Compiled {
    steps: CompiledPattern,
    table: Pattern,
    lengths: CountRange,
}

/// Whether a text has one of these lengths.
fn has(lengths: CountRange, text: &str) -> bool {
    let length = text.chars().count() as u64;
    lengths.least <= length && lengths.most.is_none_or(|most| length <= most)
}

impl Compiled {
    fn new(source: &str) -> Result<Self, String> {
        let steps = CompiledPattern::new(source).map_err(|error| error.to_string())?;
        let lengths = steps.lengths().unwrap_or_default();
        let parts = steps.table();
        let table = Pattern::new(
            source.to_owned().leak(),
            lengths,
            Box::leak(Box::new(parts.ascii)),
            parts.ranges.leak(),
            parts.end,
            parts.entries.leak(),
        );
        assert_eq!((table.as_str(), table.lengths()), (source, lengths));
        Ok(Self {
            steps,
            table,
            lengths,
        })
    }

    /// A pattern that is made at random may be too large.
    fn random(source: &str) -> Result<Self, TestCaseError> {
        Self::new(source).map_err(|reason| {
            if reason.contains("too large") {
                TestCaseError::reject(reason)
            } else {
                TestCaseError::fail(reason)
            }
        })
    }

    #[track_caller]
    fn is_match(&self, text: &str) -> bool {
        let matches = self.steps.is_match(text);
        let source = self.steps.as_str();
        assert_eq!(
            self.table.is_match(text),
            matches,
            "table of {source:?} on {text:?}"
        );
        matches
    }
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
        let pattern = Compiled::new(source).unwrap_or_else(|error| panic!("{source}: {error}"));
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
        let Err(error) = Compiled::new(source) else {
            panic!("{source:?} is accepted as a pattern")
        };
        assert!(error.contains(reason), "{source:?}: {error}");
    }
}
