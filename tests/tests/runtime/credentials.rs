//! The words that speak of a credential, held against their plain definition.

use elicit_core::{Revision, testing::User};
use proptest::prelude::*;

use crate::{log::listen, seal::at_once};

/// The first of them in the list is told, wherever it stands.
const WORDS: [&str; 20] = [
    "password",
    "passwort",
    "passphrase",
    "passcode",
    "api key",
    "api-key",
    "api_key",
    "apikey",
    "access token",
    "github token",
    "private key",
    "ssh key",
    "seed phrase",
    "secret",
    "credential",
    "credit card",
    "card number",
    "cvv",
    "otp",
    "one-time code",
];

/// A word counts at its beginning, in whatever case, and not behind a letter or a digit.
fn by_definition(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    WORDS.into_iter().find(|word| {
        let mut places = text.match_indices(word);
        places.any(|(place, _)| !text[..place].ends_with(|c: char| c.is_ascii_alphanumeric()))
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

/// Whole words, their parts, and what may stand between them.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => prop::sample::select(&WORDS[..]).prop_map(str::to_owned),
        2 => (prop::sample::select(&WORDS[..]), any::<prop::sample::Index>())
            .prop_map(|(word, at)| word[at.index(word.len())..].to_owned()),
        2 => (prop::sample::select(&WORDS[..]), any::<prop::sample::Index>())
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
        let found = by_log(&text);
        prop_assert_eq!(found.as_deref(), by_definition(&text));
    }
}

#[test]
fn each_is_found() {
    for word in WORDS {
        let text = format!("Your {word}s?");
        assert_eq!(by_log(&text).as_deref(), Some(word));
        assert_eq!(by_log(&format!("Your x{word}")), None);
    }
}
