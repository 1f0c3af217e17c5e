//! Links in doc comments, which are the descriptions of fields: those that rustdoc makes of
//! Markdown.

#[cfg(test)]
mod tests;

use crate::markdown::{MarkdownLink, as_code, links};

/// What a link in a doc comment goes to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum DocLink {
    /// An item, which rustdoc would resolve: ``[`Type`]`` or `[text][Type]`.
    Item,
    /// What is in its parentheses, and after them. It may be an address.
    Target(String),
}

/// The links, each with the place of its text: each `///` has its own; all lines of a `/** … */`
/// are in one.
pub(crate) fn find<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<(usize, DocLink)> {
    // What Markdown calls code may go over several.
    let mut all = String::new();
    let mut ends = Vec::new();
    for text in texts {
        for line in text.split('\n') {
            all.push_str(without_margin(line));
            all.push('\n');
        }
        ends.push(all.len());
    }
    let found = |(at, link)| {
        let link = match link {
            MarkdownLink::Address(text) => DocLink::Target(text.to_owned()),
            MarkdownLink::Label(label) if names_item(as_code(label).unwrap_or(label)) => {
                DocLink::Item
            }
            MarkdownLink::Text(text) if as_code(text).is_some_and(names_item) => DocLink::Item,
            MarkdownLink::Label(_) | MarkdownLink::Text(_) => return None,
        };
        Some((ends.partition_point(|&end| end <= at), link))
    };
    links(&all).into_iter().filter_map(found).collect()
}

/// An empty line of a `/** … */` may have spaces and a `*` all the same.
fn without_margin(line: &str) -> &str {
    let line = line.trim();
    if line == "*" { "" } else { line }
}

/// Whether this may be the path of an item, with the characters that rustdoc takes for
/// one: `[a-z][a-z0-9]` names none, nor does `[0][1]`.
fn names_item(label: &str) -> bool {
    label.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | ':' | '&' | '<'))
        && label
            .chars()
            .all(|c| c.is_alphanumeric() || ":_<>, !*&;@()".contains(c))
}
