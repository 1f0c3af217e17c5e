//! The words of a violation: for the person, for those who translate, for programs.

use std::error::Error;

use elicit_core::{
    Elicit, Format, InvalidContent, Limit, Violation,
    form::{Literal, Variant},
    from_str,
};
use serde_json::json;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Elicit)]
enum Size {
    #[elicit(title = "Small one")]
    Small,
    Large,
}

#[derive(Debug, Elicit)]
struct Form {
    missing: u8,
    #[elicit(title = "A flag")]
    flag: bool,
    integer: u8,
    #[elicit(minimum = -0.5)]
    number: f64,
    #[elicit(maximum = 20)]
    most: i32,
    #[elicit(min_length = 1)]
    short: String,
    #[elicit(max_length = 2)]
    long: String,
    #[elicit(format = "date")]
    date: String,
    size: Size,
    #[elicit(multi_select, min_items = 1)]
    few: Vec<Size>,
    #[elicit(multi_select, max_items = 2)]
    many: std::collections::BTreeSet<Size>,
    non_zero: std::num::NonZeroI8,
    twice: Option<u8>,
    text: String,
    list: Option<String>,
}

const DOCUMENT: &str = r#"{
    "flag": 1, "integer": 1.5, "number": -1, "most": 21, "short": "", "long": "abc",
    "date": "today", "size": "small", "few": [], "many": ["Small", "Small", "Large"],
    "non_zero": 0, "twice": 1, "twice": 1, "text": 5, "list": ["a"]
}"#;

fn invalid() -> InvalidContent {
    from_str::<Form>(DOCUMENT).unwrap_err()
}

#[test]
fn every_violation_has_its_sentence() {
    let invalid = invalid();
    let sentences: Vec<String> = invalid
        .violations()
        .iter()
        .map(Violation::to_string)
        .collect();
    assert_eq!(
        sentences,
        [
            "missing: is required",
            "flag: must be true or false",
            "integer: must be a whole number",
            "number: must be at least -0.5",
            "most: must be at most 20",
            "short: must have at least 1 character",
            "long: must have at most 2 characters",
            "date: must be a date, such as 2026-07-28",
            "size: must be one of `Small` (`Small one`), `Large`",
            "few: must have at least 1 option",
            "many: must have at most 2 options",
            "many: must not repeat an option",
            "non_zero: must not be 0",
            "twice: must be given only once",
            "text: must be a text",
            "list: must be a text",
        ]
    );
    assert_eq!(invalid.to_string(), sentences.join("; "));
    for violation in invalid.violations() {
        let property = violation.property().unwrap();
        assert_eq!(
            violation.to_string(),
            format!("{property}: {}", violation.message())
        );
        assert!(violation.source().is_none());
    }
    assert!(invalid.source().is_none());
}

/// Except violations of a whole document and of a check.
#[test]
fn every_violation_has_its_keyword_and_limit() {
    let invalid = invalid();
    let found: Vec<(&str, String)> = invalid
        .violations()
        .iter()
        .map(|violation| (violation.keyword(), limit(violation.limit())))
        .collect();
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(keyword, limit)| (*keyword, &**limit))
        .collect();
    assert_eq!(
        found,
        [
            ("required", "none"),
            ("type", "type boolean"),
            ("type", "type integer"),
            ("minimum", "number -0.5"),
            ("maximum", "number 20"),
            ("minLength", "length 1"),
            ("maxLength", "length 2"),
            ("format", "format date"),
            ("enum", "variants Small, Large"),
            ("minItems", "items 1"),
            ("maxItems", "items 2"),
            ("uniqueItems", "none"),
            ("not", "none"),
            ("duplicate", "none"),
            ("type", "type string"),
            ("type", "type string"),
        ]
    );
}

fn limit(limit: Option<Limit<'_>>) -> String {
    match limit {
        None => "none".into(),
        Some(Limit::Type(name)) => format!("type {name}"),
        Some(Limit::Number(Literal::Integer(integer))) => format!("number {integer}"),
        Some(Limit::Number(literal)) => format!("number {}", literal.as_f64().unwrap()),
        Some(Limit::Length(length)) => format!("length {length}"),
        Some(Limit::Items(items)) => format!("items {items}"),
        Some(Limit::Format(format)) => {
            assert_eq!(format, Format::Date);
            format!("format {}", format.as_str())
        }
        Some(Limit::Variants(variants)) => {
            let values: Vec<&str> = variants.iter().map(Variant::value).collect();
            format!("variants {}", values.join(", "))
        }
        Some(other) => panic!("{other:?}"),
    }
}

#[test]
fn violations_serialize_for_programs() {
    let invalid = from_str::<Form>(r#"{"flag":"#).unwrap_err();
    assert_eq!(
        serde_json::to_value(&invalid).unwrap(),
        json!({"violations": [
            {"property": null, "keyword": "syntax", "message": "must be JSON (line 1, column 8)"},
        ]})
    );
    let written = serde_json::to_value(self::invalid()).unwrap();
    assert_eq!(
        written["violations"][4],
        json!({"property": "most", "keyword": "maximum", "message": "must be at most 20"})
    );
    assert_eq!(written["violations"].as_array().unwrap().len(), 16);
}

#[test]
fn violations_of_the_bounds_of_a_type_are_reported() {
    let invalid = from_str::<Form>(r#"{"integer":256,"most":-2147483649}"#).unwrap_err();
    let told: Vec<String> = invalid
        .violations()
        .iter()
        .filter(|violation| violation.keyword() != "required")
        .map(Violation::to_string)
        .collect();
    assert_eq!(
        told,
        [
            "integer: must be at most 255",
            "most: must be at least -2147483648"
        ]
    );
}

#[test]
fn violations_can_be_compared() {
    assert_eq!(invalid(), invalid());
    assert_ne!(invalid(), from_str::<Form>("{}").unwrap_err());
}

#[derive(Debug, Elicit)]
struct Slug(
    /// Lower-case letters
    #[elicit(pattern = "^[a-z]+$")]
    String,
);

#[derive(Debug, Elicit)]
struct Project {
    /// The project to delete
    name: Slug,
}

#[test]
fn a_violated_pattern_is_reported_by_its_description() {
    let invalid = from_str::<Project>(r#"{"name": "Elicit"}"#).unwrap_err();
    assert_eq!(invalid.to_string(), "name: must match: Lower-case letters");
}
