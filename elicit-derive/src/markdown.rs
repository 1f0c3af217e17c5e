//! The links of Markdown, as far as its inline syntax shows them: what stands between
//! backticks is code, and what stands behind a backslash is itself. A block is none: a link
//! is found between `~~~` and behind an indentation, too, where it is code.

#[cfg(test)]
mod tests;

/// What a pair of brackets goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkdownLink<'a> {
    /// `[text](address)`: what stands behind the parenthesis, up to another such link.
    Address(&'a str),
    /// `[text][label]`, or the text of `[text][]`.
    Label(&'a str),
    /// `[text]` alone.
    Text(&'a str),
}

/// What each pair of brackets goes to, and where its first one stands. Whether that exists
/// is not looked at, and most of them will be no links at all.
pub(crate) fn links(text: &str) -> Vec<(usize, MarkdownLink<'_>)> {
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
        if let Some(behind) = rest.strip_prefix('\\') {
            let is_escape = behind.starts_with(|c: char| c.is_ascii_punctuation());
            at += if is_escape { 2 } else { 1 };
            continue;
        }
        if rest.starts_with('[') {
            open.push(at);
        } else if let Some(start) = open.pop() {
            links.push((start, target(&text[start + 1..at], &rest[1..])));
        }
        at += 1;
    }
    links
}

/// What a text in brackets goes to, by what stands behind them.
fn target<'a>(text: &'a str, behind: &'a str) -> MarkdownLink<'a> {
    if let Some(address) = behind.strip_prefix('(') {
        // With each of them to the end, a text of many would be read as often.
        return MarkdownLink::Address(address.split("](").next().unwrap_or(address));
    }
    let label = behind
        .strip_prefix('[')
        .and_then(|behind| behind.split_once(']'));
    match label {
        Some(("", _)) => MarkdownLink::Label(text),
        Some((label, _)) => MarkdownLink::Label(label),
        None => MarkdownLink::Text(text),
    }
}

/// The length of the code that begins with these backticks, which ends with as many; or of
/// the backticks, where it does not end.
fn code(text: &str) -> usize {
    let ticks = leading_ticks(text);
    let behind = &text[ticks..];
    let mut at = 0;
    while let Some(length) = behind[at..].find('`') {
        // A block may have empty lines in it.
        if ticks < 3 && behind[at..at + length].contains("\n\n") {
            break;
        }
        at += length;
        let closing = leading_ticks(&behind[at..]);
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
pub(crate) fn as_code(text: &str) -> Option<&str> {
    text.strip_prefix('`')?
        .strip_suffix('`')
        .filter(|code| !code.contains('`'))
}
