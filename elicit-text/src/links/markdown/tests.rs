use super::without_links;

#[track_caller]
fn check(text: &str, shown: &str) {
    assert_eq!(without_links(text), shown, "{text}");
}

#[test]
fn links_to_items_become_their_text() {
    for (text, shown) in [
        ("as [`Deploy::branch`]", "as `Deploy::branch`"),
        ("as [there][Deploy]", "as there"),
        ("as [`there`][Deploy::branch]", "as `there`"),
        ("as [there][`Deploy`]", "as there"),
        ("as [Deploy][]", "as Deploy"),
        ("as [`Vec<T>`] or `this`", "as `Vec<T>` or `this`"),
        ("as [`::std::vec`].", "as `::std::vec`."),
        ("as [there](Deploy) and [`x`](crate::x)", "as there and `x`"),
        ("[`A`] and [`B`]", "`A` and `B`"),
    ] {
        check(text, shown);
    }
}

#[test]
fn links_to_addresses_become_their_text() {
    for (text, shown) in [
        (
            "the [terms](https://example.org/terms), and",
            "the terms, and",
        ),
        ("the [terms](terms.html \"Our terms\")", "the terms"),
        ("[a](b) [c](d(e))", "a c"),
        ("a picture: ![of it](it.png)", "a picture: of it"),
        ("[![badge](a.svg)](https://example.org)", "badge"),
        ("[`]`](a)", "`]`"),
        (
            "See [terms].\n\n[terms]: https://example.org",
            "See [terms].\n\n",
        ),
    ] {
        check(text, shown);
    }
}

#[test]
fn what_is_no_link_stays() {
    for text in [
        "A letter, then letters or digits: `[a-z][a-z0-9]*`",
        "A letter, then letters or digits: [a-z][a-z0-9]*",
        "`matrix[0][1]`, and matrix[0][1], and matrix[i][j]",
        "Not [`, `] ",
        "Not `[` or `]`",
        "one of `[`, `Deploy`, `]`",
        "one of [a, b] (the first)",
        "array[0](x), handlers[i](request.body)",
        "one of [0..9](default: 5)",
        "[`a-z`] and [`0`]",
        "\\[text\\]\\[Type\\], \\`[a(b)`",
        "Such as `[a]\n[b](c)`",
        "```text\n[a](b)\n\n[b](c)\n```",
        "[optional]: a note of several words",
        "] [ ](",
        "[](",
        "\\",
    ] {
        check(text, text);
    }
}

#[test]
fn code_ends_at_its_fence_or_paragraph() {
    check("a ` b [c](d)", "a ` b c");
    check("`` a ` [b](c)", "`` a ` b");
    check("a ` b\n\n[c](d) ` e", "a ` b\n\nc ` e");
    check("`a\\` [b](c) `", "`a\\` b `");
    check("é\\é [a](b)", "é\\é a");
}

#[test]
fn many_brackets_are_read_in_linear_time() {
    for part in [
        "[](", "[a](b ", "[`a` ", "[a][b ", "[`a`\n\n", "``` ` [", "[`", "[a](((", "[a]: ",
    ] {
        let text = part.repeat(100_000);
        assert!(without_links(&text).len() <= text.len(), "{part}");
    }
}
