//! Names that are not this crate's, in the log and in errors.

use elicit_text::is_hidden;

/// The most characters of a name. It is in every line of the log, and its author may make it as
/// long as they like.
const LONGEST: usize = 100;

/// A name as it is in the log and in errors: of a client, a tool, a resource, a question. It is
/// cut, and what cannot be seen, such as a line break, is escaped.
pub(crate) fn log_name(whole: &str) -> String {
    let mut name = String::new();
    let mut room = LONGEST;
    for character in whole.chars() {
        let escaped = is_hidden(character).then(|| character.escape_default());
        let length = escaped.as_ref().map_or(1, ExactSizeIterator::len);
        let Some(left) = room.checked_sub(length) else {
            name.push('…');
            break;
        };
        room = left;
        match escaped {
            Some(escaped) => name.extend(escaped),
            None => name.push(character),
        }
    }
    name
}
