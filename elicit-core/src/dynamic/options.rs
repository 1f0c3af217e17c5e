//! Reads the options of a property.

use serde_json::{Map, Value};

use super::{Keywords, error::Path, found::Found};
use crate::form::{
    Kind,
    choices::{ChoiceOption, Choices},
};

const MOST_OPTIONS: usize = 1000;

/// The options of a choice or a multi-select.
pub(super) fn options(
    path: &Path<'_>,
    keywords: &Keywords,
    kind: &Kind,
    found: &mut Found,
) -> Option<Choices> {
    match kind {
        Kind::Choice(_) => list(path, keywords, &["oneOf", "enum"], found),
        Kind::MultiSelect { .. } => items(path, keywords, found),
        _ => None,
    }
}

/// The options of a multi-select.
fn items(path: &Path<'_>, keywords: &Keywords, found: &mut Found) -> Option<Choices> {
    let Some(items) = keywords.get("items").and_then(Value::as_object) else {
        found.fault(path, "has no `items`, which say what can be chosen");
        return None;
    };
    let path = path.at("items");
    match items.get("type").and_then(Value::as_str) {
        Some("string") | None => {}
        Some("object") => {
            let reason = "is a list of objects, and a form is flat";
            found.fault(&path.at("type"), reason);
            return None;
        }
        Some(_) => {
            let reason = "must be `string`: a client renders a list of options alone";
            found.fault(&path.at("type"), reason);
            return None;
        }
    }
    for keyword in items.keys() {
        let is_read = matches!(
            keyword.as_str(),
            "type" | "enum" | "anyOf" | "oneOf" | "enumNames"
        );
        if !is_read {
            found.drop(&path.at(keyword));
        }
    }
    list(&path, items, &["oneOf", "anyOf", "enum"], found)
}

/// The options under the first of these keywords that is there. What the others say is dropped.
fn list(
    path: &Path<'_>,
    keywords: &Keywords,
    spellings: &[&'static str],
    found: &mut Found,
) -> Option<Choices> {
    let mut given = spellings
        .iter()
        .filter(|name| keywords.contains_key(**name));
    let Some(&keyword) = given.next() else {
        let reason = "has no list of options, and a client renders a list of options alone";
        found.fault(path, reason);
        return None;
    };
    for other in given {
        found.drop(&path.at(other));
    }
    let place = path.at(keyword);
    let list = keywords.get(keyword).and_then(Value::as_array);
    let Some(list) = list.filter(|list| list.len() <= MOST_OPTIONS) else {
        found.fault(
            &place,
            format!("must be a list of at most {MOST_OPTIONS} options"),
        );
        return None;
    };
    let names = keywords.get("enumNames");
    if keyword != "enum" && names.is_some() {
        found.drop(&path.at("enumNames"));
    }
    let names = names.filter(|_| keyword == "enum");
    if names.is_some_and(|names| {
        names
            .as_array()
            .is_none_or(|names| names.len() != list.len())
    }) {
        found.fault(&path.at("enumNames"), "must have a title for each option");
        return None;
    }
    let mut options = Vec::new();
    for (index, option) in list.iter().enumerate() {
        let number = index.to_string();
        let place = place.at(&number);
        let (value, title) = match keyword {
            "enum" => (Some(option), names.and_then(|names| names.get(index))),
            _ => (option.get("const"), option.get("title")),
        };
        for keyword in option.as_object().into_iter().flat_map(Map::keys) {
            if !matches!(keyword.as_str(), "const" | "title") {
                found.drop(&place.at(keyword));
            }
        }
        match (value.and_then(Value::as_str), title.map(Value::as_str)) {
            (Some(value), None) => options.push(ChoiceOption::from(value)),
            (Some(value), Some(Some(title))) => options.push((value, title).into()),
            _ => {
                let reason = "must have a text as its value, and a text as its title";
                found.fault(&place, reason);
            }
        }
    }
    let options = Choices::from(options);
    if options.options().len() == list.len()
        && let Some(reason) = options.fault()
    {
        found.fault(&place, reason);
    }
    Some(options)
}
