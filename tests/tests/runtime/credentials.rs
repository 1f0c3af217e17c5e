//! The words of credentials in texts of run time, which are logged.

use elicit_core::{Revision, testing::User};
use proptest::prelude::*;

use crate::{log::listen, seal::at_once};

/// Some of them, and what the log calls them.
const WORDS: [(&str, &str); 22] = [
    ("password", "password"),
    ("passwort", "passwort"),
    ("passphrase", "passphrase"),
    ("passcode", "passcode"),
    ("api key", "api key"),
    ("api-key", "api key"),
    ("api_key", "api key"),
    ("apikey", "api key"),
    ("access token", "access token"),
    ("github token", "github token"),
    ("private key", "private key"),
    ("ssh key", "ssh key"),
    ("seed phrase", "seed phrase"),
    ("secret", "secret"),
    ("credential", "credential"),
    ("credit card", "credit card"),
    ("card number", "card number"),
    ("cvv", "cvv"),
    ("otp", "otp"),
    ("one-time code", "one time code"),
    ("pass-word", "password"),
    ("national id", "national id"),
];

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

/// One of the words, in whatever case, and what the log calls it.
fn word() -> impl Strategy<Value = (String, &'static str)> {
    let word = prop::sample::select(&WORDS[..]);
    (word, any::<bool>()).prop_map(|((word, called), shout)| {
        let word = if shout {
            word.to_ascii_uppercase()
        } else {
            word.to_owned()
        };
        (word, called)
    })
}

proptest! {
    /// No word begins with one of these letters, and none is made of them alone.
    #[test]
    fn the_first_is_found(
        before in "([fhjklmqvwxyzFé1 _-]{0,8}[ ,:(?])?",
        (word, called) in word(),
        plural in "s?",
        after in "[ ,:)?][fhjklmqvwxyzFé1 _-]{0,8}",
        (other, _) in word(),
    ) {
        let text = [&*before, &*word, &*plural, &*after, ", ", &*other].concat();
        let found = by_log(&text);
        prop_assert_eq!(found.as_deref(), Some(called), "{}", text);
    }

    #[test]
    fn parts_of_words_are_not_found(
        before in "[fhjklmqvwxyz]{1,8}",
        (word, _) in word(),
        after in "[fhjklmqvwxyz]{1,8}",
    ) {
        let text = word.replace([' ', '-', '_'], "").to_lowercase();
        prop_assert_eq!(by_log(&[&*before, &*text].concat()), None);
        prop_assert_eq!(by_log(&[&*text, &*after].concat()), None);
    }
}

#[test]
fn each_is_found() {
    for (word, called) in WORDS {
        let text = format!("Your {word}s?");
        assert_eq!(by_log(&text).as_deref(), Some(called));
        assert_eq!(by_log(&format!("Your x{word}")), None);
    }
}

#[test]
fn an_ordinary_word_is_not_found() {
    for text in [
        "Pin the version?",
        "The opinion of a secretary?",
        "Which ssh key name?",
    ] {
        assert_eq!(by_log(text), None);
    }
}
