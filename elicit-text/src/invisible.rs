//! Invisible characters: with them, two texts look alike, or one says more than it shows.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

/// The first invisible character of a text. In one line, line breaks and tabs are not seen either.
pub(crate) fn find_invisible(text: &str, is_line: bool) -> Option<char> {
    text.chars().find(|&character| match character {
        '\n' | '\t' | '\u{2028}' | '\u{2029}' => is_line,
        _ => is_invisible(character),
    })
}

/// Whether a person sees nothing of a text.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    let shows_nothing = |character: char| {
        // No font shows anything of the first of Braille.
        character.is_whitespace() || character == '\u{2800}' || is_seen_beside_others(character)
    };
    text.chars().all(shows_nothing)
}

/// Whether it is a control character, changes the direction of text, or shows nothing.
///
/// Beside control characters it is the property `Default_Ignorable_Code_Point` of Unicode, and the
/// marks of annotations, without [what is seen beside others](is_seen_beside_others). Three flags
/// are written with tags (U+E0000 to U+E007F), which are not allowed.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1F}'
            | '\u{7F}'..='\u{9F}'
            | '\u{AD}'
            | '\u{34F}'
            | '\u{115F}'
            | '\u{1160}'
            | '\u{17B4}'
            | '\u{17B5}'
            | '\u{180E}'
            | '\u{200B}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E00FF}'
            | '\u{E01F0}'..='\u{E0FFF}'
    )
}

/// Whether it shows nothing itself, and changes how its neighbours look: the joiners, which emoji
/// and some scripts need, the marks of Arabic and Hebrew, and the selectors of a variant, which
/// emoji, Mongolian and names in Chinese and Japanese need.
fn is_seen_beside_others(character: char) -> bool {
    matches!(
        character,
        '\u{61C}'
            | '\u{180B}'..='\u{180D}'
            | '\u{180F}'
            | '\u{200C}'..='\u{200F}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{E0100}'..='\u{E01EF}'
    )
}

/// A text of run time as it is sent: line breaks are `\n`, and an invisible character is escaped
/// as in Rust.
///
/// ```
/// assert_eq!(elicit_text::visible("one\u{200b}\r\ntwo"), "one\\u{200b}\ntwo");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if find_invisible(text, false).is_none() {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    let mut visible = String::with_capacity(text.len());
    for character in text.chars() {
        if is_invisible(character) && !matches!(character, '\n' | '\t') {
            visible.extend(character.escape_default());
        } else {
            visible.push(character);
        }
    }
    Cow::Owned(visible)
}

/// Whether a person does not see a character, or takes it for a space, wherever it is.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    let is_space = character != ' ' && (character.is_whitespace() || character == '\u{2800}');
    is_invisible(character) || is_seen_beside_others(character) || is_space
}
