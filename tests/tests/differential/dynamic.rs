//! Forms that are known only at run time: each derived form once more, made from the schema that is sent, and
//! forms of schemas that are made up.

use elicit_core::{
    Revision,
    dynamic::DynamicForm,
    form::{Kind, Property},
};
use elicit_tests::forms::{RustTypes, Sample};
use proptest::{collection::vec, prelude::*, sample::select};
use serde_json::{Map, Value, json};

use crate::{
    oracle::{Oracle, failures, validator},
    run,
};

/// The form made of the schema that is sent, with each `pattern`, which is not.
fn again<T: Sample>(revision: Revision) -> (Value, DynamicForm) {
    let mut schema: Value = serde_json::from_str(T::requested_schema(revision)).unwrap();
    for property in T::FORM.properties() {
        if let Kind::Text(rules) = property.kind()
            && let Some(pattern) = rules.pattern()
        {
            schema["properties"][property.name()]["pattern"] = pattern.into();
        }
    }
    let form = DynamicForm::from_schema(&schema).unwrap();
    (schema, form)
}

fn agrees<T: Sample>() {
    for revision in [Revision::V2025_06_18, Revision::LATEST] {
        let (schema, form) = again::<T>(revision);
        assert!(
            form.dropped_keywords().is_empty(),
            "{:?}",
            form.dropped_keywords()
        );
        // What is sent is what came, without the patterns.
        let sent: Value = serde_json::from_str(T::requested_schema(revision)).unwrap();
        assert_eq!(form.requested_schema(revision), sent);

        let oracle = Oracle::new(form.schema(), RustTypes::AT_RUN_TIME, validator, &schema);
        run::<T>(1, |document| {
            let value = document.value();
            let ours = form.validate(&value);
            prop_assert_eq!(failures(&ours), oracle.failures(&value), "{:?}", &ours);
            if let Ok(answer) = ours {
                // As the schema spells it, it is valid for every validator.
                let content = Value::Object(answer.into_content());
                prop_assert!(validator(&schema).is_valid(&content), "{}", content);
            }
            Ok(())
        });
    }
}

macro_rules! tests {
    ($($name:ident: $form:ident,)*) => {
        mod a_derived_form_is_the_same_at_run_time {
            use elicit_tests::forms::*;

            $(
                #[test]
                fn $name() {
                    super::agrees::<$form>();
                }
            )*
        }
    };
}

elicit_tests::for_each_form!(tests);

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-4_i64..5).prop_map(Value::from),
        select(vec![0.5, -1.5, 3.0, 1e300, 9.1e15]).prop_map(Value::from),
        select(vec![json!("1"), json!(null), json!(u64::MAX)]),
    ]
}

fn keyword() -> impl Strategy<Value = (&'static str, Value)> {
    let list = json!(["a", "b"]);
    let titled = json!([{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]);
    prop_oneof![
        (select(vec!["minimum", "maximum", "default"]), number()),
        (
            select(vec!["minLength", "maxLength", "minItems", "maxItems"]),
            number()
        ),
        (
            Just("format"),
            select(vec![json!("email"), json!("date"), json!("uuid")])
        ),
        (
            Just("pattern"),
            select(vec![json!("^[a-c]*$"), json!("b"), json!("(")])
        ),
        (
            select(vec!["enum", "oneOf"]),
            select(vec![list.clone(), titled.clone()])
        ),
        (
            Just("items"),
            select(vec![
                json!({"type": "string", "enum": list}),
                json!({"anyOf": titled}),
                json!({"type": "object"}),
            ])
        ),
        (
            Just("default"),
            select(vec![json!("a"), json!(true), json!(["b"]), json!(["z"])])
        ),
        (Just("examples"), Just(json!(["a"]))),
    ]
}

fn property() -> impl Strategy<Value = Value> {
    let kind = select(vec!["string", "integer", "number", "boolean", "array"]);
    (kind, vec(keyword(), 0..4)).prop_map(|(kind, keywords)| {
        let mut property = Map::new();
        property.insert("type".to_owned(), kind.into());
        if kind == "array" {
            property.insert(
                "items".to_owned(),
                json!({"type": "string", "enum": ["a", "b"]}),
            );
        }
        property.extend(
            keywords
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value)),
        );
        property.into()
    })
}

fn answer() -> impl Strategy<Value = Value> {
    prop_oneof![
        number(),
        select(vec![
            "",
            "a",
            "b",
            "A",
            "abc",
            "a@example.org",
            "2027-01-31"
        ])
        .prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        vec(select(vec!["a", "b", "A", "z"]), 0..4).prop_map(Value::from),
    ]
}

proptest! {
    /// A schema is refused, or the form of it reads every answer as a validator does.
    #[test]
    fn a_schema_that_is_made_up_is_refused_or_agrees_with_a_validator(
        properties in vec(property(), 1..4),
        is_required in any::<bool>(),
        answers in vec(vec(proptest::option::of(answer()), 3), 32),
    ) {
        let names = ["one", "two", "three"];
        let mut schema = json!({"type": "object", "properties": {}});
        let named = names.into_iter().zip(&properties);
        for (name, property) in named.clone() {
            schema["properties"][name] = property.clone();
        }
        if is_required {
            schema["required"] = json!(["one"]);
        }
        let Ok(form) = DynamicForm::from_schema(&schema) else { return Ok(()) };
        // The oracle reads the schema that is left.
        let mut left = form.requested_schema(Revision::LATEST);
        for (name, property) in named {
            if let Some(pattern) = property.get("pattern")
                && let Some(Kind::Text(_)) = form.schema().property(name).map(Property::kind)
            {
                left["properties"][name]["pattern"] = pattern.clone();
            }
        }
        let oracle = Oracle::new(form.schema(), RustTypes::AT_RUN_TIME, validator, &left);
        for given in answers {
            let given = names.into_iter().zip(given);
            let content: Map<_, _> = given
                .filter_map(|(name, value)| Some((name.to_owned(), value?)))
                .collect();
            let content = Value::Object(content);
            let ours = form.validate(&content);
            prop_assert_eq!(failures(&ours), oracle.failures(&content), "{} {:?}", &left, &ours);
        }
    }
}
