//! Text in a message that the author did not write.

use std::fmt;

use super::words::{Words, current_words};
use elicit_text::{is_hidden, write_code_span};

/// Quotes a text that the author did not write, for a message: a command, a path, a name.
///
/// The result is a code span of Markdown, and readable as plain text: clients do either. Nothing of
/// the text is removed, and all of it can be seen.
///
/// - The text is between as many backticks as mark its end: one more than it has in a row.
/// - A control or invisible character is escaped as in Rust (`\n`, `\u{200b}`), and so is a
///   backslash. Joiners and variation selectors are escaped too: a composed emoji shows its parts.
/// - A bracket before a small letter, `#`, `/` or `@` is escaped (`rm \u{5b}a-z]*`): clients that print
///   with Rich, such as `fastmcp call`, take it for markup and leave it out, up to the next `]`.
/// - The parenthesis of a Markdown link is escaped (`[Docs]\u{28}https://example.org)`): some clients
///   show links in plain text, without their address.
/// - A space next to the backticks is added where the text begins or ends with a backtick, or begins
///   and ends with a space. Markdown removes it.
/// - An empty text is one space between backticks. The spaces of a text that has nothing else are
///   escaped.
///
/// ```
/// use elicit_core::{Ask, AskError, quoted};
///
/// async fn run(ask: Ask, command: &str) -> Result<(), AskError> {
///     ask.confirm("run", format!("Run {} on your machine?", quoted(command)))
///         .or_end()
///         .await
/// }
///
/// assert_eq!(quoted("rm __cache__").to_string(), "`rm __cache__`");
/// assert_eq!(quoted("echo `id`").to_string(), "`` echo `id` ``");
/// assert_eq!(quoted("ls\u{200b}\nreboot").to_string(), r"`ls\u{200b}\nreboot`");
/// ```
#[must_use]
pub fn quoted(text: &str) -> Quoted<'_> {
    Quoted {
        text,
        most: usize::MAX,
        words: None,
    }
}

/// A quoted text: [`quoted`].
#[derive(Clone, Copy)]
pub struct Quoted<'a> {
    text: &'a str,
    most: usize,
    words: Option<&'a dyn Words>,
}

impl<'a> Quoted<'a> {
    /// Cuts the text after this many characters. The number of missing characters follows the
    /// quote.
    ///
    /// Do not cut what the person agrees to, such as a command: they have to see all of it.
    ///
    /// ```
    /// use elicit_core::quoted;
    ///
    /// let note = quoted("The release of Friday has to wait").at_most(11);
    /// assert_eq!(note.to_string(), "`The release`… (22 more characters)");
    /// ```
    #[must_use]
    pub fn at_most(mut self, characters: usize) -> Self {
        self.most = characters;
        self
    }

    /// Says in these [`Words`] how many characters are missing. By default, these are the words of
    /// the server whose handler writes the message; outside of a handler, they are English.
    ///
    /// ```
    /// use std::borrow::Cow;
    /// use elicit_core::{Words, quoted};
    ///
    /// struct French;
    ///
    /// impl Words for French {
    ///     fn more_characters(&self, missing: usize) -> Cow<'_, str> {
    ///         format!("encore {missing} caractères").into()
    ///     }
    /// }
    ///
    /// let note = quoted("La sortie de vendredi").at_most(9).in_words(&French);
    /// assert_eq!(note.to_string(), "`La sortie`… (encore 12 caractères)");
    /// ```
    #[must_use]
    pub fn in_words(mut self, words: &'a dyn Words) -> Self {
        self.words = Some(words);
        self
    }
}

/// Whether this begins as what VS Code takes for the address of a link in a notification.
fn is_address(text: &str) -> bool {
    ["http://", "https://", "command:", "file:"]
        .iter()
        .filter_map(|start| Some((start, text.get(..start.len())?)))
        .any(|(start, begun)| begun.eq_ignore_ascii_case(start))
}

/// Whether Rich, which many clients in Python print with, takes a bracket before this for its markup. Its
/// end may be in another text of the message.
const fn begins_markup(character: char) -> bool {
    matches!(character, 'a'..='z' | '#' | '/' | '@')
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.text.char_indices().nth(self.most);
        let (shown, rest) = self
            .text
            .split_at(end.map_or(self.text.len(), |(end, _)| end));
        let is_blank = shown.chars().all(|character| character == ' ');
        let mut line = String::with_capacity(shown.len());
        for (at, character) in shown.char_indices() {
            match character {
                '\\' => line.push_str(r"\\"),
                '(' if line.ends_with(']') && is_address(&shown[at + 1..]) => {
                    line.extend(character.escape_unicode());
                }
                '[' if shown[at + 1..].starts_with(begins_markup) => {
                    line.extend(character.escape_unicode());
                }
                ' ' if is_blank => line.extend(character.escape_unicode()),
                _ if is_hidden(character) => line.extend(character.escape_default()),
                _ => line.push(character),
            }
        }
        write_code_span(f, &line)?;
        match rest.chars().count() {
            0 => Ok(()),
            missing => {
                let mut write = |words: &dyn Words| {
                    let more = words.more_characters(missing);
                    write!(f, "… ({more})")
                };
                match self.words {
                    Some(words) => write(words),
                    None => current_words::with(write),
                }
            }
        }
    }
}

impl fmt::Debug for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
