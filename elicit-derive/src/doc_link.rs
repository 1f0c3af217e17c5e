//! Links in doc comments, which are the descriptions of fields: those that rustdoc finds by the
//! inline syntax of Markdown. Text between backticks is code, and a character after a backslash is
//! itself. Blocks of code are not recognized: a link is found between `~~~`, and after an
//! indentation, too.

#[cfg(test)]
mod tests;

/// What a link in a doc comment goes to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum DocLink {
    /// An item, which rustdoc would resolve: ``[`Type`]`` or `[text][Type]`.
    Item,
    /// What is in its parentheses, and after them. It may be an address.
    Target(String),
}

/// The links, each with the index of its text: each `///` has its own; all lines of a `/** … */`
/// are in one.
pub(crate) fn find<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<(usize, DocLink)> {
    // Code in Markdown may extend over several texts.
    let mut all = String::new();
    let mut ends = Vec::new();
    for text in texts {
        for line in text.split('\n') {
            all.push_str(without_margin(line));
            all.push('\n');
        }
        ends.push(all.len());
    }
    let index_of_text = |at| ends.partition_point(|&end| end <= at);
    let links = links(&all).into_iter();
    links.map(|(at, link)| (index_of_text(at), link)).collect()
}

/// An empty line of a `/** … */` may still have spaces and a `*`.
fn without_margin(line: &str) -> &str {
    let line = line.trim();
    if line == "*" { "" } else { line }
}

/// The links, each with the position of its first bracket.
fn links(text: &str) -> Vec<(usize, DocLink)> {
    let mut links = Vec::new();
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
        if rest.starts_with('[') {
            open.push(at);
        } else if let Some(start) = open.pop() {
            let link = link(&text[start + 1..at], &rest[1..]);
            links.extend(link.map(|link| (start, link)));
        }
        at += 1;
    }
    links
}

/// What a text in brackets links to, by what follows them.
fn link(text: &str, after: &str) -> Option<DocLink> {
    if let Some(address) = after.strip_prefix('(') {
        // It ends before the next link: a text with many links is read once, not once for each.
        let address = address.split("](").next().unwrap_or(address);
        return Some(DocLink::Target(address.to_owned()));
    }
    let label = after
        .strip_prefix('[')
        .and_then(|label| label.split_once(']'));
    let names_item = match label {
        Some((label, _)) => {
            let label = if label.is_empty() { text } else { label };
            names_item(as_code(label).unwrap_or(label))
        }
        None => as_code(text).is_some_and(names_item),
    };
    names_item.then_some(DocLink::Item)
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
