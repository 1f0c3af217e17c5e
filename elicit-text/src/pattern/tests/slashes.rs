//! Slashes around a pattern, as JavaScript has them.

use crate::compiler::between_slashes;

#[test]
fn slashes_around_a_pattern_are_recognised() {
    for (pattern, inside) in [
        ("/^a$/", "^a$"),
        ("/a+/", "a+"),
        ("/^a$/iu", "^a$"),
        ("/[/a]/", "[/a]"),
        (r"/^a\/b/g", r"^a\/b"),
        (r"/\\/", r"\\"),
    ] {
        assert_eq!(between_slashes(pattern), Some(inside), "{pattern}");
    }
}

#[test]
fn slashes_that_belong_to_the_text_are_kept() {
    for pattern in [
        "",
        "/",
        "//",
        "/usr/",
        "/home/us",
        "/[a-z]+",
        "/[a-z]+/[a-z]+/",
        "/[a-z]+/bin",
        "^/[a-z]+/$",
        r"\/[a-z]+\/",
        r"/[a-z]+\/",
        "/[a-z/",
    ] {
        assert_eq!(between_slashes(pattern), None, "{pattern}");
    }
}
