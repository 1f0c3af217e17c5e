//! What a client says in an error of its own, for a log and an error of ours.

use crate::runtime::log_name::log_name;

/// What a client may quote of a schema.
const KEYWORDS: [&str; 27] = [
    "anyOf",
    "array",
    "boolean",
    "const",
    "default",
    "description",
    "enum",
    "enumNames",
    "format",
    "integer",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "number",
    "object",
    "oneOf",
    "pattern",
    "properties",
    "requestedSchema",
    "required",
    "string",
    "title",
    "type",
];

/// The words of a client, in one line and cut. Some clients validate the answer themselves and quote
/// it, so what may be a value is left out: text in quotation marks and words with a digit or an `@`.
/// The keywords of a schema stay, and so do the names of its properties.
pub(super) fn client_words(message: &str, is_property: impl Fn(&str) -> bool) -> String {
    let is_name = |word: &str| KEYWORDS.contains(&word) || is_property(word);
    let mut words = String::new();
    let mut rest = message;
    while let Some(first) = rest.chars().next() {
        let length = if let Some(closing) = closing(first) {
            let inner = &rest[first.len_utf8()..];
            let end = inner.find(closing);
            let quoted = end.map_or(inner, |end| &inner[..end]);
            if is_name(quoted) {
                words.extend([first.to_string().as_str(), quoted, &closing.to_string()]);
            } else {
                words.push('…');
            }
            let closing = end.map_or(0, |_| closing.len_utf8());
            first.len_utf8() + quoted.len() + closing
        } else {
            let word = rest.split(is_between_words).next().unwrap_or_default();
            if word.is_empty() {
                words.push(first);
            } else if is_name(word) || !word.contains(is_of_values) {
                words.push_str(word);
            } else {
                words.push('…');
            }
            word.len().max(first.len_utf8())
        };
        rest = &rest[length..];
    }
    log_name(words.trim())
}

/// What closes a quotation that begins with this. An apostrophe in a word is none: words are taken
/// whole.
const fn closing(opening: char) -> Option<char> {
    Some(match opening {
        '"' | '\'' | '`' => opening,
        '“' => '”',
        '‘' => '’',
        '«' => '»',
        _ => return None,
    })
}

fn is_between_words(character: char) -> bool {
    character.is_whitespace() || "\"`“‘«:;,=/()[]{}<>".contains(character)
}

fn is_of_values(character: char) -> bool {
    character.is_numeric() || character == '@'
}
