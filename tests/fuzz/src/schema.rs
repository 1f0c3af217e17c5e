//! A schema that somebody else has written, and an answer to its form.

use std::collections::BTreeSet;

use elicit_core::{Revision, dynamic::DynamicForm};
use elicit_tests::forms::RustTypes;
use elicit_text::visible;
use serde_json::{Map, Value};

use crate::content::{
    oracle::{Oracle, failures},
    validator,
};

/// The form of a schema is refused, or it asks for the same again, and reads an answer as `jsonschema` does.
pub fn check(schema: &Value, answer: &Value) {
    let form = match DynamicForm::from_schema(schema) {
        Ok(form) => form,
        Err(error) => {
            assert!(!error.faults().is_empty());
            assert!(!error.to_string().contains("help:"));
            return;
        }
    };
    let sent = form.requested_schema(Revision::LATEST);
    assert_eq!(
        without(schema, &sent),
        form.dropped_keywords().len(),
        "{form:?}"
    );
    limits(schema);
    for property in members(&sent["properties"]).values() {
        can_be_shown(property);
        can_be_answered(property);
    }
    for revision in Revision::all() {
        let again = form.requested_schema(revision);
        let again = DynamicForm::from_schema(&again).expect("what is sent is a form");
        assert_eq!(again.dropped_keywords(), [""; 0]);
        assert_eq!(again.requested_schema(Revision::LATEST), sent);
    }
    let ours = form.validate(answer);
    if let Ok(valid) = &ours {
        // As the schema spells it, it is valid, and stays as it is.
        let content = Value::Object(valid.content().clone());
        assert!(validator(&sent).is_valid(&content), "{content}");
        assert_eq!(form.validate(&content).as_ref(), Ok(valid));
    }
    // Tests of their own compare patterns, which are not sent.
    let properties = schema["properties"].as_object();
    let has_pattern = |property: &Value| property.get("pattern").is_some();
    if answer.is_object() && !properties.is_some_and(|all| all.values().any(has_pattern)) {
        let oracle = Oracle::new(form.schema(), RustTypes::AT_RUN_TIME, validator, &sent);
        assert_eq!(failures(&ours), oracle.failures(answer), "{ours:?}");
    }
}

/// How many keywords the form does without. The others are sent as they are.
fn without(given: &Value, sent: &Value) -> usize {
    let names = |schema: &Value| -> BTreeSet<String> {
        let names = schema["required"].as_array().into_iter().flatten();
        names
            .map(|name| name.as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(given), names(sent));
    let of_root = ["type", "properties", "required"];
    let of_root = members(given)
        .keys()
        .filter(|keyword| !of_root.contains(&&***keyword));
    let of_root = of_root.count();
    let (given, sent) = (members(&given["properties"]), members(&sent["properties"]));
    assert!(given.keys().eq(sent.keys()));
    let of_properties = given
        .values()
        .zip(sent.values())
        .map(|(given, sent)| without_in_property(given, sent));
    of_root + of_properties.sum::<usize>()
}

fn without_in_property(given: &Value, sent: &Value) -> usize {
    let keywords = members(given);
    let is_choice = sent.get("enum").is_some() || sent.get("oneOf").is_some();
    let mut without = 0;
    for (keyword, value) in keywords {
        match &**keyword {
            // In the schema's own spelling: below.
            "enum" | "enumNames" | "oneOf" if is_choice => {}
            "items" if sent["type"] == "array" => {}
            "default" if sent.get("default").is_some() => {
                assert!(validator(sent).is_valid(&sent["default"]), "{sent}");
            }
            "pattern" if sent["type"] == "string" && !is_choice => {}
            keyword => match sent.get(keyword) {
                Some(sent) => assert_eq!(sent, value),
                None => without += 1,
            },
        }
    }
    if is_choice {
        without += without_in_options(keywords, sent, &["oneOf"], &["enum", "enumNames", "oneOf"]);
    } else if sent["type"] == "array" {
        let items = members(&keywords["items"]);
        without += without_in_options(items, &sent["items"], &["oneOf", "anyOf"], &[]);
        without -= usize::from(items.contains_key("type"));
    }
    without
}

/// The same options are sent as were given, with the first of the keywords that have titles, or else `enum`.
/// `family`: the keywords that count, or else all.
fn without_in_options(
    given: &Map<String, Value>,
    sent: &Value,
    titled: &[&str],
    family: &[&str],
) -> usize {
    let mut used = Vec::new();
    let mut without = 0;
    let titled = titled.iter().find(|keyword| given.contains_key(**keyword));
    let expected: Vec<_> = if let Some(keyword) = titled {
        used.push(*keyword);
        let options = given[*keyword].as_array().unwrap().iter();
        let options = options.map(|option| {
            let rest = members(option).keys();
            without += rest
                .filter(|name| !["const", "title"].contains(&&***name))
                .count();
            (&option["const"], option.get("title"))
        });
        options.collect()
    } else {
        used.extend(["enum", "enumNames"]);
        let titles = given.get("enumNames").and_then(Value::as_array);
        let options = given["enum"].as_array().unwrap().iter().enumerate();
        let options = options.map(|(index, value)| (value, titles.map(|titles| &titles[index])));
        options.collect()
    };
    let options = options(sent);
    // An option without a title is shown as its value, in which what no person sees is escaped.
    let expected = expected.iter().map(|(value, title)| {
        let title = title.and_then(Value::as_str).map(ToOwned::to_owned);
        let shown = title.unwrap_or_else(|| visible(value.as_str().unwrap()).into_owned());
        (*value, shown)
    });
    let sent = options.iter().map(|(value, title)| {
        let shown = title.unwrap_or(value).as_str().unwrap();
        (*value, shown.to_owned())
    });
    assert_eq!(expected.collect::<Vec<_>>(), sent.collect::<Vec<_>>());
    let others = given.keys().filter(|keyword| {
        let counts = family.is_empty() || family.contains(&&***keyword);
        counts && !used.contains(&&***keyword)
    });
    without + others.count()
}

/// The options as they are sent, each with its title.
fn options(sent: &Value) -> Vec<(&Value, Option<&Value>)> {
    let titled = sent.get("oneOf").or_else(|| sent.get("anyOf"));
    match titled.and_then(Value::as_array) {
        Some(titled) => titled
            .iter()
            .map(|option| (&option["const"], option.get("title")))
            .collect(),
        None => {
            let options = sent["enum"].as_array().into_iter().flatten();
            options.map(|value| (value, None)).collect()
        }
    }
}

/// What a form may have at most.
fn limits(schema: &Value) {
    assert!(schema.to_string().len() <= 64 << 10);
    let properties = members(&schema["properties"]);
    assert!((1..=100).contains(&properties.len()));
    let patterns = properties.values().filter_map(|property| {
        let is_text = property["type"] == "string"
            && property.get("enum").is_none()
            && property.get("oneOf").is_none();
        property["pattern"].as_str().filter(|_| is_text)
    });
    assert!(patterns.map(str::len).sum::<usize>() <= 1000);
}

fn can_be_shown(property: &Value) {
    for keyword in ["title", "description"] {
        if let Some(text) = property.get(keyword) {
            let text = text.as_str().unwrap();
            assert!(!text.trim().is_empty() && !text.contains("https://example.org"));
        }
    }
}

/// A rule alone, or two of a pair, leave an answer.
fn can_be_answered(property: &Value) {
    for (least, most) in [
        ("minimum", "maximum"),
        ("minLength", "maxLength"),
        ("minItems", "maxItems"),
    ] {
        let number = |keyword: &str| property.get(keyword).and_then(Value::as_f64);
        if let (Some(least), Some(most)) = (number(least), number(most)) {
            assert!(least <= most);
        }
    }
    let items = match property.get("items") {
        Some(items) => items,
        None if property.get("enum").is_some() || property.get("oneOf").is_some() => property,
        None => return,
    };
    let options = options(items);
    let values: BTreeSet<_> = options.iter().map(|(value, _)| value.as_str()).collect();
    assert_eq!(values.len(), options.len());
    assert!((1..=1000).contains(&options.len()));
    let least = property.get("minItems").and_then(Value::as_u64);
    assert!(least.unwrap_or_default() <= options.len() as u64);
}

fn members(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap()
}
