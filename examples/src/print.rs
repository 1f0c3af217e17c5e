//! Printing what came from elsewhere.

use std::io::{Write, stderr, stdout};

/// Prints a line for the next program. That nobody reads it any more is no
/// reason to panic, as `println!` does.
pub(crate) fn line(text: &str) {
    let _ = writeln!(stdout(), "{text}");
}

/// Prints a line for a person.
pub(crate) fn note(text: &str) {
    let _ = writeln!(stderr(), "{}", plain(text));
}

/// The text without what would steer the terminal: a server writes messages, not
/// escape sequences.
pub(crate) fn plain(text: &str) -> String {
    let steers = |c: char| {
        c != '\n' && c.is_control()
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace('\t', " ").replace(steers, "")
}
