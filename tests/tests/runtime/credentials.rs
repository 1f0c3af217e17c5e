//! The words for credentials in texts of run time.

use elicit_core::{Revision, testing::User};
use proptest::prelude::*;

use crate::{log::listen, seal::at_once};

const WORDS: [&str; 61] = [
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
    "mfa code",
    "two factor code",
    "recovery code",
    "backup code",
    "smtp pass",
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

/// A sentence without a credential, before or after one.
fn sentence() -> impl Strategy<Value = String> {
    prop::collection::vec("[f-mF-Mé]{1,6}|[0-9]{1,3}", 0..4).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn a_credential_is_found_anywhere_in_a_sentence(
        (before, word, after) in (sentence(), word(), sentence()),
        end in "[?!.,:;]?",
    ) {
        let text = format!("{before} {word}{end} {after} ?");
        prop_assert!(by_log(&text).is_some(), "{text}");
    }

    #[test]
    fn a_credential_is_not_found_within_a_word((start, word) in ("[b-m]{1,3}", word())) {
        prop_assume!(!word.contains([' ', '-', '_']) && !word.starts_with("pass"));
        prop_assume!(!word.starts_with("secret"));
        let text = format!("Your {start}{word}?");
        prop_assert_eq!(by_log(&text), None);
    }
}

#[test]
fn each_credential_is_found_in_every_spelling() {
    for words in WORDS {
        for word in spellings(words) {
            let text = format!("Your {word}s?");
            assert_eq!(by_log(&text), Some(in_log(words)), "{text}");
        }
    }
}

#[test]
fn credentials_are_logged_by_their_usual_names() {
    for (text, called) in [
        ("Dein Passwort?", "passwort"),
        ("The pass-phrase", "passphrase"),
        ("Your GitHub token", "github token"),
        ("API-keys", "api key"),
        ("A one-time code", "one time code"),
    ] {
        assert_eq!(by_log(text).as_deref(), Some(called));
    }
}

#[test]
fn ordinary_words_that_begin_like_a_credential_are_not_found() {
    for text in [
        "The secretary",
        "A passwordless login",
        "Without credentialing",
    ] {
        assert_eq!(by_log(text), None);
    }
}

/// “PIN” is a credential in a title, and an ordinary word in a sentence.
#[test]
fn a_pin_in_a_sentence_is_not_a_credential() {
    for text in ["Pin the version?", "The pin", "Your PIN?"] {
        assert_eq!(by_log(text), None);
    }
}
