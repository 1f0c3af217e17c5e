//! The words for credentials in texts of run time, compared with their plain definition.

use elicit_core::{Revision, testing::User};
use proptest::prelude::*;

use crate::{log::listen, seal::at_once};

/// If a text has several of them, the log has the first in this list.
const WORDS: [&str; 56] = [
    "api key",
    "api token",
    "access key",
    "access token",
    "auth token",
    "authentication token",
    "authorization token",
    "authorisation token",
    "bearer token",
    "credential",
    "creds",
    "cvv",
    "cvc",
    "card number",
    "credit card number",
    "credit card",
    "card security code",
    "card verification code",
    "card verification value",
    "db pass",
    "debit card number",
    "encryption key",
    "git hub token",
    "git lab token",
    "national id",
    "national identity",
    "national identifier",
    "national identification number",
    "national identity number",
    "national insurance number",
    "oauth token",
    "otp",
    "one time code",
    "pass word",
    "pass wort",
    "pass phrase",
    "passwd",
    "pwd",
    "pass code",
    "pass key",
    "private key",
    "pin code",
    "personal identification number",
    "refresh token",
    "recovery phrase",
    "secret key",
    "secret",
    "secret id",
    "session token",
    "slack token",
    "ssh key",
    "signing key",
    "seed phrase",
    "ssn",
    "social security number",
    "totp",
];

/// In the log, some of them are written as one word.
fn in_log(words: &str) -> String {
    let apart = ["pass ", "git hub", "git lab"];
    let is_one = apart.iter().any(|start| words.starts_with(start));
    words.replacen(' ', if is_one { "" } else { " " }, 1)
}

/// The words joined by nothing, a space, `-` or `_`.
fn spellings(words: &str) -> Vec<String> {
    let mut parts = words.split(' ');
    let first = vec![parts.next().unwrap_or_default().to_owned()];
    parts.fold(first, |spellings, part| {
        let joined = spellings.iter();
        joined
            .flat_map(|before| ["", " ", "-", "_"].map(|joint| format!("{before}{joint}{part}")))
            .collect()
    })
}

/// A word counts at its beginning, in whatever case, and not after a letter or a digit.
fn by_definition(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let is_found = |word: &String| {
        let mut places = text.match_indices(word);
        places.any(|(place, _)| !text[..place].ends_with(|c: char| c.is_ascii_alphanumeric()))
    };
    let found = WORDS
        .into_iter()
        .find(|words| spellings(words).iter().any(is_found));
    found.map(in_log)
}

/// What the log says of a question with this text.
fn by_log(text: &str) -> Option<String> {
    let (log, _guard) = listen();
    let user = User::new().declines("sure");
    let _ = at_once(user.run(Revision::V2025_11_25, async |ask| {
        ask.confirm("sure", text).await.map(drop)
    }));
    assert_eq!(user.asked().len(), 1, "{text}");
    let lines = log.lines.lock().unwrap();
    let line = lines.iter().find(|line| line.contains("credential,"))?;
    let (_, word) = line.split_once(" word=\"")?;
    Some(word.split_once('"')?.0.to_owned())
}

/// One of the words, in one of its spellings.
fn word() -> impl Strategy<Value = String> {
    prop::sample::select(&WORDS[..]).prop_flat_map(|words| prop::sample::select(spellings(words)))
}

/// Whole words, their parts, and what may stand between them.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => word(),
        2 => (word(), any::<prop::sample::Index>())
            .prop_map(|(word, at)| word[at.index(word.len())..].to_owned()),
        2 => (word(), any::<prop::sample::Index>())
            .prop_map(|(word, at)| word[..at.index(word.len())].to_owned()),
        6 => "[ _é1xs-]{1,2}",
    ];
    let shout = (part, any::<bool>()).prop_map(|(part, shout)| {
        if shout {
            part.to_ascii_uppercase()
        } else {
            part
        }
    });
    prop::collection::vec(shout, 0..6).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn they_are_found_where_they_begin(text in text()) {
        prop_assert_eq!(by_log(&text), by_definition(&text));
    }
}

#[test]
fn each_is_found() {
    for words in WORDS {
        for word in spellings(words) {
            let text = format!("Your {word}s?");
            assert!(by_log(&text).is_some(), "{text}");
            assert_eq!(by_log(&text), by_definition(&text));
        }
        let within = format!("Your x{}", words.replace(' ', ""));
        assert_eq!(by_log(&within), None, "{within}");
    }
}

#[test]
fn they_are_called_what_people_call_them() {
    for (text, called) in [
        ("Dein Passwort?", "passwort"),
        ("The pass-phrase", "passphrase"),
        ("Your GitHub token", "github token"),
        ("API-keys", "api key"),
        ("A one-time code", "one time code"),
        ("The secretary", "secret"),
    ] {
        assert_eq!(by_log(text).as_deref(), Some(called));
    }
}

/// What is a credential in a title is an ordinary word in a sentence.
#[test]
fn a_pin_is_not_found() {
    for text in ["Pin the version?", "The pin", "Your PIN?"] {
        assert_eq!(by_log(text), None);
    }
}
