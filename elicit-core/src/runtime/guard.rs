//! Texts that only exist at run time, looked at before they go out.
//!
//! What stands in the code was looked at by its author. A message may quote
//! whatever the server was told, and a person reads it with the server's
//! authority: no links (a form is no place to send a person elsewhere; that is
//! URL mode), and nothing that shows other characters than it contains. A request
//! for a credential is only guessed at, so that is a warning.

use std::borrow::Cow;

/// What is wrong with a message or a title.
pub(super) fn fault(text: &str) -> Option<Cow<'static, str>> {
    if let Some(character) = text.chars().find(|&character| is_hidden(character)) {
        return Some(Cow::Owned(format!(
            "its text has a control character or one that nobody sees (U+{:04X}); newlines and tabs \
             are allowed",
            u32::from(character),
        )));
    }
    has_link(text).then_some(Cow::Borrowed(
        "its text has a link; a form may not have one, and `Ask::url` is there for pages to visit",
    ))
}

/// Control characters, those that change the order in which text is shown, and those
/// that show nothing, with which two texts look alike. The joiners (U+200C, U+200D)
/// are none: emoji and some scripts are written with them.
fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{200B}'
        | '\u{2060}'..='\u{2064}'
        | '\u{FEFF}' => true,
        _ => character.is_control(),
    }
}

/// An address with its scheme, one that clients make into a link all the same,
/// and a link in Markdown.
fn has_link(text: &str) -> bool {
    let has_scheme = text
        .match_indices("://")
        .any(|(place, _)| ends_with_word(&text[..place]));
    let has_host = text.match_indices('.').any(|(place, _)| {
        let before = &text[..place];
        let word = before.len().checked_sub(3).and_then(|at| before.get(at..));
        word.is_some_and(|word| word.eq_ignore_ascii_case("www"))
            && !before.get(..place - 3).is_some_and(ends_with_word)
            && text[place + 1..].starts_with(char::is_alphanumeric)
    });
    let has_opaque = ["mailto:", "javascript:", "data:text/"]
        .iter()
        .any(|scheme| find_ignoring_case(text, scheme).is_some());
    has_scheme || has_host || has_opaque || text.split("](").skip(1).any(begins_with_address)
}

/// Whether the parentheses of `[text](address)` hold an address. `array[0](x)` is no
/// link to anywhere.
fn begins_with_address(text: &str) -> bool {
    let end = text.find(|c: char| c == ')' || c.is_whitespace());
    let address = &text[..end.unwrap_or(text.len())];
    let mut dots = address.match_indices('.');
    address.contains([':', '/', '#'])
        || dots.any(|(place, _)| address[place + 1..].starts_with(char::is_alphanumeric))
}

fn ends_with_word(text: &str) -> bool {
    text.ends_with(|character: char| character.is_ascii_alphanumeric())
}

fn find_ignoring_case(text: &str, what: &str) -> Option<usize> {
    text.as_bytes()
        .windows(what.len())
        .position(|window| window.eq_ignore_ascii_case(what.as_bytes()))
}

/// A word in the text that speaks of a credential, if there is one.
pub(super) fn credential(text: &str) -> Option<&'static str> {
    const WORDS: [&str; 14] = [
        "password",
        "passwort",
        "passphrase",
        "passcode",
        "api key",
        "api-key",
        "api_key",
        "apikey",
        "access token",
        "private key",
        "secret",
        "credential",
        "cvv",
        "one-time code",
    ];
    WORDS.into_iter().find(|word| {
        find_ignoring_case(text, word).is_some_and(|place| !ends_with_word(&text[..place]))
    })
}
