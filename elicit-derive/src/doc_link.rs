//! Links in doc comments, which are the descriptions of fields: those that rustdoc makes of
//! Markdown.

use crate::markdown::{Link, as_code, links};

/// What a link in a doc comment goes to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum DocLink {
    /// An item, which rustdoc would resolve: ``[`Type`]`` or `[text][Type]`.
    Item,
    /// What stands in its parentheses, and after them. It may be an address.
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
            Link::Address(text) => DocLink::Target(text.to_owned()),
            Link::Label(label) if names_item(as_code(label).unwrap_or(label)) => DocLink::Item,
            Link::Text(text) if as_code(text).is_some_and(names_item) => DocLink::Item,
            Link::Label(_) | Link::Text(_) => return None,
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

#[cfg(test)]
mod tests {
    use super::{DocLink, find};

    fn is_in(line: &str) -> bool {
        first([line].into_iter()).is_some()
    }

    /// Where the first link to an item stands.
    fn first<'a>(texts: impl Iterator<Item = &'a str>) -> Option<usize> {
        let links = find(texts);
        let item = links.iter().find(|(_, link)| *link == DocLink::Item);
        item.map(|&(place, _)| place)
    }

    #[test]
    fn links_are_found() {
        for line in [
            "as [`Deploy::branch`]",
            "as [there][Deploy]",
            "as [`there`][Deploy::branch]",
            "as [there][`Deploy`]",
            "as [Deploy][]",
            "as [`Vec<T>`] or `this`",
            "as [`::std::vec`]",
        ] {
            assert!(is_in(line), "{line}");
        }
    }

    #[test]
    fn targets_are_found() {
        let targets = |text: &str| find(text.split('\n'));
        let target = |place, text: &str| (place, DocLink::Target(text.to_owned()));
        assert_eq!(
            targets("One\nthe [terms](terms.html), and"),
            [target(1, "terms.html), and\n")]
        );
        assert_eq!(
            targets("[a](b) [c](\nd)"),
            [target(0, "b) [c"), target(0, "\nd)\n")]
        );
        assert_eq!(targets("`handlers[i](request.body)`"), []);
    }

    #[test]
    fn code_is_none() {
        for text in [
            "A letter, then letters or digits: `[a-z][a-z0-9]*`",
            "A letter, then letters or digits: [a-z][a-z0-9]*",
            "`matrix[0][1]`, and matrix[0][1]",
            "`matrix[i][j]`",
            "Not [`, `] ",
            "Not `[` or `]`",
            "one of `[`, `Deploy`, `]`",
            "one of [a, b] (the first)",
            "array[0](x)",
            "`handlers[i](request.body)`",
            "[`a-z`] and [`0`]",
            "\\[text\\]\\[Type\\]",
        ] {
            assert!(!is_in(text), "{text}");
        }
    }

    #[test]
    fn a_line_of_a_comment_is_found() {
        let place = |text: &str| first(text.split('\n'));
        assert_eq!(first(["One\n\nTwo", "[`Type`]"].into_iter()), Some(1));
        assert_eq!(place("One\n[`Type`]\nhttp://a.b"), Some(1));
        assert_eq!(place("One `[a]\n[b]` [c][D]"), Some(1));
        assert_eq!(place("Such as `[a]\n[b]`"), None);
        assert_eq!(place("```text\n\n[a][b]\n```"), None);
        assert_eq!(place("A ` alone\n\n[a][b] and `"), Some(2));
    }

    #[test]
    fn an_empty_line_of_a_block_ends_a_paragraph() {
        assert!(is_in("A ` alone\n   \n   [a][b] and `"));
        assert!(is_in("A ` alone\n *\n * [a][b] and `"));
        assert!(!is_in("Such as `[a]\n * [b]`"));
        assert_eq!(first(["One", "Two\n\n[`A`]", "[`B`]"].into_iter()), Some(1));
    }

    #[test]
    fn many_brackets_are_read_once() {
        for part in [
            "[](", "[a](b ", "[`a` ", "[a][b ", "[`a`\n\n", "``` ` [", "[`",
        ] {
            assert!(!is_in(&part.repeat(100_000)), "{part}");
        }
    }
}
