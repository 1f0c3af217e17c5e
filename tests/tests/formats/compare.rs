//! Comparison of our verdicts with those of others, over texts made up as they
//! go. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` set how many and which.

use std::cell::Cell;

use elicit_core::Format;
use jsonschema::{Draft, Validator};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

/// A JSON Schema validator that asserts `format` and nothing else.
pub(crate) fn validator(format: Format) -> Validator {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .should_ignore_unknown_formats(false)
        .build(&json!({ "format": format.as_str() }))
        .unwrap()
}

pub(crate) fn accepted_by(validator: &Validator, text: &str) -> bool {
    validator.is_valid(&Value::from(text))
}

/// Our verdict on each text is the oracle's, unless `excuse` names the rule by
/// which the oracle is wrong.
pub(crate) fn agree(
    format: Format,
    texts: impl Strategy<Value = String>,
    oracle: impl Fn(&str) -> bool,
    excuse: impl Fn(&str, bool) -> Option<&'static str>,
) {
    let (accepted, refused, excused) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |cell: &Cell<u32>| cell.set(cell.get() + 1);
    run(texts, 8, |text| {
        let (ours, theirs) = (format.accepts(&text), oracle(&text));
        if ours == theirs {
            count(if ours { &accepted } else { &refused });
        } else {
            let rule = excuse(&text, ours);
            prop_assert!(
                rule.is_some(),
                "we say {ours}, the oracle {theirs}: {text:?}"
            );
            count(&excused);
        }
        Ok(())
    });
    // Otherwise the texts are all alike and agreement says little.
    let total = accepted.get() + refused.get() + excused.get();
    assert!(
        accepted.get() * 20 > total,
        "{accepted:?} accepted of {total}"
    );
    assert!(refused.get() * 20 > total, "{refused:?} refused of {total}");
    assert!(excused.get() * 10 < total, "{excused:?} excused of {total}");
}

/// We accept each text.
pub(crate) fn accept(format: Format, texts: impl Strategy<Value = String>) {
    run(texts, 2, |text| {
        prop_assert!(format.accepts(&text), "{text:?}");
        Ok(())
    });
}

fn run(
    texts: impl Strategy<Value = String>,
    times: u32,
    test: impl Fn(String) -> Result<(), TestCaseError>,
) {
    let defaults = ProptestConfig::default();
    let mut runner = TestRunner::new(ProptestConfig {
        cases: defaults.cases * times,
        // A case worth keeping becomes a named test, not a file beside them.
        failure_persistence: None,
        ..defaults
    });
    if let Err(error) = runner.run(&texts, test) {
        panic!("{error}");
    }
}

/// Valid texts, valid texts with a slip or a few, soup of the characters that
/// mean something, and anything at all.
pub(crate) fn hostile(
    valid: impl Strategy<Value = String> + Clone + 'static,
    meaningful: &'static str,
) -> impl Strategy<Value = String> {
    let characters = select(meaningful.chars().collect::<Vec<_>>());
    let soup = prop::collection::vec(characters, 0..24).prop_map(String::from_iter);
    prop_oneof![
        2 => valid.clone(),
        4 => slips(valid, meaningful),
        1 => soup,
        1 => any::<String>(),
    ]
}

#[derive(Debug, Clone)]
enum Slip {
    Insert(Index, char),
    Replace(Index, char),
    Remove(Index),
    Repeat(Index, usize, usize),
}

fn slips(
    valid: impl Strategy<Value = String>,
    meaningful: &'static str,
) -> impl Strategy<Value = String> {
    let character = || {
        prop_oneof![
            8 => select(meaningful.chars().collect::<Vec<_>>()),
            1 => any::<char>(),
        ]
    };
    let slip = prop_oneof![
        (any::<Index>(), character()).prop_map(|(at, with)| Slip::Insert(at, with)),
        (any::<Index>(), character()).prop_map(|(at, with)| Slip::Replace(at, with)),
        any::<Index>().prop_map(Slip::Remove),
        // What is long is read in another way.
        (
            any::<Index>(),
            1..5_usize,
            prop_oneof![3 => Just(1), 1 => 2..150_usize]
        )
            .prop_map(|(at, length, times)| Slip::Repeat(at, length, times)),
    ];
    (valid, prop::collection::vec(slip, 1..=3)).prop_map(|(text, slips)| {
        let mut text: Vec<char> = text.chars().collect();
        for slip in slips {
            match slip {
                Slip::Insert(at, with) => text.insert(at.index(text.len() + 1), with),
                _ if text.is_empty() => {}
                Slip::Replace(at, with) => {
                    let at = at.index(text.len());
                    text[at] = with;
                }
                Slip::Remove(at) => {
                    text.remove(at.index(text.len()));
                }
                Slip::Repeat(at, length, times) => {
                    let start = at.index(text.len());
                    let end = text.len().min(start + length);
                    let repeated = text[start..end].repeat(times);
                    text.splice(start..start, repeated);
                }
            }
        }
        String::from_iter(text)
    })
}
