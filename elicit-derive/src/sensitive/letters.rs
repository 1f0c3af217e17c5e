//! The letters of a phrase, and where its words begin, however they are joined.

/// A letter of a phrase.
pub(super) struct Letter {
    /// In lower case; one that no credential has is a `?`.
    pub(super) lower: u8,
    begins: Begins,
}

/// Whether a letter begins a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Nothing,
    Word,
    /// The last of several capitals begins one, as in `APIKey`, or ends one, as in
    /// `APIkey` and `PINs`.
    Perhaps,
}

impl Letter {
    pub(super) fn begins_word(&self) -> bool {
        self.begins != Begins::Nothing
    }
}

/// The letters of a phrase. Words are apart at whatever is no letter, and where a capital
/// begins one (`userPIN`, `APIKey`).
pub(super) fn letters(phrase: &str) -> Vec<Letter> {
    let mut letters = Vec::with_capacity(phrase.len());
    let mut before: Option<char> = None;
    let mut characters = phrase.chars().filter(|&c| !is_invisible(c)).peekable();
    while let Some(letter) = characters.next() {
        if letter.is_alphabetic() {
            letters.push(Letter {
                lower: if letter.is_ascii() {
                    letter.to_ascii_lowercase() as u8
                } else {
                    b'?'
                },
                begins: begins(before, letter, characters.peek().copied()),
            });
        }
        before = Some(letter);
    }
    letters
}

fn begins(before: Option<char>, letter: char, after: Option<char>) -> Begins {
    match before {
        Some(before) if before.is_alphabetic() => {
            if !letter.is_uppercase() {
                Begins::Nothing
            } else if before.is_lowercase() {
                Begins::Word
            } else if before.is_uppercase() && after.is_some_and(char::is_lowercase) {
                Begins::Perhaps
            } else {
                Begins::Nothing
            }
        }
        _ => Begins::Word,
    }
}

/// What words of one phrase do not have between them: `Access, tokens` are two.
pub(super) fn ends_phrase(c: char) -> bool {
    let joins = c.is_alphanumeric()
        || c.is_whitespace()
        || matches!(
            c,
            // The hyphen of a typesetter, and the one that breaks no line
            '_' | '-' | '\u{2010}' | '\u{2011}' | '.' | '/' | '\'' | '\u{2019}'
        )
        || is_invisible(c);
    !joins
}

/// A space without a width, and the like; and an accent, which stands on the letter before.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}'
    )
}

/// Whether the letters of a word are together, or each of them by itself, as in `P.I.N.`.
pub(super) fn is_one_word(letters: &[Letter]) -> bool {
    let behind_first = &letters[1..];
    let Some((last, others)) = behind_first.split_last() else {
        return true;
    };
    let begins = |letter: &Letter| letter.begins == Begins::Word;
    behind_first.iter().all(begins)
        || !others.iter().any(Letter::begins_word) && last.begins != Begins::Word
}
