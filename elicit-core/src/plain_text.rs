//! What a text for people must not have: links, invisible characters, requests for credentials.
//!
//! The derive asserts the `const` functions of the texts in the source
//! (`compile_time/assert/labels.rs`), and the runtime calls them for messages and options. They read a text
//! once, whatever it contains.

mod code_span;
#[cfg(any(test, feature = "runtime"))]
mod credentials;
mod invisible_chars;
mod links;
#[cfg(test)]
mod tests;

pub(crate) use code_span::option_in_sentence;
#[cfg(feature = "runtime")]
pub(crate) use code_span::write_code_span;
#[cfg(feature = "runtime")]
pub(crate) use credentials::credentials;
#[cfg(feature = "runtime")]
pub(crate) use invisible_chars::visible;
pub(crate) use invisible_chars::{find_invisible, find_invisible_in_line, is_blank, is_hidden};
pub(crate) use links::{has_address, has_link, is_link_target};

/// The first character of a text, and the bytes after it.
pub(crate) const fn first_char(text: &[u8]) -> Option<(char, &[u8])> {
    const fn bits(byte: u8) -> u32 {
        (byte & 0x3F) as u32
    }
    let (code, rest) = match text {
        [a @ ..0x80, rest @ ..] => (*a as u32, rest),
        [a @ ..0xE0, b, rest @ ..] => (((*a & 0x1F) as u32) << 6 | bits(*b), rest),
        [a @ ..0xF0, b, c, rest @ ..] => {
            (((*a & 0x0F) as u32) << 12 | bits(*b) << 6 | bits(*c), rest)
        }
        [a, b, c, d, rest @ ..] => (
            ((*a & 0x07) as u32) << 18 | bits(*b) << 12 | bits(*c) << 6 | bits(*d),
            rest,
        ),
        _ => return None,
    };
    match char::from_u32(code) {
        Some(character) => Some((character, rest)),
        None => None,
    }
}

/// Whether a character is part of a word.
///
/// `char::is_alphabetic` is not `const`. Outside of ASCII, all characters count that are not in
/// the blocks of spaces, punctuation and symbols.
const fn is_letter(character: char) -> bool {
    match character {
        'a'..='z' | 'A'..='Z' | '\u{AA}' | '\u{B5}' | '\u{BA}' => true,
        '\0'..='\u{BF}'
        | '\u{D7}'
        | '\u{F7}'
        | '\u{1680}'
        | '\u{2000}'..='\u{206F}'
        | '\u{20A0}'..='\u{20CF}'
        | '\u{2190}'..='\u{2BFF}'
        | '\u{3000}'..='\u{3004}'
        | '\u{3008}'..='\u{3020}'
        | '\u{FF01}'..='\u{FF0F}'
        | '\u{1F000}'..='\u{1FAFF}' => false,
        _ => true,
    }
}
