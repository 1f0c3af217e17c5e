//! Texts that only exist at run time, looked at before they go out.
//!
//! What stands in the code was looked at by its author, and by the derive. A message may quote
//! whatever the server was told, and a person reads it with the server's
//! authority: no links (a form is no place to send a person elsewhere; that is
//! URL mode), and nothing that shows other characters than it contains. A request
//! for a credential is only guessed at, so that is a warning.

use std::borrow::Cow;

use crate::choices::Choice;

/// What is wrong with a message or a title.
pub(super) fn fault(text: &str) -> Option<Cow<'static, str>> {
    let link = || {
        has_link(text).then_some(Cow::Borrowed(
            "its text has a link; a form may not have one, and `Ask::url` is there for pages to \
             visit",
        ))
    };
    hidden(text).or_else(link)
}

/// What is wrong with the label of an option. A value that is shown for want of a title
/// may be an address: it is what there is to choose.
pub(super) fn option_fault(option: &Choice) -> Option<Cow<'static, str>> {
    let found = match option.title() {
        Some(title) => fault(title),
        None => hidden(option.value()),
    };
    found.or_else(|| {
        is_blank(option.label()).then_some(Cow::Borrowed(
            "there is nothing to see of an option, neither a title nor a value",
        ))
    })
}

fn hidden(text: &str) -> Option<Cow<'static, str>> {
    let character = text.chars().find(|&character| is_hidden(character))?;
    Some(Cow::Owned(format!(
        "its text has a control character or one that nobody sees (U+{:04X}); newlines and tabs \
         are allowed",
        u32::from(character),
    )))
}

/// Control characters, those that change the order in which text is shown, and those
/// that show nothing, with which two texts look alike or one says more than is seen.
/// The joiners (U+200C, U+200D) and the marks of Arabic and Hebrew (U+061C, U+200E,
/// U+200F) are none: emoji and some scripts are written with them. (Three flags are
/// written with tags, which are.) The derive knows the same characters, in its `hidden.rs`.
fn is_hidden(character: char) -> bool {
    match character {
        // Nearly all of them.
        ' '..='~' | '\n' | '\t' => false,
        '\u{AD}'
        | '\u{34F}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{180E}'
        | '\u{200B}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{E0000}'..='\u{E007F}' => true,
        _ => character.is_control(),
    }
}

/// Whether a person sees nothing of a text at all. The derive asks the same of a title.
fn is_blank(text: &str) -> bool {
    let goes_with_others =
        |c| matches!(c, '\u{61C}' | '\u{200C}'..='\u{200F}' | '\u{2800}' | '\u{FE00}'..='\u{FE0F}');
    text.chars()
        .all(|c| c.is_whitespace() || goes_with_others(c))
}

/// An address with its scheme, one that clients make into a link all the same,
/// and a link in Markdown.
fn has_link(text: &str) -> bool {
    let has_scheme = text.match_indices("://").any(|(place, slashes)| {
        ends_with_word(&text[..place]) && begins_with_name(&text[place + slashes.len()..])
    });
    let has_host = text.match_indices('.').any(|(place, _)| {
        let before = &text[..place];
        ends_with(before, "www")
            && !ends_with_word(&before[..place - "www".len()])
            && text[place + 1..].starts_with(char::is_alphanumeric)
    });
    let opaque = [("mailto", ""), ("javascript", ""), ("data", "text/")];
    let has_opaque = text.match_indices(':').any(|(place, colon)| {
        let (before, behind) = (&text[..place], &text[place + colon.len()..]);
        opaque.iter().any(|(scheme, kind)| {
            ends_with(before, scheme)
                && begins_with(behind.as_bytes(), kind)
                && begins_with_name(&behind[kind.len()..])
        })
    });
    has_scheme || has_host || has_opaque || text.split("](").skip(1).any(begins_with_address)
}

/// Whether the parentheses of `[text](address)` hold an address. `array[0](x)` is no
/// link to anywhere, and no more is `[0..9](default: 5)`.
fn begins_with_address(text: &str) -> bool {
    let text = text.trim_start();
    let end = text.find(|c: char| c == ')' || c.is_whitespace());
    let (address, rest) = text.split_at(end.unwrap_or(text.len()));
    let mut dots = address.match_indices('.');
    // Behind it there is a title in quotes, if anything.
    rest.trim_start().starts_with([')', '"', '\'', '('])
        && (address.contains([':', '/', '#'])
            || dots.any(|(place, _)| address[place + 1..].starts_with(char::is_alphanumeric)))
}

/// Whether something stands behind a scheme. Alone it is only spoken of.
fn begins_with_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || "/[%~_".contains(c))
}

fn ends_with_word(text: &str) -> bool {
    text.ends_with(|character: char| character.is_ascii_alphanumeric())
}

/// In whatever case, as the next.
fn begins_with(text: &[u8], word: &str) -> bool {
    let begin = text.get(..word.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(word.as_bytes()))
}

fn ends_with(text: &str, word: &str) -> bool {
    let end = text
        .len()
        .checked_sub(word.len())
        .and_then(|at| text.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(word))
}

/// Words that speak of a credential. The derive refuses more of them in names and titles, in
/// its `sensitive.rs`.
const CREDENTIALS: [&str; 20] = [
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

/// The first of these that begins somewhere in the text, and not within a word.
pub(super) fn credential(text: &str) -> Option<&'static str> {
    let mut found = None;
    let mut earlier = &CREDENTIALS[..];
    let mut rest = text.as_bytes();
    loop {
        // They are looked at where one can begin only, since texts may be long.
        let initial = rest.first().map(u8::to_ascii_lowercase);
        if let Some(initial @ (b'a' | b'c' | b'g' | b'o' | b'p' | b's')) = initial {
            let at = earlier
                .iter()
                .position(|word| word.as_bytes()[0] == initial && begins_with(rest, word));
            if let Some(at) = at {
                found = Some(earlier[at]);
                earlier = &earlier[..at];
            }
        }
        let Some(end) = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()) else {
            return found;
        };
        rest = &rest[end + 1..];
    }
}
