//! Links of Markdown, as a doc comment has them. Text between backticks is code, and a character after a
//! backslash is itself. Blocks of code that are indented are not recognized.

#[cfg(test)]
mod tests;

use std::{borrow::Cow, ops::Range};

/// A text of Markdown with the text of each link in its place: those to addresses, and those that rustdoc
/// resolves to items. What defines the target of a link is left out.
///
/// ```
/// use elicit_text::without_links;
///
/// assert_eq!(
///     without_links("As in [`Deploy`], by the [terms](https://example.org/terms)"),
///     "As in `Deploy`, by the terms",
/// );
/// ```
#[must_use]
pub fn without_links(text: &str) -> Cow<'_, str> {
    let mut dropped = dropped(text);
    if dropped.is_empty() {
        return Cow::Borrowed(text);
    }
    // A link is found at its end, and one in it before.
    dropped.sort_by_key(|part| part.start);
    let (mut kept, mut at) = (String::with_capacity(text.len()), 0);
    for part in dropped {
        kept.push_str(text.get(at..part.start).unwrap_or_default());
        at = at.max(part.end);
    }
    kept.push_str(&text[at..]);
    Cow::Owned(kept)
}

/// The parts of a text that are links, without what is shown of them.
fn dropped(text: &str) -> Vec<Range<usize>> {
    let mut dropped = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(length) = text[at..].find(['\\', '`', '[', ']']) {
        at += length;
        let rest = &text[at..];
        if rest.starts_with('`') {
            at += code(rest);
            continue;
        }
        if let Some(after) = rest.strip_prefix('\\') {
            let is_escape = after.starts_with(|c: char| c.is_ascii_punctuation());
            at += if is_escape { 2 } else { 1 };
            continue;
        }
        at += 1;
        if rest.starts_with('[') {
            open.push(at - 1);
        } else if let Some(start) = open.pop() {
            let before = &text[..start];
            let (label, after) = (&text[start + 1..at - 1], &text[at..]);
            if let Some(length) = definition(before, after) {
                dropped.push(start..at + length);
                at += length;
            } else if let Some(length) = link(before, label, after) {
                let is_image = before.ends_with('!');
                dropped.push(start - usize::from(is_image)..start + 1);
                dropped.push(at - 1..at + length);
                at += length;
            }
        }
    }
    dropped
}

/// The length of what defines the target of a link, after its label, which begins a line.
fn definition(before: &str, after: &str) -> Option<usize> {
    let target = after.strip_prefix(": ")?;
    let margin = before.trim_end_matches(' ');
    if !margin.is_empty() && !margin.ends_with('\n') {
        return None;
    }
    let line = target.split('\n').next().unwrap_or_default();
    let is_one_word = !line.trim().is_empty() && !line.trim().contains(' ');
    is_one_word.then(|| after.len() - target.len() + line.len())
}

/// The length of what follows the text of a link, if it is one. A bracket after a word is an index:
/// `matrix[i][j]`.
fn link(before: &str, label: &str, after: &str) -> Option<usize> {
    if before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']')) {
        return None;
    }
    if let Some(target) = after.strip_prefix('(') {
        let end = end_of_target(target)?;
        return Some(end + 2);
    }
    let names_item = |label: &str| names_item(as_code(label).unwrap_or(label));
    if let Some((name, _)) = after
        .strip_prefix('[')
        .and_then(|name| name.split_once(']'))
    {
        let named = if name.is_empty() { label } else { name };
        return names_item(named).then_some(name.len() + 2);
    }
    as_code(label).is_some_and(names_item).then_some(0)
}

/// Where the target of a link ends, before its `)`. It has no spaces, but it may have a title after it.
fn end_of_target(text: &str) -> Option<usize> {
    // It ends before the next link: a text with many links is read once, not once for each.
    let text = text.split("](").next().unwrap_or_default();
    let mut depth = 0_u32;
    let end = text.find(|c: char| match c {
        '(' => {
            depth += 1;
            false
        }
        ')' if depth > 0 => {
            depth -= 1;
            false
        }
        c => c == ')' || c.is_whitespace(),
    })?;
    let after = text[end..].trim_start();
    let title = |quote| {
        after
            .strip_prefix(quote)
            .and_then(|title: &str| title.find(quote))
    };
    if end == 0 || after.starts_with(')') {
        return (end > 0).then_some(text.len() - after.len());
    }
    let length = ['"', '\''].into_iter().find_map(title)? + 2;
    let rest = after[length..].trim_start();
    rest.starts_with(')').then(|| text.len() - rest.len())
}

/// Whether this may be the path of an item, with the characters that rustdoc takes for
/// one: `[a-z][a-z0-9]` names none, nor does `[0][1]`.
fn names_item(label: &str) -> bool {
    label.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | ':' | '&' | '<'))
        && label
            .chars()
            .all(|c| c.is_alphanumeric() || ":_<>, !*&;@()".contains(c))
}

/// The length of the code that begins with these backticks, which ends with as many; or of
/// the backticks, where it does not end.
fn code(text: &str) -> usize {
    let ticks = leading_ticks(text);
    let rest = &text[ticks..];
    let mut at = 0;
    while let Some(length) = rest[at..].find('`') {
        // A block may have empty lines in it.
        if ticks < 3 && rest[at..at + length].contains("\n\n") {
            break;
        }
        at += length;
        let closing = leading_ticks(&rest[at..]);
        at += closing;
        if closing == ticks {
            return ticks + at;
        }
    }
    ticks
}

fn leading_ticks(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

/// The text between two backticks, if it is all.
fn as_code(text: &str) -> Option<&str> {
    text.strip_prefix('`')?
        .strip_suffix('`')
        .filter(|code| !code.contains('`'))
}
