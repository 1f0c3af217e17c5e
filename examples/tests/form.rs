//! The received schema as a form.
#![allow(
    clippy::needless_pass_by_value,
    reason = "`json!` is written where it is used"
)]

use elicit_examples::form::{Field, Form, Kind, Range, Several, Text};
use serde_json::{Number, Value, json};

fn read(properties: Value) -> Form {
    Form::read(&json!({"type": "object", "properties": properties})).expect("the schema is a form")
}

fn kind(property: Value) -> Kind {
    read(json!({"x": property})).fields.remove(0).kind
}

fn range(property: Value) -> Range {
    match kind(property) {
        Kind::Number(range) => range,
        other => panic!("{other:?}"),
    }
}

fn text(property: Value) -> Text {
    match kind(property) {
        Kind::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

fn several(property: Value) -> Several {
    match kind(property) {
        Kind::Several(several) => several,
        other => panic!("{other:?}"),
    }
}

fn pairs(kind: Kind) -> Vec<(String, String)> {
    let options = match kind {
        Kind::One { options, .. } | Kind::Several(Several { options, .. }) => options,
        other => panic!("{other:?}"),
    };
    options.into_iter().map(|o| (o.value, o.title)).collect()
}

#[test]
fn fields_keep_their_order() {
    let schema = r#"{"type":"object","required":["b"],"properties":{
        "z":{"type":"boolean","default":true},
        "b":{"type":"string","title":"Branch","description":"Lower case"},
        "a":{"type":"number"}}}"#;
    let form = Form::read(&serde_json::from_str(schema).unwrap()).unwrap();
    let names: Vec<_> = form
        .fields
        .iter()
        .map(|f| (f.label(), f.required))
        .collect();
    assert_eq!(names, [("z", false), ("Branch", true), ("a", false)]);
    assert_eq!(
        form.fields[0].kind,
        Kind::Flag {
            default: Some(true)
        }
    );
    let expected = Field {
        name: "b".into(),
        title: Some("Branch".into()),
        description: Some("Lower case".into()),
        required: true,
        kind: Kind::Text(Text::default()),
    };
    assert_eq!(form.fields[1], expected);
}

#[test]
fn every_spelling_of_a_choice_is_read() {
    let plain = [("a".to_owned(), "a".to_owned()), ("b".into(), "b".into())];
    let titled = [
        ("a".to_owned(), "Gold".to_owned()),
        ("b".into(), "b".into()),
    ];
    let one = |property| pairs(kind(property));
    assert_eq!(one(json!({"type": "string", "enum": ["a", "b"]})), plain);
    let names = json!({"type": "string", "enum": ["a", "b"], "enumNames": ["Gold"]});
    assert_eq!(one(names), titled);
    let one_of =
        json!({"type": "string", "oneOf": [{"const": "a", "title": "Gold"}, {"const": "b"}]});
    assert_eq!(one(one_of), titled);
    let items = json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}});
    assert_eq!(one(items), plain);
    let any_of = json!({"type": "array", "items": {"anyOf": [{"const": "a", "title": "Gold"}, {"const": "b"}]}});
    assert_eq!(one(any_of), titled);
}

#[test]
fn defaults_of_each_type_are_read() {
    assert_eq!(
        text(json!({"type": "string", "default": "main"})).default,
        Some("main".into())
    );
    assert_eq!(
        range(json!({"type": "integer", "default": 2})).default,
        Some(2.into())
    );
    let one = kind(json!({"type": "string", "enum": ["a"], "default": "a"}));
    assert!(matches!(one, Kind::One { default: Some(value), .. } if value == "a"));
    let items = json!({"type": "array", "items": {"enum": ["a", "b"]}, "default": ["b"]});
    assert_eq!(several(items).default, Some(vec!["b".to_owned()]));
    // A default of another type is as good as none.
    assert_eq!(
        kind(json!({"type": "boolean", "default": "yes"})),
        Kind::Flag { default: None }
    );
}

#[test]
fn valid_earlier_answers_become_defaults() {
    let mut form = read(json!({
        "count": {"type": "integer", "title": "Count", "default": 1},
        "name": {"type": "string", "title": "Name"},
        "tier": {"type": "string", "enum": ["a", "b"]},
        "parts": {"type": "array", "items": {"enum": ["a", "b"]}},
        "keep": {"type": "boolean", "default": true},
        "loud": {"type": "boolean"},
        "note": {"type": "string"},
    }));
    let earlier = json!({
        "count": 99, "name": "main", "tier": "b", "parts": ["b"], "keep": false, "loud": true,
        "note": 3,
    });
    let earlier = earlier.as_object().expect("an object");
    form.prefill(
        earlier,
        "Please correct your answer. “Count” must be at most 20.",
    );
    let mut kinds = form.fields.into_iter().map(|field| field.kind);
    let mut next = || kinds.next().expect("a field");
    // The correction names it.
    assert!(matches!(next(), Kind::Number(Range { default: Some(one), .. }) if one == 1.into()));
    assert!(matches!(next(), Kind::Text(Text { default: Some(main), .. }) if main == "main"));
    assert!(matches!(next(), Kind::One { default: Some(b), .. } if b == "b"));
    assert!(matches!(next(), Kind::Several(Several { default: Some(b), .. }) if b == ["b"]));
    let no = Some(false);
    assert_eq!(next(), Kind::Flag { default: no });
    // With a default it could not be left out any more.
    assert_eq!(next(), Kind::Flag { default: None });
    // Another type than the field's.
    assert_eq!(next(), Kind::Text(Text::default()));
}

#[test]
fn texts_are_checked_against_their_rules() {
    let rules = text(json!({"type": "string", "minLength": 2, "maxLength": 3, "pattern": "^é+$"}));
    assert_eq!(rules.rules(), ["2 to 3 characters", "matches ^é+$"]);
    assert_eq!(rules.check("é"), Err("at least 2 characters, not 1".into()));
    assert_eq!(rules.check("ééé"), Ok(()));
    assert_eq!(
        rules.check("éééé"),
        Err("at most 3 characters, not 4".into())
    );
    // The server knows what a pattern means.
    assert_eq!(rules.check("abc"), Ok(()));
}

#[test]
fn texts_are_checked_against_their_format() {
    let cases = [
        ("email", vec!["a@b", "a@b.org"], vec!["", "a", "@b", "a@"]),
        (
            "uri",
            vec!["https://a.b/c", "mailto:a@b", "x:"],
            vec!["", "a.b", "//a", ":a"],
        ),
        (
            "date",
            vec!["2026-07-28"],
            vec!["", "28.07.2026", "2026-7-28", "2026-07-28T"],
        ),
        (
            "date-time",
            vec!["2026-07-28T09:30:00Z"],
            vec!["", "2026-07-28", "aé2026-07-28"],
        ),
        ("unknown", vec!["", "what ever"], vec![]),
    ];
    for (format, good, bad) in cases {
        let rules = text(json!({"type": "string", "format": format}));
        for typed in good {
            assert_eq!(rules.check(typed), Ok(()), "{format}: {typed}");
        }
        for typed in bad {
            assert!(rules.check(typed).is_err(), "{format}: {typed}");
        }
    }
}

#[test]
fn numbers_are_checked_against_their_bounds() {
    let whole = range(json!({"type": "integer", "minimum": 1, "maximum": 20}));
    assert_eq!(whole.rules(), ["a whole number from 1 to 20"]);
    assert_eq!(whole.check(" 20 "), Ok(20.into()));
    assert_eq!(whole.check("0"), Err("at least 1".into()));
    assert_eq!(whole.check("21"), Err("at most 20".into()));
    for typed in ["", "x", "1.5", "1e400", "NaN", "inf", "0x10"] {
        assert_eq!(
            whole.check(typed),
            Err("this is not a whole number".into()),
            "{typed}"
        );
    }
    let any = range(json!({"type": "number", "minimum": 0.5}));
    assert_eq!(any.rules(), ["a number, at least 0.5"]);
    assert_eq!(any.check("0.5").map(|n| n.to_string()), Ok("0.5".into()));
    assert_eq!(any.check("3").map(|n| n.to_string()), Ok("3".into()));
    assert_eq!(any.check("0.4"), Err("at least 0.5".into()));
    assert_eq!(any.check("-inf"), Err("this is not a number".into()));
    let exact = range(json!({"type": "integer", "maximum": 9_007_199_254_740_991_u64}));
    assert!(exact.check("9007199254740992").is_err());
    assert_eq!(
        range(json!({"type": "integer"})).check("18446744073709551615"),
        Ok(Number::from(u64::MAX))
    );
}

#[test]
fn selections_are_checked_against_their_bounds() {
    let rules = several(
        json!({"type": "array", "items": {"enum": ["a", "b", "c"]}, "minItems": 1, "maxItems": 2}),
    );
    assert_eq!(rules.rules(), ["choose 1 to 2"]);
    assert_eq!(rules.check(0), Err("choose at least 1".into()));
    assert_eq!(rules.check(2), Ok(()));
    assert_eq!(rules.check(3), Err("choose at most 2".into()));
}

#[test]
fn invalid_schemas_are_reported() {
    let cases = [
        (json!(null), "no `properties`"),
        (json!({"properties": []}), "no `properties`"),
        (json!({"properties": {}, "required": "x"}), "`required`"),
        (json!({"properties": {"x": true}}), "`x` has no schema"),
        (json!({"properties": {"x": {}}}), "`x` has no single `type`"),
        (
            json!({"properties": {"x": {"type": ["string", "null"]}}}),
            "`x` has no single `type`",
        ),
        (
            json!({"properties": {"x": {"type": "object"}}}),
            "`x` is of type `object`",
        ),
        (
            json!({"properties": {"x": {"type": "array"}}}),
            "`x` has no options",
        ),
        (
            json!({"properties": {"x": {"type": "string", "enum": []}}}),
            "`x` has no options",
        ),
        (
            json!({"properties": {"x": {"type": "string", "enum": "a"}}}),
            "that is no list",
        ),
        (
            json!({"properties": {"x": {"type": "string", "enum": [1]}}}),
            "no text",
        ),
        (
            json!({"properties": {"x": {"type": "string", "oneOf": [{"title": "A"}]}}}),
            "no text",
        ),
    ];
    for (schema, why) in cases {
        let error = Form::read(&schema).expect_err(why).to_string();
        assert!(error.contains(why), "{error}");
    }
    // Odd details of a field that can be shown do no harm.
    let odd = text(json!({"type": "string", "minLength": -1, "maxLength": "9", "pattern": 1}));
    assert_eq!(odd, Text::default());
}
