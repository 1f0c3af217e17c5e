//! Links: clients may make them clickable, and a form must not send a person elsewhere.

use super::{first_char, is_letter};

/// Whether a text has an address, or a link in Markdown.
pub(crate) const fn has_link(text: &str) -> bool {
    has_address(text) || has_markdown_link(text.as_bytes())
}

/// Whether a text has an address that clients recognize: with its scheme, or one without
/// (`www.example.org`).
pub(crate) const fn has_address(text: &str) -> bool {
    let text = text.as_bytes();
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        if matches!(byte, b':' | b'.') {
            let (before, _) = text.split_at(text.len() - rest.len());
            if is_within_address(before, *byte, after) {
                return true;
            }
        }
        rest = after;
    }
    false
}

/// Whether a `:` or `.` belongs to an address. A scheme with nothing after it is only a word.
const fn is_within_address(before: &[u8], byte: u8, after: &[u8]) -> bool {
    if byte == b'.' {
        return matches!(before, [start @ .., b'w' | b'W', b'w' | b'W', b'w' | b'W']
            if !ends_with_word(start) && begins_with_word(after));
    }
    match after {
        [b'/', b'/', name @ ..] if ends_with_word(before) && begins_with_name(name) => true,
        _ if ends_with(before, b"data") => {
            matches!(after.split_at_checked(5), Some((kind, name))
                if is_same(kind, b"text/") && begins_with_name(name))
        }
        _ => {
            (ends_with(before, b"mailto") || ends_with(before, b"javascript"))
                && begins_with_name(after)
        }
    }
}

const fn has_markdown_link(text: &[u8]) -> bool {
    let mut rest = text;
    while let [_, after @ ..] = rest {
        if let [b']', b'(', target @ ..] = rest
            && is_target(target)
        {
            return true;
        }
        rest = after;
    }
    false
}

/// Whether the target of a Markdown link, what follows `[text](`, is an address. `array[0](x)`
/// and `[0..9](default: 5)` are not links.
pub(crate) const fn is_link_target(text: &str) -> bool {
    is_target(text.as_bytes())
}

const fn is_target(text: &[u8]) -> bool {
    let mut rest = text.trim_ascii_start();
    let mut is_address = false;
    loop {
        rest = match rest {
            [b')', ..] => return is_address,
            // The next link; each is read once.
            [] | [b']', b'(', ..] => return false,
            [byte, after @ ..] if byte.is_ascii_whitespace() => {
                // An address can be followed by a title in quotes, and by nothing else.
                let title = after.trim_ascii_start();
                return is_address && matches!(title, [b')' | b'"' | b'\'' | b'(', ..]);
            }
            [byte, after @ ..] => {
                is_address |= matches!(byte, b':' | b'/' | b'#')
                    || matches!(byte, b'.') && begins_with_word(after);
                after
            }
        }
    }
}

const fn begins_with_name(text: &[u8]) -> bool {
    begins_with_word(text) || matches!(text, [b'/' | b'[' | b'%' | b'~' | b'_', ..])
}

const fn begins_with_word(text: &[u8]) -> bool {
    matches!(first_char(text), Some((first, _)) if first.is_ascii_digit() || is_letter(first))
}

const fn ends_with_word(text: &[u8]) -> bool {
    matches!(text, [.., last] if last.is_ascii_alphanumeric())
}

const fn ends_with(text: &[u8], word: &[u8]) -> bool {
    match text.len().checked_sub(word.len()) {
        Some(start) => is_same(text.split_at(start).1, word),
        None => false,
    }
}

/// Whether two texts of one length are the same, in whatever case.
const fn is_same(mut text: &[u8], mut word: &[u8]) -> bool {
    while let ([a, text_after @ ..], [b, word_after @ ..]) = (text, word) {
        if !a.eq_ignore_ascii_case(b) {
            return false;
        }
        (text, word) = (text_after, word_after);
    }
    true
}
