//! What is there, what is not, and what counts as not there.

use elicit_core::{Elicit, from_value};
use serde_json::{Value, json};

use crate::{accepted, refused};

#[derive(Debug, PartialEq, Elicit)]
struct Present {
    required: u8,
    optional: Option<u8>,
    #[elicit(default = 7)]
    by_default: u8,
    #[elicit(default = 8, required)]
    prefilled: u8,
    #[elicit(default = 9)]
    both: Option<u8>,
}

#[test]
fn what_is_missing_is_none_or_the_default_or_missed() {
    let missing = Present {
        required: 1,
        optional: None,
        by_default: 7,
        prefilled: 2,
        both: Some(9),
    };
    assert_eq!(
        accepted::<Present>(r#"{"required":1,"prefilled":2}"#),
        missing
    );
    let null = r#"{"both":null,"prefilled":2,"by_default":null,"optional":null,"required":1}"#;
    assert_eq!(accepted::<Present>(null), missing);
    for document in ["{}", r#"{"required":null,"prefilled":null}"#] {
        assert_eq!(
            refused::<Present>(document),
            ["required required", "prefilled required"]
        );
    }
}

#[derive(Debug, PartialEq, Elicit)]
struct Blank {
    free: Option<String>,
    #[elicit(min_length = 1)]
    ruled: Option<String>,
    #[elicit(max_length = 3)]
    within_rules: Option<String>,
    newtype: Option<Free>,
    #[elicit(format = "email", default = "a@b.co")]
    by_default: String,
    choice: Option<Choice>,
    #[elicit(default = "One")]
    choice_by_default: Choice,
    letter: Option<char>,
    number: Option<u8>,
    flag: Option<bool>,
    #[elicit(multi_select)]
    several: Option<Vec<Choice>>,
}

#[derive(Debug, PartialEq, Elicit)]
struct Free(String);

#[derive(Debug, PartialEq, Elicit)]
enum Choice {
    One,
    Two,
}

const NOTHING: Blank = Blank {
    free: None,
    ruled: None,
    within_rules: None,
    newtype: None,
    by_default: String::new(),
    choice: None,
    choice_by_default: Choice::One,
    letter: None,
    number: None,
    flag: None,
    several: None,
};

#[test]
fn an_empty_text_is_none_in_an_option_and_else_as_good_as_none_if_the_rules_refuse_it() {
    let blank = r#"{
        "free": "", "ruled": "", "within_rules": "", "newtype": "", "by_default": "",
        "choice": "", "choice_by_default": "", "letter": "", "number": "", "flag": "",
        "several": ""
    }"#;
    let expected = Blank {
        by_default: "a@b.co".into(),
        ..NOTHING
    };
    assert_eq!(accepted::<Blank>(blank), expected);
    // Only where it is empty.
    assert_eq!(
        refused::<Blank>(
            r#"{"ruled":" ","by_default":" ","choice":" ","choice_by_default":"Three","number":" "}"#
        ),
        [
            "by_default format",
            "choice enum",
            "choice_by_default enum",
            "number type"
        ]
    );
    assert_eq!(
        accepted::<Blank>(r#"{"choice":"Two"}"#).choice,
        Some(Choice::Two)
    );
}

#[derive(Debug, PartialEq, Elicit)]
struct NotBlank {
    #[elicit(min_length = 1)]
    ruled: String,
    choice: Choice,
    number: u8,
    #[elicit(default = 3)]
    number_by_default: Option<u8>,
    #[elicit(default = true)]
    flag_by_default: bool,
    #[elicit(multi_select, default = [])]
    several_by_default: Option<Vec<Choice>>,
    #[elicit(format = "date", default = "2026-07-28", required)]
    prefilled: String,
}

#[test]
fn an_empty_text_is_one_where_the_property_is_required_or_no_text_with_a_default() {
    assert_eq!(
        refused::<NotBlank>(
            r#"{
                "ruled": "", "choice": "", "number": "", "number_by_default": "",
                "flag_by_default": "", "several_by_default": "", "prefilled": ""
            }"#
        ),
        [
            "ruled minLength",
            "choice enum",
            "number type",
            "number_by_default type",
            "flag_by_default type",
            "several_by_default type",
            "prefilled format",
        ]
    );
}

#[derive(Debug, PartialEq, Elicit)]
struct Empty {
    required: String,
    #[elicit(default = "text")]
    by_default: String,
    #[elicit(default = "text")]
    optional_by_default: Option<String>,
}

#[test]
fn an_empty_text_stays_one_where_it_is_valid_and_required_or_replaces_a_default() {
    let empty = r#"{"required":"","by_default":"","optional_by_default":""}"#;
    let expected = Empty {
        required: String::new(),
        by_default: String::new(),
        optional_by_default: Some(String::new()),
    };
    assert_eq!(accepted::<Empty>(empty), expected);
}

#[derive(Debug, PartialEq, Elicit)]
struct Lines {
    free: String,
    /// Small letters
    #[elicit(pattern = "^[a-z]+$")]
    pattern: String,
    #[elicit(max_length = 3)]
    short: String,
    #[elicit(format = "date")]
    date: String,
    choice: Choice,
    letter: char,
    #[elicit(format = "email")]
    perhaps: Option<String>,
    #[elicit(format = "email", default = "a@b.co")]
    by_default: String,
}

#[test]
fn a_text_that_is_refused_only_for_a_line_break_at_its_end_is_read_without_it() {
    let expected = Lines {
        free: "a\n".into(),
        pattern: "abc".into(),
        short: "abc".into(),
        date: "2026-07-28".into(),
        choice: Choice::Two,
        letter: 'a',
        perhaps: None,
        by_default: "a@b.co".into(),
    };
    let with = |end: &str| {
        format!(
            r#"{{
                "free": "a\n", "pattern": "abc{end}", "short": "abc{end}",
                "date": "2026-07-28{end}", "choice": "Two{end}", "letter": "a{end}",
                "perhaps": "{end}", "by_default": "{end}"
            }}"#
        )
    };
    for end in [r"\n", r"\r\n"] {
        assert_eq!(accepted::<Lines>(&with(end)), expected, "{end}");
    }
    // One that the rules accept stays.
    let kept = r#"{
        "free": "\r\n", "pattern": "a", "short": "ab\n", "date": "2026-07-28", "choice": "One",
        "letter": "\n"
    }"#;
    let kept = accepted::<Lines>(kept);
    assert_eq!(
        (&*kept.free, &*kept.short, kept.letter),
        ("\r\n", "ab\n", '\n')
    );
    // It is one line break, at the end, and nothing else is wrong.
    for end in [r"\n\n", r"\r", r"\n ", r" \n", r"\n\r", r"\u2028"] {
        assert_eq!(
            refused::<Lines>(&with(end)),
            [
                "pattern pattern",
                "short maxLength",
                "date format",
                "choice enum",
                "letter maxLength",
                "perhaps format",
                "by_default format",
            ],
            "{end}"
        );
    }
}

#[test]
fn a_line_break_alone_is_a_text_of_its_own_where_it_is_valid() {
    #[derive(Debug, PartialEq, Elicit)]
    struct Note {
        free: Option<String>,
        #[elicit(min_length = 2)]
        ruled: Option<String>,
        #[elicit(min_length = 2)]
        required: String,
    }

    let note = accepted::<Note>(r#"{"free":"\n","ruled":"\n","required":"ab"}"#);
    assert_eq!((note.free.as_deref(), note.ruled), (Some("\n"), None));
    assert_eq!(
        refused::<Note>(r#"{"required":"\n"}"#),
        ["required minLength"]
    );
}

#[derive(Debug, PartialEq, Elicit)]
struct Pair {
    b: u8,
    a: Option<String>,
}

#[test]
fn a_property_given_twice_is_given_too_often() {
    for document in [
        r#"{"b":1,"b":1}"#,
        r#"{"b":1,"a":"x","b":2,"b":3}"#,
        r#"{"b":1,"b":"?"}"#,
    ] {
        assert_eq!(refused::<Pair>(document), ["b duplicate"]);
    }
    // Nobody knows which one was meant, so nothing is said of either.
    assert_eq!(
        refused::<Pair>(r#"{"a":1,"b":300,"a":2,"b":-1}"#),
        ["b duplicate", "a duplicate"]
    );
    // Nor is it looked at what it is.
    for value in ["1e400", r#""\ud800""#, "[[{}]]", r#"{"b":1}"#] {
        let document = format!(r#"{{"b":1,"b":{value},"a":"x","a":{value}}}"#);
        assert_eq!(refused::<Pair>(&document), ["b duplicate", "a duplicate"]);
    }
    // `null` is given, too.
    assert_eq!(
        refused::<Pair>(r#"{"b":1,"a":null,"a":"x"}"#),
        ["a duplicate"]
    );
    // Escapes are another spelling of the same name.
    assert_eq!(refused::<Pair>(r#"{"b":1,"\u0062":1}"#), ["b duplicate"]);
    assert_eq!(
        accepted::<Pair>(r#"{"b":1,"c":1,"c":2}"#),
        Pair { b: 1, a: None }
    );
}

#[test]
fn unknown_properties_are_ignored_whatever_they_hold() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let deep_objects = format!("{}0{}", r#"{"b":"#.repeat(10_000), "}".repeat(10_000));
    for garbage in [
        "null",
        "1e400",
        "[]",
        r#"{"b":300}"#,
        r#""\ud800""#,
        r#"[1,[2,{"a":[null]}]]"#,
        &deep,
        &deep_objects,
    ] {
        for document in [
            format!(r#"{{"b":1,"B":{garbage}}}"#),
            format!(r#"{{"":{garbage},"b ":{garbage},"b":1}}"#),
        ] {
            assert_eq!(accepted::<Pair>(&document), Pair { b: 1, a: None });
        }
    }
}

#[test]
fn a_known_property_may_hold_anything_too() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let deep_objects = format!("{}0{}", r#"{"b":"#.repeat(10_000), "}".repeat(10_000));
    for garbage in [&deep, &deep_objects] {
        assert_eq!(
            refused::<Pair>(&format!(r#"{{"b":1,"a":{garbage}}}"#)),
            ["a type"]
        );
    }
}

/// `serde_json` may hand out a number as a map with one key of this name, which a
/// client may send, too.
#[test]
fn the_name_that_numbers_hide_behind_is_a_name() {
    const NAME: &str = "$serde_json::private::Number";
    let pair = Pair { b: 1, a: None };
    assert_eq!(
        accepted::<Pair>(&format!(r#"{{"{NAME}":"5","b":1}}"#)),
        pair
    );
    assert_eq!(
        accepted::<Pair>(&format!(r#"{{"b":1,"{NAME}":{{}}}}"#)),
        pair
    );
    for value in [
        r#""+5""#,
        r#""NaN""#,
        r#""inf""#,
        r#"" 5""#,
        "[]",
        "{}",
        "null",
        r#""5","a":1"#,
    ] {
        let document = format!(r#"{{"b":{{"{NAME}":{value}}}}}"#);
        assert_eq!(refused::<Pair>(&document), ["b type"], "{document}");
    }
}

#[test]
fn violations_come_in_declaration_order() {
    let document = json!({"a": 1, "b": "x"});
    let expected = ["b type", "a type"];
    assert_eq!(
        crate::faults(&from_value::<Pair>(&document).unwrap_err()),
        expected
    );
    for text in [r#"{"a":1,"b":"x"}"#, r#"{"b":"x","a":1}"#] {
        assert_eq!(refused::<Pair>(text), expected);
    }
    assert_eq!(refused::<Pair>(r#"{"a":1}"#), ["b required", "a type"]);
}

#[test]
fn one_document_can_break_every_rule() {
    let nothing = Value::Object(serde_json::Map::new());
    let invalid = from_value::<NotBlank>(&nothing).unwrap_err();
    assert_eq!(
        crate::faults(&invalid),
        [
            "ruled required",
            "choice required",
            "number required",
            "prefilled required"
        ]
    );
}
