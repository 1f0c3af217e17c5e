//! The values of a form as the content of an answer, which is what a form is
//! prefilled with.

use std::collections::BTreeSet;

use elicit_core::{__private::DerivedForm, Elicit};
use elicit_tests::forms::{Everything, Region, Scope};
use serde_json::{Value, json};

#[test]
fn the_content_of_a_form_equals_its_answer() {
    let everything = Everything {
        region: Region::UsEast,
        replicas: 3,
        branch: "main".into(),
        notify: None,
        share: Some(0.5),
        scopes: Some(BTreeSet::from([Scope::ReadOnly, Scope::Admin])),
        dry_run: true,
    };
    assert_eq!(
        Value::Object(everything.content()),
        json!({
            "region": "us_east",
            "replicas": 3,
            "branch": "main",
            "share": 0.5,
            "scopes": ["read-only", "admin"],
            "dry_run": true,
        })
    );
}

#[derive(Elicit)]
struct Floats {
    #[elicit(maximum = 0.1)]
    single: f32,
    double: f64,
    perhaps: Option<f32>,
}

#[test]
fn an_f32_is_written_with_its_shortest_digits() {
    let floats = Floats {
        single: 0.1,
        double: 0.1,
        perhaps: Some(f32::MAX),
    };
    let content = Value::Object(floats.content());
    assert_eq!(
        content,
        json!({"single": 0.1, "double": 0.1, "perhaps": 3.402_823_5e38})
    );
    let read = elicit_core::from_value::<Floats>(&content).unwrap();
    assert_eq!((read.single, read.perhaps), (0.1, Some(f32::MAX)));
}

/// A default must not be `null`.
#[test]
fn numbers_that_json_cannot_write_are_left_out() {
    let floats = Floats {
        single: f32::INFINITY,
        double: f64::NAN,
        perhaps: Some(f32::NAN),
    };
    assert_eq!(Value::Object(floats.content()), json!({}));
}
