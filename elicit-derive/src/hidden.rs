//! Characters that nobody sees, with which two texts look alike or one says more than it shows.
//! The core holds the options of run time to the same, in its `runtime/guard.rs`.

use std::fmt;

/// A character that a text must not have.
pub(crate) struct Hidden(char);

/// The first in what is shown in one line: a name, or a title. `stands` says whether a character
/// stands in the source itself, and not as an escape.
pub(crate) fn in_line(line: &str, stands: impl Fn(char) -> bool) -> Option<Hidden> {
    find(line, stands, |c| {
        c.is_control() || is_line_break(c) || shows_nothing(c)
    })
}

/// The first in what may have lines and tabs.
pub(crate) fn in_text(text: &str, stands: impl Fn(char) -> bool) -> Option<Hidden> {
    find(text, stands, |c| {
        c.is_control() && !matches!(c, '\n' | '\t') || shows_nothing(c)
    })
}

fn find(
    text: &str,
    stands: impl Fn(char) -> bool,
    is_hidden: impl Fn(char) -> bool,
) -> Option<Hidden> {
    let found = text
        .chars()
        .find(|&c| is_hidden(c) && !(turns_text(c) && stands(c)));
    found.map(Hidden)
}

/// Whether a person sees nothing of a text at all.
pub(crate) fn is_all_of(text: &str) -> bool {
    let goes_with_others =
        |c| matches!(c, '\u{61C}' | '\u{200C}'..='\u{200F}' | '\u{2800}' | '\u{FE00}'..='\u{FE0F}');
    text.chars()
        .all(|c| c.is_whitespace() || goes_with_others(c))
}

fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\u{2028}' | '\u{2029}')
}

/// The joiners (U+200C, U+200D) and the marks of Arabic and Hebrew (U+061C, U+200E, U+200F) are
/// none: emoji and some scripts are written with them.
fn shows_nothing(c: char) -> bool {
    matches!(
        c,
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
            | '\u{E0000}'..='\u{E007F}'
    )
}

/// Whether the compiler refuses it by itself where it stands in the source, not escaped.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// What it is, and what to do.
impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.0 {
            c if is_line_break(c) => "a line break",
            '\t' => "a tab",
            c => {
                return write!(
                    f,
                    "a character that nobody sees (U+{:04X})\n\
                     help: leave it out, so that a person sees all that is there",
                    u32::from(c)
                );
            }
        };
        write!(
            f,
            "{what}, and clients show it in one line\nhelp: write a space"
        )
    }
}
