//! Which texts the core is left to judge.

use std::panic::catch_unwind;

use elicit_core::__private::assert::{AnswerKind, no_credential};
use proptest::{collection::vec, prelude::*, sample::select};

use crate::generate::may_ask_for_credential;

/// Whether the core refuses it.
fn asks_for_credential(text: &str) -> bool {
    catch_unwind(|| no_credential("field", "name", text, AnswerKind::Open)).is_err()
}

/// The words of all credentials, and others.
const WORDS: [&str; 64] = [
    "api",
    "key",
    "token",
    "access",
    "auth",
    "authentication",
    "authorization",
    "authorisation",
    "bearer",
    "credential",
    "creds",
    "cvv",
    "cvc",
    "card",
    "number",
    "credit",
    "security",
    "code",
    "verification",
    "value",
    "db",
    "pass",
    "debit",
    "encryption",
    "git",
    "hub",
    "lab",
    "national",
    "id",
    "identity",
    "identifier",
    "identification",
    "insurance",
    "oauth",
    "otp",
    "one",
    "time",
    "word",
    "wort",
    "phrase",
    "passwd",
    "pwd",
    "private",
    "pin",
    "personal",
    "refresh",
    "recovery",
    "secret",
    "session",
    "slack",
    "ssh",
    "signing",
    "seed",
    "ssn",
    "social",
    "totp",
    "of",
    "name",
    "count",
    "p",
    "i",
    "n",
    "user",
    "x",
];

fn text() -> impl Strategy<Value = String> {
    let joint = select(vec!["", "", "_", "-", " ", "/", ".", "\u{301}", ", "]);
    let word = (select(WORDS.to_vec()), 0..4_u8).prop_map(|(word, spelling)| match spelling {
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_asks_for_a_credential_is_left_to_the_core(text in text()) {
        prop_assert!(may_ask_for_credential(&text) || !asks_for_credential(&text), "{text}");
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
        assert!(!may_ask_for_credential(name), "{name}");
    }
}
