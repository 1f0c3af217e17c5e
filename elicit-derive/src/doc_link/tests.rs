use super::{
    DocLink::{self, Item, Target},
    find, links,
};

fn is_in(line: &str) -> bool {
    first([line].into_iter()).is_some()
}

/// Where the first link to an item is.
fn first<'a>(texts: impl Iterator<Item = &'a str>) -> Option<usize> {
    let links = find(texts);
    let item = links.iter().find(|(_, link)| *link == Item);
    item.map(|&(place, _)| place)
}

#[test]
fn links_to_items_are_found() {
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
fn targets_of_links_are_found() {
    let targets = |text: &str| find(text.split('\n'));
    let target = |place, text: &str| (place, Target(text.to_owned()));
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
fn code_is_not_a_link() {
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
fn the_comment_line_of_a_link_is_found() {
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
fn many_brackets_are_read_in_linear_time() {
    for part in [
        "[](", "[a](b ", "[`a` ", "[a][b ", "[`a`\n\n", "``` ` [", "[`",
    ] {
        assert!(!is_in(&part.repeat(100_000)), "{part}");
    }
}

#[track_caller]
fn check(text: &str, expected: &[(usize, DocLink)]) {
    assert_eq!(links(text), expected, "{text}");
}

fn address(text: &str) -> DocLink {
    Target(text.to_owned())
}

#[test]
fn links_are_found_at_their_positions() {
    check("a [b](c) d", &[(2, address("c) d"))]);
    check("[a][b]", &[(0, Item)]);
    check("[a][]", &[(0, Item)]);
    check("[`A`] and [b]", &[(0, Item)]);
    check("[a][`B`]", &[(0, Item), (3, Item)]);
    check("![`a` [`b`]](c)", &[(6, Item), (1, address("c)"))]);
}

#[test]
fn code_has_no_links() {
    check("`[a][b]` and `[c](d.e)`", &[]);
    check("`` ` [a][b] ` ``", &[]);
    check("[`]`](a)", &[(0, address("a)"))]);
    check("```text\n[a]()\n\n[b]()\n```\n[`c`]", &[(25, Item)]);
}

#[test]
fn code_ends_at_its_fence_or_paragraph() {
    check("a ` b [c](d)", &[(6, address("d)"))]);
    check("`` a ` [b](c)", &[(7, address("c)"))]);
    check("a ` b\n\n[c](d) ` e", &[(7, address("d) ` e"))]);
    check("`a\\` [b](c) `", &[(5, address("c) `"))]);
}

#[test]
fn escaped_brackets_are_not_links() {
    check("\\[a\\]\\[b\\](c)", &[]);
    check("\\`[a](b)`", &[(2, address("b)`"))]);
    check("é\\é [a](b)", &[(6, address("b)"))]);
}

#[test]
fn stray_brackets_are_not_links() {
    check("] [ ](", &[(2, address(""))]);
    check("[ (a)", &[]);
    check("\\", &[]);
}
