//! Which schemas are refused, and what is dropped of the others.

use elicit_core::{Revision, dynamic::DynamicForm};
use serde_json::{Value, json};

fn form(properties: &Value) -> Value {
    json!({"type": "object", "properties": properties})
}

/// Each fault as `path: reason`.
#[track_caller]
fn faults(schema: &Value) -> Vec<String> {
    let error = DynamicForm::from_schema(schema).expect_err("the schema is refused");
    error.faults().iter().map(ToString::to_string).collect()
}

#[track_caller]
fn refused(property: &Value, path: &str, reason: &str) {
    let found = faults(&form(&json!({ "it": property })));
    let expected = format!("/properties/it{path}: {reason}");
    assert_eq!(found, [expected]);
}

#[test]
fn what_no_client_renders_is_refused() {
    let nested = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    refused(
        &nested,
        "/type",
        "is a nested object, and a form is flat: its properties belong into the form itself",
    );
    refused(
        &json!({"type": "array", "items": nested}),
        "/items/type",
        "is a list of objects, and a form is flat",
    );
    refused(
        &json!({"type": "array", "items": {"type": "string"}}),
        "/items",
        "has no list of options, and a client renders a list of options alone",
    );
    refused(
        &json!({"type": ["string", "null"]}),
        "/type",
        "is a list of types, and a field has one",
    );
    refused(&json!({"title": "It"}), "", "has no `type`");
    refused(&json!(true), "", "must be an object");
}

#[test]
fn rules_that_no_answer_can_keep_are_refused() {
    let too_large = "is too large, so no answer would be valid";
    refused(
        &json!({"type": "integer", "minimum": 5, "maximum": 1}),
        "/minimum",
        too_large,
    );
    refused(
        &json!({"type": "number", "minimum": 0.5, "maximum": 0.25}),
        "/minimum",
        too_large,
    );
    refused(
        &json!({"type": "string", "minLength": 5, "maxLength": 1}),
        "/minLength",
        too_large,
    );
    let letters = json!({"type": "string", "enum": ["a", "b"]});
    refused(
        &json!({"type": "array", "items": letters, "minItems": 3}),
        "/minItems",
        too_large,
    );
    refused(
        &json!({"type": "string", "pattern": "^a{9}$", "maxLength": 8}),
        "/pattern",
        "no text that it matches keeps the other rules, so no answer would be valid",
    );
    refused(
        &json!({"type": "string", "format": "date", "maxLength": 8}),
        "/maxLength",
        "a text of the format `date` has a length of exactly 10, and this field allows at most 8, so no answer \
         would be valid",
    );
}

#[test]
fn a_bound_that_the_type_cannot_hold_is_refused() {
    let found = faults(&form(&json!({
        "fraction": {"type": "integer", "minimum": 1.5},
        "large": {"type": "integer", "maximum": 1_u64 << 60},
        "negative": {"type": "string", "maxLength": -1},
        "text": {"type": "number", "minimum": "1"},
    })));
    let paths: Vec<_> = found
        .iter()
        .map(|fault| fault.split(": ").next().unwrap())
        .collect();
    assert_eq!(
        paths,
        [
            "/properties/fraction/minimum",
            "/properties/large/maximum",
            "/properties/negative/maxLength",
            "/properties/text/minimum",
        ]
    );
    refused(
        &json!({"type": "integer", "minimum": 1.5}),
        "/minimum",
        "`minimum` is 1.5, and this field is a whole number",
    );
}

/// Whoever reads it has a schema, and neither attributes nor types.
#[test]
fn a_bound_that_does_not_fit_is_reported_in_words_of_a_schema() {
    refused(
        &json!({"type": "integer", "maximum": 1_u64 << 60}),
        "/maximum",
        "`maximum` is 1152921504606846976, and the type of this field allows -9007199254740991 to 9007199254740991",
    );
    refused(
        &json!({"type": "number", "maximum": 9_007_199_254_740_995_u64}),
        "/maximum",
        "`maximum` is 9007199254740995, and the nearest `f64` is beyond this bound",
    );
}

#[test]
fn a_default_that_is_no_valid_answer_is_refused() {
    let options = json!({"type": "string", "enum": ["a", "b"]});
    refused(
        &json!({"type": "integer", "maximum": 20, "default": 21}),
        "/default",
        "must be at most 20",
    );
    refused(
        &json!({"type": "number", "maximum": 0.5, "default": 1}),
        "/default",
        "must be at most 0.5",
    );
    refused(
        &json!({"type": "boolean", "default": "yes"}),
        "/default",
        "must be true or false",
    );
    let mut choice = options;
    choice["default"] = "c".into();
    refused(&choice, "/default", "must be one of `a`, `b`");
    refused(
        &json!({"type": "string", "pattern": "^[a-z]+$", "default": "A1"}),
        "/default",
        "must match: ^[a-z]+$",
    );
}

#[test]
fn texts_that_a_derived_form_must_not_have_are_refused() {
    refused(
        &json!({"type": "string", "title": " "}),
        "/title",
        "is blank, and clients show it",
    );
    refused(
        &json!({"type": "string", "description": "See https://example.org"}),
        "/description",
        "has a link, and clients may make it clickable",
    );
    let found = faults(&form(
        &json!({"api_key": {"type": "string", "title": "Key"}}),
    ));
    assert!(
        found[0].starts_with("/properties/api_key: the name asks for a credential"),
        "{found:?}"
    );
    // The server says it itself, as generators of schemas do for a secret. Without the keyword, a client would
    // show what the person types.
    refused(
        &json!({"type": "string", "title": "Value", "format": "password", "writeOnly": true}),
        "/format",
        "asks for a credential (\"password\"), and what is typed into a form passes through the client",
    );
    // No credential is a number.
    let form = form(&json!({"password_expires_in_days": {"type": "integer"}}));
    DynamicForm::from_schema(&form).unwrap();
}

#[test]
fn options_that_a_person_cannot_tell_apart_are_refused() {
    refused(
        &json!({"type": "string", "enum": []}),
        "/enum",
        "there are no options to choose from",
    );
    refused(
        &json!({"type": "string", "enum": ["a", "a"]}),
        "/enum",
        "two options have the same value",
    );
    refused(
        &json!({"type": "string", "oneOf": [
            {"const": "a", "title": "b"},
            {"const": "b", "title": "c"},
        ]}),
        "/oneOf",
        "the title of an option is the value of another one, and people type titles",
    );
    refused(
        &json!({"type": "string", "enum": ["a", 1]}),
        "/enum/1",
        "must have a text as its value, and a text as its title",
    );
}

#[test]
fn everything_is_reported_at_once_and_a_long_name_is_cut() {
    let name = "n".repeat(200);
    let schema = json!({
        "properties": {name.as_str(): {"type": "any"}, "b/\u{200b}": {"type": "string", "minLength": "1"}},
        "required": ["c"],
    });
    let found = faults(&schema);
    assert_eq!(found.len(), 5, "{found:?}");
    assert_eq!(found[0], "/: has no `type`, which must be `object`");
    assert_eq!(found[1], "/required/0: is not the name of a property");
    assert!(found[2].len() < 200, "{found:?}");
    let escaped = r"/properties/b~1\u{200b}";
    assert_eq!(found[3], format!("{escaped}/minLength: must be a number"));
    assert_eq!(
        found[4],
        format!("{escaped}: the name has an invisible character (U+200B)")
    );
}

#[test]
fn what_says_options_a_second_time_is_dropped_and_named() {
    let a = json!([{"const": "a", "title": "A", "description": "The first", "deprecated": true}]);
    let b = json!([{"const": "b", "title": "B"}]);
    let schema = form(&json!({
        "values": {"type": "string", "enum": ["a"], "anyOf": b},
        "titles": {"type": "string", "oneOf": a, "anyOf": b, "enumNames": ["C"]},
        "list": {"type": "array", "items": {"oneOf": b, "anyOf": a, "enum": ["c"], "enumNames": ["C"]}},
        "named": {"type": "array", "items": {"enum": ["a"], "enumNames": ["A"], "uniqueItems": true}},
    }));
    let form = DynamicForm::from_schema(&schema).unwrap();
    let mut dropped = form.dropped_keywords().to_vec();
    dropped.sort();
    assert_eq!(
        dropped,
        [
            "/properties/list/items/anyOf",
            "/properties/list/items/enum",
            "/properties/list/items/enumNames",
            "/properties/named/items/uniqueItems",
            "/properties/titles/anyOf",
            "/properties/titles/enumNames",
            "/properties/titles/oneOf/0/deprecated",
            "/properties/titles/oneOf/0/description",
            "/properties/values/anyOf",
        ]
    );
    let value = |property: &str| {
        form.options(property).unwrap().options()[0]
            .value()
            .to_owned()
    };
    let values = ["values", "titles", "list", "named"].map(value);
    assert_eq!(values, ["a", "a", "b", "a"]);
}

#[test]
fn unknown_keywords_are_dropped_and_named() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "id": {"type": "string", "format": "uuid", "examples": ["7"], "default": null},
            "size": {"type": "integer", "multipleOf": 2, "maxLength": 3},
            "kind": {"type": "string", "oneOf": [{"const": "a", "title": "A"}], "enum": ["a"]},
        },
        "additionalProperties": false,
    });
    let form = DynamicForm::from_schema(&schema).unwrap();
    let mut dropped = form.dropped_keywords().to_vec();
    dropped.sort();
    assert_eq!(
        dropped,
        [
            "/$schema",
            "/additionalProperties",
            "/properties/id/default",
            "/properties/id/examples",
            "/properties/id/format",
            "/properties/kind/enum",
            "/properties/size/maxLength",
            "/properties/size/multipleOf",
        ]
    );
    assert_eq!(
        form.requested_schema(Revision::V2025_06_18),
        json!({
            "type": "object",
            "properties": {
                "id": {"type": "string"},
                "size": {"type": "integer"},
                "kind": {"type": "string", "enum": ["a"], "enumNames": ["A"]},
            },
        })
    );
}

#[test]
fn a_hostile_schema_is_refused_in_time() {
    let many: serde_json::Map<_, _> = (0..101)
        .map(|index| (format!("p{index}"), json!({"type": "string"})))
        .collect();
    assert_eq!(
        faults(&form(&many.into())),
        ["/properties: has more than 100 properties"]
    );
    let options: Vec<_> = (0..1001).map(|index| index.to_string()).collect();
    refused(
        &json!({"type": "string", "enum": options}),
        "/enum",
        "must be a list of at most 1000 options",
    );
    let long = json!({"long": {"type": "string", "description": "d".repeat(1 << 16)}});
    assert_eq!(faults(&form(&long)), ["/: is larger than 65536 bytes"]);
    let patterns = json!({
        "one": {"type": "string", "pattern": format!("^{}$", "a".repeat(900))},
        "two": {"type": "string", "pattern": format!("^{}$", "b".repeat(900))},
    });
    assert_eq!(
        faults(&form(&patterns)),
        ["/properties/two/pattern: the patterns of a form have 1000 bytes at most"]
    );
    // Each takes a tenth of a second before it is refused.
    let hard = json!({"type": "string", "pattern": "^(a|b)*a(a|b){13}$"});
    let hard: serde_json::Map<_, _> = (0..50)
        .map(|index| (format!("p{index}"), hard.clone()))
        .collect();
    let (alone, together) = (
        "this pattern is too large to be matched in one step for each character",
        "the patterns of a form are too large together",
    );
    let found = faults(&form(&hard.into()));
    assert_eq!(found[0], format!("/properties/p0/pattern: {alone}"));
    let after = found.iter().skip_while(|fault| fault.ends_with(alone));
    assert!(after.clone().all(|fault| fault.ends_with(together)));
    assert!(after.count() > 40, "{found:?}");
}
