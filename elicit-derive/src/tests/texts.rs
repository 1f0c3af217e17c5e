//! Every text that the core refuses is left to the core.

use std::panic::{UnwindSafe, catch_unwind};

use elicit_core::__private::{
    assert::{self, AnswerKind},
    credentials,
};
use proptest::{collection::vec, prelude::*, sample::select};

use crate::generate::{is_plain, may_ask_for_credential};

fn is_refused(judge: impl FnOnce() + UnwindSafe) -> bool {
    catch_unwind(judge).is_err()
}

fn asks_for_credential(text: &str) -> bool {
    is_refused(|| assert::no_credential("field", "name", text, AnswerKind::Open))
}

/// The words of credentials, and others.
fn words() -> Vec<&'static str> {
    const OTHERS: [&str; 7] = ["of", "name", "count", "p", "i", "n", "user"];
    let words = all_credentials().flat_map(|words| words.split(' '));
    words.chain(OTHERS).collect()
}

fn all_credentials() -> impl Iterator<Item = &'static str> {
    (b'a'..=b'z').flat_map(credentials).copied()
}

fn name() -> impl Strategy<Value = String> {
    let joint = select(vec!["", "", "_", "-", " ", "/", ".", "\u{301}", ", "]);
    let word = (select(words()), 0..4_u8).prop_map(|(word, spelling)| match spelling {
        0 => word.to_uppercase(),
        1 => format!("{}{}", word[..1].to_uppercase(), &word[1..]),
        2 => format!("{word}s"),
        _ => word.to_owned(),
    });
    vec((word, joint), 1..5).prop_map(|words| {
        let words = words.into_iter();
        words.map(|(word, joint)| word + joint).collect()
    })
}

/// Parts of links, and what is invisible.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        select(vec![
            "https",
            "://",
            "www.",
            "WWW.",
            "Www.",
            "mailto:",
            "javascript:",
            "data:",
            ":",
            "](",
            "[a]",
            "a.b",
            ")",
            " ",
            "\t",
            "\n",
            "\u{7f}",
            "\u{200b}",
            "\u{a0}",
        ])
        .prop_map(str::to_owned),
        "[ -~]{0,3}",
        any::<char>().prop_map(String::from),
    ];
    vec(part, 0..6).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_name_that_asks_for_a_credential_is_left_to_the_core(name in name()) {
        prop_assert!(may_ask_for_credential(&name) || !asks_for_credential(&name), "{name}");
    }

    #[test]
    fn a_text_that_is_refused_is_left_to_the_core(text in text()) {
        for judge in [assert::wire_name, assert::title, assert::description, assert::comment] {
            prop_assert!(!is_plain(&text) || !is_refused(|| judge("field", &text)), "{text:?}");
        }
    }
}

#[test]
fn each_credential_is_left_to_the_core() {
    for words in all_credentials() {
        assert!(asks_for_credential(words), "{words}");
        assert!(may_ask_for_credential(words), "{words}");
    }
}

#[test]
fn ordinary_names_are_not() {
    for name in [
        "replicas",
        "branch",
        "Notify",
        "more_of",
        "Start on",
        "environment",
    ] {
        assert!(!may_ask_for_credential(name) && is_plain(name), "{name}");
    }
}
