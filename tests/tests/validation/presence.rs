//! What is there, what is not, and what counts as not there.

use std::{collections::BTreeSet, num::NonZeroI8};

use elicit_core::{Elicit, form::Property, from_value};
use serde_json::{Value, json};

use crate::{accepted, refused};

#[derive(Debug, PartialEq, Elicit)]
enum Choice {
    One,
    Two,
}

#[derive(Debug, PartialEq, Elicit)]
struct Free(String);

#[derive(Debug, PartialEq, Elicit)]
struct Required {
    text: String,
    #[elicit(default = "main")]
    text_with_default: String,
    number: u8,
    #[elicit(default = 7)]
    number_with_default: u8,
    choice: Choice,
    #[elicit(default = "One")]
    choice_with_default: Choice,
    #[elicit(multi_select, min_items = 1)]
    list: Vec<Choice>,
    #[elicit(multi_select, min_items = 1, default = ["One"])]
    list_with_default: Vec<Choice>,
}

#[test]
fn a_default_does_not_replace_a_missing_answer() {
    let names = Required::FORM.properties().iter().map(Property::name);
    let missing: Vec<String> = names.map(|name| format!("{name} required")).collect();
    let null = r#"{"text":null,"text_with_default":null,"number":null,"number_with_default":null,
        "choice":null,"choice_with_default":null,"list":null,"list_with_default":null}"#;
    for document in ["{}", null] {
        assert_eq!(refused::<Required>(document), missing);
    }
}

#[derive(Debug, PartialEq, Elicit)]
struct Unticked {
    flag: bool,
    #[elicit(default = true)]
    ticked_at_first: bool,
    #[elicit(multi_select)]
    list: Vec<Choice>,
    #[elicit(multi_select, min_items = 0, max_items = 1, default = ["One"])]
    list_with_default: Vec<Choice>,
    #[elicit(multi_select, default = ["Two"])]
    set: BTreeSet<Ordered>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Elicit)]
enum Ordered {
    One,
    Two,
}

#[test]
fn a_missing_bool_is_false_and_a_missing_list_is_empty() {
    let unticked = Unticked {
        flag: false,
        ticked_at_first: false,
        list: vec![],
        list_with_default: vec![],
        set: BTreeSet::new(),
    };
    let null =
        r#"{"flag":null,"ticked_at_first":null,"list":null,"list_with_default":null,"set":null}"#;
    for document in ["{}", null] {
        assert_eq!(accepted::<Unticked>(document), unticked);
    }
    // Nothing else stands for it.
    for other in [r#""""#, "0", "{}"] {
        let document = Unticked::FORM.properties().iter();
        let document = document.map(|property| format!(r#""{}":{other}"#, property.name()));
        let document = document.collect::<Vec<_>>().join(",");
        let mistyped = Unticked::FORM.properties().iter();
        let mistyped: Vec<_> = mistyped.map(|one| format!("{} type", one.name())).collect();
        assert_eq!(refused::<Unticked>(&format!("{{{document}}}")), mistyped);
    }
}

#[derive(Debug, PartialEq, Elicit)]
struct Optional {
    free: Option<String>,
    #[elicit(min_length = 1)]
    ruled: Option<String>,
    #[elicit(default = "text")]
    text_with_default: Option<String>,
    newtype: Option<Free>,
    choice: Option<Choice>,
    #[elicit(default = "One")]
    choice_with_default: Option<Choice>,
    letter: Option<char>,
    number: Option<u8>,
    #[elicit(default = 9)]
    number_with_default: Option<u8>,
    flag: Option<bool>,
    #[elicit(default = true)]
    flag_with_default: Option<bool>,
    #[elicit(multi_select)]
    list: Option<Vec<Choice>>,
    #[elicit(multi_select, min_items = 1, default = ["One"])]
    list_with_default: Option<Vec<Choice>>,
}

#[test]
fn a_missing_or_empty_optional_field_is_none() {
    let none = Optional {
        free: None,
        ruled: None,
        text_with_default: None,
        newtype: None,
        choice: None,
        choice_with_default: None,
        letter: None,
        number: None,
        number_with_default: None,
        flag: None,
        flag_with_default: None,
        list: None,
        list_with_default: None,
    };
    assert_eq!(accepted::<Optional>("{}"), none);
    for nothing in ["null", r#""""#] {
        let document = Optional::FORM.properties().iter();
        let document = document.map(|property| format!(r#""{}":{nothing}"#, property.name()));
        let document = document.collect::<Vec<_>>().join(",");
        assert_eq!(accepted::<Optional>(&format!("{{{document}}}")), none);
    }
    // Only where it is empty.
    assert_eq!(
        refused::<Optional>(
            r#"{"ruled":" ","choice":" ","choice_with_default":"Three","number":" ","list":[]}"#
        ),
        ["choice enum", "choice_with_default enum", "number type"]
    );
    assert_eq!(
        refused::<Optional>(r#"{"list_with_default":[]}"#),
        ["list_with_default minItems"]
    );
    assert_eq!(
        accepted::<Optional>(r#"{"choice":"Two","list":[]}"#),
        Optional {
            choice: Some(Choice::Two),
            list: Some(vec![]),
            ..none
        }
    );
}

#[derive(Debug, PartialEq, Elicit)]
struct NotBlank {
    free: String,
    #[elicit(default = "text")]
    text_with_default: String,
    #[elicit(min_length = 1)]
    ruled: String,
    choice: Choice,
    number: u8,
    #[elicit(format = "date", default = "2026-07-28")]
    date: String,
}

#[test]
fn an_empty_text_in_a_required_field_is_validated() {
    assert_eq!(
        refused::<NotBlank>(
            r#"{
                "free": "", "text_with_default": "", "ruled": "", "choice": "", "number": "",
                "date": ""
            }"#
        ),
        [
            "ruled minLength",
            "choice enum",
            "number type",
            "date format"
        ]
    );
}

#[derive(Debug, Elicit)]
struct ZeroRequired {
    #[elicit(minimum = 1)]
    above: u8,
    not_zero: NonZeroI8,
}

#[derive(Debug, PartialEq, Elicit)]
struct Zero {
    #[elicit(minimum = 1)]
    above: Option<u8>,
    #[elicit(maximum = -0.5)]
    below: Option<f64>,
    #[elicit(minimum = 0.5, default = 1)]
    single: Option<f32>,
    non_null: Option<NonZeroI8>,
    newtype: Option<Port>,
    allowed: Option<i8>,
    free: Option<f64>,
}

#[derive(Debug, PartialEq, Elicit)]
struct Port(#[elicit(minimum = 1024)] u16);

#[test]
fn a_zero_that_the_rules_of_an_optional_number_reject_is_none() {
    for zero in ["0", "-0", "0.0", "-0.0", "0e5"] {
        let read = accepted::<Zero>(&format!(
            r#"{{"above":{zero},"below":{zero},"single":{zero},"non_null":{zero},
                "newtype":{zero},"allowed":{zero},"free":{zero}}}"#
        ));
        let expected = Zero {
            above: None,
            below: None,
            single: None,
            non_null: None,
            newtype: None,
            // Nothing can tell whether it was meant.
            allowed: Some(0),
            free: Some(0.0),
        };
        assert_eq!(read, expected, "{zero}");
    }
    // Only a 0, and only in an `Option`.
    assert_eq!(
        refused::<Zero>(r#"{"above":-1,"below":0.5,"single":0.25,"newtype":1}"#),
        [
            "above minimum",
            "below maximum",
            "single minimum",
            "newtype minimum"
        ]
    );
    assert_eq!(
        refused::<ZeroRequired>(r#"{"above":0,"not_zero":0}"#),
        ["above minimum", "not_zero not"]
    );
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
    with_default: Option<String>,
}

#[test]
fn a_final_line_break_is_removed_if_the_text_is_invalid_with_it() {
    let expected = Lines {
        free: "a\n".into(),
        pattern: "abc".into(),
        short: "abc".into(),
        date: "2026-07-28".into(),
        choice: Choice::Two,
        letter: 'a',
        perhaps: None,
        with_default: None,
    };
    let with = |end: &str| {
        format!(
            r#"{{
                "free": "a\n", "pattern": "abc{end}", "short": "abc{end}",
                "date": "2026-07-28{end}", "choice": "Two{end}", "letter": "a{end}",
                "perhaps": "{end}", "with_default": "{end}"
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
                "with_default format",
            ],
            "{end}"
        );
    }
}

#[test]
fn a_line_break_alone_is_kept_if_it_is_valid() {
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
fn a_property_given_twice_is_a_duplicate() {
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
fn unknown_properties_are_ignored_with_any_value() {
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
fn a_deep_value_of_a_known_property_has_the_wrong_type() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let deep_objects = format!("{}0{}", r#"{"b":"#.repeat(10_000), "}".repeat(10_000));
    for garbage in [&deep, &deep_objects] {
        assert_eq!(
            refused::<Pair>(&format!(r#"{{"b":1,"a":{garbage}}}"#)),
            ["a type"]
        );
    }
}

/// `serde_json` may hand out a number as a map with one key of this name, but a client may
/// send the name as well.
#[test]
fn the_private_name_for_numbers_of_serde_json_is_an_ordinary_name() {
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
fn all_missing_fields_are_reported_at_once() {
    let nothing = Value::Object(serde_json::Map::new());
    let invalid = from_value::<NotBlank>(&nothing).unwrap_err();
    assert_eq!(
        crate::faults(&invalid),
        [
            "free required",
            "text_with_default required",
            "ruled required",
            "choice required",
            "number required",
            "date required"
        ]
    );
}
