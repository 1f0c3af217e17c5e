//! Reads a schema as a form.

use std::{borrow::Cow, collections::HashSet, sync::Arc};

use serde_json::{Map, Value, json};

use super::{
    Parts,
    error::{Path, SchemaError, SchemaFault},
    property::{self, ReadProperty},
};
use crate::{form::FormSchema, schema::declared::Declared};

/// In bytes of JSON.
const LARGEST: usize = 64 << 10;
const MOST_PROPERTIES: usize = 100;

/// What is found beside the form.
#[derive(Default)]
pub(super) struct Found {
    faults: Vec<SchemaFault>,
    dropped: Vec<String>,
    /// Whether what would be dropped is a fault.
    is_strict: bool,
    /// How many bytes the patterns have so far.
    pub(super) pattern_bytes: usize,
    /// How much work it was to compile them.
    pub(super) pattern_work: usize,
}

impl Found {
    /// For rules of a program, which mean something.
    pub(super) fn strict() -> Self {
        Self {
            is_strict: true,
            ..Self::default()
        }
    }

    pub(super) fn fault(&mut self, path: &Path<'_>, reason: impl Into<Cow<'static, str>>) {
        self.faults.push(SchemaFault::new(path, reason));
    }

    pub(super) fn drop(&mut self, path: &Path<'_>) {
        if self.is_strict {
            self.fault(path, "has no effect on this field");
        } else {
            self.dropped.push(path.pointer());
        }
    }

    pub(super) fn faults(&self) -> usize {
        self.faults.len()
    }
}

pub(super) fn read(schema: &Value, mut found: Found) -> Result<Parts, SchemaError> {
    let read = form(schema, &mut found);
    match read {
        Some(parts) if found.faults.is_empty() => Ok(Parts {
            dropped: found.dropped,
            ..parts
        }),
        _ => Err(SchemaError::new(found.faults)),
    }
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
