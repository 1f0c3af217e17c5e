//! How texts are read, character by character.

mod credentials;
mod invisible_chars;
mod links;

use super::{first_char, is_letter};

#[test]
fn characters_are_decoded_as_the_standard_library_does() {
    for character in '\0'..=char::MAX {
        let text = format!("{character}b");
        assert_eq!(first_char(text.as_bytes()), Some((character, &b"b"[..])));
    }
    assert_eq!(first_char(b""), None);
}

#[test]
fn letters_are_alphabetic() {
    let ascii = |character: char| character.is_ascii_alphabetic() == is_letter(character);
    assert!(('\0'..='\u{7F}').all(ascii));
    for character in "äÅßñżЖ日本語かنपऔ".chars() {
        assert!(is_letter(character), "{character}");
    }
    for character in "«»¿€—…“”→✓、。「」！（🙂🔑\u{a0}\u{3000}".chars() {
        assert!(!is_letter(character), "{character}");
    }
}
