//! Requests for credentials. A form must not make them, because what is typed into it passes
//! through the client, and often through a model.
//!
//! `elicit-derive` has this file as a symbolic link: the derive looks through names and titles, the
//! asking side through texts that exist only at run time.

/// The credentials that a text asks for, as they are mostly written.
///
/// A credential counts if its words are there in order and whole, however they are joined
/// (`api_key`, `apiKey`, `API key`, `apikey`), and in the plural. It does not count if the next word
/// is the last one and says that the text is about the credential: `ssh_key_name`.
pub(crate) fn credentials(text: &str) -> impl Iterator<Item = String> {
    let phrases = text.split(ends_phrase);
    phrases.flat_map(|phrase| {
        // The last of several capitals begins a word, as in `OTPMethod`, or ends one: `PINs`.
        let readings = [words(phrase, false), words(phrase, true)];
        let found: Vec<String> = readings.iter().flat_map(|words| in_phrase(words)).collect();
        found
    })
}

/// The credentials. A word may begin at a `|`, too. If a text begins with several, the first one
/// counts.
const CREDENTIALS: [&str; 88] = [
    "2 fa code",
    "access key",
    "access token",
    "admin pass",
    "api key",
    "api token",
    "auth code",
    "auth token",
    "authentication code",
    "authentication token",
    "authenticator code",
    "authorisation token",
    "authorization token",
    "backup code",
    "bearer token",
    "card number",
    "card security code",
    "card verification code",
    "card verification value",
    "credential",
    "credit card number",
    "credit card",
    "creds",
    "cvc",
    "cvv",
    "database pass",
    "db pass",
    "debit card number",
    "email pass",
    "encryption key",
    "ftp pass",
    "git|hub token",
    "git|lab token",
    "imap pass",
    "ldap pass",
    "login code",
    "mail pass",
    "mfa code",
    "mfa token",
    "multi factor authentication code",
    "multi factor code",
    "national id",
    "national identification number",
    "national identifier",
    "national identity number",
    "national identity",
    "national insurance number",
    "oauth token",
    "one time code",
    "otp",
    "pass|code",
    "pass|key",
    "pass|phrase",
    "pass|word",
    "pass|wort",
    "passwd",
    "personal identification number",
    "pin code",
    "pin",
    "private key",
    "pwd",
    "recovery code",
    "recovery key",
    "recovery phrase",
    "refresh token",
    "root pass",
    "second factor code",
    "secret id",
    "secret key",
    "secret",
    "seed phrase",
    "session token",
    "sftp pass",
    "signing key",
    "slack token",
    "smtp pass",
    "social security number",
    "ssh key",
    "ssh pass",
    "ssn",
    "sudo pass",
    "totp",
    "two factor authentication code",
    "two factor code",
    "two factor token",
    "two step code",
    "two step verification code",
    "user pass",
];

/// Those that count also at the end of a longer word: `userpassword`. Other words end like the rest:
/// `opinion`.
const IN_LONGER_WORDS: [&str; 4] = ["pass|word", "pass|wort", "pass|phrase", "secret key"];

/// The words that end the name of something about a credential.
const ABOUT: [&str; 6] = ["id", "name", "type", "method", "fingerprint", "enabled"];

#[derive(Default)]
struct Word {
    /// In lower case.
    letters: String,
    /// Whether its letters are apart: `P.I.N.`
    is_spelt: bool,
    /// Whether a full stop is before it: `SSN. Name` asks for two things.
    is_after_stop: bool,
}

/// The credentials in the words of a phrase.
fn in_phrase(words: &[Word]) -> impl Iterator<Item = String> {
    (0..words.len()).filter_map(|start| {
        let words = &words[start..];
        let first_letter = words[0].letters.chars().next()?;
        let begun = |credential: &&str| {
            // Most are ruled out here: the derive looks at every name while a program is compiled.
            credential.starts_with(first_letter)
                && after(credential, words).is_some_and(|rest| !is_about(rest))
        };
        let ended =
            |credential: &&str| ends_with(&words[0].letters, credential) && !is_about(&words[1..]);
        let mut longer = IN_LONGER_WORDS.into_iter();
        let found = CREDENTIALS.into_iter().find(begun);
        found
            .or_else(|| longer.find(ended))
            .map(|credential| credential.replace('|', ""))
    })
}

/// The words after a credential, if they begin with it. Each of them begins where a word of the
/// credential may begin.
fn after<'w>(credential: &str, words: &'w [Word]) -> Option<&'w [Word]> {
    let mut rest = credential;
    for (index, word) in words.iter().enumerate() {
        let plural = || word.letters.strip_suffix('s');
        let taken = without(rest, &word.letters)
            .or_else(|| without(rest, plural()?).filter(|rest| rest.is_empty()))?;
        if taken.is_empty() {
            return Some(&words[index + 1..]);
        }
        rest = taken.strip_prefix([' ', '|'])?;
    }
    None
}

/// What follows the letters in a credential.
fn without<'c>(credential: &'c str, letters: &str) -> Option<&'c str> {
    let mut rest = credential;
    for letter in letters.chars() {
        let next = rest.strip_prefix([' ', '|']).unwrap_or(rest);
        rest = next.strip_prefix(letter)?;
    }
    Some(rest)
}

fn is_about(rest: &[Word]) -> bool {
    let [last] = rest else { return false };
    let name = last.letters.as_str();
    let is_listed = |name| ABOUT.contains(&name);
    !last.is_after_stop && (is_listed(name) || name.strip_suffix('s').is_some_and(is_listed))
}

fn ends_with(word: &str, credential: &str) -> bool {
    let singular = word.strip_suffix('s').unwrap_or(word);
    let letters = credential.replace([' ', '|'], "");
    singular.len() > letters.len() && singular.ends_with(&letters)
}

/// The words of a phrase, in each of which the letters are together, or each by itself.
fn words(phrase: &str, splits_capitals: bool) -> Vec<Word> {
    let characters: Vec<char> = phrase.chars().filter(|&c| !is_invisible(c)).collect();
    let mut words: Vec<Word> = Vec::new();
    let mut is_after_stop = false;
    let mut begun = Word::default();
    for (index, &character) in characters.iter().enumerate() {
        if !character.is_alphanumeric() {
            is_after_stop |= character == '.';
            continue;
        }
        let before = index.checked_sub(1).map_or(' ', |index| characters[index]);
        let is_before_lower = || characters.get(index + 1).is_some_and(|c| c.is_lowercase());
        let begins = !before.is_alphanumeric()
            || before.is_numeric() != character.is_numeric()
            || character.is_uppercase()
                && (before.is_lowercase()
                    || splits_capitals && before.is_uppercase() && is_before_lower());
        if begins {
            push(&mut words, std::mem::take(&mut begun));
            begun.is_after_stop = std::mem::take(&mut is_after_stop);
        }
        begun.letters.extend(character.to_lowercase());
    }
    push(&mut words, begun);
    words
}

/// Adds a word, or a letter to a word whose letters are apart.
fn push(words: &mut Vec<Word>, mut word: Word) {
    word.is_spelt = word.letters.len() == 1 && word.letters.as_bytes()[0].is_ascii_lowercase();
    match words.last_mut() {
        _ if word.letters.is_empty() => {}
        Some(last) if last.is_spelt && word.is_spelt => last.letters.push_str(&word.letters),
        _ => words.push(word),
    }
}

/// Whether a phrase ends here: `Access, tokens` has two.
fn ends_phrase(character: char) -> bool {
    !(character.is_alphanumeric()
        || character.is_whitespace()
        || is_invisible(character)
        || matches!(
            character,
            // Among them the hyphens of typesetters.
            '_' | '-' | '.' | '\'' | '\u{2010}' | '\u{2011}' | '\u{2019}'
        ))
}

/// A space without a width, or an accent on the letter before.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}'
    )
}
