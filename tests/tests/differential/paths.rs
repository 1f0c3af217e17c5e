//! All ways of reading an answer are one: the same value, or the same violations.

use elicit_core::{InvalidContent, from_slice, from_str, from_value};
use elicit_tests::forms::Sample;
use proptest::prelude::*;
use serde_json::{Deserializer, Value};

use crate::{document::Document, foreign::Foreign, run};

pub(crate) fn agree<T: Sample>() {
    run::<T>(4, |document| {
        let (text, value) = (document.text(), document.value());
        let of_text = from_str::<T>(&text);
        prop_assert_eq!(&from_slice::<T>(text.as_bytes()), &of_text, "from_slice");
        for (path, read) in by_deserializer::<T>(&text) {
            prop_assert_eq!(&read, &of_text, "{}", path);
        }
        let of_value = from_value::<T>(&value);
        for (path, read) in by_value(&value) {
            prop_assert_eq!(&read, &of_value, "{}", path);
        }
        prop_assert_eq!(&of_text, &of_value);
        if let Ok(answer) = &of_text {
            survives_the_round_trip(answer)?;
        }
        repeats_are_seen::<T>(document)
    });
}

type Read<T> = (&'static str, Result<T, InvalidContent>);

fn by_deserializer<T: Sample>(text: &str) -> [Read<T>; 2] {
    [
        (
            "from_content, from a text",
            T::from_content(&mut Deserializer::from_str(text)),
        ),
        (
            "from_content, from a reader",
            T::from_content(&mut Deserializer::from_reader(text.as_bytes())),
        ),
    ]
}

fn by_value<T: Sample>(value: &Value) -> [Read<T>; 3] {
    [
        ("from_content, from a reference", T::from_content(value)),
        ("from_content, from a value", T::from_content(value.clone())),
        (
            "from_content, from elsewhere",
            T::from_content(Foreign(value)),
        ),
    ]
}

/// What was accepted is valid when it is written out, and is what it was: as JSON,
/// and as the content that a form is prefilled with.
fn survives_the_round_trip<T: Sample>(answer: &T) -> Result<(), TestCaseError> {
    let written = serde_json::to_string(answer).expect("a form can be written");
    let again = from_str::<T>(&written);
    prop_assert_eq!(again.as_ref(), Ok(answer), "{}", written);
    let content = Value::Object(answer.content());
    let again = from_value::<T>(&content);
    prop_assert_eq!(again.as_ref(), Ok(answer), "{}", content);
    Ok(())
}

/// A property given twice is a violation where it can be seen, only of that property,
/// and its only one.
fn repeats_are_seen<T: Sample>(document: &Document) -> Result<(), TestCaseError> {
    let Some((document, name)) = document.with_repeat() else {
        return Ok(());
    };
    let read = from_str::<T>(&document.text());
    let of_it: Vec<(Option<&str>, &str)> = read
        .as_ref()
        .err()
        .into_iter()
        .flat_map(InvalidContent::violations)
        .map(|violation| (violation.property(), violation.keyword()))
        .filter(|(property, keyword)| *property == Some(&name) || *keyword == "duplicate")
        .collect();
    if T::FORM.property(&name).is_some() {
        prop_assert_eq!(of_it, [(Some(name.as_str()), "duplicate")]);
    } else {
        prop_assert_eq!(of_it, []);
    }
    Ok(())
}
