//! A text of data as a code span of Markdown.

use std::{
    borrow::Cow,
    fmt::{self, Write},
};

use crate::is_hidden;

/// Writes a text between backticks, so that a person sees each character of it, whether the client
/// renders Markdown or not. It is a line that is not only spaces.
///
/// The fence is longer than any run of backticks inside. A code span loses one space at each end if
/// it begins and ends with one, so such a text is padded. So is one with a backtick at an end, which
/// would lengthen the fence. There is no code span of nothing: an empty text is a space.
///
/// # Errors
///
/// When the writer fails.
///
/// ```
/// let mut span = String::new();
/// elicit_text::write_code_span(&mut span, "a `b` c")?;
/// assert_eq!(span, "``a `b` c``");
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn write_code_span(f: &mut impl Write, line: &str) -> fmt::Result {
    if line.is_empty() {
        return f.write_str("` `");
    }
    let runs = line.split(|character| character != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or_default() + 1);
    let has_backtick_at_end = line.starts_with('`') || line.ends_with('`');
    let is_padded = has_backtick_at_end || (line.starts_with(' ') && line.ends_with(' '));
    let padding = if is_padded { " " } else { "" };
    write!(f, "{fence}{padding}{line}{padding}{fence}")
}

/// An option in a sentence: its value, and its title if that is another text. Data may have named it,
/// and must not read as the words of the server.
///
/// ```
/// let option = elicit_text::option_in_sentence("eu", Some("Europe"));
/// assert_eq!(option, "`eu` (`Europe`)");
/// ```
#[must_use]
pub fn option_in_sentence(value: &str, title: Option<&str>) -> String {
    let mut text = delimited(value);
    if let Some(title) = title.filter(|title| *title != value) {
        text.push_str(" (");
        text.push_str(&delimited(title));
        text.push(')');
    }
    text
}

/// A text of data between backticks, as it is, since people and models copy it. It is in JSON if a
/// part of it would not be seen, or if it could be taken for JSON.
fn delimited(text: &str) -> String {
    let is_plain = !text.trim_matches(' ').is_empty()
        && !text.starts_with('"')
        && !text.contains(|character| character == '`' || is_hidden(character));
    let text = if is_plain {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(in_json(text))
    };
    let mut delimited = String::new();
    // A `String` takes whatever is written.
    let _ = write_code_span(&mut delimited, &text);
    delimited
}

/// A string of JSON in which every character is seen.
fn in_json(text: &str) -> String {
    let mut json = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            _ if is_hidden(character) => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    let _ = write!(json, "\\u{unit:04x}");
                }
            }
            _ => json.push(character),
        }
    }
    json.push('"');
    json
}
