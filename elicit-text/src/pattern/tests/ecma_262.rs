//! What is a pattern, and what it matches, by ECMA-262 with the `u` flag.

use super::{check, check_refused, compiled};

#[test]
fn a_pattern_matches_anywhere_unless_anchored() {
    check(&[
        ("", &["", "a"], &[]),
        ("b", &["b", "abc", "äb"], &["", "a"]),
        ("^a", &["a", "ab"], &["ba", "\na", ""]),
        ("a$", &["a", "ba"], &["ab", "a\n", ""]),
        ("^$", &[""], &["\n", "a"]),
        ("a^|$b", &[], &["", "a", "b", "ab", "a\nb"]),
        ("^a|b$", &["ax", "xb"], &["xa", "bx"]),
        ("(?:^|-)x", &["x", "a-x"], &["ax"]),
        (
            "^[a-z-]+$",
            &["main", "a-b", "-"],
            &["", "Main", "a b", "é"],
        ),
    ]);
}

#[test]
fn word_boundaries_are_ascii() {
    check(&[
        (r"\bab\b", &["ab", "x ab.", "éabé"], &["xab", "ab_", "ab1"]),
        (r"\Bab", &["xab", "_ab"], &["ab", " ab", "éab"]),
        (r"^\B$", &[""], &["a"]),
        (r"\b", &["a", " a"], &["", " ", "é"]),
        (r"a\b.", &["a b", "aé"], &["ab", "a"]),
        (r"^.*\b[a-c]\b.*$", &["x a y", "c"], &["xay", ""]),
    ]);
}

#[test]
fn character_classes_match_as_in_ecma_262() {
    check(&[
        ("^[abc]$", &["a", "c"], &["d", "", "ab"]),
        ("^[^abc]$", &["d", "\n", "😀"], &["a", ""]),
        ("^[^]$", &["a", "\n", "\u{2028}", "😀"], &["", "ab"]),
        ("[]", &[], &["", "a"]),
        ("^[a-]$", &["a", "-"], &["b"]),
        ("^[-a]$", &["a", "-"], &["b"]),
        ("^[+--]$", &["+", ",", "-"], &["."]),
        ("^[a-c-e]$", &["b", "-", "e"], &["d"]),
        (r"^[a\-c]$", &["a", "-", "c"], &["b"]),
        (r"^[\d\-x]$", &["5", "-", "x"], &["y"]),
        ("^[.*+?(){}|$[]$", &[".", "*", "{", "[", "$"], &["a", "]"]),
        (r"^[\]\\^]$", &["]", "\\", "^"], &["a"]),
        (r"^[\b]$", &["\u{8}"], &["b"]),
        ("^[à-ü😀-😂]$", &["é", "😁"], &["e", "😃"]),
        (r"^[^\W_]$", &["a", "0"], &["_", "-", "é"]),
        (r"^[\w-]$", &["_", "-"], &["+"]),
        // On either side of the surrogates.
        (
            r"^[^\uD7FF\uE000]$",
            &["a", "\u{D7FE}"],
            &["\u{D7FF}", "\u{E000}"],
        ),
        (
            r"^[^\u0020-\uD7FF\uE000-\uFFFD]$",
            &["\0"],
            &["\u{D7FF}", "\u{E000}", "a"],
        ),
    ]);
}

#[test]
fn digits_words_and_spaces_match_as_in_ecma_262() {
    check(&[
        (r"^\d$", &["0", "9"], &["٣", "a"]),
        (r"^\D$", &["٣", "a", "\n"], &["0"]),
        (
            r"^\w$",
            &["a", "Z", "_", "0"],
            &["é", "ß", "-", "ſ", "\u{212A}"],
        ),
        (r"^\W$", &["é", "-"], &["a"]),
        (
            r"^\s$",
            &[
                " ", "\t", "\u{B}", "\n", "\r", "\u{A0}", "\u{FEFF}", "\u{2029}", "\u{2003}",
                "\u{3000}",
            ],
            &["\u{85}", "\u{200B}", "\u{180E}", "a"],
        ),
        (r"^\S$", &["\u{85}", "a"], &["\u{FEFF}", " "]),
        (
            "^.$",
            &["a", "\u{85}", "😀", "\0"],
            &["\n", "\r", "\u{2028}", "\u{2029}", ""],
        ),
    ]);
}

#[test]
fn valid_escapes_match_and_invalid_ones_are_refused() {
    check(&[
        (r"^\t\n\v\f\r\0$", &["\t\n\u{B}\u{C}\r\0"], &["tnvfr0"]),
        (r"^\cA\cj\cZ$", &["\u{1}\n\u{1A}"], &["AJZ"]),
        (r"^\x41\u0042\u{43}\u{000044}$", &["ABCD"], &["abcd"]),
        (r"^\uD83D\uDE00$", &["😀"], &["😁", ""]),
        (r"^\u{1F600}$", &["😀"], &["😁"]),
        (
            r"^[\uD83D\uDE00-\uD83D\uDE02]$",
            &["😀", "😁", "😂"],
            &["😃"],
        ),
        (r"\uD83D", &[], &["😀", "\u{FFFD}"]),
        (r"\uDE00", &[], &["😀"]),
        (r"^[^\uD83D]$", &["😀", "\u{FFFD}"], &[""]),
        (r"^\uD83Da?", &[], &["a"]),
        (
            r"^\/\.\*\+\?\(\)\[\]\{\}\|\^\$\\$",
            &["/.*+?()[]{}|^$\\"],
            &["/"],
        ),
        ("^/-\"'#&~ %,:;<=>@`!$", &["/-\"'#&~ %,:;<=>@`!"], &[]),
        ("^\u{0}\n$", &["\0\n"], &["\0"]),
    ]);
    check_refused(&[
        (r"\a", "`\\a` has no meaning"),
        (r"\-", "write `-` without"),
        (r"\é", "write `é` without"),
        (r"\A", "the start of the text is `^`"),
        (r"x\z", "the end of the text is `$` (at byte 1"),
        (r"\Z", "`$`"),
        (r"\_", "without a"),
        (r"[\B]", "has no meaning"),
        (r"[\1]", "has no meaning"),
        (r"\00", "octal"),
        (r"[\01]", "octal"),
        (r"\c", "requires a letter"),
        (r"\c1", "requires a letter"),
        (r"\x4", "two hexadecimal"),
        (r"\x+1", "two hexadecimal"),
        (r"\xé", "two hexadecimal"),
        (r"\u12", "four hexadecimal"),
        (r"\u{}", "up to `\\u{10FFFF}`"),
        (r"\u{110000}", "up to `\\u{10FFFF}`"),
        (r"\u{99999999999}", "up to `\\u{10FFFF}`"),
        (r"\u{1F600", "braces"),
        (r"\u{+41}", "braces"),
        (
            "é\\",
            "a `\\` ends the pattern; the character itself is `\\\\` (at byte 2",
        ),
    ]);
}

#[test]
fn valid_quantifiers_match_and_invalid_ones_are_refused() {
    check(&[
        ("^a*$", &["", "aaa"], &["b"]),
        ("^a+$", &["a", "aaa"], &[""]),
        ("^a?$", &["", "a"], &["aa"]),
        ("^a{2}$", &["aa"], &["a", "aaa"]),
        ("^a{2,}$", &["aa", "aaaaa"], &["a"]),
        ("^a{2,4}$", &["aa", "aaaa"], &["a", "aaaaa"]),
        ("^a{0}$", &[""], &["a"]),
        ("^a{0,}$", &["", "a"], &["b"]),
        ("^a{02,0003}$", &["aa", "aaa"], &["a"]),
        ("^(?:a*?b+?c??d{1,2}?)$", &["bd", "aabbcdd"], &["a", "bddd"]),
        ("^(?:ab){2}$", &["abab"], &["ab", "aab"]),
        ("^(?:a|b{2})+$", &["abba", "bb"], &["b", "abab"]),
        ("^(?:a*)*$", &["", "aa"], &["b"]),
        ("^(?:a?){3}$", &["", "aaa"], &["aaaa"]),
        ("^(?:|a)+$", &["", "aa"], &["b"]),
        (r"^(?:\b|a)*$", &["", "aa"], &["b"]),
        ("^(){3}(?:){9}$", &[""], &["a"]),
        ("^(?:((a)*)?)*b", &["b", "aab"], &["a", "aa"]),
        ("^😀{2}$", &["😀😀"], &["😀"]),
    ]);
    check_refused(&[
        ("a{,3}", "this `{` does not start a count"),
        ("a{", "does not start a count"),
        ("a{x}", "does not start a count"),
        ("a{1", "does not start a count"),
        ("a{1, 2}", "does not start a count"),
        ("a{-1}", "does not start a count"),
        ("a{2,1}", "`{2,1}` counts down"),
        ("{2}", "a special character without a meaning here"),
        (
            "a}",
            "`}` is a special character without a meaning here; the character itself is `\\}`",
        ),
        ("a]", "the character itself is `\\]`"),
        ("*a", "`*` has nothing to repeat"),
        ("(?:+)", "`+` has nothing to repeat"),
        ("a|?", "`?` has nothing to repeat"),
        ("a**", "`*` after `*` has nothing to repeat"),
        ("a{2}{3}", "`{` after `{2}` has nothing to repeat"),
        ("a+?+", "`+` after `+?` has nothing to repeat"),
        ("^*", "`^` matches between characters"),
        (
            r"a\b+",
            "`\\b` matches between characters, so it cannot repeat (at byte 3",
        ),
    ]);
}

#[test]
fn valid_groups_match_and_invalid_ones_are_refused() {
    check(&[
        ("^(a|b)(?:c|d)$", &["ac", "bd"], &["ab", "c"]),
        ("^(?<year>[0-9]{4})-(?<$_é1>x)$", &["2025-x"], &["25-x"]),
        (r"^(?<\u0061\u{62}>x)(?<a\u200c>y)$", &["xy"], &[]),
        ("^(a|ab)(c|bcd)$", &["abcd", "ac", "abc"], &["abbc"]),
        ("^((a)|(b))*$", &["", "abba"], &["c"]),
        ("^(|a)b$", &["b", "ab"], &["aab"]),
        ("^(?:)$", &[""], &["a"]),
    ]);
    check_refused(&[
        ("(a", "this `(` is never closed"),
        ("é(a", "(at byte 2"),
        ("a)", "this `)` closes no group"),
        ("(?a)", "not all clients know this kind of group"),
        ("(?i:a)", "for a flag, write out"),
        ("(?P<a>b)", "`(?<name>…)`"),
        ("(?<>a)", "a group name is an identifier"),
        ("(?<1a>a)", "a group name is an identifier"),
        ("(?<a-b>a)", "a group name is an identifier"),
        ("(?<a", "a group name is an identifier"),
        ("(?<a>b)|(?<a>c)", "two groups are named `a`"),
        ("[a", "this `[` is never closed"),
        ("[a-", "this `[` is never closed"),
        ("[z-a]", "the range `z-a` ends before it starts"),
        (
            r"[\d-z]",
            "`\\d-z` is a range that begins or ends with a set",
        ),
        (r"[a-\p{Zl}]", "is a range that begins or ends with a set"),
        (
            "a[[:alpha:]_]",
            "`[:alpha:]` is a class in other engines, and its letters in ECMA-262; within `[…]` \
             write `A-Za-z` (at byte 2",
        ),
        ("[a-f[:digit:]]", "within `[…]` write `0-9` (at byte 4"),
        ("[:word:]+", r"within `[…]` write `\w` (at byte 0"),
        (
            "[a[:^space:]]",
            "`[:^space:]` is a class in other engines, and its letters in ECMA-262; write a \
             separate class: `[^\\s]` (at byte 2",
        ),
        (
            "[[:^^alpha:]]",
            "a `[` within `[…]` is the character itself",
        ),
        ("[[:a:]]", "a `[` within `[…]` is the character itself"),
        ("[a-z&&[^b]]", "`&&` within `[…]` is the character `&`"),
        (r"[\w--\d]", "`--` within `[…]` subtracts nothing"),
        ("[a-z--b]", "`--` within `[…]` subtracts nothing"),
        (r"[\w--]", "is a range that begins or ends with a set"),
        ("[a-z--[b]]", "`--` within `[…]` subtracts nothing"),
        ("([[a-z][0-9]]+)", "(at byte 2 of the pattern)"),
        ("[[a]b]]", "`[ac-z]` for `[a-z&&[^b]]`"),
        (r"[\[a]b]", "`]` is a special character"),
    ]);
    let nested = |depth| format!("{}{}", "(".repeat(depth), ")".repeat(depth));
    assert!(compiled(&nested(100)).is_ok());
    assert!(compiled(&nested(100_000)).is_err_and(|error| error.contains("100 deep")));
}

#[test]
fn a_posix_class_is_refused_with_an_equal_class() {
    type Named = (&'static str, fn(&char) -> bool);
    let classes: [Named; 14] = [
        ("alnum", char::is_ascii_alphanumeric),
        ("alpha", char::is_ascii_alphabetic),
        ("ascii", char::is_ascii),
        ("blank", |c| matches!(c, ' ' | '\t')),
        ("cntrl", char::is_ascii_control),
        ("digit", char::is_ascii_digit),
        ("graph", char::is_ascii_graphic),
        ("lower", char::is_ascii_lowercase),
        ("print", |c| c.is_ascii_graphic() || *c == ' '),
        ("punct", char::is_ascii_punctuation),
        ("space", |c| c.is_ascii_whitespace() || *c == '\x0B'),
        ("upper", char::is_ascii_uppercase),
        ("word", |c| c.is_ascii_alphanumeric() || *c == '_'),
        ("xdigit", char::is_ascii_hexdigit),
    ];
    for (name, is_in) in classes {
        let advice = |class: &str, words: &str| {
            let error = compiled(class).err().unwrap();
            let (_, advice) = error.split_once(words).unwrap();
            advice.rsplit_once('`').unwrap().0.to_owned()
        };
        let same = advice(&format!("[[:{name}:]]"), "within `[…]` write `");
        let same = compiled(&format!("^[{same}]$")).unwrap();
        let others = advice(
            &format!("[[:^{name}:]]"),
            "ECMA-262; write a separate class: `",
        );
        let others = compiled(&format!("^{others}$")).unwrap();
        for c in (0..0x80_u8).map(char::from) {
            let text = c.to_string();
            assert_eq!(same.is_match(&text), is_in(&c), "{name}, {c:?}");
            assert_eq!(others.is_match(&text), !is_in(&c), "^{name}, {c:?}");
        }
    }
}

#[test]
fn patterns_that_need_backtracking_are_refused_with_a_way_out() {
    check_refused(&[
        (
            "a(?=b)",
            "`(?=…)` is a look-ahead: it cannot be matched in time linear in the answer",
        ),
        ("(?!b)", "`(?!…)` is a look-ahead"),
        ("(?<=b)", "`(?<=…)` is a look-behind"),
        ("(?<!b)", "`check = path` (at byte 0"),
        (r"(a)\1", "a back-reference asks for the same text again"),
        (r"(?<a>a)\k<a>", "`^(?:aa|bb)$`"),
    ]);
}
