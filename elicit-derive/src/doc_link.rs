//! Links in doc comments, which are the descriptions of fields: those that clients may
//! make clickable, and those that rustdoc makes.

use crate::{
    link::{begins_with_address, has_address},
    markdown::{Link, as_code, links},
};

/// The text of a doc comment that has one, or one that rustdoc would resolve: ``[`Type`]``
/// or `[text][Type]`. Each `///` has its own; all lines of a `/** … */` are in one.
pub(crate) fn find<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
    let with_address = texts.clone().position(has_address);
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
    let bracket = links(&all).into_iter().find(|(_, link)| match link {
        Link::Address(text) => begins_with_address(text),
        Link::Label(label) => names_item(as_code(label).unwrap_or(label)),
        Link::Text(text) => as_code(text).is_some_and(names_item),
    });
    let with_bracket = bracket.and_then(|(at, _)| ends.iter().position(|&end| at < end));
    with_address.into_iter().chain(with_bracket).min()
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
    use super::find;

    fn is_in(line: &str) -> bool {
        find([line].into_iter()).is_some()
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
            "at <https://example.org>",
            "at `https://example.org`",
            "the [terms](terms.html)",
        ] {
            assert!(is_in(line), "{line}");
        }
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
        let place = |text: &str| find(text.split('\n'));
        assert_eq!(find(["One\n\nTwo", "[`Type`]"].into_iter()), Some(1));
        assert_eq!(place("One\n[`Type`]\nhttp://a.b"), Some(1));
        assert_eq!(place("One\nhttp://a.b\n[`Type`]"), Some(1));
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
        assert_eq!(find(["One", "Two\n\n[`A`]", "[`B`]"].into_iter()), Some(1));
    }

    #[test]
    fn many_brackets_are_read_once() {
        for part in [
            "[](", "[a](b ", "[`a` ", "[a][b ", "[`a`\n\n", "``` ` [", "[`",
        ] {
            assert_eq!(
                find([part.repeat(100_000).as_str()].into_iter()),
                None,
                "{part}"
            );
        }
    }
}
