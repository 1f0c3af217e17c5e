//! The table of a pattern: its size, how it is read, and the lengths of the texts that match.

use super::{check_refused, compiled};
use crate::CountRange;

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
        let pattern = compiled(source).unwrap();
        assert!(pattern.lengths().is_none(), "{source}");
    }
    for source in ["", "[^]", "a|[]", "[]*", "b^|a", "a{0}^", r"\b", "^$"] {
        let pattern = compiled(source).unwrap();
        assert!(pattern.lengths().is_some(), "{source}");
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
        let pattern = compiled(source).unwrap();
        assert_eq!(
            pattern.lengths(),
            Some(CountRange { least, most }),
            "{source}"
        );
        let matching = texts.iter().filter(|text| pattern.is_match(text));
        let found: Vec<u64> = matching.map(|text| text.chars().count() as u64).collect();
        assert_eq!(found.iter().min(), Some(&least), "{source}");
        let longest = found.iter().max();
        match most {
            Some(most) => assert_eq!(longest, Some(&most), "{source}"),
            // In each of them something of one or two characters repeats.
            None => assert!(longest >= Some(&(LONGEST as u64 - 1)), "{source}"),
        }
    }
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
        // In steps, each character would take 500 of them.
        ("^(?:(?:b?){500}a)*$", true),
    ] {
        let pattern = compiled(source).unwrap();
        assert_eq!(pattern.is_match(&long), expected, "{source}");
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
        let pattern = compiled(source).unwrap();
        let text = usual.repeat(700);
        assert!(pattern.is_match(&text), "{source}");
        for (at, _) in text.char_indices() {
            let (before, after) = text.split_at(at);
            let decided = format!("{before}{deciding}{after}");
            assert!(!pattern.is_match(&decided), "{source}, {at}");
        }
    }
    let found = compiled("b").unwrap();
    for at in 0..700 {
        let text = "a".repeat(at) + "b" + &"a".repeat(700 - at);
        assert!(found.is_match(&text), "{at}");
    }
}

/// What people copy: a name of a host, a resource of AWS, a text of limited length.
#[test]
fn patterns_that_people_copy_are_accepted() {
    let host = r"^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,63}$";
    let role = r"^arn:aws[a-zA-Z-]*:iam::\d{12}:role/?[a-zA-Z_0-9+=,.@\-_/]+$";
    let policy = r"^arn:(aws|aws-cn|aws-us-gov):iam::[0-9]{12}:policy/[\w+=,.@:/-]{1,1024}$";
    let word = "x".repeat(63);
    let account = "arn:aws:iam::123456789012";
    for (source, matching, other) in [
        (
            host,
            format!("{}org", format!("{word}.").repeat(8)),
            format!("{word}x.org"),
        ),
        (host, "a.b-c.example".to_owned(), "a.b-.example".to_owned()),
        (
            role,
            format!("{account}:role/admin"),
            format!("{account}:user/admin"),
        ),
        (
            policy,
            format!("{account}:policy/{}", "a".repeat(1024)),
            format!("{account}:policy/{}", "a".repeat(1025)),
        ),
        (r"^[\s\S]{0,5000}$", "é\n".repeat(2500), "é".repeat(5001)),
        (r"^.{1,4096}$", "é".repeat(4096), "é".repeat(4097)),
        (
            r"^(?:[A-Za-z0-9+/]{4}){0,1000}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
            "YWJj".repeat(1000),
            "YWJj".repeat(1001),
        ),
    ] {
        let pattern = compiled(source).unwrap();
        assert!(pattern.is_match(&matching), "{source}");
        assert!(!pattern.is_match(&other), "{source}");
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
        ("^a{10900}$", "a".repeat(10900), "a".repeat(10901)),
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
        let pattern = compiled(source).unwrap();
        assert!(pattern.is_match(&matching), "{source:.40}");
        assert!(!pattern.is_match(&other), "{source:.40}");
    }
    check_refused(
        &[
            "^[01]*1[01]{14}$",
            "x.{30}y",
            "^a{11000}$",
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
        compiled("^(?:){99999999999}(?:(?:b{0})*){99999999999}$")
            .unwrap()
            .is_match("")
    );
}
