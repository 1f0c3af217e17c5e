//! The names and titles that a choice gives equal those in the schema, and are read back.

use elicit_core::{ChoiceEnum, Elicit, Revision, from_value};
use elicit_tests::forms::{Region, Scope, Severity, Sorted};
use proptest::{prelude::*, sample::select, test_runner::TestRunner};
use serde_json::{Value, json};

/// Each option of a property, as it is sent: its value and its title.
fn sent(schema: &str) -> Vec<(String, Option<String>)> {
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    let property = &schema["properties"]["one"];
    let text = |value: &Value| value.as_str().expect("the value is a text").to_owned();
    let list = |keyword: &str| property[keyword].as_array().into_iter().flatten();
    let titled = list("oneOf").map(|option| (text(&option["const"]), Some(text(&option["title"]))));
    let untitled = list("enum").map(|option| (text(option), None));
    titled.chain(untitled).collect()
}

/// Texts that are options, are nearly options, or are none.
fn texts<T: ChoiceEnum>() -> impl Strategy<Value = String> {
    let options = T::VARIANTS.iter();
    let known: Vec<_> = options
        .flat_map(|option| {
            let value = option.value();
            [
                value.to_owned(),
                value.to_uppercase(),
                format!(" {value}"),
                option.label().to_owned(),
            ]
        })
        .collect();
    prop_oneof![4 => select(known), 1 => "[a-zA-Z _-]{0,8}"]
}

macro_rules! tests {
    ($($name:ident: $choice:ident,)*) => {$(
        #[test]
        fn $name() {
            #[derive(Elicit)]
            struct One {
                one: $choice,
            }

            let known: Vec<_> = $choice::all()
                .map(|choice| (choice.wire_name().to_owned(), choice.title().map(str::to_owned)))
                .collect();
            assert_eq!(known, sent(One::requested_schema(Revision::LATEST)));

            for (choice, option) in $choice::all().zip($choice::VARIANTS) {
                let name = choice.wire_name();
                assert_eq!(json!(name), json!(choice), "as serde writes it");
                assert_eq!($choice::from_wire_name(name).as_ref(), Some(&choice));
                assert_eq!((name, choice.title()), (option.value(), option.title()));
                assert_eq!(choice.label(), choice.title().unwrap_or(name));
            }

            let read = TestRunner::default().run(&texts::<$choice>(), |text| {
                let answer = from_value::<One>(&json!({"one": text})).ok();
                let titled = || $choice::all().find(|choice| choice.title() == Some(&*text));
                let expected = $choice::from_wire_name(&text).or_else(titled);
                prop_assert_eq!(expected, answer.map(|answer| answer.one));
                Ok(())
            });
            read.unwrap_or_else(|error| panic!("{error}"));
        }
    )*};
}

tests! {
    titled_variants_equal_the_schema_and_are_read_back: Region,
    untitled_variants_equal_the_schema_and_are_read_back: Severity,
    partly_titled_variants_equal_the_schema_and_are_read_back: Scope,
    a_single_variant_equals_the_schema_and_is_read_back: Sorted,
}

/// The variants of an enum can be the options of run-time choices.
#[test]
fn some_variants_of_an_enum_can_be_offered() {
    #[derive(Elicit)]
    struct Move {
        #[elicit(choices)]
        to: String,
    }

    let to = Region::all()
        .filter(|region| *region != Region::Tokyo)
        .map(|region| (region.wire_name(), region.label()))
        .collect();
    let choices = MoveChoices { to };
    let read = |to| elicit_core::from_value_with::<Move>(&json!({"to": to}), &choices).ok();
    let moved = read("us_east").expect("the option is offered");
    assert_eq!(Region::from_wire_name(&moved.to), Some(Region::UsEast));
    assert!(read("tokyo").is_none());
}
