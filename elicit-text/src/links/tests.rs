//! Which texts have a link or an address, or are one.

use super::{has_address, has_link, is_link_target};

#[test]
fn links_are_found() {
    for text in [
        "https://example.org",
        "See <HTTP://EXAMPLE.ORG/a>.",
        "ftp://example.org",
        "Read www.example.org first",
        "(WWW.example.org)",
        "write to mailto:help@example.org",
        "javascript:alert(1)",
        "the [terms](terms.html)",
        "the [terms](/terms)",
        "the [terms](<../terms>)",
        "the [terms](#terms \"Our terms\")",
        "call [us](tel:+1234), or array[0](x)",
    ] {
        assert!(has_link(text), "{text}");
    }
}

#[test]
fn ordinary_texts_are_not_links() {
    for text in [
        "name@example.org",
        "a file such as index.html",
        "10:30 // or later",
        "one of [a, b] (the first)",
        "array[0](x)",
        "handlers[i](request, 0.) and [](",
        "wwwhat? www. what",
        "Languages: Rust, JavaScript: ES2022",
        "with `https://` or http:// in front",
        "one of [0..9](default: 5), [h:mm](e.g. 1:30)",
        "key: value",
    ] {
        assert!(!has_link(text), "{text}");
    }
}

#[test]
fn has_address_finds_addresses_and_not_markdown_links() {
    for text in [
        "at <https://example.org>",
        "at `https://example.org`",
        "(mailto:a@b.c)",
    ] {
        assert!(has_address(text), "{text}");
    }
    for text in ["the [terms](terms.html)", "the [terms](/terms)"] {
        assert!(!has_address(text), "{text}");
    }
}

#[test]
fn targets_of_links_are_recognised() {
    for text in [
        "terms.html) and more",
        " /terms)",
        "#terms \"Our terms\")",
        "tel:+1234)",
    ] {
        assert!(is_link_target(text), "{text}");
    }
    for text in [
        "x)",
        "default: 5)",
        "at least 0.5)",
        "terms.html",
        "",
        "a [b](c.d)",
    ] {
        assert!(!is_link_target(text), "{text}");
    }
}
