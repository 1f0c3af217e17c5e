//! Violations do not quote the answer.

use elicit_core::{InvalidContent, from_slice, from_str, from_value};
use elicit_tests::forms::{
    Everything, Formats, Integers, Newtypes, Numbers, Selections, Singles, Texts,
};
use proptest::{prelude::*, sample::select, test_runner::TestRunner};
use serde_json::{Map, Value};

/// A text and a number that stand nowhere else.
const TEXT: &str = "xyzzy";
const NUMBER: u64 = 4_815_162_342;

fn run<T: elicit_core::NoRunTimeChoices>() {
    let mut runner = TestRunner::new(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let values = proptest::collection::vec(marked(), T::FORM.properties().len());
    let result = runner.run(&(values, any::<bool>()), |(values, cut)| {
        let names = T::FORM
            .properties()
            .iter()
            .map(|property| property.name().to_owned());
        let mut document: Map<String, Value> = names.zip(values).collect();
        document.insert(TEXT.into(), TEXT.into());
        let document = Value::Object(document);
        let mut text = document.to_string();
        if cut {
            text.pop();
        }
        for read in [
            from_value::<T>(&document),
            from_str(&text),
            from_slice(text.as_bytes()),
            T::from_content(&mut serde_json::Deserializer::from_str(&text)),
        ] {
            // Free text takes the marker as it is.
            if let Err(invalid) = read {
                says_nothing(&invalid)?;
            }
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Values of every type that carry a marker.
fn marked() -> impl Strategy<Value = Value> {
    let leaf = select(vec![
        Value::from(TEXT),
        Value::from(format!("a@{TEXT}..b {TEXT}")),
        Value::from(NUMBER),
        Value::from(-0.481_516_234_2),
        Value::from(i64::try_from(NUMBER).unwrap()),
        Value::from(4_815_162_342e30),
    ]);
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 1..3).prop_map(Value::from),
            inner.prop_map(|value| Value::Object(Map::from_iter([(TEXT.to_owned(), value)]))),
        ]
    })
}

fn says_nothing(invalid: &InvalidContent) -> Result<(), TestCaseError> {
    let mut said = vec![
        format!("{invalid}"),
        format!("{invalid:?}"),
        format!("{invalid:#?}"),
        serde_json::to_string(invalid).unwrap(),
    ];
    for violation in invalid.violations() {
        said.push(format!("{violation} {violation:?} {:?}", violation.limit()));
        said.push(serde_json::to_string(violation).unwrap());
    }
    for words in said {
        for marker in [TEXT, "4815162342", "4.815162342", "481516"] {
            prop_assert!(!words.contains(marker), "{words}");
        }
    }
    Ok(())
}

macro_rules! tests {
    ($($name:ident: $form:ty,)*) => {$(
        #[test]
        fn $name() {
            run::<$form>();
        }
    )*};
}

mod no_violation_quotes_the_answer {
    use super::*;

    tests! {
        everything: Everything,
        formats: Formats,
        integers: Integers,
        newtypes: Newtypes,
        numbers: Numbers,
        selections: Selections,
        singles: Singles,
        texts: Texts,
    }
}
