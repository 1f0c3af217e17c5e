//! A form that is built has the same properties and the same faults as the one of its schema.

use elicit_core::{
    Choices, Format, Revision,
    dynamic::{DynamicField, DynamicForm},
    form::Property,
};
use proptest::{collection::vec, option, prelude::*, sample::select};
use serde_json::{Value, json};

/// A field, its property in a schema, and whether that is required.
type Made = (DynamicField, Value, bool);

fn with(
    made: Made,
    keyword: &str,
    value: Option<Value>,
    add: impl FnOnce(DynamicField, Value) -> DynamicField,
) -> Made {
    let (field, mut property, is_required) = made;
    let Some(value) = value else {
        return (field, property, is_required);
    };
    property[keyword] = value.clone();
    (add(field, value), property, is_required)
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn counts() -> impl Strategy<Value = Option<Value>> {
    option::of((0_u64..5).prop_map(Value::from))
}

fn text() -> impl Strategy<Value = Made> {
    let patterns = option::of(select(vec![json!("^[a-c]*$"), json!("b{9}"), json!("(")]));
    let formats = option::of(select(vec![Format::Email, Format::Date]));
    let defaults = option::of(select(vec![json!("a"), json!(1), json!("2027-01-31")]));
    (counts(), counts(), patterns, formats, defaults).prop_map(
        |(least, most, pattern, format, default)| {
            let made = (DynamicField::text(), json!({"type": "string"}), true);
            let made = with(made, "minLength", least, |field, value| {
                field.min_length(count(&value))
            });
            let made = with(made, "maxLength", most, |field, value| {
                field.max_length(count(&value))
            });
            let made = with(made, "pattern", pattern, |field, value| {
                field.pattern(value.as_str().unwrap())
            });
            let name = format.map(|format| format.as_str().into());
            let made = with(made, "format", name, |field, _| {
                field.format(format.unwrap())
            });
            with(made, "default", default, DynamicField::default)
        },
    )
}

fn number() -> impl Strategy<Value = Made> {
    let value = || {
        option::of(select(vec![
            json!(-1),
            json!(0.5),
            json!(3),
            json!(1_u64 << 60),
            json!("1"),
        ]))
    };
    (any::<bool>(), value(), value(), value()).prop_map(|(is_whole, minimum, maximum, default)| {
        let made = if is_whole {
            (DynamicField::integer(), json!({"type": "integer"}), true)
        } else {
            (DynamicField::number(), json!({"type": "number"}), true)
        };
        let made = with(made, "minimum", minimum, DynamicField::minimum);
        let made = with(made, "maximum", maximum, DynamicField::maximum);
        with(made, "default", default, DynamicField::default)
    })
}

fn boolean() -> impl Strategy<Value = Made> {
    option::of(any::<bool>()).prop_map(|default| {
        // As a derived form says that a box is not ticked.
        let property = json!({"type": "boolean", "default": false});
        let made = (DynamicField::boolean(), property, false);
        with(
            made,
            "default",
            default.map(Value::from),
            DynamicField::default,
        )
    })
}

fn select_some() -> impl Strategy<Value = Made> {
    let titles = select(vec![["A", "B"], ["A", "A"], ["A", " "]]);
    (option::of(titles), any::<bool>(), counts(), counts()).prop_map(
        |(titles, several, least, most)| {
            let (choices, spelled) = match titles {
                None => (Choices::from(["a", "b"]), None),
                Some([a, b]) => (
                    [("a", a), ("b", b)].into(),
                    Some(json!([{"const": "a", "title": a}, {"const": "b", "title": b}])),
                ),
            };
            if several {
                let items = spelled.map_or(
                    json!({"enum": ["a", "b"]}),
                    |titled| json!({"anyOf": titled}),
                );
                let is_required = least.as_ref().is_some_and(|least| count(least) > 0);
                let property = json!({"type": "array", "items": items});
                let made = (DynamicField::multi_select(choices), property, is_required);
                let made = with(made, "minItems", least, |field, value| {
                    field.min_items(count(&value))
                });
                with(made, "maxItems", most, |field, value| {
                    field.max_items(count(&value))
                })
            } else {
                let property = spelled.map_or(
                    json!({"type": "string", "enum": ["a", "b"]}),
                    |titled| json!({"type": "string", "oneOf": titled}),
                );
                (DynamicField::choice(choices), property, true)
            }
        },
    )
}

fn field() -> impl Strategy<Value = Made> {
    let kinds = prop_oneof![text(), number(), boolean(), select_some()];
    let texts = || {
        option::of(select(vec![
            json!("Words"),
            json!(" "),
            json!("See https://example.org"),
        ]))
    };
    (kinds, texts(), texts()).prop_map(|(made, title, description)| {
        let made = with(made, "title", title, |field, value| {
            field.title(value.as_str().unwrap())
        });
        with(made, "description", description, |field, value| {
            field.description(value.as_str().unwrap())
        })
    })
}

proptest! {
    #[test]
    fn a_form_that_is_built_is_the_form_of_its_schema(
        fields in vec(field(), 0..4),
        api_key in any::<bool>(),
    ) {
        let names = [if api_key { "api_key" } else { "a" }, "b", "c"];
        let mut builder = DynamicForm::builder();
        let mut schema = json!({"type": "object", "properties": {}, "required": []});
        for (name, (field, property, is_required)) in names.into_iter().zip(fields) {
            builder = builder.field(name, field);
            schema["properties"][name] = property;
            if is_required {
                schema["required"].as_array_mut().unwrap().push(name.into());
            }
        }
        match (builder.build(), DynamicForm::from_schema(&schema)) {
            (Ok(built), Ok(read)) => {
                prop_assert_eq!(built.schema(), read.schema());
                for revision in Revision::all() {
                    prop_assert_eq!(built.requested_schema(revision), read.requested_schema(revision));
                }
            }
            (built, read) => prop_assert_eq!(built.err(), read.err()),
        }
    }
}

#[test]
fn a_rule_of_another_kind_and_a_name_of_two_fields_are_refused() {
    let form = DynamicForm::builder()
        .field(
            "size",
            DynamicField::integer().max_length(3).format(Format::Date),
        )
        .field("kind", DynamicField::choice(["a", "b"]).min_items(1))
        .field("size", DynamicField::integer().pattern("a"))
        .build();
    let error = form.unwrap_err();
    let mut faults: Vec<_> = error.faults().iter().map(ToString::to_string).collect();
    faults.sort();
    assert_eq!(
        faults,
        [
            "/properties/kind/minItems: has no effect on this field",
            "/properties/size/pattern: has no effect on this field",
            "/properties/size: is the name of two fields",
        ]
    );
}

#[test]
fn an_optional_field_can_be_left_out() {
    let form = DynamicForm::builder()
        .field("branch", DynamicField::text())
        .field("share", DynamicField::number().optional())
        .field("notify", DynamicField::boolean().optional())
        .build()
        .unwrap();
    let required: Vec<_> = form
        .schema()
        .properties()
        .iter()
        .map(Property::is_required)
        .collect();
    assert_eq!(required, [true, false, false]);
    assert!(form.validate(&json!({"branch": "main"})).is_ok());
    assert_eq!(
        form.requested_schema(Revision::LATEST)["properties"]["notify"],
        json!({"type": "boolean"})
    );
}
