use super::{
    MarkdownLink::{self, Address, Label, Text},
    links,
};

fn check(text: &str, expected: &[(usize, MarkdownLink<'_>)]) {
    assert_eq!(links(text), expected, "{text}");
}

#[test]
fn brackets_are_links() {
    check("a [b](c) d", &[(2, Address("c) d"))]);
    check("[a][b]", &[(0, Label("b")), (3, Text("b"))]);
    check("[a][]", &[(0, Label("a")), (3, Text(""))]);
    check("[`A`] and [b]", &[(0, Text("`A`")), (10, Text("b"))]);
    check("![a [b]](c)", &[(4, Text("b")), (1, Address("c)"))]);
}

#[test]
fn code_has_none() {
    check("`[a][b]` and `[c](d.e)`", &[]);
    check("`` ` [a][b] ` ``", &[]);
    check("[`]`]", &[(0, Text("`]`"))]);
    check("```text\n[a]\n\n[b]\n```\n[c]", &[(21, Text("c"))]);
}

#[test]
fn code_ends() {
    check("a ` b [c]", &[(6, Text("c"))]);
    check("`` a ` [b]", &[(7, Text("b"))]);
    check("a ` b\n\n[c] ` d", &[(7, Text("c"))]);
    check("`a\\` [b] `", &[(5, Text("b"))]);
}

#[test]
fn escapes_are_characters() {
    check("\\[a\\]\\[b\\]", &[]);
    check("\\`[a]`", &[(2, Text("a"))]);
    check("é\\é [a]", &[(6, Text("a"))]);
}

#[test]
fn brackets_alone_are_none() {
    check("] [ ](", &[(2, Address(""))]);
    check("[ (a)", &[]);
    check("\\", &[]);
}
