//! The models of `rust-mcp-schema`, one module a revision.
//!
//! Each property is parsed as the one definition that it is. The union of them,
//! which the model of a whole form has, takes any choice for free text and drops its
//! options, so of that one only the names are looked at.

use elicit_core::{NoRunTimeChoices, NoSecrets, Revision};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{assert_same, sent, there_and_back};

/// Which definition of the protocol a property is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Definition {
    Boolean,
    Number,
    Text,
    Untitled,
    Titled,
    Legacy,
    UntitledMulti,
    TitledMulti,
}

impl Definition {
    fn of(property: &Value) -> Self {
        match property["type"].as_str() {
            Some("boolean") => Self::Boolean,
            Some("integer" | "number") => Self::Number,
            Some("array") if property["items"].get("anyOf").is_some() => Self::TitledMulti,
            Some("array") => Self::UntitledMulti,
            Some("string") if property.get("oneOf").is_some() => Self::Titled,
            Some("string") if property.get("enumNames").is_some() => Self::Legacy,
            Some("string") if property.get("enum").is_some() => Self::Untitled,
            Some("string") => Self::Text,
            other => panic!("no definition has the type {other:?}"),
        }
    }
}

/// Parses the form as a whole, and gives its properties.
#[track_caller]
fn properties<M: DeserializeOwned + Serialize>(sent: &Value) -> Map<String, Value> {
    let came_back = there_and_back::<M>(sent);
    let names = |schema: &Value| -> Vec<String> {
        let mut names: Vec<_> = schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&came_back), names(sent));
    assert_eq!(came_back.get("required"), sent.get("required"));
    assert_eq!(came_back["type"], sent["type"]);
    sent["properties"].as_object().unwrap().clone()
}

#[track_caller]
fn keeps_property<M: DeserializeOwned + Serialize>(property: &Value) {
    let mut came_back = there_and_back::<M>(property);
    // The models write no list that is empty.
    if property.get("default") == Some(&Value::Array(Vec::new())) {
        came_back["default"] = Value::Array(Vec::new());
    }
    assert_same(&came_back, property);
}

pub(crate) mod v2025_06_18 {
    use rust_mcp_2025_06_18::mcp_2025_06_18::{
        BooleanSchema, ElicitRequestedSchema, EnumSchema, NumberSchema, StringSchema,
    };

    use super::*;

    #[track_caller]
    pub(crate) fn keeps<T: NoRunTimeChoices + NoSecrets>() {
        let known = what_the_revision_knows(sent::<T>(Revision::V2025_06_18));
        for property in properties::<ElicitRequestedSchema>(&known).values() {
            match Definition::of(property) {
                Definition::Boolean => keeps_property::<BooleanSchema>(property),
                Definition::Number => keeps_property::<NumberSchema>(property),
                Definition::Text => keeps_property::<StringSchema>(property),
                Definition::Untitled | Definition::Legacy => keeps_property::<EnumSchema>(property),
                other => panic!("{other:?} is not of this revision: {property}"),
            }
        }
    }

    /// A form without what is sent although the revision does not know it:
    /// multi-selects, and defaults other than of booleans. And without bounds that
    /// are no integers: the revision knows them, this model of it does not.
    fn what_the_revision_knows(mut sent: Value) -> Value {
        let properties = sent["properties"].as_object_mut().unwrap();
        properties.retain(|_, property| property["type"] != "array");
        for property in properties.values_mut() {
            let is_boolean = property["type"] == "boolean";
            property
                .as_object_mut()
                .unwrap()
                .retain(|key, value| match &**key {
                    "default" => is_boolean,
                    "minimum" | "maximum" => value.is_i64(),
                    _ => true,
                });
        }
        let names: Vec<Value> = properties.keys().map(|name| name.as_str().into()).collect();
        let form = sent.as_object_mut().unwrap();
        let mut required = form.remove("required").unwrap_or_default();
        if let Some(required) = required.as_array_mut() {
            required.retain(|name| names.contains(name));
        }
        if required.get(0).is_some() {
            form.insert("required".to_owned(), required);
        }
        sent
    }
}

/// The revisions that have every definition of a form.
macro_rules! newer {
    ($($module:ident: $revision:ident, $published:path, $form:ident;)*) => {$(
        pub(crate) mod $module {
            use $published::{
                BooleanSchema, $form, NumberSchema, StringSchema, TitledMultiSelectEnumSchema,
                TitledSingleSelectEnumSchema, UntitledMultiSelectEnumSchema,
                UntitledSingleSelectEnumSchema,
            };

            use super::*;

            #[track_caller]
            pub(crate) fn keeps<T: NoRunTimeChoices + NoSecrets>() {
                for property in properties::<$form>(&sent::<T>(Revision::$revision)).values() {
                    let keeps = match Definition::of(property) {
                        Definition::Boolean => keeps_property::<BooleanSchema>,
                        Definition::Number => keeps_property::<NumberSchema>,
                        Definition::Text => keeps_property::<StringSchema>,
                        Definition::Untitled => keeps_property::<UntitledSingleSelectEnumSchema>,
                        Definition::Titled => keeps_property::<TitledSingleSelectEnumSchema>,
                        Definition::UntitledMulti => keeps_property::<UntitledMultiSelectEnumSchema>,
                        Definition::TitledMulti => keeps_property::<TitledMultiSelectEnumSchema>,
                        Definition::Legacy => panic!("sent to newer revisions: {property}"),
                    };
                    keeps(property);
                }
            }
        }
    )*};
}

newer! {
    v2025_11_25: V2025_11_25, rust_mcp_2025_11_25::mcp_2025_11_25, ElicitFormSchema;
    v2026_07_28: V2026_07_28, rust_mcp_2026_07_28::mcp_2026_07_28,
        ElicitRequestFormParamsRequestedSchema;
}
