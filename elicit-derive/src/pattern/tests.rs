//! `pattern`: what the derive makes of it, and what the core matches with that.
//!
//! Each match is asked twice: of the derive, by its steps, and of the core, by its table.

use std::str::FromStr;

use elicit_core::__private::Pattern;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use proptest::prelude::*;
use quote::quote;
use regress::backends;

use crate::pattern as derive;

/// The derive's pattern and, evaluated, the one that it writes for the core.
struct Compiled {
    derive: derive::Pattern,
    core: Pattern,
    lengths: Lengths,
}

/// The length of the shortest text that matches and, where there is one, of the longest.
#[derive(Debug, PartialEq)]
struct Lengths {
    least: usize,
    most: Option<usize>,
}

impl Lengths {
    const ANY: Self = Self {
        least: 0,
        most: None,
    };

    fn has(&self, text: &str) -> bool {
        let length = text.chars().count();
        self.least <= length && self.most.is_none_or(|most| length <= most)
    }
}

impl Compiled {
    fn new(source: &str) -> Result<Self, String> {
        let derive = derive::Pattern::parse(source)?;
        let (core, lengths) = evaluate(derive.constructor(&quote!(m)));
        assert_eq!(core.as_str(), source);
        Ok(Self {
            derive,
            core,
            lengths,
        })
    }

    /// A pattern that is made at random may be too large.
    fn random(source: &str) -> Result<Self, TestCaseError> {
        Self::new(source).map_err(|reason| {
            if reason.contains("too large") {
                TestCaseError::reject(reason)
            } else {
                TestCaseError::fail(reason)
            }
        })
    }

    #[track_caller]
    fn is_match(&self, text: &str) -> bool {
        let matches = self.derive.is_match(text);
        let source = self.core.as_str();
        assert_eq!(
            self.core.is_match(text),
            matches,
            "core on {source:?} and {text:?}"
        );
        matches
    }
}

/// What rustc would make of the constructor, and the lengths that it says the texts have.
fn evaluate(constructor: TokenStream) -> (Pattern, Lengths) {
    let tokens: Vec<_> = constructor.into_iter().collect();
    if let [
        before @ ..,
        TokenTree::Punct(dot),
        TokenTree::Ident(method),
        group,
    ] = &tokens[..]
        && dot.as_char() == '.'
    {
        let (pattern, mut lengths) = evaluate(before.iter().cloned().collect());
        let length = number(&arguments(group)[0]);
        match method.to_string().as_str() {
            "at_least" => lengths.least = length,
            "at_most" => lengths.most = Some(length),
            method => panic!("{method}"),
        }
        return (pattern, lengths);
    }
    let path: String = tokens[..tokens.len() - 1]
        .iter()
        .map(ToString::to_string)
        .collect();
    let arguments = arguments(&tokens[tokens.len() - 1]);
    let pattern = match (path.as_str(), &arguments[..]) {
        ("m::Pattern::new", [source, ascii, starts, classes, end, entries]) => {
            let ascii = syn::parse2::<syn::LitByteStr>(ascii.clone())
                .unwrap()
                .value();
            Pattern::new(
                text(source),
                <&[u8; 128]>::try_from(&*ascii.leak()).unwrap(),
                numbers(starts),
                numbers(classes),
                number(end),
                numbers(entries),
            )
        }
        _ => panic!("{path} with {} arguments", arguments.len()),
    };
    (pattern, Lengths::ANY)
}

/// What is between the commas of a group.
fn arguments(group: &TokenTree) -> Vec<TokenStream> {
    let TokenTree::Group(group) = group else {
        panic!("{group}")
    };
    let tokens: Vec<_> = group.stream().into_iter().collect();
    let comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
    let parts = tokens.split(comma).filter(|part| !part.is_empty());
    parts.map(|part| part.iter().cloned().collect()).collect()
}

/// The elements of `&[…]`.
fn elements(array: &TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<_> = array.clone().into_iter().collect();
    match &tokens[..] {
        [TokenTree::Punct(and), list @ TokenTree::Group(group)]
            if and.as_char() == '&' && group.delimiter() == Delimiter::Bracket =>
        {
            arguments(list)
        }
        _ => panic!("{array}"),
    }
}

fn numbers<N: FromStr>(array: &TokenStream) -> &'static [N] {
    elements(array)
        .iter()
        .map(number)
        .collect::<Vec<_>>()
        .leak()
}

fn number<N: FromStr>(token: &TokenStream) -> N {
    token
        .to_string()
        .parse()
        .ok()
        .expect("the number fits its type")
}

fn text(token: &TokenStream) -> &'static str {
    syn::parse2::<syn::LitStr>(token.clone())
        .unwrap()
        .value()
        .leak()
}

/// What `regress` says, by its Pike machine: its other one, which goes back over the text, never
/// ends on some loops in loops that can be empty, and takes all memory.
fn finds(regress: &regress::Regex, text: &str) -> bool {
    backends::find::<backends::PikeVMExecutor>(regress, text, 0)
        .next()
        .is_some()
}

/// Checks each pattern on the texts that it matches and on those that it does not match.
#[track_caller]
fn check(cases: &[(&str, &[&str], &[&str])]) {
    for (source, matching, others) in cases {
        let pattern = Compiled::new(source).unwrap_or_else(|error| panic!("{source}: {error}"));
        for (texts, expected) in [(matching, true), (others, false)] {
            for text in *texts {
                assert_eq!(pattern.is_match(text), expected, "{source:?} on {text:?}");
                let regress = regress::Regex::with_flags(source, "u").unwrap();
                assert_eq!(
                    finds(&regress, text),
                    expected,
                    "regress: {source:?}, {text:?}"
                );
            }
        }
    }
}

/// Checks that each text is refused as a pattern, with this part of the message.
#[track_caller]
fn check_refused(cases: &[(&str, &str)]) {
    for (source, reason) in cases {
        let Err(error) = Compiled::new(source) else {
            panic!("{source:?} is accepted as a pattern")
        };
        assert!(error.contains(reason), "{source:?}: {error}");
    }
}

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
        assert_eq!(derive::between_slashes(pattern), Some(inside), "{pattern}");
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
        assert_eq!(derive::between_slashes(pattern), None, "{pattern}");
    }
}

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
fn patterns_that_match_nothing_are_recognised() {
    for source in [
        "[]",
        "a[]|[]",
        "b^a",
        "a$b",
        r"a\bb",
        r"\uD83D",
        r"[^\u0000-\uD7FF\uE000-\u{10FFFF}]",
        "^(?:[]a)+$",
    ] {
        let pattern = Compiled::new(source).unwrap().derive;
        assert!(pattern.matches_nothing(), "{source}");
    }
    for source in ["", "[^]", "a|[]", "[]*", "b^|a", "a{0}^", r"\b", "^$"] {
        let pattern = Compiled::new(source).unwrap().derive;
        assert!(!pattern.matches_nothing(), "{source}");
    }
}

/// All texts of these characters up to this length.
fn all_texts(characters: &str, longest: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = texts.len();
        for place in from..to {
            for character in characters.chars() {
                texts.push(format!("{}{character}", texts[place]));
            }
        }
        from = to;
    }
    texts
}

#[test]
fn lengths_of_matching_texts_are_computed() {
    const LONGEST: usize = 5;
    let texts = all_texts("ab -", LONGEST);
    for (source, least, most) in [
        ("", 0, None),
        ("a", 1, None),
        ("^a", 1, None),
        ("a$", 1, None),
        ("^a$", 1, Some(1)),
        ("^$", 0, Some(0)),
        ("^a*$", 0, None),
        ("^a{2,4}$", 2, Some(4)),
        ("^(a|ab-)b?$", 1, Some(4)),
        ("^a$|^ab$|^abba$", 1, Some(4)),
        ("^a$|b", 1, None),
        ("^(aa)+$", 2, None),
        ("^(a|a*b)$", 1, None),
        (r"\bab\b", 2, None),
        (r"^a\b", 1, None),
        (r"^a\B.$", 2, Some(2)),
        (r"^\b.\b.$", 2, Some(2)),
        ("^(a$|ab$)", 1, Some(2)),
        ("^(?:(?:a?){2}b?$|-)", 0, None),
        ("^(?:a{0,2}|[^])$", 0, Some(2)),
    ] {
        let pattern = Compiled::new(source).unwrap();
        assert_eq!(pattern.lengths, Lengths { least, most }, "{source}");
        let matching = texts.iter().filter(|text| pattern.is_match(text));
        let found: Vec<usize> = matching.map(|text| text.chars().count()).collect();
        assert_eq!(found.iter().min(), Some(&least), "{source}");
        let longest = found.iter().max();
        match most {
            Some(most) => assert_eq!(longest, Some(&most), "{source}"),
            // In each of them something of one or two characters repeats.
            None => assert!(longest >= Some(&(LONGEST - 1)), "{source}"),
        }
    }
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
    assert!(Compiled::new(&nested(100)).is_ok());
    assert!(Compiled::new(&nested(100_000)).is_err_and(|error| error.contains("100 deep")));
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
            let error = Compiled::new(class).err().unwrap();
            let (_, advice) = error.split_once(words).unwrap();
            advice.rsplit_once('`').unwrap().0.to_owned()
        };
        let same = advice(&format!("[[:{name}:]]"), "within `[…]` write `");
        let same = Compiled::new(&format!("^[{same}]$")).unwrap();
        let others = advice(
            &format!("[[:^{name}:]]"),
            "ECMA-262; write a separate class: `",
        );
        let others = Compiled::new(&format!("^{others}$")).unwrap();
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

#[test]
fn valid_unicode_properties_match_and_others_are_refused() {
    check(&[
        (r"^\p{Letter}$", &["a", "é", "本", "𝒜"], &["1", "_", "😀"]),
        (r"^\P{Letter}$", &["1", "😀"], &["a", "本"]),
        (
            r"^\p{L}\p{Lu}\p{gc=Ll}\p{General_Category=Decimal_Number}$",
            &["aAa٣"],
            &["aaA3"],
        ),
        (
            r"^\p{Script=Greek}\p{sc=Cyrl}\p{scx=Han}\p{Script_Extensions=Han}$",
            &["αж本。"],
            &["aж本。"],
        ),
        (r"^[\p{Emoji_Presentation}\d]+$", &["😀1"], &["a"]),
        (r"^[^\p{Lu}]+$", &["aé1"], &["aÉ"]),
        (
            r"^\p{Alphabetic}\p{White_Space}\p{ASCII}\p{Any}$",
            &["é\u{85}~\n"],
            &["é\u{85}é\n"],
        ),
        (r"^\p{Zl}$", &["\u{2028}"], &["\u{2029}", "\n"]),
        (r"\p{Cs}", &[], &["a", "\u{FFFD}"]),
        (r"^\P{Surrogate}$", &["a", "\u{FFFD}"], &[""]),
        (r"^\p{Lowercase}{2,3}$", &["aß", "àéî"], &["aB", "a"]),
    ]);
    check_refused(&[
        (
            r"\p{letter}",
            "`\\p{letter}` is spelt `\\p{Letter}` in ECMA-262",
        ),
        (r"\p{Greek}", "`\\p{Greek}` is spelt `\\p{Script=Greek}`"),
        (r"\p{Script=greek}", "`\\p{Script=Greek}`"),
        (r"\p{gc=uppercase-letter}", "`\\p{gc=Uppercase_Letter}`"),
        (r"\p{IsGreek}", "is not a Unicode property"),
        (
            r"\p{Block=Basic_Latin}",
            "`Block` is not a property with values",
        ),
        (r"\p{Script}", "is not a Unicode property"),
        (r"\p{gc=Alphabetic}", "is not a Unicode property"),
        (r"\p{RGI_Emoji}", "is not a Unicode property"),
        (r"\p{}", "is not a Unicode property"),
        (r"\p{L", "written in braces"),
        (r"\pL", "written in braces"),
        (r"a\P", "written in braces, as in `\\p{Letter}` (at byte 1"),
    ]);
}

/// The derive knows each name, and each property has the same characters as in `regress`.
#[test]
fn every_unicode_property_matches_as_in_regress() {
    let unassigned = Compiled::new(r"\p{Cn}").unwrap();
    // The oracle's Unicode is a newer one.
    let known = |text: &String| !unassigned.core.is_match(text);
    let some = (0..0x3_0000).step_by(131).chain((0..0x400).step_by(3));
    let some: Vec<String> = some
        .filter_map(char::from_u32)
        .map(String::from)
        .filter(known)
        .collect();
    // These gained or lost a few characters in Unicode 17.
    let changed = [
        "Dia",
        "Diacritic",
        "ExtPict",
        "Extended_Pictographic",
        "Tfng",
        "Tifinagh",
    ];
    let mut unknown = Vec::new();
    let mut different = Vec::new();
    for (prefix, names) in [
        ("", derive::properties::BINARY),
        ("", derive::properties::CATEGORIES),
        ("gc=", derive::properties::CATEGORIES),
        ("Script=", derive::properties::SCRIPTS),
        ("scx=", derive::properties::SCRIPTS),
    ] {
        for name in names.split(' ') {
            let source = format!("\\p{{{prefix}{name}}}");
            let regress = regress::Regex::with_flags(&source, "u").unwrap();
            let Ok(ours) = derive::Pattern::parse(&source) else {
                unknown.push(name);
                continue;
            };
            let (ours, _) = evaluate(ours.constructor(&quote!(m)));
            for text in &some {
                if !changed.contains(&name) && ours.is_match(text) != finds(&regress, text) {
                    different.push((source.clone(), text.escape_unicode().to_string()));
                }
            }
        }
    }
    // Four scripts came with Unicode 17; `regex-syntax` has no tables for the other two.
    let missing = [
        "Berf",
        "Beria_Erfe",
        "CWKCF",
        "Changes_When_NFKC_Casefolded",
        "Sidetic",
        "Sidt",
        "Tai_Yo",
        "Tayo",
        "Tolong_Siki",
        "Tols",
        "Unknown",
        "Zzzz",
    ];
    unknown.retain(|name| !missing.contains(name));
    assert_eq!(unknown, [""; 0]);
    assert_eq!(different, []);
}

/// An engine that backtracks needs exponential time for these inputs.
#[test]
fn matching_takes_linear_time() {
    let long = "a".repeat(1 << 20);
    for (source, expected) in [
        ("(a+)+$", true),
        ("^(a+)+$", true),
        ("^(a+)+b$", false),
        ("^(?:a|a)*b$", false),
        ("^(?:a*)*b$", false),
        ("(?:a?){20}a{20}b", false),
        ("^(?:.|\\w|\\p{L})*[^a]", false),
    ] {
        let pattern = Compiled::new(source).unwrap();
        assert_eq!(pattern.core.is_match(&long), expected, "{source}");
    }
}

/// Also after many characters that do not change the result.
#[test]
fn one_character_decides_at_every_position() {
    for (source, usual, deciding) in [
        ("^[a-z]+$", "a", "A"),
        ("^[a-z]+$", "z", "é"),
        ("^[!#%'+-/3579;=]+$", "=", "<"),
        ("^[^é]*$", "\n", "é"),
        ("^[^é]*$", "ö", "é"),
        ("^a*[b-y]?a*$", "a", "z"),
        ("^(?:ab)*$", "ab", "b"),
    ] {
        let pattern = Compiled::new(source).unwrap();
        let text = usual.repeat(700);
        assert!(pattern.is_match(&text), "{source}");
        for (at, _) in text.char_indices() {
            let (before, after) = text.split_at(at);
            let decided = format!("{before}{deciding}{after}");
            assert!(!pattern.core.is_match(&decided), "{source}, {at}");
        }
    }
    let found = Compiled::new("b").unwrap();
    for at in 0..700 {
        let text = "a".repeat(at) + "b" + &"a".repeat(700 - at);
        assert!(found.core.is_match(&text), "{at}");
    }
}

#[test]
fn a_pattern_with_too_large_a_table_is_refused() {
    let words = (0..3000)
        .map(|n| format!("w{n}"))
        .collect::<Vec<_>>()
        .join("|");
    let letters = ('一'..='丿')
        .map(|letter| format!("{letter}x"))
        .collect::<Vec<_>>()
        .join("|");
    for (source, matching, other) in [
        ("^a{2700}$", "a".repeat(2700), "a".repeat(2701)),
        ("^.{1,1000}$", "é".repeat(1000), "é".repeat(1001)),
        (
            &format!("^(?:{words})$"),
            "w2999".to_owned(),
            "w3000".to_owned(),
        ),
        (
            &format!("^(?:{letters})+$"),
            "一x丿x".to_owned(),
            "一x丿".to_owned(),
        ),
    ] {
        let pattern = Compiled::new(source).unwrap();
        assert!(pattern.is_match(&matching), "{source:.40}");
        assert!(!pattern.is_match(&other), "{source:.40}");
    }
    check_refused(
        &[
            "^[01]*1[01]{14}$",
            "x.{30}y",
            "^a{5000}$",
            "^(?:.{0,99}-){0,99}$",
            "(?:a{1000}){1000}",
            "a{99999999999999999999}",
            "(?:a{99999999999999999999}){99999999999999999999}",
        ]
        .map(|source| {
            (
                source,
                "limit the length with `min_length` and `max_length`",
            )
        }),
    );
    assert!(
        Compiled::new("^(?:){99999999999}(?:(?:b{0})*){99999999999}$")
            .unwrap()
            .is_match("")
    );
}

macro_rules! written_out {
    ($constructor:expr) => {
        (stringify!($constructor), {
            static PATTERN: Pattern = $constructor;
            &PATTERN
        })
    };
}

#[test]
fn the_constructor_is_written_as_a_constant() {
    let source = "^(?:[é-ü]x)?$";
    let tokens = derive::Pattern::parse(source)
        .unwrap()
        .constructor(&quote!(m));
    let spaceless = |text: &str| text.replace([' ', '\n'], "").replace(",)", ")");
    let (table, pattern) = written_out!(Pattern::new(
        "^(?:[é-ü]x)?$",
        b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0",
        &[128, 233, 253],
        &[0, 2, 0],
        3,
        &[65535, 65535, 4, 65534, 65535, 8, 65535, 65535, 65535, 65535, 65535, 65534]
    )
    .at_most(2));
    assert_eq!(
        spaceless(&tokens.to_string()),
        spaceless(&format!("m::{table}"))
    );
    assert!(pattern.is_match("éx") && pattern.is_match("") && !pattern.is_match("x"));
}

/// A part of a pattern that can be repeated.
fn atoms() -> impl Strategy<Value = String> {
    let class_items = prop::sample::select(vec![
        "a", "b", "0", "_", " ", "é", "😀", "a-b", "0-b", "é-😀", "\\-", "\\]", "\\n", "\\d",
        "\\W", "\\s", "\\p{Lu}", "\\P{L}", "\\u{3B1}", ".", "$",
    ]);
    let class =
        (any::<bool>(), prop::collection::vec(class_items, 1..4)).prop_map(|(negated, items)| {
            format!("[{}{}]", if negated { "^" } else { "" }, items.concat())
        });
    let single = prop::sample::select(vec![
        "a",
        "b",
        "0",
        "_",
        "-",
        " ",
        "é",
        "α",
        "😀",
        "/",
        "\\d",
        "\\D",
        "\\w",
        "\\W",
        "\\s",
        "\\S",
        "\\n",
        "\\cJ",
        "\\x61",
        "\\u0062",
        "\\u{1F600}",
        "\\uD83D\\uDE00",
        "\\p{L}",
        "\\p{Lu}",
        "\\P{L}",
        "\\p{Script=Greek}",
        "\\.",
        "\\/",
        "[^]",
        "[]",
        ".",
    ]);
    prop_oneof![3 => single.prop_map(str::to_owned), 1 => class]
}

fn patterns() -> impl Strategy<Value = String> {
    let looks = prop::sample::select(vec!["^", "$", "\\b", "\\B"]).prop_map(str::to_owned);
    let leaf = prop_oneof![6 => atoms(), 1 => looks.prop_map(|look| format!("(?:{look})"))];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let group = (prop::sample::select(vec!["(", "(?:"]), inner.clone())
            .prop_map(|(open, inside)| format!("{open}{inside})"));
        let quantifier = prop::sample::select(vec![
            "*", "+", "?", "{2}", "{0}", "{1,}", "{0,2}", "{1,3}", "*?", "+?", "??", "{1,2}?",
        ]);
        prop_oneof![
            3 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}{b}")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(?:{a}|{b})")),
            2 => (prop_oneof![atoms(), group.clone()], quantifier).prop_map(|(a, q)| format!("{a}{q}")),
            1 => group,
        ]
    })
    .prop_flat_map(|inside| {
        let whole = format!("^(?:{inside})$");
        prop_oneof![Just(inside.clone()), Just(format!("^{inside}")), Just(whole), Just(format!("|{inside}b"))]
    })
}

fn texts() -> impl Strategy<Value = String> {
    let characters = vec![
        'a', 'b', '0', '_', '-', ' ', '\n', 'A', 'é', 'α', '😀', '\u{2028}', '\u{FEFF}',
    ];
    prop::collection::vec(prop::sample::select(characters), 0..7)
        .prop_map(|characters| characters.into_iter().collect())
}

/// Whether `jsonschema` departs from ECMA-262 here:
/// - `.` takes all but `\n` there (ECMA-262, `CharacterClass`: no `LineTerminator`, of which there
///   are four);
/// - `\b` knows Unicode's word characters there (ECMA-262, `WordCharacters`: ASCII's without `i`);
/// - `[]` and `[^]` do not parse there (ECMA-262, `ClassContents`: can be empty);
/// - surrogate pairs do not parse there (ECMA-262, `RegExpUnicodeEscapeSequence` with
///   `[+UnicodeMode]`: a lead and a trail are one code point).
fn jsonschema_differs(source: &str) -> bool {
    let escaped = ["\\b", "\\B", "[]", "[^]", "\\uD83D"];
    let dot = source.replace("\\.", "").contains('.');
    dot || escaped.iter().any(|text| source.contains(text))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn patterns_match_as_in_regress_and_jsonschema(
        source in patterns(),
        texts in prop::collection::vec(texts(), 1..20),
    ) {
        let ours = Compiled::random(&source)?;
        let regress = regress::Regex::with_flags(&source, "u").unwrap();
        let schema = serde_json::json!({ "pattern": source });
        let jsonschema = (!jsonschema_differs(&source))
            .then(|| jsonschema::draft202012::new(&schema).unwrap());
        for text in texts {
            let matches = ours.is_match(&text);
            prop_assert!(!matches || ours.lengths.has(&text), "{:?} of {:?}", text, ours.lengths);
            prop_assert_eq!(matches, finds(&regress, &text), "regress on {:?}", text);
            if let Some(jsonschema) = &jsonschema {
                let valid = jsonschema.is_valid(&text.clone().into());
                prop_assert_eq!(matches, valid, "jsonschema on {:?}", text);
            }
        }
    }

    #[test]
    fn long_texts_match_alike_in_the_derive_and_the_core(
        source in patterns(),
        before in texts(),
        repeated in texts(),
        times in 50..200_usize,
        after in texts(),
    ) {
        let ours = Compiled::random(&source)?;
        ours.is_match(&format!("{before}{}{after}", repeated.repeat(times)));
    }

    /// A text is a pattern for both or for neither, except for what is refused on purpose. Regress
    /// accepts `\b*` (ECMA-262, `Term`: no quantifier after an `Assertion`), `\u+123` (`Hex4Digits`:
    /// no sign) and `\uD83D\u` (`RegExpUnicodeEscapeSequence`: whole or not at all).
    #[test]
    fn valid_patterns_are_those_of_regress(
        parts in prop::collection::vec(prop::sample::select(vec![
            "a", "0", "1", "9", "é", "-", ",", "/", "^", "$", "\\", "\\", ".", "*", "+", "?", "(",
            ")", "[", "]", "{", "}", "|", "(?:", "(?<a>", "(?<b>", "{1", "{1,", "{2,3}", "\\u",
            "\\x", "\\p{", "\\p{L}", "L", "\\c", "\\b", "\\d", "\\0", "D83D", "41", ":", "=",
        ]), 0..8),
    ) {
        let source = parts.concat();
        let ours = Compiled::new(&source).map(|_| ());
        let regress = regress::Regex::with_flags(&source, "u").map(|_| ());
        let only_ours = |reason: &str| {
            let ours = ["look-", "back-reference", "two groups", "kind of group", "matches between", "subtracts"];
            let lenient = source.contains('+') || source.contains("D83D\\u");
            reason.contains("hexadecimal") && lenient || ours.iter().any(|known| reason.contains(known))
        };
        match (&ours, &regress) {
            (Err(reason), Ok(())) if !only_ours(reason) => prop_assert!(false, "{:?}: {reason}", source),
            (Ok(()), Err(error)) => prop_assert!(false, "{:?}: regress: {error}", source),
            _ => {}
        }
    }
}
