//! Requests for credentials. A form must not make them: what is typed into it passes through
//! the client, and often through a model.

use super::{first_char, is_letter};

/// The credential that a name or a title asks for, as it is mostly written.
///
/// It has all the words of the credential in order, whole, however they are joined (`api_key`,
/// `apiKey`, `API key`, `apikey`), and in the plural. Some words count also at the end of a longer
/// one: `userpassword`.
pub(crate) const fn find_credential(name: &str) -> Option<&'static str> {
    let mut phrase = Phrase::at(name.as_bytes());
    loop {
        phrase.skip_letters();
        let start = phrase;
        match phrase.next_letter() {
            Some(first) => {
                if let Some(words) = start.credential(&first, phrase) {
                    return Some(words);
                }
            }
            None => match first_char(phrase.rest) {
                Some((_, rest)) => phrase = Phrase::at(rest),
                None => return None,
            },
        }
    }
}

/// The credential that a sentence seems to ask for: of those that it speaks of, the first in the
/// list below. This is a guess.
///
/// A credential counts where it begins, in whatever case, and not after a letter or a digit.
#[cfg(feature = "runtime")]
pub(crate) fn find_credential_in_sentence(text: &str) -> Option<&'static str> {
    let text = text.as_bytes();
    let begins = |&at: &usize| at == 0 || !text[at - 1].is_ascii_alphanumeric();
    let found = (0..text.len()).filter(begins).filter_map(|at| {
        let initial = text[at].to_ascii_lowercase();
        // A pin is an ordinary thing, too: `Pin the version?`
        let is_begun = |words: &&str| **words != *"pin" && begins_with(&text[at..], words);
        let index = credentials(initial).iter().position(is_begun)?;
        Some((initial, index))
    });
    let (initial, index) = found.min()?;
    Some(written(credentials(initial)[index]))
}

/// Whether a text begins with these words, which may be joined by a space, `-` or `_`.
#[cfg(feature = "runtime")]
fn begins_with(mut text: &[u8], words: &str) -> bool {
    words.bytes().all(|byte| match (byte, text) {
        (b' ', [b' ' | b'-' | b'_', rest @ ..]) => {
            text = rest;
            true
        }
        (b' ', _) => true,
        (_, [first, rest @ ..]) => {
            text = rest;
            first.eq_ignore_ascii_case(&byte)
        }
        (_, []) => false,
    })
}

/// The credentials with this initial letter. Each has one of the words by which the derive decides
/// what to have judged (`generate/texts.rs`). If a text begins with two of them, the first one counts.
#[must_use]
pub const fn credentials(initial: u8) -> &'static [&'static str] {
    match initial {
        b'a' => &[
            "api key",
            "api token",
            "access key",
            "access token",
            "auth token",
            "authentication token",
            "authorization token",
            "authorisation token",
        ],
        b'b' => &["bearer token"],
        b'c' => &[
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
        ],
        b'd' => &["db pass", "debit card number"],
        b'e' => &["encryption key"],
        b'g' => &["git hub token", "git lab token"],
        b'n' => &[
            "national id",
            "national identity",
            "national identifier",
            "national identification number",
            "national identity number",
            "national insurance number",
        ],
        b'o' => &["oauth token", "otp", "one time code"],
        b'p' => &[
            "pass word",
            "pass wort",
            "pass phrase",
            "passwd",
            "pwd",
            "pass code",
            "pass key",
            "private key",
            "pin code",
            "pin",
            "personal identification number",
        ],
        b'r' => &["refresh token", "recovery phrase"],
        b's' => &[
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
        ],
        b't' => &["totp"],
        _ => &[],
    }
}

/// Those whose words count also at the end of longer words. Other words end like the rest:
/// `opinion`.
const IN_LONGER_WORDS: &[&str] = &["pass word", "pass wort", "pass phrase", "secret key"];

/// The words that end the name of something about a credential: `ssh_key_name`.
const ABOUT: [&str; 6] = ["id", "name", "type", "method", "fingerprint", "enabled"];

/// The words of a credential as they are mostly written.
const fn written(words: &'static str) -> &'static str {
    match words.as_bytes() {
        b"pass word" => "password",
        b"pass wort" => "passwort",
        b"pass phrase" => "passphrase",
        b"pass code" => "passcode",
        b"pass key" => "passkey",
        b"git hub token" => "github token",
        b"git lab token" => "gitlab token",
        _ => words,
    }
}

/// The rest of a text, up to where its phrase ends: `Access, tokens` has two.
#[derive(Clone, Copy)]
struct Phrase<'a> {
    rest: &'a [u8],
    /// The character before, without invisible ones.
    before: Character,
    /// Whether what was read can be one name: `PIN / ID` asks for either.
    is_one_name: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Character {
    LowerCase,
    UpperCase,
    /// What separates the words of a phrase.
    Joint,
    /// A space without a width, or an accent on the letter before.
    Invisible,
    EndOfPhrase,
}

struct Letter {
    /// In lower case; `?` outside of ASCII.
    lower: u8,
    begins: Begins,
}

/// Whether a letter begins a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Nothing,
    Word,
    /// The last of several capitals begins a word, as in `APIKey`, or ends one, as in `APIkey`
    /// and `PINs`.
    Perhaps,
}

impl<'a> Phrase<'a> {
    const fn at(text: &'a [u8]) -> Self {
        Self {
            rest: text,
            before: Character::Joint,
            is_one_name: true,
        }
    }

    /// The next letter of the phrase.
    const fn next_letter(&mut self) -> Option<Letter> {
        // Nearly all of them, without a call: to the compiler, calls are expensive.
        if let [byte @ b'a'..=b'z', rest @ ..] = self.rest {
            let begins = match self.before {
                Character::LowerCase | Character::UpperCase => Begins::Nothing,
                _ => Begins::Word,
            };
            self.rest = rest;
            self.before = Character::LowerCase;
            return Some(Letter {
                lower: *byte,
                begins,
            });
        }
        while let Some((character, rest)) = first_char(self.rest) {
            let kind = Character::of(character);
            let before = self.before;
            match kind {
                Character::EndOfPhrase => return None,
                Character::Invisible => {}
                _ => self.before = kind,
            }
            self.rest = rest;
            self.is_one_name &= !matches!(character, '/' | '.');
            if kind.is_letter() {
                return Some(Letter {
                    lower: if character.is_ascii() {
                        character.to_ascii_lowercase() as u8
                    } else {
                        b'?'
                    },
                    begins: match (before, kind) {
                        (Character::LowerCase, Character::UpperCase) => Begins::Word,
                        (Character::UpperCase, Character::UpperCase) if self.is_before_lower() => {
                            Begins::Perhaps
                        }
                        (Character::LowerCase | Character::UpperCase, _) => Begins::Nothing,
                        _ => Begins::Word,
                    },
                });
            }
        }
        None
    }

    /// Skips letters within a word that begin no credential. These are most letters.
    const fn skip_letters(&mut self) {
        if self.before.is_letter() {
            while let [b'a'..=b'o' | b'q' | b'r' | b't'..=b'z', rest @ ..] = self.rest {
                self.rest = rest;
                self.before = Character::LowerCase;
            }
        }
    }

    const fn is_before_lower(&self) -> bool {
        let mut after = self.rest;
        while let Some((character, rest)) = first_char(after) {
            match Character::of(character) {
                Character::Invisible => after = rest,
                kind => return matches!(kind, Character::LowerCase),
            }
        }
        false
    }

    /// The credential that begins here: with this letter, after which the phrase goes on so.
    const fn credential(&self, first: &Letter, mut others: Self) -> Option<&'static str> {
        let mut credentials = if first.begins_word() {
            credentials(first.lower)
        } else {
            IN_LONGER_WORDS
        };
        let Some(second) = others.next_letter() else {
            return None;
        };
        while let [words, others @ ..] = credentials {
            // Most differ in their first two letters.
            if let [one, two, ..] = words.as_bytes()
                && *one == first.lower
                && *two == second.lower
                && self.asks_for(words)
            {
                return Some(written(words));
            }
            credentials = others;
        }
        None
    }

    /// Whether it begins with these words, and is not the name of something about them.
    const fn asks_for(&self, words: &str) -> bool {
        let Some(rest) = self.after(words) else {
            return false;
        };
        let mut about = ABOUT.as_slice();
        while let [word, others @ ..] = about {
            if let Some(mut end) = rest.after(word)
                && end.next_letter().is_none()
                && end.is_one_name
            {
                return false;
            }
            about = others;
        }
        true
    }

    /// What follows these words, if it begins with them and a word ends there.
    const fn after(&self, words: &str) -> Option<Self> {
        let mut phrase = *self;
        let mut begins_word = None;
        let mut is_first = true;
        // The letters of a word are together, or each by itself, as in `P.I.N.`. Together, the
        // last one may be a capital that perhaps begins a word.
        let mut joined = None;
        let mut words = words.as_bytes();
        while let [byte, others @ ..] = words {
            words = others;
            if *byte == b' ' {
                is_first = true;
                continue;
            }
            let Some(letter) = phrase.next_letter() else {
                return None;
            };
            joined = match (joined, letter.begins) {
                _ if letter.lower != *byte => return None,
                _ if is_first => None,
                (None | Some(Begins::Nothing), Begins::Nothing | Begins::Perhaps)
                | (None | Some(Begins::Word), Begins::Word) => Some(letter.begins),
                _ => return None,
            };
            is_first = false;
            match begins_word {
                None => begins_word = Some(letter.begins_word()),
                // What ends a longer word must be one with it.
                Some(false) if letter.begins_word() => return None,
                Some(_) => {}
            }
        }
        if phrase.is_at_end_of_word() {
            return Some(phrase);
        }
        match phrase.next_letter() {
            Some(Letter { lower: b's', .. }) if phrase.is_at_end_of_word() => Some(phrase),
            _ => None,
        }
    }

    const fn is_at_end_of_word(mut self) -> bool {
        match self.next_letter() {
            Some(letter) => letter.begins_word(),
            None => true,
        }
    }
}

impl Letter {
    const fn begins_word(&self) -> bool {
        !matches!(self.begins, Begins::Nothing)
    }
}

impl Character {
    const fn of(character: char) -> Self {
        match character {
            'a'..='z' => Self::LowerCase,
            'A'..='Z' => Self::UpperCase,
            '\u{AD}'
            | '\u{300}'..='\u{36F}'
            | '\u{200B}'..='\u{200D}'
            | '\u{2060}'
            | '\u{FEFF}' => Self::Invisible,
            // Among them the hyphens of typesetters.
            '0'..='9' | '_' | '-' | '.' | '/' | '\'' | '\u{2010}' | '\u{2011}' | '\u{2019}' => {
                Self::Joint
            }
            _ if is_letter(character) => Self::LowerCase,
            _ if character.is_whitespace() => Self::Joint,
            _ => Self::EndOfPhrase,
        }
    }

    const fn is_letter(self) -> bool {
        matches!(self, Self::LowerCase | Self::UpperCase)
    }
}
