//! Reads a schema as a form.

use std::{collections::HashSet, sync::Arc};

use serde_json::{Map, Value, json};

use super::{
    Parts,
    error::{Path, SchemaError},
    found::Found,
    property::{self, ReadProperty},
};
use crate::{form::FormSchema, schema::declared::Declared};

/// In bytes of JSON.
const LARGEST: usize = 64 << 10;
const MOST_PROPERTIES: usize = 100;

pub(super) fn read(schema: &Value, mut found: Found) -> Result<Parts, SchemaError> {
    let parts = form(schema, &mut found);
    let (parts, dropped) = found.finish(parts)?;
    Ok(Parts { dropped, ..parts })
}

fn form(schema: &Value, found: &mut Found) -> Option<Parts> {
    let root = Path::Root;
    let Some(keywords) = schema.as_object() else {
        found.fault(&root, "must be an object");
        return None;
    };
    if schema.to_string().len() > LARGEST {
        found.fault(&root, format!("is larger than {LARGEST} bytes"));
        return None;
    }
    match keywords.get("type") {
        Some(Value::String(name)) if name == "object" => {}
        Some(_) => found.fault(&root.at("type"), "must be `object`"),
        None => found.fault(&root, "has no `type`, which must be `object`"),
    }
    for keyword in keywords.keys() {
        if !matches!(keyword.as_str(), "type" | "properties" | "required") {
            found.drop(&root.at(keyword));
        }
    }
    let place = root.at("properties");
    let Some(properties) = keywords.get("properties").and_then(Value::as_object) else {
        found.fault(&root, "has no `properties`, which must be an object");
        return None;
    };
    if properties.is_empty() {
        found.fault(&place, "is empty, and some clients hang on an empty form");
    }
    if properties.len() > MOST_PROPERTIES {
        let reason = format!("has more than {MOST_PROPERTIES} properties");
        found.fault(&place, reason);
        return None;
    }
    let required = required(
        keywords.get("required"),
        properties,
        &root.at("required"),
        found,
    );

    let mut read = Vec::new();
    for (name, keywords) in properties {
        let is_required = required.contains(name.as_str());
        read.extend(property::read(
            &place.at(name),
            (name, is_required),
            keywords,
            found,
        ));
    }
    Some(parts(read))
}

/// The names of the properties that are required.
fn required<'s>(
    names: Option<&'s Value>,
    properties: &Map<String, Value>,
    path: &Path<'_>,
    found: &mut Found,
) -> HashSet<&'s str> {
    let Some(names) = names else {
        return HashSet::new();
    };
    let Some(names) = names.as_array() else {
        found.fault(path, "must be a list of names of properties");
        return HashSet::new();
    };
    let mut required = HashSet::new();
    for (index, name) in names.iter().enumerate() {
        match name.as_str() {
            Some(name) if properties.contains_key(name) => {
                required.insert(name);
            }
            _ => found.fault(
                &path.at(&index.to_string()),
                "is not the name of a property",
            ),
        }
    }
    required
}

fn parts(read: Vec<ReadProperty>) -> Parts {
    let (mut properties, mut options, mut declared) = (Vec::new(), Vec::new(), Map::new());
    for one in read {
        declared.insert(one.property.name().to_owned(), one.declared.into());
        properties.push(one.property);
        options.push(one.options);
    }
    let text = json!({"type": "object", "properties": declared});
    Parts {
        schema: FormSchema::owned(properties),
        declared: Arc::new(Declared::new(text.to_string())),
        options: options.into(),
        dropped: Vec::new(),
    }
}
